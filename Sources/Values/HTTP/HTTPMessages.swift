/// A request to send, or one that was received.
package struct HTTPRequest: Sendable, Hashable {
    package var method: String
    /// The whole URL where it is sent, the path where it is received; without the query.
    package var target: String
    /// Query items in their order, decoded.
    package var query: [Pair]
    /// Header fields in their order; names are compared without regard to case.
    package var headers: [Pair]
    package var body: [UInt8]

    /// A name with its value.
    package struct Pair: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package init(method: String, target: String, query: [Pair] = [], headers: [Pair] = [], body: [UInt8] = [])
    {
        self.method = method
        self.target = target
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// The first header field of that name.
    package func header(_ name: String) -> String? { headers.value(named: name) }
}

/// An answer that was received, or one to give.
package struct HTTPResponse: Sendable, Hashable {
    /// 100 to 599.
    package var status: Int
    package var headers: [HTTPRequest.Pair]
    package var body: [UInt8]

    package init(status: Int, headers: [HTTPRequest.Pair] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first header field of that name.
    package func header(_ name: String) -> String? { headers.value(named: name) }
}

extension [HTTPRequest.Pair] {
    /// The value of the first pair of that name, without regard to ASCII case.
    package func value(named name: String) -> String? {
        let wanted = name.lowercased()
        return first { $0.name.lowercased() == wanted }?.value
    }
}
