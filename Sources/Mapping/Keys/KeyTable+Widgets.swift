extension KeyTable {
    static let widget: [KeySpec] = [
        KeySpec(
            "content",
            .widgetContent,
            "`template` and [its fields](fields.md#widgets)",
            example: #"{template: value, value: "{{ power }}"}"#,
            isRequired: true
        ),
        KeySpec(
            "inputs",
            .names(.anyOf([.topic, .section(.input)])),
            "[Inputs](../README.md#inputs) by name, as in an activity",
            example: "{power: a/power}",
            default: "none"
        ),
        KeySpec(
            "name",
            .template,
            "What the phone's gallery calls it",
            example: "Rain tank",
            default: "the slug"
        ),
        KeySpec(
            "each",
            .anyOf([.topic, .section(.each)]),
            "[A widget for each](../README.md#a-card-for-each-of-many) of many things",
            example: "a/{zone}/state"
        ),
        KeySpec(
            "slug",
            .template,
            "The slug, where `each` makes several",
            example: #""zone-{{ zone }}""#,
            default: "the key"
        ),
        KeySpec(
            "push_throttle",
            .duration,
            "PushWard tells the phone no more often, so it is told no more often itself; 1 s to 1 h",
            example: "5m",
            default: "15 s"
        ),
        KeySpec(
            "min_interval",
            .duration,
            "Between two updates; a change of severity does not wait for it",
            example: "30m",
            default: "`push_throttle`"
        ),
        KeySpec(
            "stale_after",
            .duration,
            "Without an update for so long, the phone dims the widget and says how old it is; 1 min to 7 d",
            example: "2h",
            default: "never"
        ),
        KeySpec(
            "unavailable_after",
            .duration,
            "After so long without news the subtitle says since when",
            example: "10m",
            default: "never"
        ),
        KeySpec(
            "settle",
            .duration,
            "How long to wait for the rest of a burst of messages",
            example: "200ms",
            default: "100 ms with several topics"
        ),
        KeySpec(
            "to",
            .texts,
            "An account or a list of them: [a widget for each](../README.md#several-accounts)",
            example: "anna",
            default: "the first account"
        ),
    ]
    static let widgetContent: [KeySpec] = [
        KeySpec(
            "history",
            .duration,
            "With `trend`, instead of `points`: the curve is what `value` was for so long; 1 min to 30 d",
            example: "24h",
            default: "none"
        )
    ]
}
