/// Why a request got no answer.
package struct HTTPTransportError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// The URL, a header field or the method cannot be sent.
        case invalidRequest
        /// The host's name is not known, or nobody could be asked for it.
        case couldNotResolve
        /// Nobody took the connection.
        case couldNotConnect
        /// The certificate is not valid for the host, or the handshake failed.
        case tls
        case timedOut
        /// The connection broke, or closed without an answer.
        case connectionLost
        /// The answer is larger than the limit.
        case responseTooLarge
        /// The transport was closed before the answer came.
        case closed
        case other
    }

    package let code: Code
    /// What the library said; without credentials, which are in no URL.
    package let detail: String
    /// Whether the server may have acted on the request.
    package let mayHaveReachedServer: Bool

    package init(code: Code, detail: String, mayHaveReachedServer: Bool) {
        self.code = code
        self.detail = detail
        self.mayHaveReachedServer = mayHaveReachedServer
    }

    /// Whether the same request may succeed later.
    package var isRetriable: Bool { code != .invalidRequest }

    package var description: String {
        let what =
            switch code {
            case .invalidRequest: "the request cannot be sent"
            case .couldNotResolve: "the host's name cannot be resolved"
            case .couldNotConnect: "the host takes no connection"
            case .tls: "no secure connection"
            case .timedOut: "no answer in time"
            case .connectionLost: "the connection broke"
            case .responseTooLarge: "the answer is too large"
            case .closed: "the transport is closed"
            case .other: "the request failed"
            }
        return detail.isEmpty ? what : "\(what): \(detail)"
    }
}
