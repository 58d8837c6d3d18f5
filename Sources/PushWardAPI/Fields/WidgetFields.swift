/// The content fields of PushWard's widgets: each fact of `pushward-api.md` section 12, once.
package enum WidgetFields {
    /// All templates.
    package static let templates: [TemplateSpec] = [
        value, progress, status, gauge, statList, trend, countdown, battery, schedule, flow,
    ]

    /// The template of that name.
    package static func template(named name: String) -> TemplateSpec? {
        templates.first { $0.name == name }
    }

    /// The names of the fields of all templates.
    package static let allNames: Set<String> = Set(templates.flatMap { $0.fields.map(\.name) })

    /// What every template takes (section 12.2).
    static let common: [FieldSpec] = [
        FieldSpec("label", .text(max: 256), "What it is about; the headline of `status`."),
        FieldSpec(
            "subtitle",
            .text(max: 256),
            "A second line; `status` makes pills of what `·`, `|`, `•`, `,` or `;` separates."
        ),
        FieldSpec(
            "subtitle_timer",
            .object(timer, required: ["date"]),
            "A clock in the second line that ticks on the phone by itself.",
            minApp: WidgetSettings.timersMinApp
        ),
        FieldSpec(
            "icon",
            .icon(max: 128, allowsMDI: true),
            "The widget's symbol: an SF Symbol, or `mdi:` and a name."
        ),
        FieldSpec(
            "severity",
            .choice(["info", "warning", "critical", "success"]),
            "How bad it is: the symbol and colour of `status`, the tint of others without `accent_color`."
        ),
        FieldSpec("accent_color", .color, "The colour of the symbol and of what is drawn."),
        FieldSpec("background_color", .color, "The colour behind everything."),
        FieldSpec("text_color", .color, "The colour of the texts."),
        FieldSpec("tap_action", .action(.widgetBackground), "What a tap on the widget does."),
        FieldSpec("url_action", .action(.widget), "The first button; not on the Lock Screen."),
        FieldSpec(
            "secondary_url_action",
            .action(.widget),
            "The second button; on medium and large widgets only."
        ),
    ]

    /// A moment that the phone counts from or to.
    static let timer: [FieldSpec] = [
        FieldSpec("date", .instant, "The moment."),
        FieldSpec(
            "style",
            .choice(["timer", "relative"]),
            "A running clock, or words such as `in 5 minutes`."
        ),
    ]

    static let unit = FieldSpec("unit", .text(max: 32), "The unit behind the number.")
    static let arrow = FieldSpec("trend", .choice(["up", "down", "flat"]), "An arrow beside the number.")

    static func number(_ summary: String) -> FieldSpec {
        FieldSpec("value", .number(Limits.number), summary)
    }

    static func bounds(_ what: String) -> [FieldSpec] {
        [
            FieldSpec("min_value", .number(Limits.number), "The lower bound of \(what)."),
            FieldSpec(
                "max_value",
                .number(Limits.number),
                "The upper bound of \(what), above `min_value`."
            ),
        ]
    }

    /// The rows of `stat_list`, of which large ones of `value` and `progress` draw three.
    static func statRows(_ summary: String) -> FieldSpec {
        FieldSpec(
            "stat_rows",
            .pool(.object(row, required: ["label", "value"]), count: 1...6, from: 6),
            summary
        )
    }

    private static let row: [FieldSpec] = [
        FieldSpec("label", .text(max: 32), "What the row is about."),
        FieldSpec("value", .text(max: 32), "Its value, a text."),
        FieldSpec("unit", .text(max: 16), "The unit behind the value."),
        FieldSpec(
            "timer",
            .object(timer, required: ["date"]),
            "A clock in place of the value.",
            minApp: WidgetSettings.timersMinApp
        ),
    ]
}
