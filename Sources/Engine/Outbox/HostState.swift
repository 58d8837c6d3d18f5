import Values

/// What is known of the host that all requests go to: whether it may be asked now.
struct HostState: Sendable {
    /// This many failures in a row, of whatever requests, close the circuit.
    static let failuresToOpen = 3
    static let mostInFlight = 5

    var backoff: Backoff
    var inFlight = 0
    private(set) var failures = 0
    /// Failures in a row but for those of one round: what left before the wait of one was over failed with it.
    private var rounds = 0
    /// When the wait of this round is over, on the uptime clock.
    private var roundEnds: Duration = .zero
    /// No request leaves before, on the uptime clock.
    private var closedUntil: Duration?
    /// The host asked for silence until then, on the uptime clock; no answer to what left before ends it.
    private var silentUntil: Duration?
    /// Refusals for too many requests, of whatever requests.
    private var refusals = RateRefusals()
    /// The same by kind of request: something in between may limit one kind alone.
    private var refusalsByKind: [Purpose.Kind: RateRefusals] = [:]
    /// The key was refused; nothing is sent before.
    var refusedUntil: Duration?
    /// What has been told of the host, so that it is told once.
    var told: Set<String> = []

    init(seed: UInt64) {
        backoff = Backoff(seed: seed)
    }

    /// When a request may leave; nil: at once.
    ///
    /// Where one in flight must end first, in a second, or in a minute for those whom its answer wakes before that.
    /// `window` is when the rate of requests allows one.
    func waitingUntil(_ uptime: Duration, window: Duration?, isWokenByAnswers: Bool) -> Duration? {
        let until = pollWaitingUntil(uptime, window: window)
        let isBusy = inFlight >= Self.mostInFlight || failures >= Self.failuresToOpen && inFlight > 0
        return until ?? (isBusy ? uptime + .seconds(isWokenByAnswers ? 60 : 1) : nil)
    }

    /// When a look for an answer may leave; nil: at once.
    ///
    /// Such looks hold no place of the updates. `window` is when the rate of requests allows one.
    func pollWaitingUntil(_ uptime: Duration, window: Duration?) -> Duration? {
        var until = window
        for limit in [closedUntil, silentUntil, refusedUntil] {
            if let limit, limit > uptime { until = max(until ?? limit, limit) }
        }
        return until
    }

    mutating func sent() {
        inFlight += 1
    }

    /// Lets no request leave before, whatever else is known.
    mutating func close(until: Duration) {
        silentUntil = max(silentUntil ?? until, until)
    }

    /// Takes that a request that left at `sentAt` was one too many; how long all are to be silent, and how long this one.
    mutating func limited(_ kind: Purpose.Kind, _ retryAfter: Duration, at uptime: Duration, sentAt: Duration)
        -> (silence: Duration, wait: Duration)
    {
        let silence = refusals.refused(at: uptime, sentAt: sentAt, retryAfter: retryAfter)
        let own = refusalsByKind[kind, default: RateRefusals()]
            .refused(at: uptime, sentAt: sentAt, retryAfter: retryAfter)
        return (silence, max(silence, own))
    }

    /// Takes that a request that left at `sentAt` was not one too many.
    mutating func admitted(_ kind: Purpose.Kind, sentAt: Duration) {
        refusals.passed(sentAt: sentAt)
        refusalsByKind[kind]?.passed(sentAt: sentAt)
    }

    /// Takes that the host answered, whatever it said.
    mutating func answered() {
        inFlight = max(0, inFlight - 1)
        failures = 0
        rounds = 0
        closedUntil = nil
    }

    /// Takes that the host did not answer, or answered that it cannot, what left at `sentAt`; how long to wait.
    ///
    /// Many that fail in one outage are one failure: the wait doubles once a round, not once a request.
    mutating func failed(at uptime: Duration, sentAt: Duration) -> Duration {
        inFlight = max(0, inFlight - 1)
        failures += 1
        if rounds == 0 || sentAt >= roundEnds {
            roundEnds = uptime + backoff.wait(after: rounds)
            rounds += 1
        }
        if failures >= Self.failuresToOpen { closedUntil = max(closedUntil ?? roundEnds, roundEnds) }
        return max(roundEnds - uptime, .milliseconds(250))
    }
}
