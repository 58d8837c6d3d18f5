import Mapping
import Values

extension Card {
    /// iOS ends a card that was on for 8 hours (`pushward-api.md` section 4.4); so long before it is started anew.
    static let longestShown: Duration = .seconds(8 * 3600 - 900)

    /// Whether the card must be ended and started anew, so that iOS does not end it.
    func mustRollOver(_ rule: ActivityRule, at now: Moment) -> Bool {
        rollOverDeadline(rule, at: now).map { $0 <= now.uptime } ?? false
    }

    /// When that is, on the uptime clock; nil: never.
    ///
    /// Timers that count up or are paused are kept alive by the server.
    func rollOverDeadline(_ rule: ActivityRule, at now: Moment) -> Duration? {
        guard rule.options.rollOver, phase == .ongoing, let shownSince else { return nil }
        let believed = slot.believed
        guard believed.state == .ongoing else { return nil }
        let isTimer = believed.content["template"] == "countdown"
        if isTimer, believed.content["direction"] == "up" || believed.content["paused"] == true { return nil }
        return now.uptime + (shownSince + Self.longestShown - now.wall)
    }
}
