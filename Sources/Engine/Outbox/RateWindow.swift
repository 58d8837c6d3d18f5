/// Keeps the requests of any 60 seconds below the server's limit of 200 (`pushward-api.md` section 4.1).
struct RateWindow: Sendable {
    /// A margin below 200 for requests that were sent before a restart.
    static let limit = 180

    private var sentAt: [Duration] = []

    /// When the next request may leave, on the uptime clock; nil: at once.
    mutating func waitingUntil(_ uptime: Duration) -> Duration? {
        forget(before: uptime - .seconds(60))
        return sentAt.count < Self.limit ? nil : sentAt.first.map { $0 + .seconds(60) }
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
