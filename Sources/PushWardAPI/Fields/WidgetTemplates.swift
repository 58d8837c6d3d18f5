/// The ten templates of widgets (`pushward-api.md` sections 12.2, 12.4 and 17).
extension WidgetFields {
    static let value = TemplateSpec(
        name: "value",
        summary: "One number, large.",
        fields: [number("The number; without one `label` takes its place."), unit, arrow]
            + bounds("what is usual, for scale; the number may lie beyond")
            + [statRows("Rows below the number; a large widget draws three.")] + common
    )

    static let progress = TemplateSpec(
        name: "progress",
        summary: "A share as a ring and a percentage.",
        fields: [
            FieldSpec(
                "value",
                .number(0...1),
                "The share, from 0 to 1; needed unless both dates are there, and older apps show only this."
            ),
            FieldSpec(
                "start_date",
                .instant,
                "When it began; with `end_date` the phone moves it on by itself.",
                minApp: WidgetSettings.timersMinApp
            ),
            FieldSpec(
                "end_date",
                .instant,
                "When it will be over; with `start_date`, and at most 365 days ahead.",
                minApp: WidgetSettings.timersMinApp
            ),
            arrow, statRows("Rows below it; a large widget draws three."),
        ] + common
    )

    static let status = TemplateSpec(
        name: "status",
        summary: "A state in words, with a symbol and colour for how bad it is.",
        fields: common
    )

    static let gauge = TemplateSpec(
        name: "gauge",
        summary: "One number between two bounds.",
        fields: [number("The number; brought within the bounds.")] + bounds("the gauge") + [
            unit,
            FieldSpec(
                "trend",
                .choice(["up", "down", "flat"]),
                "Where the number goes; taken, though not drawn."
            ),
        ] + common,
        required: ["value", "min_value", "max_value"]
    )

    static let statList = TemplateSpec(
        name: "stat_list",
        summary: "Up to six rows of label and value; small widgets draw four, the Lock Screen three.",
        fields: [statRows("The rows.")] + common,
        required: ["stat_rows"]
    )

    static let trend = TemplateSpec(
        name: "trend",
        summary: "A number and the curve that led to it.",
        minApp: WidgetSettings.timersMinApp,
        fields: [
            number("The number; it becomes the last point."), unit, arrow,
            FieldSpec(
                "points",
                .pool(.number(Limits.number), count: 2...48, from: 5000),
                "The curve, oldest first; of more than 48 the newest count."
            ),
        ] + bounds("the chart; as the points have it unless set") + common,
        required: ["value", "points"]
    )

    static let countdown = TemplateSpec(
        name: "countdown",
        summary: "The time until a moment, ticking on the phone by itself.",
        minApp: WidgetSettings.timersMinApp,
        fields: [
            FieldSpec("end_date", .instant, "The moment; at most 365 days ahead."),
            FieldSpec("start_date", .instant, "When the waiting began; before `end_date`."),
            FieldSpec(
                "expired_text",
                .text(max: 64),
                "What it says afterwards; without one it counts up."
            ),
        ] + common,
        required: ["end_date"]
    )

    static let battery = TemplateSpec(
        name: "battery",
        summary:
            "Battery levels, red at 20 and below; small widgets draw two, medium ones four, large ones eight.",
        minApp: WidgetSettings.timersMinApp,
        fields: [
            FieldSpec(
                "devices",
                .pool(.object(device, required: ["name", "level"]), count: 1...8, from: 200),
                "The batteries; of more than eight the first count, by `device_sort` where it is set."
            ),
            FieldSpec(
                "device_sort",
                .list(.object(sort, required: ["field"]), count: 0...2),
                "What the batteries are ordered by."
            ),
        ] + common,
        required: ["devices"]
    )

    private static let device: [FieldSpec] = [
        FieldSpec("name", .text(max: 32), "What has the battery."),
        FieldSpec("level", .number(0...100), "How full it is, in percent."),
        FieldSpec("charging", .bool, "Whether it is being charged."),
        FieldSpec("icon", .icon(max: 128, allowsMDI: true), "A symbol: an SF Symbol, or `mdi:` and a name."),
        FieldSpec("color", .color, "The battery's colour."),
    ]

    private static let sort: [FieldSpec] = [
        FieldSpec("field", .choice(["level", "name"]), "The member that counts."),
        FieldSpec("direction", .choice(["asc", "desc"]), "Lowest first unless set."),
    ]

    static let schedule = TemplateSpec(
        name: "schedule",
        summary: "A number that changes with the time of day, such as a price.",
        minApp: WidgetSettings.timersMinApp,
        fields: [
            FieldSpec(
                "periods",
                .pool(.object(period, required: ["start", "value"]), count: 1...48, from: 2000),
                "The periods, each until the next one's start; of more than 48 those from about now on count."
            ),
            unit,
        ] + common,
        required: ["periods"]
    )

    private static let period: [FieldSpec] = [
        FieldSpec("start", .instant, "When it begins."),
        FieldSpec("value", .number(Limits.number), "The number that then holds."),
        FieldSpec(
            "level",
            .choice(["low", "medium", "high"]),
            "Its band; on all periods, or on none: then by thirds."
        ),
    ]

    static let flow = TemplateSpec(
        name: "flow",
        summary: "Power from where it comes to where it goes.",
        minApp: WidgetSettings.timersMinApp,
        fields: [
            FieldSpec("flow", .object(slots, required: []), "What flows; at least one of the four."), unit,
        ] + common,
        required: ["flow"]
    )

    private static let node: [FieldSpec] = [
        FieldSpec("rate", .number(Limits.number), "How much flows now."),
        FieldSpec("name", .text(max: 32), "What it is."),
        FieldSpec("total", .number(0...Limits.number.upperBound), "How much it was in all, such as today."),
        FieldSpec("icon", .icon(max: 128, allowsMDI: true), "A symbol: an SF Symbol, or `mdi:` and a name."),
        FieldSpec("color", .color, "Its colour."),
    ]
    private static let level = FieldSpec("level", .number(0...100), "How full it is, in percent.")

    private static let slots: [FieldSpec] = [
        FieldSpec(
            "inputs",
            .list(.object(node, required: ["rate"]), count: 0...3),
            "Where it comes from, such as the sun."
        ),
        FieldSpec("output", .object(node, required: ["rate"]), "Where it goes, such as the house."),
        FieldSpec(
            "storage",
            .object(node + [level], required: ["rate"]),
            "The battery; its rate is positive while it fills."
        ),
        FieldSpec(
            "exchange",
            .object(node, required: ["rate"]),
            "The grid; its rate is positive for what comes in."
        ),
    ]
}
