/// Keeps the requests of any 60 seconds below the server's limit of 200 (`pushward-api.md` section 4.1).
struct RateWindow: Sendable {
    /// A margin below 200 for requests that were sent before a restart.
    static let limit = 180

    /// Looks for answers stop below that, so that the updates always have room.
    static let pollLimit = 120

    private var sentAt: [Duration] = []

    /// When the next request may leave, on the uptime clock; nil: at once.
    mutating func waitingUntil(_ uptime: Duration, limit: Int = RateWindow.limit) -> Duration? {
        forget(before: uptime - .seconds(60))
        guard sentAt.count >= limit else { return nil }
        return sentAt[sentAt.count - limit] + .seconds(60)
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
