import Templates
import Values

/// What is known of one input at this moment.
struct InputState: Sendable {
    let name: String
    /// The last value that the source gave; `none` is one.
    private(set) var value: Value?
    /// Whether `value` still stands: false after `unknown`, an empty payload and the like.
    private(set) var isSaid = false
    /// Whether the source is there, as far as its availability topic says; true until it says otherwise.
    var isAvailable = true
    /// When the value last became another one.
    private(set) var changedAt: Moment?
    /// When the value last became another one than it was known to be; nil: it is the first one that was heard.
    private(set) var movedAt: Moment?
    /// When the source last said a value, equal or not.
    private(set) var receivedAt: Moment?
    /// When the source last stopped saying a value, on the uptime clock.
    private(set) var silentSince: Duration?
    /// Whether the last message was one that the broker had stored.
    private(set) var wasRetained = false
    /// Whether the value is what was known before a restart, and was not heard since.
    var isRemembered = false
    /// What was known before a restart of since when it has its value; nil: nothing, or it has become another one.
    var past: InputPast?

    init(name: String) {
        self.name = name
    }

    /// Whether the value can be relied on at `now`.
    func isKnown(at now: Moment, expireAfter: Duration?) -> Bool {
        guard isSaid, isAvailable, let receivedAt else { return false }
        guard let expireAfter else { return true }
        return now.uptime - receivedAt.uptime < expireAfter
    }

    /// Takes a value.
    mutating func take(_ new: Value, isRetained: Bool, at now: Moment) {
        if value != new {
            let began = value == nil ? past?.hear(new, at: now) : nil
            changedAt = began ?? now
            if began == nil { past = nil }
            if value != nil { movedAt = now }
        }
        value = new
        isSaid = true
        receivedAt = now
        wasRetained = isRetained
        isRemembered = false
        silentSince = nil
    }

    /// Takes that nobody knows.
    mutating func forget(at now: Moment) {
        if isSaid { silentSince = now.uptime }
        isSaid = false
    }

    /// Corrects the instants that are remembered, after the clock was set.
    mutating func moveTimes(_ moved: (Timestamp) -> Timestamp) {
        guard !isRemembered else { return }
        // What another life heard was told by another clock.
        if past?.heardAt == nil { changedAt = changedAt.map { $0.corrected(moved) } }
        movedAt = movedAt.map { $0.corrected(moved) }
        receivedAt = receivedAt.map { $0.corrected(moved) }
    }

    /// Takes that what was known before a restart is older by `step` than it seemed.
    mutating func grow(by step: Duration) {
        guard isRemembered else { return }
        changedAt = changedAt.map { Moment(wall: $0.wall, uptime: $0.uptime - step) }
        receivedAt = receivedAt.map { Moment(wall: $0.wall, uptime: $0.uptime - step) }
        silentSince = silentSince.map { $0 - step }
    }

    /// Counts anew since when it has the value that it had before a restart, after the clock was set.
    mutating func recountPast(at now: Moment) {
        guard let past, let heard = past.heardAt else { return }
        changedAt = past.began(at: now) ?? Moment(wall: past.wall(of: heard, at: now), uptime: heard)
    }

    /// Forgets what was known before a restart.
    mutating func disbelieve() {
        guard isRemembered else { return }
        self = InputState(name: name)
    }

    /// What a condition sees: a value that is not known makes whatever reads it fail.
    func conditionValue(at now: Moment, expireAfter: Duration?) -> Value {
        if isKnown(at: now, expireAfter: expireAfter), let value { return value }
        return value == nil ? .unset(name: name) : .lost(name: name)
    }

    /// What a card's field sees: the last value, known or not.
    var displayValue: Value { value ?? .unset(name: name) }
}
