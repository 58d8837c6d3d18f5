import Values

/// What was said before the clock was set: it is looked at once it is known when that was.
///
/// Until then nobody knows whether these are quiet hours, what `now()` is, or at which instant `7:30` will be.
struct EarlyMessages: Sendable {
    struct Heard: Sendable {
        var message: MQTTMessage
        /// On the uptime clock.
        var at: Duration
    }

    /// How many are kept; then the oldest of a topic that spoke again goes first.
    private static let mostKept = 2_000
    /// How many bytes of payload are kept.
    private static let mostBytes = 8 << 20

    private var heard: [Heard] = []
    private var bytes = 0

    mutating func keep(_ message: MQTTMessage, at uptime: Duration) {
        heard.append(Heard(message: message, at: uptime))
        bytes += message.payload.count
        if heard.count > Self.mostKept || bytes > Self.mostBytes { shrink() }
    }

    /// Takes all of it, in the order in which it was said.
    mutating func takeAll() -> [Heard] {
        defer { self = EarlyMessages() }
        return heard
    }

    /// Keeps what each topic said last, and of that the newest half.
    private mutating func shrink() {
        var topics: Set<String> = []
        var kept: [Heard] = []
        var left = Self.mostBytes / 2
        for item in heard.reversed() where kept.count < Self.mostKept / 2 {
            guard item.message.payload.count <= left, topics.insert(item.message.topic).inserted else {
                continue
            }
            left -= item.message.payload.count
            kept.append(item)
        }
        heard = kept.reversed()
        bytes = Self.mostBytes / 2 - left
    }
}

extension Engine {
    /// Looks at what was said before the clock was set, at the instants at which it was said.
    ///
    /// Cards are looked at afterwards, once, with what is true by then.
    mutating func hearEarly(at now: Moment) {
        for heard in early.takeAll() {
            let age = max(.zero, now.uptime - heard.at)
            dispatch(heard.message, at: Moment(wall: now.wall - age, uptime: heard.at))
        }
    }
}
