import Mapping
import Values

/// What is known of the clock that people see: whether it has been set at all, and when it is set anew.
struct ClockWatch: Sendable {
    /// What is less is the clock's own drift and its correction.
    static let smallestStep: Duration = .seconds(2)

    /// The wall clock's reading when the uptime clock showed nothing.
    private var origin: Timestamp?
    /// Whether nothing is decided, because the clock has not been set.
    var isHolding: Bool { looksAt != nil }
    /// When it is looked again whether the clock has been set, on the uptime clock; nil: it has.
    private(set) var looksAt: Duration?
    /// Since when nothing is decided, on the uptime clock.
    private var holdsSince: Duration?
    /// How long nothing was decided until this moment; none at all other moments.
    private(set) var heldFor: Duration = .zero
    /// Whether the beginning waits for the clock.
    var mustBegin = false

    /// Takes whether nothing may be decided now.
    mutating func hold(_ mustHold: Bool, at uptime: Duration) {
        heldFor = mustHold ? .zero : holdsSince.map { uptime - $0 } ?? .zero
        holdsSince = mustHold ? holdsSince ?? uptime : nil
        looksAt = mustHold ? uptime + .seconds(1) : nil
    }

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
    /// Looks at the clock: corrects what an earlier setting of it told, and holds everything while it is not set.
    ///
    /// Waiting goes by the uptime clock and needs no correction. That clock goes on while the machine sleeps, so waking up
    /// is no step.
    mutating func watchClock(at now: Moment) {
        if let step = clock.step(to: now) { correctTimes(by: step, at: now) }
        let wasHolding = clock.isHolding
        let mustHold = !options.trustsClock && !now.isClockSet
        if wasHolding, !mustHold { hearEarly(at: now) }
        clock.hold(mustHold, at: now.uptime)
        if mustHold, !wasHolding {
            log(
                .warning,
                "bridge",
                "the clock says \(now.wall.rfc3339), which cannot be; nothing is decided or sent before it is set: "
                    + "let the machine ask a time server"
            )
        } else if !mustHold, wasHolding {
            log(.notice, "bridge", "the clock is set; it says \(now.wall.rfc3339)")
            lookAtAll(at: now)
        }
    }

    /// Takes an event while the clock is not set: what is said is kept for later, and nothing is done about it.
    mutating func hold(_ event: Event, at now: Moment) {
        switch event {
        case .began: clock.mustBegin = true
        case .message(let message):
            counters.messages += 1
            if !topics.readers(of: message.topic).isEmpty { early.keep(message, at: now.uptime) }
        case .tick: break
        case .tap(let id, _, _, _):
            answer(.request(id), 503, "the clock is not set", result: "unreachable", at: now)
        case .response(let id, let outcome): respond(id, outcome, at: now)
        case .published(let id, let succeeded): published(id, succeeded: succeeded, at: now)
        case .broker(let isConnected):
            brokerChanged(isConnected)
            brokerWatch.changed(isConnected, at: now.uptime)
        }
        announceStatus(at: now)
    }

    /// Corrects all instants that the clock told before it was set by `step`; what was told by the wrong clock moves
    /// with it.
    private mutating func correctTimes(by step: Duration, at now: Moment) {
        let before = now.wall - step
        log(.notice, "bridge", "the clock was set by \(Int(step.inSeconds)) s")
        func moved(_ time: Timestamp) -> Timestamp { time <= before + .seconds(1) ? time + step : time }
        for place in cards.indices {
            cards[place].moveTimes(moved)
            cards[place].clockWasSet(by: step)
        }
        for place in widgets.list.indices {
            let span = mapping.widgets[widgets.list[place].rule].options.history
            widgets.list[place].moveTimes(moved)
            if let span { widgets.list[place].history.move(by: step, span: span) }
        }
        for place in watches.indices { watches[place].moveTimes(moved) }
        recountSince(at: now)
        for place in outbox.waiting.indices {
            outbox.waiting[place].createdAt = min(moved(outbox.waiting[place].createdAt), now.wall)
        }
        for (id, notice) in notices where notice.sentAt <= before + .seconds(1) {
            notices[id]?.sentAt = notice.sentAt + step
            notices[id]?.expiresAt = notice.expiresAt + step
        }
        // A single use stays used up for as long as it must be remembered.
        for (key, until) in taps.used where until <= before + .seconds(31 * 86_400) {
            taps.used[key] = until + step
            effects.append(.save([StateChange(.usedTaps, key, .double((until + step).unixSeconds))]))
        }
        // What was told by the wrong clock must not come back with the next start.
        for waiting in outbox.waiting {
            saveNotification(waiting.id, isLeaving: waiting.isInFlight && !waiting.isRepeatable)
        }
        for place in cards.indices { saveCard(place, at: now) }
        lookAtAll(at: now)
    }

    /// Looks at everything that goes by the clock.
    private mutating func lookAtAll(at now: Moment) {
        outbox.mustLook = true
        polls.mustLook = true
        for place in cards.indices { deadlines.set(now.uptime, for: .card(place)) }
        for place in widgets.list.indices { deadlines.set(now.uptime, for: .widget(place)) }
    }
}

extension Card {
    /// Corrects the instants that the card remembers.
    mutating func moveTimes(_ moved: (Timestamp) -> Timestamp) {
        if let startedAt = run?.startedAt { run?.startedAt = moved(startedAt) }
        lastNews = lastNews.map { $0.corrected(moved) }
        lastPushAt = lastPushAt.map(moved)
        barBeganAt = barBeganAt.map(moved)
        shownSince = shownSince.map(moved)
        sentAt = sentAt.map(moved)
        pausedAt = pausedAt.map(moved)
        pauses.moveTimes(moved)
        rest = rest.map { min(moved($0.lowerBound), moved($0.upperBound))...moved($0.upperBound) }
        starts = starts.map(moved)
        playhead = playhead.map {
            Playhead(position: $0.position, at: moved($0.at), isPlaying: $0.isPlaying)
        }
        ring.moveTimes(moved)
        for place in inputs.indices { inputs[place].moveTimes(moved) }
        for place in previous.indices { previous[place].moveTimes(moved) }
    }
}

extension Card {
    /// Takes that what was known before a restart is older than it seemed, or younger.
    mutating func clockWasSet(by step: Duration) {
        memory?.clockWasSet(by: step)
        for place in inputs.indices { inputs[place].grow(by: step) }
        for place in previous.indices { previous[place].grow(by: step) }
    }
}

extension Widget {
    /// Corrects the instants that the widget remembers.
    mutating func moveTimes(_ moved: (Timestamp) -> Timestamp) {
        lastNews = lastNews.map { $0.corrected(moved) }
        slot.sentAt = slot.sentAt.map(moved)
        slot.updatedAt = slot.updatedAt.map(moved)
        for place in inputs.indices { inputs[place].moveTimes(moved) }
        for place in previous.indices { previous[place].moveTimes(moved) }
    }
}

extension NotificationWatch {
    /// Corrects the instants that the watch remembers.
    mutating func moveTimes(_ moved: (Timestamp) -> Timestamp) {
        lastSentAt = lastSentAt.map(moved)
        heldSinceWall = heldSinceWall.map(moved)
        for place in inputs.indices { inputs[place].moveTimes(moved) }
        for place in previous.indices { previous[place].moveTimes(moved) }
    }
}
