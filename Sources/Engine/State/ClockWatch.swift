import Values

/// What is known of the clock that people see: whether it has been set at all, and when it is set anew.
struct ClockWatch: Sendable {
    /// A clock that shows an earlier time has not been set since the machine was started, for lack of a battery.
    ///
    /// 2024-01-01: before this program existed.
    static let earliest = Timestamp(microseconds: 1_704_067_200_000_000)
    /// What is less is the clock's own drift and its correction.
    static let smallestStep: Duration = .seconds(2)

    /// The wall clock's reading when the uptime clock showed nothing.
    private var origin: Timestamp?
    /// Whether it has been told that the clock is not set.
    var hasTold = false

    static func isSet(_ now: Moment) -> Bool { now.wall >= earliest }

    /// By how much the clock was set since the last look; nil: it was not.
    mutating func step(to now: Moment) -> Duration? {
        let origin = now.wall - now.uptime
        defer { self.origin = origin }
        guard let before = self.origin else { return nil }
        let step = origin - before
        return step >= Self.smallestStep || step <= .zero - Self.smallestStep ? step : nil
    }
}

extension Engine {
    /// Corrects all instants that the clock told before it was set.
    ///
    /// Waiting goes by the uptime clock and needs no correction; what was told by the wrong clock moves with it. The
    /// uptime clock goes on while the machine sleeps, so waking up is no step.
    mutating func watchClock(at now: Moment) {
        let isSet = ClockWatch.isSet(now)
        if !isSet {
            deadlines.set(now.uptime + .seconds(1), for: .clock)
            if !clock.hasTold {
                clock.hasTold = true
                log(.warning, "bridge", "the clock has not been set; nothing is decided or sent before it is")
            }
        }
        guard let step = clock.step(to: now) else { return }
        let before = now.wall - step
        let words = "\(Int(step.inSeconds)) s"
        log(.notice, "bridge", "the clock was set by \(words)")
        func moved(_ time: Timestamp) -> Timestamp { time <= before + .seconds(1) ? time + step : time }
        for place in cards.indices { cards[place].moveTimes(moved) }
        for place in watches.indices { watches[place].moveTimes(moved) }
        for place in outbox.waiting.indices {
            outbox.waiting[place].createdAt = moved(outbox.waiting[place].createdAt)
        }
        for (id, notice) in notices where notice.sentAt <= before + .seconds(1) {
            notices[id]?.sentAt = notice.sentAt + step
            notices[id]?.expiresAt = notice.expiresAt + step
        }
        outbox.mustLook = true
        // Wall-clock deadlines have moved for all.
        for place in cards.indices { deadlines.set(now.uptime, for: .card(place)) }
    }
}

extension Card {
    /// Corrects the instants that the card remembers.
    mutating func moveTimes(_ moved: (Timestamp) -> Timestamp) {
        if let startedAt = run?.startedAt { run?.startedAt = moved(startedAt) }
        lastPushAt = lastPushAt.map(moved)
        shownSince = shownSince.map(moved)
        sentAt = sentAt.map(moved)
        pausedAt = pausedAt.map(moved)
        rest = rest.map { min(moved($0.lowerBound), moved($0.upperBound))...moved($0.upperBound) }
        starts = starts.map(moved)
        playhead = playhead.map {
            Playhead(position: $0.position, at: moved($0.at), isPlaying: $0.isPlaying)
        }
        for place in inputs.indices { inputs[place].moveTimes(moved) }
        for place in previous.indices { previous[place].moveTimes(moved) }
    }
}

extension NotificationWatch {
    /// Corrects the instants that the watch remembers.
    mutating func moveTimes(_ moved: (Timestamp) -> Timestamp) {
        lastSentAt = lastSentAt.map(moved)
        for place in inputs.indices { inputs[place].moveTimes(moved) }
        for place in previous.indices { previous[place].moveTimes(moved) }
    }
}
