import HTTPListener
import HTTPTransport
import Host
import JSONReader
import Simulator
import Synchronization
import Threads
import Values

/// The simulator under a lock, with the answers that have to wait.
final class ServerCore: Sendable {
    struct State {
        var simulator: Simulator
        /// How far the server's clock is ahead of the machine's.
        var offset = Duration.zero
        var held: [Int: HTTPExchange] = [:]
        var delayed: [Delayed] = []
        var isStopping = false
    }

    /// An answer that is kept back.
    struct Delayed {
        /// By uptime.
        let due: Duration
        let exchange: HTTPExchange
        let response: HTTPResponse
    }

    /// How often held requests are looked at without a reason: an approval may expire meanwhile.
    private static let heldRound = Duration.milliseconds(200)

    let state: Mutex<State>
    let transport: HTTPTransport
    private let bell = Bell()

    init(simulator: Simulator, transport: HTTPTransport) {
        state = Mutex(State(simulator: simulator))
        self.transport = transport
    }

    var simulator: Simulator { state.withLock { $0.simulator } }
    var now: Timestamp { state.withLock { Self.now($0) } }

    static func now(_ state: borrowing State) -> Timestamp { SystemClock.now().wall + state.offset }

    func withSimulator<Result: Sendable>(_ body: @Sendable (inout Simulator) -> Result) -> Result {
        let result = state.withLock { state in
            state.simulator.advance(to: Self.now(state))
            return body(&state.simulator)
        }
        bell.ring()
        return result
    }

    func moveClock(by duration: Duration) {
        state.withLock { state in
            state.offset += duration
            state.simulator.advance(to: Self.now(state))
        }
        bell.ring()
    }

    /// Takes a request on the listener's thread.
    func take(_ exchange: HTTPExchange) {
        switch (exchange.request.method, exchange.request.target) {
        case ("POST", "/_sim/clock"): setClock(exchange)
        case ("POST", "/_sim/tap"): tap(exchange)
        default: pass(exchange)
        }
    }

    private func pass(_ exchange: HTTPExchange) {
        var request = exchange.request
        if request.header("X-Forwarded-For") == nil {
            request.headers.append(HTTPRequest.Pair("X-Forwarded-For", exchange.peer))
        }
        let sent = request
        let outcome = state.withLock { state in
            let outcome = state.simulator.handle(
                sent,
                at: Self.now(state),
                parseJSON: JSONReader.parser,
                holdsWaits: true
            )
            if let hold = outcome.hold { state.held[hold] = exchange }
            return outcome
        }
        if outcome.hold == nil { give(outcome, to: exchange) }
        bell.ring()
    }

    private func give(_ outcome: Outcome, to exchange: HTTPExchange) {
        let response = outcome.dropsConnection ? HTTPResponse(status: HTTPExchange.closing) : outcome.response
        guard outcome.delay > .zero else {
            exchange.respond(response)
            return
        }
        let due = Uptime.now() + outcome.delay
        state.withLock { $0.delayed.append(Delayed(due: due, exchange: exchange, response: response)) }
    }

    /// Gives the answers whose time has come, until it is stopped.
    func runTimer() {
        while true {
            let (ready, next, isStopping) = state.withLock { state in
                (Self.takeReady(&state), Self.nextDue(state), state.isStopping)
            }
            for (exchange, response) in ready { exchange.respond(response) }
            if isStopping { return }
            bell.wait(until: next)
        }
    }

    func stopTimer() {
        state.withLock { $0.isStopping = true }
        bell.ring()
    }

    private static func takeReady(_ state: inout State) -> [(HTTPExchange, HTTPResponse)] {
        let uptime = Uptime.now()
        var ready: [(HTTPExchange, HTTPResponse)] = []
        for waiting in state.delayed where waiting.due <= uptime {
            ready.append((waiting.exchange, waiting.response))
        }
        state.delayed.removeAll { $0.due <= uptime }
        for (hold, exchange) in state.held where exchange.isAnswered {
            state.held[hold] = nil
            state.simulator.abandonHold(hold)
        }
        guard !state.held.isEmpty else { return ready }
        for (hold, response) in state.simulator.settleHolds(at: now(state)) {
            if let exchange = state.held.removeValue(forKey: hold) { ready.append((exchange, response)) }
        }
        return ready
    }

    private static func nextDue(_ state: borrowing State) -> Duration? {
        let delayed = state.delayed.map(\.due).min()
        guard !state.held.isEmpty else { return delayed }
        let round = Uptime.now() + heldRound
        return min(delayed ?? round, round)
    }
}
