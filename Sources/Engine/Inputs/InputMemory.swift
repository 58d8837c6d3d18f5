import Mapping
import Templates
import Values

/// What was known of one input before a restart.
struct InputMemory: Sendable, Hashable {
    /// More of a value is not kept.
    static let mostBytes = 512

    var value: JSON
    /// When the source said it last.
    var receivedAt: Timestamp
    /// When it became another one.
    var changedAt: Timestamp
    /// Since when the source does not say it any more; nil: it still stands.
    var lostAt: Timestamp?
    /// Whether the source was there; nil: its availability was heard since.
    var isAvailable: Bool?
    /// What tells this input from another one of that name.
    var meaning: String

    /// What is known of an input now; nil: nothing, or what is no JSON or too long.
    init?(_ state: InputState, _ input: Input, at now: Moment) {
        guard let known = state.value, let json = known.json, Value(json) == known,
            let received = state.receivedAt, json.utf8.count <= Self.mostBytes
        else { return nil }
        value = json
        receivedAt = received.wall
        changedAt = state.changedAt?.wall ?? received.wall
        lostAt = state.isSaid ? nil : now.wall - (now.uptime - (state.silentSince ?? now.uptime))
        isAvailable = state.isAvailable
        meaning = Self.meaning(of: input)
    }

    /// Reads what was saved; nil: it is of another input of that name.
    init?(_ row: JSON, _ input: Input) {
        let time = { (name: String) in row[name]?.doubleValue.flatMap(Timestamp.init(unixSeconds:)) }
        guard let value = row["value"], let received = time("at"),
            row["meaning"]?.stringValue == Self.meaning(of: input)
        else { return nil }
        self.value = value
        receivedAt = received
        changedAt = min(time("changed") ?? received, received)
        lostAt = time("lost")
        isAvailable = row["available"]?.boolValue ?? true
        meaning = Self.meaning(of: input)
    }

    /// As it is saved.
    var record: JSON {
        var row: JSONObject = [
            "value": value, "at": Self.time(receivedAt), "meaning": .string(meaning),
        ]
        if changedAt != receivedAt { row["changed"] = Self.time(changedAt) }
        row["lost"] = lostAt.map(Self.time)
        if isAvailable == false { row["available"] = false }
        return .object(row)
    }

    /// To a thousandth: more says nothing and takes room.
    private static func time(_ timestamp: Timestamp) -> JSON {
        .double((timestamp.unixSeconds * 1000).rounded() / 1000)
    }

    /// A mark of all that says what an input's value means: a value of before means nothing once that is another one.
    private static func meaning(of input: Input) -> String {
        let parts = [
            input.topic.subscription, input.value?.source ?? "", input.unit?.rawValue ?? "",
            input.timeZone ?? "",
            input.encoding.rawValue,
        ]
        // FNV-1a.
        var mark: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in parts.joined(separator: "\u{1F}").utf8 {
            mark = (mark ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
        return String(mark, radix: 36)
    }
}

extension InputState {
    /// Takes what was known before a restart, as old as it is.
    mutating func recall(_ memory: InputMemory, at now: Moment) {
        func moment(_ wall: Timestamp) -> Moment {
            Moment(wall: wall, uptime: now.uptime - max(.zero, now.wall - wall))
        }
        past = nil
        take(Value(memory.value), isRetained: true, at: moment(memory.changedAt))
        take(Value(memory.value), isRetained: true, at: moment(memory.receivedAt))
        if let lostAt = memory.lostAt { forget(at: moment(lostAt)) }
        isRemembered = true
        isAvailable = memory.isAvailable ?? isAvailable
    }
}
