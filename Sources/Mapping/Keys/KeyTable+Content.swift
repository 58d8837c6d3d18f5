import PushWardAPI

extension KeyTable {
    static let content: [KeySpec] = [
        KeySpec(
            "eta",
            .template,
            "With `generic` and `steps`: the finish as seconds from now, or as a time. It becomes `end_date` and `live_progress`: the phone moves the bar by itself",
            example: #""{{ left }}""#,
            default: "none"
        ),
        KeySpec("eta_tolerance", .duration, "As on the activity", example: "2m"),
        KeySpec(
            "line",
            .gathered("lines", of: "log"),
            "With `log`, instead of `lines`: [a line for each message](../README.md#logs-boards-and-charts)",
            example: #""Door {{ power }}""#,
            default: "none"
        ),
        KeySpec(
            "tile",
            .gathered("tiles", of: "board"),
            "With `board`, instead of `tiles`: a tile for each label",
            example: #"{label: "{{ topic }}", value: "{{ power }}"}"#,
            default: "none"
        ),
        KeySpec(
            "keep",
            .integer(1...20),
            "Beside `line` or `tile`: how many are kept",
            example: "10",
            default: "20 lines, 4 tiles"
        ),
        KeySpec(
            "history",
            .duration,
            "With `timeline`: how much of what was measured before the start is on the chart; up to 7 days",
            example: "6h",
            default: "none"
        ),
    ]
    static let outcome: [KeySpec] = [
        KeySpec(
            "when",
            .template,
            "When it is this one; the first that holds counts",
            example: #""{{ activity.elapsed < 300 }}""#,
            default: "always"
        ),
        KeySpec(
            "remove",
            .bool,
            "Whether this one takes the card away at once, without a last frame",
            example: "true",
            default: "`false`"
        ),
    ]
    static let action: [KeySpec] = [
        KeySpec(
            "publish",
            .section(.publish),
            "The message that a tap publishes",
            example: "{topic: lock/front/set, payload: UNLOCK}"
        ),
        KeySpec(
            "once",
            .bool,
            "Only the first tap acts; a second one is answered and does nothing",
            example: "true",
            default: "`false`"
        ),
        KeySpec(
            "expires",
            .duration,
            "How long the button works",
            example: "5m",
            default: "with the card; 1 h for a notification"
        ),
        KeySpec(
            "when",
            .template,
            "Only for buttons of cards: the button is there while it holds",
            example: #""{{ power > 10 }}""#,
            default: "always"
        ),
        KeySpec(
            "confirm",
            .section(.confirm),
            "Only for buttons of cards: what shows that the tap had its effect",
            example: #"{when: "{{ lock == 'open' }}", within: 20s}"#,
            default: "none"
        ),
    ]
    static let publish: [KeySpec] = [
        KeySpec(
            "topic",
            .topic,
            "Without wildcards; captured `{names}` and templates are filled in",
            example: "lock/front/set",
            isRequired: true
        ),
        KeySpec(
            "payload",
            .payload,
            "A text, a template, or a map that becomes JSON; `{{ text }}` is what a person replied",
            example: #"{state: "OFF"}"#,
            isRequired: true
        ),
        KeySpec("qos", .integer(0...2), "The quality of service", example: "1", default: "1"),
        KeySpec("retain", .bool, "Whether the broker keeps it", example: "false", default: "`false`"),
    ]
    static let confirm: [KeySpec] = [
        KeySpec(
            "when",
            .template,
            "What shows that the tap had its effect",
            example: #""{{ power < 1 }}""#,
            isRequired: true
        ),
        KeySpec(
            "within",
            .duration,
            "Until then the card says `Switch off …`, afterwards that nothing happened",
            example: "30s",
            default: "20 s"
        ),
    ]
}
