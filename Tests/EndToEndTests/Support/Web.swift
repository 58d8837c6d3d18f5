import HTTPTransport
import JSONReader
import Values

/// The HTTP client of the tests.
enum Web {
    private static let transport = Result {
        try HTTPTransport(settings: HTTPTransport.Settings(userAgent: "tests"))
    }

    /// Sends a request; nil where there is no answer.
    static func send(
        _ method: String,
        _ url: String,
        headers: [HTTPRequest.Pair] = [],
        body: [UInt8] = [],
        within limit: Duration = .seconds(15)
    ) async throws -> HTTPResponse? {
        let transport = try transport.get()
        let request = HTTPRequest(method: method, target: url, headers: headers, body: body)
        return await withCheckedContinuation { continuation in
            transport.send(request, timeout: limit) { result in
                switch result {
                case .success(let response): continuation.resume(returning: response)
                case .failure: continuation.resume(returning: nil)
                }
            }
        }
    }

    /// The status of a GET; nil where there is no answer.
    static func status(_ url: String) async throws -> Int? {
        try await send("GET", url, within: .seconds(5))?.status
    }
}
