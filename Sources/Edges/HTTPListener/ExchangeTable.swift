internal import Glibc
internal import Synchronization
internal import Threads
internal import Values

/// What a listener watches the clock for: requests that wait for an answer and connections that dawdle.
final class ExchangeTable: Sendable {
    private struct State {
        var waiting: [ObjectIdentifier: (exchange: HTTPExchange, deadline: Duration)] = [:]
        /// Sockets in the middle of a request, with the time at which they are shut.
        var reading: [Int32: Duration] = [:]
        /// Requests that were handed over and whose answer was not sent to its end.
        var unfinished = 0
        var isStopping = false
        /// When the watching thread looks again; nil while it sleeps without limit.
        var nextLook: Duration?

        /// Whether the thread must be woken to see to `deadline` in time.
        func needsWaking(for deadline: Duration) -> Bool {
            nextLook.map { deadline < $0 } ?? true
        }
    }

    private let state = Mutex(State())
    private let bell = Bell()

    var isStopping: Bool { state.withLock { $0.isStopping } }
    var unfinishedCount: Int { state.withLock { $0.unfinished } }

    /// Watches a request; false where the listener is being stopped.
    func add(_ exchange: HTTPExchange, key: ObjectIdentifier, deadline: Duration) -> Bool {
        state.withLock { state in
            guard !state.isStopping else { return false }
            state.waiting[key] = (exchange, deadline)
            state.unfinished += 1
            if state.needsWaking(for: deadline) { bell.ring() }
            return true
        }
    }

    /// The request was answered.
    func remove(_ key: ObjectIdentifier) {
        state.withLock { $0.waiting[key] = nil }
    }

    /// The answer was sent, or its receiver is gone.
    func finish(_ key: ObjectIdentifier) {
        state.withLock { state in
            state.waiting[key] = nil
            state.unfinished = max(0, state.unfinished - 1)
        }
    }

    /// Gives a connection until `deadline` to send its request.
    func startReading(_ socket: Int32, deadline: Duration) {
        state.withLock { state in
            state.reading[socket] = deadline
            if state.needsWaking(for: deadline) { bell.ring() }
        }
    }

    /// The request has come, or the connection is closed, after which another one may get the same number.
    func endReading(_ socket: Int32) {
        state.withLock { $0.reading[socket] = nil }
    }

    /// Lets the watching thread return, and answers all that wait.
    func stop() {
        let waiting = state.withLock { state in
            state.isStopping = true
            return state.waiting.values.map(\.exchange)
        }
        for exchange in waiting { exchange.respond(ExchangeTable.unavailable) }
        bell.ring()
    }

    /// The watching thread's body; it sleeps while there is nothing to watch.
    func watch() {
        while true {
            let (isStopping, next, late) = takeLate(Uptime.now())
            if isStopping { return }
            for exchange in late { exchange.respond(Self.unavailable) }
            bell.wait(until: next)
        }
    }

    private func takeLate(_ now: Duration) -> (isStopping: Bool, next: Duration?, late: [HTTPExchange]) {
        state.withLock { state in
            for (socket, deadline) in state.reading where deadline <= now {
                // Under the lock: the number is given up, and could be another connection's, only after `endReading`.
                shutdown(socket, Int32(SHUT_RDWR))
                state.reading[socket] = nil
            }
            let late = state.waiting.filter { $0.value.deadline <= now }
            for key in late.keys { state.waiting[key] = nil }
            let next = (state.waiting.values.map(\.deadline) + state.reading.values).min()
            state.nextLook = next
            return (state.isStopping, next, late.values.map(\.exchange))
        }
    }

    static let unavailable = HTTPResponse(
        status: 503,
        headers: [
            HTTPRequest.Pair("Retry-After", "5"),
            HTTPRequest.Pair("Content-Type", "text/plain; charset=utf-8"),
        ],
        body: Array("unavailable\n".utf8)
    )
}
