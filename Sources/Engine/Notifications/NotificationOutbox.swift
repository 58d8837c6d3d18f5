import Values

/// Notifications on their way to PushWard.
struct NotificationOutbox: Sendable {
    /// One notification that has not been answered yet.
    struct Waiting: Sendable, Hashable {
        var id: String
        var rule: String
        /// The place of its account among the mapping's.
        var account = 0
        var body: JSONObject
        /// Whether PushWard is to send it later.
        var isScheduled = false
        var createdAt: Timestamp
        /// Kept no longer than that.
        var maxAge: Duration
        var attempts = 0
        /// On the uptime clock.
        var retryAt: Duration?
        var isInFlight = false
        /// Whether a request left whose end is not known: it may have been delivered.
        var mayHaveArrived = false

        /// Whether sending it again replaces the first one on the phone.
        var isRepeatable: Bool { body["collapse_id"] != nil }
    }

    /// Notifications that were dropped because too many wait.
    struct Overflow: Sendable, Hashable {
        var count = 0
        var rules: Set<String> = []
        /// When it is told, on the uptime clock.
        var toldAt: Duration
    }

    var waiting: [Waiting] = []
    /// Ways in which notifications did not reach a device that have been told.
    var deliveryTold: Set<String> = []
    /// Those that were dropped because too many wait, until that is told.
    var overflow: Overflow?
    /// Whether something has changed since it was last looked what can be sent.
    var mustLook = true

    /// Puts what a restart has brought back into its order.
    ///
    /// What was made in the future, as a clock told that was ahead, must not be newer than what is yet to come.
    mutating func orderRestored(at now: Moment) {
        waiting = newestFirst.reversed()
        guard now.isClockSet else { return }
        for place in waiting.indices { waiting[place].createdAt = min(waiting[place].createdAt, now.wall) }
    }

    mutating func update(_ id: String, _ change: (inout Waiting) -> Void) {
        guard let place = waiting.firstIndex(where: { $0.id == id }) else { return }
        change(&waiting[place])
    }

    mutating func remove(_ id: String) -> Waiting? {
        guard let place = waiting.firstIndex(where: { $0.id == id }) else { return nil }
        return waiting.remove(at: place)
    }
}

/// What is kept of a notification as long as its buttons work.
struct Notice: Sendable, Hashable {
    var id: String
    var rule: String
    var event: EventContext
    var sentAt: Timestamp
    var expiresAt: Timestamp
    /// The place of its account among the mapping's.
    var account = 0
    /// Its number at PushWard, once that has told it.
    var serverID: Int?
    /// Whether PushWard records the tap on one of its buttons and that is still to come.
    var isAwaited = false
    /// Whether what PushWard was given for later has a button whose tap it records.
    var isAnswerable = false
    /// Whether PushWard is to send it later, at `sentAt`, or again and again.
    var isScheduled = false
    /// Its number among PushWard's scheduled ones, as long as it is one of them.
    var scheduleID: Int?
    /// Whether it is repeated until somebody acknowledges it, and nobody has yet.
    var isRepeating = false
    /// Whether its cause is gone, so that its repeats are to be stopped.
    var isResolved = false
    /// The one in whose place it is shown, and whose repeats it ends.
    var collapseID: String?
    /// When its repeats end at the latest; nil: it has not left, or it is not repeated.
    var repeatsUntil: Timestamp?
    /// How many of it may repeat at once: of one that recurs, the next may come before the last has ended.
    var mostRepeats = 1
    /// Whether PushWard sends it again and again.
    var recurs = false
    /// How old it is known to be, where the clock went back with a restart.
    var provenAge: Duration = .zero
    /// A fingerprint of what PushWard was given for later, to know the same again.
    var said: String?
}

extension Notice {
    /// Whether PushWard is still to send it, for all that is known.
    func isPending(at now: Timestamp) -> Bool { isScheduled && (recurs ? now <= expiresAt : now < sentAt) }
}
