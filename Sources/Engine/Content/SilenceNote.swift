import Templates
import Values

/// What a card or a widget says in place of its subtitle where its source is silent.
enum SilenceNote {
    /// The text of a silence that was too long at `silent`, on the uptime clock, after `limit`.
    static func text(
        _ silent: Duration,
        _ limit: Duration?,
        _ services: TemplateServices,
        at now: Moment
    ) -> JSON {
        let minute = services.minuteOfDay(now.wall - (now.uptime - silent) - (limit ?? .zero))
        return .string("No news since \(ClockText.text(minute))")
    }
}
