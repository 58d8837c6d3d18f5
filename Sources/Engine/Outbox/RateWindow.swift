/// Keeps the requests of any 60 seconds below the server's limit of 200 (`pushward-api.md` section 4.1).
struct RateWindow: Sendable {
    static let limit = 150
    /// In the first minute: what was sent in the minute before a crash is not known.
    static let firstLimit = 50

    /// Looks for answers stop below that, so that the updates always have room.
    static let pollLimit = 120

    private var sentAt: [Duration] = []
    private let beganAt: Duration

    /// A window of a process that began to send at `uptime`.
    init(at uptime: Duration) {
        beganAt = uptime
    }

    /// When the next request may leave, on the uptime clock; nil: at once.
    mutating func waitingUntil(_ uptime: Duration, limit: Int = RateWindow.limit) -> Duration? {
        forget(before: uptime - .seconds(60))
        let isFirst = uptime < beganAt + .seconds(60)
        let limit = isFirst ? min(limit, Self.firstLimit) : limit
        guard sentAt.count >= limit else { return nil }
        return (isFirst ? beganAt : sentAt[sentAt.count - limit]) + .seconds(60)
    }

    /// Counts a request.
    mutating func count(at uptime: Duration) {
        sentAt.append(uptime)
    }

    private mutating func forget(before uptime: Duration) {
        let old = sentAt.prefix { $0 <= uptime }.count
        if old > 0 { sentAt.removeFirst(old) }
    }
}
