internal import Values

/// Publications on their way: nothing is written to a broker that has not just proved alive.
///
/// What the network has taken may act whenever the broker goes on, long after the tap was answered. So each waits for a
/// round trip that begins after it came.
struct PublishQueue {
    /// For so long a broker counts as alive after something that it answered was sent.
    private static let freshness: Duration = .milliseconds(100)

    /// Wait for a round trip.
    private var unproven: [PublishJob] = []
    /// May be written.
    private var ready: [PublishJob] = []
    /// The round trip under way, with its message number and when it began.
    private var probe: (message: Int32, beganAt: Duration)?
    /// When the last thing was sent that the broker has answered, by uptime.
    private var provenAt: Duration?

    /// The earliest time at which one of them is too old.
    var nextDeadline: Duration? { (unproven + ready).map(\.deadline).min() }

    mutating func add(_ job: PublishJob) { unproven.append(job) }

    /// Lets go on what may; whether a round trip should begin.
    mutating func wantsProof(at now: Duration) -> Bool {
        if let provenAt, now - provenAt <= Self.freshness {
            ready += unproven
            unproven = []
        }
        return probe == nil && !unproven.isEmpty
    }

    /// Takes that a round trip has begun, with that message number.
    mutating func began(_ message: Int32, at now: Duration) { probe = (message, now) }

    /// Takes the answer to a message number; what came while it was awaited too long needs another round trip.
    mutating func answered(_ message: Int32) {
        guard let probe, message == probe.message else { return }
        ready += unproven.filter { $0.deadline - $0.limit <= probe.beganAt }
        unproven.removeAll { $0.deadline - $0.limit <= probe.beganAt }
        proved(at: probe.beganAt)
        self.probe = nil
    }

    /// Takes that something was answered that was sent at `sentAt`.
    mutating func proved(at sentAt: Duration) { provenAt = max(provenAt ?? sentAt, sentAt) }

    /// The next that may be written.
    mutating func next() -> PublishJob? { ready.isEmpty ? nil : ready.removeFirst() }

    /// Takes out what is too old; whether the broker answers nothing at all.
    mutating func expire(at now: Duration) -> (jobs: [PublishJob], isSilent: Bool) {
        let isOver = { (job: PublishJob) in job.deadline <= now }
        let silent = unproven.filter(isOver)
        let expired = silent + ready.filter(isOver)
        unproven.removeAll(where: isOver)
        ready.removeAll(where: isOver)
        return (expired, !silent.isEmpty)
    }

    /// Takes out all.
    mutating func takeAll() -> [PublishJob] {
        let all = ready + unproven
        self = PublishQueue()
        return all
    }
}
