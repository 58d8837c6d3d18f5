internal import Synchronization
package import Values

/// A request that was received and waits for its answer.
package final class HTTPExchange: Sendable {
    /// The status of an answer that is none: the connection is closed without one.
    package static let closing = 0

    /// Its target is the decoded path; the query is decoded, too.
    package let request: HTTPRequest
    /// The address of whoever is connected, which may be a proxy; without the port.
    package let peer: String
    /// When all of it was there, on the uptime clock of the machine.
    package let receivedAt: Duration

    private let answer: Mutex<(@Sendable (HTTPResponse) -> Void)?>

    /// Makes an exchange, for a listener or a test.
    ///
    /// - Parameters:
    ///   - request: what was asked.
    ///   - peer: who asked.
    ///   - receivedAt: when all of it was there, on the uptime clock.
    ///   - answer: called at most once, with the answer.
    package init(
        request: HTTPRequest,
        peer: String,
        receivedAt: Duration,
        answer: @escaping @Sendable (HTTPResponse) -> Void
    ) {
        self.request = request
        self.peer = peer
        self.receivedAt = receivedAt
        self.answer = Mutex(answer)
    }

    /// Answers, from any thread; only the first call counts.
    ///
    /// - Returns: whether this call was the first.
    @discardableResult
    package func respond(_ response: HTTPResponse) -> Bool {
        let answer = answer.withLock { answer in
            let taken = answer
            answer = nil
            return taken
        }
        guard let answer else { return false }
        answer(response)
        return true
    }

    /// Whether somebody has answered.
    package var isAnswered: Bool { answer.withLock { $0 == nil } }
}
