import Mapping
import Templates
import Values

/// What a notification rule remembers, for each combination of captured names.
struct NotificationWatch: Sendable {
    let rule: Int
    let captures: [String: String]
    var inputs: [InputState]
    var previous: [InputState]
    /// What was known before a restart and was not heard since.
    var memory: RuleMemory?
    var savedSince = SavedSince()
    /// Whether the condition held when it was last told; nil: that was never known.
    var holds: Bool?
    /// Whether it was known since the start of the daemon if the condition holds.
    var isJudged = false
    /// Since when the condition holds that must hold for a while, on the uptime clock.
    var heldSince: Duration? {
        didSet {
            guard heldSince == nil else { return }
            heldSinceWall = nil
            heldEvent = nil
            isHoldConfirmed = true
        }
    }
    /// The same instant as people see it, for the durable state.
    var heldSinceWall: Timestamp?
    /// Whether it was heard since the start of the daemon that it holds.
    var isHoldConfirmed = true
    /// What of it was saved last, and when, on the uptime clock.
    var savedHold: Timestamp?
    var holdSavedAt: Duration?
    /// The variables of the message whose condition must hold for a while.
    var heldEvent: EventContext?
    var lastSentAt: Timestamp?
    var lastPayload: [UInt8]?
    var lastPayloadAt: Duration?
    /// When the last message came that ends a silence, on the uptime clock.
    var heardAt: Duration?
    var hasToldSilence = false
    /// What was saved of the silence last, and when, on the uptime clock.
    var silence: WatchSilence?
    var silenceSavedAt: Duration?
    var told: Set<String> = []

    init(rule: Int, captures: [String: String], inputs: [Input]) {
        self.rule = rule
        self.captures = captures
        self.inputs = inputs.map { InputState(name: $0.name) }
        self.previous = self.inputs
    }

    /// The key of its row in the durable state.
    func stateKey(ruleName: String) -> String {
        let names = captures.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return ([ruleName] + names).joined(separator: "\u{1F}")
    }

    /// What must survive a restart.
    var record: JSON {
        var row = heldRecord
        row["holds"] = holds.map(JSON.bool)
        row["sent_at"] = lastSentAt.map { .double($0.unixSeconds) }
        if let silence {
            row["heard_at"] = .double(silence.heardAt.unixSeconds)
            row["listened_at"] = .double(silence.listenedAt.unixSeconds)
            if hasToldSilence { row["told"] = true }
        }
        return .object(row)
    }

    mutating func restore(_ row: JSONObject) {
        holds = row["holds"]?.boolValue
        lastSentAt = row["sent_at"]?.doubleValue.flatMap(Timestamp.init(unixSeconds:))
    }
}

/// The message that an event came with.
struct EventContext: Sendable, Hashable {
    var topic: String?
    var value: String?
    var json: JSON?
    /// What the `value` of `on` made of it; nil: there is none.
    var reading: JSON?
    var captures: [String: String]
    /// The card whose life it is about, as long as the daemon runs.
    var card: Int?
}

extension EventContext {
    /// Makes the message's topic and payload visible to templates.
    func bind(into variables: inout [String: Value]) {
        if let topic { variables["topic"] = .string(topic) }
        if let reading {
            variables["value"] = Value(reading)
        } else if let value {
            variables["value"] = .string(value)
        }
        if let json { variables["value_json"] = Value(json) }
    }
}
