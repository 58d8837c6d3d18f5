/// What a widget has beside its content (`pushward-api.md` sections 12.1 and 4.3).
package enum WidgetSettings {
    /// Seconds between two pushes to the phone.
    package static let pushThrottle = 1...3600
    /// Seconds between two pushes to the phone where nothing is said.
    package static let defaultPushThrottle = 15
    /// Seconds without an update after which the phone dims a widget.
    package static let staleAfter = 60...604_800
    /// The widgets that an account may have.
    package static let maxWidgets = 50
    /// The oldest app that knows `stale_after` and the timers (section 17).
    package static let timersMinApp = "1.6.0"

    /// The settings as fields, for the schema and the reference.
    package static let fields: [FieldSpec] = [
        FieldSpec("name", .text(max: ActivitySettings.nameMax), "What the phone's widget gallery calls it."),
        FieldSpec(
            "push_throttle",
            .integer(pushThrottle),
            "Seconds between two pushes to the phone; \(defaultPushThrottle) unless set."
        ),
        FieldSpec(
            "stale_after",
            .integer(staleAfter),
            "Seconds without an update after which the widget is dimmed and says how old it is.",
            minApp: timersMinApp
        ),
    ]
}
