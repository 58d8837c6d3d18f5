import Values

/// The fields of `POST /notifications` that a mapping may set (`pushward-api.md` section 11).
package enum NotificationFields {
    /// The fields without which the server refuses the notification.
    package static let required = ["title", "body"]
    /// The most actions that a notification may have.
    package static let maxActions = 10
    /// The most notifications of an account that repeat at once (section 4.3).
    package static let maxRepeating = 25
    /// The most notifications of an account that wait for their time (section 4.3).
    package static let maxScheduled = 25

    /// All but `actions`.
    package static let fields: [FieldSpec] = [
        FieldSpec("title", .text(max: 256), "The first line."),
        FieldSpec("body", .text(max: 4096), "The text."),
        FieldSpec("subtitle", .text(max: 256), "A line between title and text."),
        FieldSpec(
            "level",
            .choice(["passive", "active", "time-sensitive", "critical"]),
            "How hard it knocks: silent, a banner (unless set), through Focus, or even when muted.",
            default: "active"
        ),
        FieldSpec(
            "volume",
            .number(0...1),
            "How loud a `critical` one is, from 0 to 1; 1 unless set.",
            default: 1
        ),
        FieldSpec("thread_id", .text(max: 128), "Notifications of one thread are stacked."),
        FieldSpec("collapse_id", .text(max: 64), "A later notification with the same one takes its place."),
        FieldSpec("source", .text(max: 128), "A name of the source that stays the same."),
        FieldSpec("source_display_name", .text(max: 256), "The source's name as people read it."),
        FieldSpec("url", .url(max: Limits.url, schemes: .any), "What a tap opens."),
        FieldSpec(
            "icon_url",
            .url(max: Limits.url, schemes: .web),
            "A small picture beside the text, below 100 KB."
        ),
        FieldSpec(
            "media",
            .object(
                [
                    FieldSpec("url", .url(max: Limits.url, schemes: .https), "Where the phone fetches it."),
                    FieldSpec("type", .choice(["image", "video", "audio"]), "What it is."),
                ],
                required: ["url", "type"]
            ),
            "A picture, film or sound."
        ),
        FieldSpec(
            "metadata",
            .map(keyMax: 64, .text(max: 4096), count: 0...20),
            "Texts of your own that are kept with it; 8 KB together."
        ),
        FieldSpec("activity_slug", .text(max: 128), "The card that it belongs to; the card must exist."),
        FieldSpec("push", .bool, "Whether it is pushed; else it only goes to the inbox.", default: true),
        FieldSpec(
            "acknowledge",
            .object(
                [
                    FieldSpec(
                        "repeat_seconds",
                        .integer(30...3600),
                        "Seconds between two repeats; 60 unless set.",
                        default: 60
                    ),
                    FieldSpec(
                        "expire_seconds",
                        .integer(60...10800),
                        "When it gives up; 3600 unless set.",
                        default: 3600
                    ),
                    FieldSpec(
                        "action_title",
                        .text(max: 64),
                        "The text of the button that stops it.",
                        default: "Acknowledge"
                    ),
                ],
                required: []
            ),
            "Repeats it until somebody has seen it.",
            minApp: "1.17.0"
        ),
        FieldSpec(
            "tags",
            .list(.text(max: 64), count: 0...10),
            "Names by which the repeats of several can be stopped; only with `acknowledge`."
        ),
        FieldSpec(
            "callback_url",
            .url(max: Limits.url, schemes: .https),
            "What PushWard calls when somebody has acknowledged it, or nobody has; only with `acknowledge`."
        ),
    ]

    /// What makes it a scheduled one (section 11.9).
    package static let schedule: [FieldSpec] = [
        FieldSpec("send_at", .time, "When it is sent, up to a year ahead."),
        FieldSpec(
            "recurrence",
            .object(
                [
                    FieldSpec(
                        "cron",
                        .cron,
                        "When it is repeated."
                    ),
                    FieldSpec("timezone", .zone, "The zone of `cron`, such as `Europe/Berlin`."),
                    FieldSpec("until", .time, "The last time at which it may be sent."),
                    FieldSpec("count", .integer(1...1000), "How often it is sent."),
                ],
                required: ["cron", "timezone"]
            ),
            "Repeats it; at least 15 minutes apart."
        ),
    ]

    /// The fields of one of `actions` that a mapping may set.
    package static let actionFields: [FieldSpec] =
        [
            FieldSpec("id", .text(max: 64), "The action's name, unique in the notification."),
            FieldSpec("title", .text(max: 64), "The button's text."),
            FieldSpec("icon", .icon(max: 64, allowsMDI: false), "The button's symbol, an SF Symbol."),
            ActionFields.url,
            ActionFields.foreground,
        ] + ActionFields.request + [
            FieldSpec("destructive", .bool, "Whether the button is red."),
            FieldSpec("authentication_required", .bool, "Whether the phone must be unlocked first."),
            FieldSpec("text_input", .bool, "Whether a text can be typed.", minApp: "1.5.0"),
            FieldSpec(
                "text_input_placeholder",
                .text(max: 64),
                "The grey text in the empty field; needs `text_input`.",
                minApp: "1.5.0"
            ),
            FieldSpec(
                "text_input_button_title",
                .text(max: 64),
                "The text of the button that sends it; needs `text_input`.",
                minApp: "1.5.0"
            ),
        ]
}
