import Mapping
import Values

extension Card {
    /// iOS ends a card that was on for so long (`pushward-api.md` section 4.4).
    static let longestOnPhone: Duration = .seconds(8 * 3600)
    /// After so long, a while before that, it is started anew.
    static let longestShown: Duration = longestOnPhone - .seconds(900)

    /// Whether the card must be ended and started anew, so that iOS does not end it.
    func mustRollOver(_ rule: ActivityRule, at now: Moment) -> Bool {
        rollOverDeadline(rule, at: now).map { $0 <= now.uptime } ?? false
    }

    /// When that is, on the uptime clock; nil: never.
    ///
    /// Timers that count up or are paused are kept alive by the server.
    func rollOverDeadline(_ rule: ActivityRule, at now: Moment) -> Duration? {
        guard rule.options.rollOver, phase == .ongoing, let shownSince else { return nil }
        guard slot.believed.state == .ongoing, isCountedByIOS else { return nil }
        return now.uptime + (shownSince + Self.longestShown - now.wall)
    }

    /// Whether the card may have been on all the time, though it is thought to have gone stale.
    ///
    /// That goes by our clock, which may have been ahead; then a start is an update, and iOS counts on from the first one.
    func mayBeOnStill(at now: Timestamp) -> Bool {
        guard slot.believed.isStale, let shownSince else { return false }
        return now - shownSince <= Self.longestOnPhone
    }

    /// Whether the 8 hours count: timers that count up or are paused are kept alive by the server.
    var isCountedByIOS: Bool {
        let shown = slot.believed.content
        return shown["template"] != "countdown" || shown["direction"] != "up" && shown["paused"] != true
    }
}
