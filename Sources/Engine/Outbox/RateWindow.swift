import Values

/// Keeps the requests of any minute below the server's limit of 200 (`pushward-api.md` section 4.1), spread evenly.
///
/// A bucket that holds 40 requests and gets a new one every 400 ms: in any 64 seconds at most 200 leave, so that what
/// the network delays or hurries cannot make more of them in the server's minute.
struct RateWindow: Sendable {
    /// How many requests may leave at once after a rest.
    static let depth = 40
    /// The time after which one more may leave.
    static let interval: Duration = .milliseconds(400)
    /// So many are taken as spent at each start: no more must be written down than what goes beyond.
    private static let unsaved = 12
    /// So many are written down at once, before they are spent.
    private static let block = 10

    /// When nothing of it will be missing, on the uptime clock.
    private var fullAt: Duration
    /// No later than that it is full, as another process will believe: what was written down.
    private var savedFullAt: Duration

    /// The bucket of a process that begins at `now`, where another one has written down that it will be full at `saved`.
    ///
    /// Whatever the clock shows, no more can be missing than all of it.
    init(at now: Moment, saved: Timestamp? = nil) {
        let most = Self.interval * Self.depth
        let missing = saved.map { min(max($0 - now.wall, .zero), most) } ?? .zero
        fullAt = now.uptime + max(missing, Self.interval * Self.unsaved)
        savedFullAt = now.uptime + missing
    }

    /// When the next request of that weight may leave, on the uptime clock; nil: at once.
    func waitingUntil(_ uptime: Duration, _ weight: RequestWeight) -> Duration? {
        let until = fullAt - Self.interval * (Self.depth - 1 - weight.reserve)
        return until > uptime ? until : nil
    }

    /// Counts a request; what must be written down before it leaves, if anything: when the bucket will be full.
    mutating func count(at now: Moment) -> Timestamp? {
        fullAt = max(fullAt, now.uptime) + Self.interval
        guard fullAt > max(savedFullAt, now.uptime + Self.interval * Self.unsaved) else { return nil }
        savedFullAt = fullAt + Self.interval * Self.block
        return now.wall + (savedFullAt - now.uptime)
    }
}
