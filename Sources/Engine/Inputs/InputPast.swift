import Templates
import Values

/// Since when an input had its value before a restart: a message that says the same value changes nothing of that.
struct InputPast: Sendable {
    /// After a restart without a farewell nobody knows for how long it was listened since the last write.
    static let longestUnknown: Duration = .seconds(86_400)

    let value: Value
    let changedAt: Timestamp
    /// When it was written.
    let savedAt: Timestamp
    /// For how long nobody may have listened for it to be believed.
    let longestAway: Duration
    /// When the daemon began, on the uptime clock.
    let restoredAt: Duration
    /// When the same value was heard again; nil: not yet.
    private(set) var heardAt: Duration?

    init(_ memory: InputMemory, of rule: RuleMemory, at now: Moment) {
        value = Value(memory.value)
        changedAt = memory.changedAt
        savedAt = rule.savedAt
        longestAway = rule.isFarewell ? RuleMemory.longestAway : Self.longestUnknown
        restoredAt = now.uptime
    }

    /// Takes a value that is heard for the first time since the restart; since when it is that, nil: since now.
    mutating func hear(_ new: Value, at now: Moment) -> Moment? {
        guard new == value else { return nil }
        heardAt = now.uptime
        return began(at: now)
    }

    /// Since when the value is what it is, by what the clock shows now; nil: nobody listened for too long.
    ///
    /// A clock that is behind shows at least that it is as old as it was when it was written.
    func began(at now: Moment) -> Moment? {
        guard wall(of: restoredAt, at: now) - savedAt <= longestAway else { return nil }
        let age = max(.zero, max(now.wall, savedAt) - changedAt)
        return Moment(wall: changedAt, uptime: now.uptime - age)
    }

    /// What the clock that is right now would have shown at an instant of the uptime clock.
    func wall(of uptime: Duration, at now: Moment) -> Timestamp { now.wall - (now.uptime - uptime) }
}
