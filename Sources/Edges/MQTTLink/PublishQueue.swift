internal import Values

/// Publications on their way: nothing is written to a broker that has not just proved alive.
///
/// What the network has taken may act whenever the broker goes on, long after the tap was answered. So each waits for a
/// round trip that begins after it came.
struct PublishQueue {
    /// Came after the round trip that is under way began.
    private var unproven: [PublishJob] = []
    /// Wait for the round trip that is under way.
    private var probed: [PublishJob] = []
    /// May be written.
    private var ready: [PublishJob] = []
    /// The message number of the round trip under way.
    private var probe: Int32?

    /// Whether a round trip should begin.
    var wantsProof: Bool { probe == nil && !unproven.isEmpty }

    /// The earliest time at which one of them is too old.
    var nextDeadline: Duration? { (unproven + probed + ready).map(\.deadline).min() }

    mutating func add(_ job: PublishJob) { unproven.append(job) }

    /// Takes that a round trip has begun, with that message number.
    mutating func began(_ message: Int32) {
        probe = message
        probed = unproven
        unproven = []
    }

    /// Takes the answer to a message number; whether it was that of the round trip.
    mutating func answered(_ message: Int32) -> Bool {
        guard message == probe else { return false }
        probe = nil
        ready += probed
        probed = []
        return true
    }

    /// The next that may be written.
    mutating func next() -> PublishJob? { ready.isEmpty ? nil : ready.removeFirst() }

    /// Takes out what is too old; whether the broker answers nothing at all.
    mutating func expire(at now: Duration) -> (jobs: [PublishJob], isSilent: Bool) {
        let isOver = { (job: PublishJob) in job.deadline <= now }
        let silent = (probed + unproven).filter(isOver)
        let expired = silent + ready.filter(isOver)
        probed.removeAll(where: isOver)
        unproven.removeAll(where: isOver)
        ready.removeAll(where: isOver)
        return (expired, !silent.isEmpty)
    }

    /// Takes out all.
    mutating func takeAll() -> [PublishJob] {
        let all = ready + probed + unproven
        self = PublishQueue()
        return all
    }
}
