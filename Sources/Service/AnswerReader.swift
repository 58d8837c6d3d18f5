import HTTPTransport
import PushWardAPI
import Values

/// Sends the requests that look for answers, over connections of their own.
///
/// One that PushWard holds never keeps an update waiting (`pushward-api.md` section 15). Its thread starts with the first of them. Not safe from several threads.
final class AnswerReader {
    /// One an account.
    private let updates: [PushWardClient]
    private var transport: HTTPTransport?
    private var underWay: Set<Int> = []
    private var isClosed = false

    /// Makes a reader that asks the same hosts with the same keys as `updates`.
    init(_ updates: [PushWardClient]) {
        self.updates = updates
    }

    func send(_ id: Int, _ request: PushWardRequest, account: Int) {
        guard !isClosed, updates.indices.contains(account) else { return }
        underWay.insert(id)
        let update = updates[account]
        // Where no thread can be started, it goes the way of the updates: late is better than never.
        if transport == nil { transport = try? makeTransport() }
        let client = PushWardClient(
            transport: transport ?? update.transport,
            url: update.url,
            token: update.token,
            events: update.events,
            clock: update.clock
        )
        client.send(id, request)
    }

    /// Whether a request that has ended was one of these.
    func ended(_ id: Int) -> Bool { underWay.remove(id) != nil }

    /// Ends what is under way; nothing is lost by it, as PushWard keeps every answer.
    func close() {
        isClosed = true
        _ = transport?.close(deadline: .zero)
    }

    private func makeTransport() throws -> HTTPTransport {
        try HTTPTransport(
            settings: HTTPTransport.Settings(
                userAgent: "pushward-mqtt/\(BridgeVersion.text)",
                maxConnectionsPerHost: 2 * max(1, updates.count)
            )
        )
    }
}
