import PushWardAPI
import Templates
import Values

/// Since when a card hears nothing new, told or not, also across restarts.
///
/// What the broker had stored is of unknown age: it is news only where it says something else than was known.
struct SourceSilence: Sendable, Hashable {
    /// When something new was heard last, on the uptime clock; nil: nothing yet.
    private(set) var heardAt: Duration?
    /// By input, since when its source did not say it before a restart, on the uptime clock.
    private(set) var lost: [String: Duration] = [:]
    /// By input, a checksum of what was known before a restart.
    private var said: [String: String] = [:]
    /// Whether the card says that there is no news.
    var isTold = false

    /// Takes what was said of an input; `isStored`: by what the broker had stored.
    mutating func take(_ value: Value, of state: InputState, isStored: Bool, at uptime: Duration) {
        if isStored, state.silentSince == nil, lost[state.name] == nil {
            let isKnown =
                state.value.map { $0 == value } ?? (said[state.name] == Self.checksum(value))
            if isKnown { return }
        }
        heardAt = uptime
        lost[state.name] = nil
    }

    /// What is kept of it for a restart; nil: nothing, since the card does not say that there is no news.
    func record(_ inputs: [InputState], at now: Moment) -> JSON? {
        guard isTold else { return nil }
        func wall(_ uptime: Duration) -> JSON { .double((now.wall - (now.uptime - uptime)).unixSeconds) }
        var row = JSONObject()
        row["heard"] = heardAt.map(wall)
        var lost = self.lost
        var said = self.said
        for state in inputs {
            guard let value = state.value else { continue }
            lost[state.name] = state.silentSince
            said[state.name] = Self.checksum(value)
        }
        row["lost"] = .object(
            JSONObject(lost.sorted { $0.key < $1.key }.map { ($0.key, wall($0.value)) })
        )
        row["said"] = .object(
            JSONObject(said.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
        )
        return .object(row)
    }

    /// Goes on from before a restart; a silence that was not told begins with it.
    mutating func restore(_ row: JSON?, at now: Moment) {
        func uptime(_ json: JSON?) -> Duration? {
            json?.doubleValue.flatMap(Timestamp.init(unixSeconds:)).map {
                now.uptime - max(.zero, now.wall - $0)
            }
        }
        guard let row else {
            heardAt = now.uptime
            return
        }
        isTold = true
        heardAt = uptime(row["heard"])
        for (name, time) in row["lost"]?.objectValue ?? [:] { lost[name] = uptime(time) }
        for (name, sum) in row["said"]?.objectValue ?? [:] { said[name] = sum.stringValue }
    }

    private static func checksum(_ value: Value) -> String? { value.json.map { Checksum.hex($0.text) } }
}
