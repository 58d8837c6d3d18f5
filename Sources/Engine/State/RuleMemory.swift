import Mapping
import Values

/// What a card or a watch knew when it was saved, and has not heard again since a restart.
///
/// It is kept with what is saved anyway. It is believed once the broker had time to send what it has stored, which always
/// counts more, and only where the daemon was not away for long. By itself it starts nothing and tells nobody anything.
struct RuleMemory: Sendable, Hashable {
    /// Where nobody listened for longer, what was known before is not believed.
    static let longestAway: Duration = .seconds(3600)
    /// So long it waits for a clock that is behind.
    private static let longestWait: Duration = .seconds(300)
    /// The most bytes of all that is kept of a card's inputs.
    private static let mostBytes = 1024

    private(set) var savedAt: Timestamp
    /// By the number of the input, those that were not heard since.
    var inputs: [Int: InputMemory] = [:]
    /// Since when `start` held, where it had to hold for a while; nil: it did not, or what was heard since says more.
    var startHeldAt: Timestamp?
    var endHeldAt: Timestamp?
    /// When something last happened that a card's fields may tell of.
    var newsAt: Timestamp?
    /// Whether what the broker had stored made it hold.
    var holdIsStored = false
    /// Whether the card counts from when it began to hold again.
    var hasResumed = false
    /// Whether it was saved as the daemon ended in peace, so that it is known since when nobody listened.
    var isFarewell = false
    /// Since when it waits for a clock that shows a time after the one at which it was saved, on the uptime clock.
    var waitsSince: Duration?
    /// For how long nobody listened, once that is settled.
    private(set) var away: Duration?

    init(savedAt: Timestamp) {
        self.savedAt = savedAt
    }

    /// Reads what was saved; nil: there is nothing.
    init?(_ row: JSON?, _ inputs: [Input]) {
        let time = { (name: String) in row?[name]?.doubleValue.flatMap(Timestamp.init(unixSeconds:)) }
        guard let saved = time("at") else { return nil }
        savedAt = saved
        startHeldAt = time("start_held")
        endHeldAt = time("end_held")
        newsAt = time("news")
        holdIsStored = row?["stored"]?.boolValue ?? false
        isFarewell = row?["farewell"]?.boolValue ?? false
        for (number, input) in inputs.enumerated() {
            self.inputs[number] = row?["inputs"]?[input.name].flatMap { InputMemory($0, input) }
        }
    }

    /// As it is saved.
    func record(_ names: [Input]) -> JSON {
        var row: JSONObject = ["at": .double(savedAt.unixSeconds)]
        row["start_held"] = startHeldAt.map { .double($0.unixSeconds) }
        row["end_held"] = endHeldAt.map { .double($0.unixSeconds) }
        row["news"] = newsAt.map { .double($0.unixSeconds) }
        if holdIsStored { row["stored"] = true }
        if isFarewell { row["farewell"] = true }
        var kept = JSONObject()
        var left = Self.mostBytes
        for (number, input) in names.enumerated() {
            guard let memory = inputs[number]?.record else { continue }
            let size = memory.utf8.count + input.name.utf8.count
            guard size <= left else { continue }
            left -= size
            kept[input.name] = memory
        }
        if !kept.isEmpty { row["inputs"] = .object(kept) }
        return .object(row)
    }

    /// Whether the clock shows a time that has passed already, and may yet be set.
    func mustWait(at now: Moment) -> Bool {
        guard away == nil, now.wall < savedAt else { return false }
        return now.uptime - (waitsSince ?? now.uptime) < Self.longestWait
    }

    /// Whether it may be believed, by how long nobody listened.
    func isCredible(_ limit: Duration, at now: Timestamp) -> Bool {
        let away = self.away ?? now - savedAt
        return away >= .zero && away <= limit
    }

    /// Whether it waits for what the broker has stored.
    var isWaiting: Bool { !inputs.isEmpty || endHeldAt != nil }

    /// Notes that what was known is used from now on.
    mutating func use(at now: Timestamp) {
        away = away ?? now - savedAt
        inputs = [:]
        endHeldAt = nil
    }

    /// Takes that the clock was set: what was told by the one of before is older, or younger, by that.
    mutating func clockWasSet(by step: Duration) {
        away = away.map { $0 + step }
        hasResumed = false
    }
}

extension ActivityRule {
    /// For how long nobody may have listened for what was known before to be believed.
    var longestAway: Duration { min(options.staleTTL, RuleMemory.longestAway) }
}
