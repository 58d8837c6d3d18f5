import Values

/// The templates that show readings: an alert, numbers, tiles, lines.
extension ContentFields {
    static let alert = TemplateSpec(
        name: "alert",
        summary: "Something that wants attention, with a badge for how badly.",
        fields: ending + [
            FieldSpec("severity", .choice(["critical", "warning", "info"]), "How bad it is."),
            FieldSpec("severity_label", .text(max: 40), "A text of your own on the badge."),
            FieldSpec("fired_at", .time, "When it happened; not in the future."),
        ],
        required: ["severity"]
    )

    static let gauge = TemplateSpec(
        name: "gauge",
        summary: "One number between two bounds.",
        fields: ending + [
            FieldSpec("value", .number(Limits.number), "The reading; brought within the bounds."),
            FieldSpec("min_value", .number(Limits.number), "The lower bound."),
            FieldSpec("max_value", .number(Limits.number), "The upper bound, above `min_value`."),
            FieldSpec("unit", .text(max: 32), "The unit behind the number."),
            FieldSpec(
                "decimals",
                .integer(0...10),
                "How many decimals are shown; as many as fit unless set."
            ),
        ],
        required: ["value", "min_value", "max_value"]
    )

    static let timeline = TemplateSpec(
        name: "timeline",
        summary: "Up to ten readings as curves over time; every update adds a point to each.",
        fields: ending + [
            FieldSpec(
                "value",
                .map(keyMax: 32, .number(Limits.number), count: 1...10),
                "The newest reading of each series, by the series' name."
            ),
            FieldSpec("unit", .text(max: 32), "The unit of all series."),
            FieldSpec("units", .map(keyMax: 32, .text(max: 32), count: 0...10), "Units of single series."),
            FieldSpec(
                "scale",
                .choice(["linear", "logarithmic"]),
                "The scale of the axis; `linear` unless set.",
                default: "linear"
            ),
            FieldSpec(
                "decimals",
                .integer(0...10),
                "How many decimals are shown; as many as fit unless set."
            ),
            FieldSpec("smoothing", .bool, "Whether the curves are drawn smooth.", default: false),
            FieldSpec(
                "thresholds",
                .list(.object(threshold, required: ["value"]), count: 0...5),
                "Lines across the chart."
            ),
            FieldSpec(
                "primary_series",
                .text(max: 32),
                "The series whose number is drawn large; the first by name unless set.",
                minApp: "1.3.3"
            ),
            FieldSpec(
                "history",
                .map(
                    keyMax: 32,
                    .list(.object(point, required: ["timestamp", "value"]), count: 0...Limits.historyPoints),
                    count: 0...10
                ),
                "Earlier points of each series; they count only while the server has none of its own."
            ),
        ],
        required: ["value"],
        coalescing: ["value"]
    )

    private static let threshold: [FieldSpec] = [
        FieldSpec("value", .number(Limits.number), "Where the line is drawn."),
        FieldSpec("color", .color, "The line's colour."),
        FieldSpec("label", .text(max: 12), "A short text at the line."),
    ]

    private static let point: [FieldSpec] = [
        FieldSpec("timestamp", .time, "When it was read; not in the future."),
        FieldSpec("value", .number(Limits.number), "The reading."),
    ]

    static let board = TemplateSpec(
        name: "board",
        summary: "One to four tiles with a value each.",
        fields: ending + [
            FieldSpec(
                "tiles",
                .list(.object(tile, required: ["label", "value"]), count: 1...4),
                "The tiles."
            )
        ],
        required: ["tiles"]
    )

    private static let tile: [FieldSpec] = [
        FieldSpec("label", .text(max: 32), "What the tile shows."),
        FieldSpec("value", .text(max: 16), "Its value, a text."),
        FieldSpec("unit", .text(max: 8), "The unit behind the value."),
        FieldSpec("icon", .icon(max: 128, allowsMDI: true), "A symbol: an SF Symbol, or `mdi:` and a name."),
        FieldSpec("color", .color, "The tile's colour."),
        FieldSpec("trend", .choice(["up", "down", "flat"]), "An arrow beside the value."),
        FieldSpec("url_action", .action(.cardButton), "What a tap on the tile does."),
    ]

    static let log = TemplateSpec(
        name: "log",
        summary: "The last lines of a log, newest first.",
        fields: ending + [
            FieldSpec(
                "lines",
                .pool(.object(logLine, required: ["text"]), count: 1...20, from: 1000),
                "The lines, newest first; the phone gets as many as fit."
            )
        ],
        required: ["lines"]
    )

    private static let logLine: [FieldSpec] = [
        FieldSpec("text", .text(max: 512), "What happened."),
        FieldSpec("at", .time, "When it happened."),
        FieldSpec("level", .choice(["info", "warn", "error"]), "How bad it is."),
    ]
}
