import Values

/// Refusals for too many requests (429), one after another, and how long to be silent after each.
///
/// The first one is obeyed as it is. Where that did not help the wait doubles from a second to a minute, so that a
/// server or a proxy that always asks for a second is not asked once a second for ever.
struct RateRefusals: Sendable {
    /// Refusals in a row but for those of one round: what left before the wait of one was over was refused with it.
    private var rounds = 0
    /// When the wait of this round is over, on the uptime clock.
    private var roundEnds: Duration = .zero

    /// Takes a refusal of what left at `sentAt`; how long to wait, at least `retryAfter`.
    mutating func refused(at uptime: Duration, sentAt: Duration, retryAfter: Duration) -> Duration {
        var wait = retryAfter
        if rounds == 0 || sentAt >= roundEnds {
            wait = max(wait, Backoff.base(after: rounds))
            rounds += 1
        }
        roundEnds = max(roundEnds, uptime + wait)
        return roundEnds - uptime
    }

    /// Takes that what left at `sentAt` was not refused so.
    ///
    /// What left before the last refusal says nothing of what the server thinks by now.
    mutating func passed(sentAt: Duration) {
        if sentAt >= roundEnds { rounds = 0 }
    }
}
