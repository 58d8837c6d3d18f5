import Mapping
import Templates
import Values

/// The rules that read since when an input has its value, with the places of these inputs among the rule's.
struct SinceReaders: Sendable {
    /// Rules whose cards read it in conditions, and those which read it anywhere.
    let activities: [Int: [Int]]
    let allActivities: Set<Int>
    let notifications: [Int: [Int]]

    init(_ mapping: Mapping) {
        var activities: [Int: [Int]] = [:]
        var all: Set<Int> = []
        for (place, rule) in mapping.activities.enumerated() {
            let read = Self.read([rule.start.when, rule.end?.when], rule.inputs)
            if !read.isEmpty { activities[place] = read }
            if !read.isEmpty || rule.namesRead.contains("since") { all.insert(place) }
        }
        var notifications: [Int: [Int]] = [:]
        for (place, rule) in mapping.notifications.enumerated() {
            var conditions = [rule.resolveWhen]
            switch rule.trigger {
            case .becomesTrue(let when): conditions.append(when)
            case .topic(_, let when): conditions.append(when)
            default: break
            }
            let read = Self.read(conditions, rule.inputs)
            if !read.isEmpty { notifications[place] = read }
        }
        self.activities = activities
        self.notifications = notifications
        allActivities = all
    }

    /// The inputs whose age the conditions read: those that are named as a text, or all where none is.
    private static func read(_ conditions: [LocatedTemplate?], _ inputs: [Input]) -> [Int] {
        let readers = conditions.compactMap { $0?.template }.filter { $0.freeNames.contains("since") }
        guard !readers.isEmpty else { return [] }
        let named = inputs.indices.filter { place in
            let name = inputs[place].name
            return readers.contains { $0.source.contains("'\(name)'") || $0.source.contains("\"\(name)\"") }
        }
        return named.isEmpty ? Array(inputs.indices) : named
    }
}

/// What was saved last of since when the inputs of a rule have their values.
struct SavedSince: Sendable, Hashable {
    /// By the number of the input.
    var changes: [Int: Timestamp] = [:]
    /// When it was saved, on the uptime clock; nil: not since the start.
    var savedAt: Duration?
    /// Whether the row says still that the daemon ended in peace, though it listens again.
    var isFarewell = false

    init() {}

    /// What `memory` says was saved; its inputs are given what is known of them.
    init(_ memory: RuleMemory, givenTo inputs: inout [InputState], at now: Moment) {
        isFarewell = memory.isFarewell
        for (number, input) in memory.inputs where inputs.indices.contains(number) {
            inputs[number].past = InputPast(input, of: memory, at: now)
            changes[number] = input.changedAt
        }
    }

    /// Whether one of these inputs has another age than the one that was saved.
    func differs(_ inputs: [InputState], _ numbers: [Int]) -> Bool {
        numbers.contains { number in
            guard inputs.indices.contains(number), let changed = inputs[number].changedAt?.wall else {
                return false
            }
            return changes[number].map { Self.isOther($0, changed) } ?? true
        }
    }

    /// Takes that all of it is saved now.
    mutating func take(_ inputs: [InputState]) {
        isFarewell = false
        for (number, input) in inputs.enumerated() {
            if let changed = input.changedAt?.wall { changes[number] = changed }
        }
    }

    /// What is saved is exact to a thousandth.
    private static func isOther(_ one: Timestamp, _ other: Timestamp) -> Bool {
        let apart = one - other
        return apart > .milliseconds(2) || apart < .milliseconds(-2)
    }
}
