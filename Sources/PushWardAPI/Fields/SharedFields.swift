import Values

/// The content fields that several templates take (`pushward-api.md` section 7.1).
enum SharedFields {
    static let look: [FieldSpec] = [
        FieldSpec(
            "progress",
            .number(0...1),
            "How far it has come, from 0 to 1. PushWard works it out itself for a gauge and for media."
        ),
        FieldSpec("state", .text(max: 256), "The status in a few words; on an approval card, the question."),
        FieldSpec("subtitle", .text(max: 256), "A second line, smaller."),
        FieldSpec(
            "icon",
            .icon(max: 128, allowsMDI: true),
            "The card's symbol: an SF Symbol, or `mdi:` and a name."
        ),
        FieldSpec(
            "remaining_time",
            .integer(0...Limits.fiveYears),
            "Seconds that remain, drawn as a text that does not tick."
        ),
        FieldSpec("accent_color", .color, "The colour of the symbol, the bar and the buttons."),
        FieldSpec("background_color", .color, "The colour behind everything."),
        FieldSpec("text_color", .color, "The colour of the texts."),
        FieldSpec(
            "compact_label",
            .text(max: 4),
            "Up to four characters that take the symbol's place in the compact Dynamic Island.",
            minApp: "1.14.0"
        ),
        FieldSpec("tap_action", .action(.cardBackground), "What a tap on the card does."),
    ]

    static let buttons: [FieldSpec] = [
        FieldSpec("url_action", .action(.cardButton), "The first button. A media card does not draw it."),
        FieldSpec(
            "secondary_url_action",
            .action(.cardButton),
            "The second button. A media card does not draw it."
        ),
        FieldSpec(
            "url",
            .url(max: Limits.url, schemes: .web),
            "The page that the first button opens; `url_action` takes its place.",
            replacement: "url_action"
        ),
        FieldSpec(
            "secondary_url",
            .url(max: Limits.url, schemes: .web),
            "The page that the second button opens; `secondary_url_action` takes its place.",
            replacement: "secondary_url_action"
        ),
    ]

    static let endDate = FieldSpec("end_date", .time, "When it will be over; at most five years ahead.")

    static let window: [FieldSpec] = [
        endDate,
        FieldSpec(
            "start_date",
            .time,
            "When it began; before `end_date`, and at most five minutes ahead of now."
        ),
        FieldSpec(
            "duration",
            .duration(1...Limits.fiveYears),
            "How long it takes, in place of `end_date`: from the start of the run, of a step, or from when it changes."
        ),
    ]

    static let alarm: [FieldSpec] = [
        FieldSpec(
            "alarm",
            .bool,
            "Rings at the end, even through silent mode and Focus (iOS 26); needs `end_date` or `duration`."
        ),
        FieldSpec(
            "snooze_seconds",
            .integer(60...3600),
            "How long the alarm's Snooze waits; 300 unless set.",
            default: 300
        ),
    ]

    static func liveProgress(minApp: String) -> [FieldSpec] {
        [
            FieldSpec(
                "live_progress",
                .bool,
                "The phone moves the bar on by itself until `end_date`; needs `end_date` or `duration`.",
                minApp: minApp
            )
        ]
    }

    static let image: [FieldSpec] = [
        FieldSpec(
            "image_url",
            .url(max: Limits.url, schemes: .https),
            "A picture that the phone fetches itself: https, reachable by it, at most 2 MB.",
            minApp: "1.7.0"
        ),
        FieldSpec(
            "image_shape",
            .choice(["poster", "square", "circle"]),
            "The picture's outline; `square` unless set.",
            minApp: "1.7.0",
            default: "square"
        ),
        FieldSpec(
            "image_thumbhash",
            .thumbHash,
            "A tiny likeness of the picture that travels with the update and is drawn until it has loaded.",
            minApp: "1.7.0"
        ),
    ]
}
