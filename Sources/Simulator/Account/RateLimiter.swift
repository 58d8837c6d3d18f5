import Values

/// So many requests a minute from a source (pushward-api.md section 4.1).
struct RateLimiter: Sendable {
    static let window = Duration.seconds(60)

    /// Requests a minute; nil for no limit.
    var limit: Int?
    private var admitted: [String: [Timestamp]] = [:]

    init(limit: Int?) {
        self.limit = limit
    }

    /// Counts a request, or refuses it; what is refused does not count.
    mutating func admit(_ source: String, at now: Timestamp) throws(Failure) {
        guard let limit else { return }
        var recent = admitted[source] ?? []
        if let oldest = recent.first, oldest <= now - Self.window || oldest > now {
            recent.removeAll { $0 <= now - Self.window || $0 > now }
        }
        guard recent.count < limit else {
            admitted[source] = recent
            var failure = Failure(429, "rate_limit.exceeded", "more than \(limit) requests a minute")
            failure.retryAfter = Self.window
            throw failure
        }
        recent.append(now)
        admitted[source] = recent
    }
}
