import Values

/// Waiting times between attempts: doubling from a second to a minute, each with up to a quarter more by chance.
struct Backoff: Sendable {
    static let longest: Duration = .seconds(60)

    private var seed: UInt64

    init(seed: UInt64) {
        self.seed = seed | 1
    }

    /// The wait after `attempts` failures in a row (0 or more), without what is left to chance.
    static func base(after attempts: Int) -> Duration {
        min(longest, .seconds(1 << min(max(attempts, 0), 6)))
    }

    /// The wait after `attempts` failures in a row (0 or more).
    mutating func wait(after attempts: Int) -> Duration {
        let base = Self.base(after: attempts)
        // xorshift64: any spread will do, and the engine stays deterministic.
        seed ^= seed << 13
        seed ^= seed >> 7
        seed ^= seed << 17
        return base + base * Double(seed % 1000) / 4000
    }
}
