import PushWardAPI

extension KeyTable {
    static let activity: [KeySpec] = [
        KeySpec(
            "inputs",
            .names(.anyOf([.topic, .section(.input)])),
            "[Inputs](../README.md#inputs) by name: what templates can read",
            example: "{power: a/power}",
            isRequired: true
        ),
        KeySpec(
            "start",
            .anyOf([.template, .section(.condition)]),
            "When the card appears; a bare template is a `when`",
            example: #"{when: "{{ power > 10 }}", for: 1m}"#,
            isRequired: true
        ),
        KeySpec(
            "end",
            .anyOf([.template, .section(.condition)]),
            "When it ends",
            example: #"{when: "{{ power < 5 }}", for: 3m}"#,
            default: "when `start` no longer holds"
        ),
        KeySpec(
            "content",
            .content,
            "[What it shows](../README.md#content)",
            example: "{template: generic, state: Washing}",
            isRequired: true
        ),
        KeySpec(
            "outcomes",
            .list(.outcome),
            "[The last frame](../README.md#outcomes)",
            example: "[{state: Done, progress: 1}]",
            default: "none"
        ),
        KeySpec(
            "name",
            .template,
            "The heading; it can read what `each` captures, and nothing else",
            example: "Washing machine",
            default: "the slug"
        ),
        KeySpec(
            "each",
            .anyOf([.topic, .section(.each)]),
            "[A card for each](../README.md#a-card-for-each-of-many) of many things",
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
            "dismiss_after",
            .duration,
            "How long the ended card stays; at most 4 h",
            example: "30m",
            default: "30 min"
        ),
        KeySpec(
            "final_for",
            .duration,
            "How long the last frame shows before the card ends",
            example: "4s",
            default: "4 s"
        ),
        KeySpec(
            "priority",
            .integer(ActivitySettings.priority),
            "0 to 10: which cards stay when there are more than five",
            example: "5",
            default: "0"
        ),
        KeySpec(
            "sound",
            .anyOf([.choice(Sounds.activity), .section(.sound)]),
            "With the start, and with the last frame of an outcome: `default`, `chime`, `alert`, `success`, `warning`, `bell`, `ding`, `buzz`, `notification`",
            example: "{start: chime, end: success}",
            default: "none"
        ),
        KeySpec(
            "min_interval",
            .duration,
            "Between two updates; starts, ends, play and pause, a change of severity and a log's error do not wait, a new track and a seek only a second",
            example: "30s",
            default: "10 s"
        ),
        KeySpec(
            "settle",
            .duration,
            "How long to wait for the rest of a burst of messages",
            example: "200ms",
            default: "100 ms with several topics"
        ),
        KeySpec(
            "eta_tolerance",
            .duration,
            "How far a finish must move before it is sent again",
            example: "2m",
            default: "60 s or 2 % of the run"
        ),
        KeySpec(
            "image_base",
            .text,
            "What stands before an `image_url` that begins with `/`, as Home Assistant's `entity_picture` does: [an address that the phone reaches](../README.md#pictures)",
            example: "https://ha.example.net",
            default: "none"
        ),
        KeySpec(
            "stale_ttl",
            .duration,
            "Without a sign of life for so long, PushWard ends the card; it is renewed while all inputs are known",
            example: "4h",
            default: "2 h"
        ),
        KeySpec(
            "ended_ttl",
            .duration,
            "How long PushWard remembers an ended card, and its name; at least 10 min where it asks",
            example: "7d",
            default: "30 d; 1 h with `each`"
        ),
        KeySpec(
            "max_starts_per_hour",
            .integer(1...60),
            "A source that flaps starts no more cards than that, 1 to 60",
            example: "10",
            default: "6"
        ),
        KeySpec(
            "on_dismiss",
            .choice(ActivityOptions.DismissPolicy.allCases.map(\.rawValue)),
            "What follows when a person ends the card: `stay_away` until the next run, or `restart`",
            example: "restart",
            default: "`stay_away`"
        ),
        KeySpec(
            "roll_over",
            .bool,
            "Whether a card is started anew before iOS ends it after 8 hours (two updates)",
            example: "false",
            default: "`true`"
        ),
        KeySpec(
            "remove",
            .bool,
            "Whether the card is taken away at once when it ends; PushWard then forgets it, and its outcomes are not seen",
            example: "true",
            default: "`false`"
        ),
        KeySpec(
            "to",
            .texts,
            "An account or a list of them: [a card for each](../README.md#several-accounts)",
            example: "anna",
            default: "the first account"
        ),
        KeySpec(
            "unavailable_after",
            .duration,
            "After so long without news the card's subtitle says since when",
            example: "10m",
            default: "never"
        ),
    ]
    static let condition: [KeySpec] = [
        KeySpec(
            "when",
            .template,
            "True is what Home Assistant takes for true: `True`, a number that is not 0, `on`, `yes`, `true`, `enable`",
            example: #""{{ power > 10 }}""#,
            isRequired: true
        ),
        KeySpec("for", .duration, "It must hold for so long without a break", example: "1m", default: "0"),
    ]
    static let each: [KeySpec] = [
        KeySpec(
            "topic",
            .topic,
            "With the names of what differs from card to card in braces",
            example: "a/{zone}/state",
            isRequired: true
        )
    ]
    static let sound: [KeySpec] = [
        KeySpec("start", .choice(Sounds.activity), "With the start", example: "chime", default: "none"),
        KeySpec(
            "end",
            .choice(Sounds.activity),
            "With the last frame of an outcome",
            example: "success",
            default: "none"
        ),
    ]
    static let input: [KeySpec] = [
        KeySpec(
            "topic",
            .topic,
            "With `+`, `#`, and in a rule with `each` its `{names}`",
            example: "zigbee2mqtt/laundry_plug",
            isRequired: true
        ),
        KeySpec(
            "value",
            .template,
            "A template over the message; else the payload as JSON, or as text where it is none",
            example: #""{{ value_json.power }}""#,
            default: "the payload"
        ),
        KeySpec(
            "unit",
            .choice(Input.Unit.allCases.map(\.rawValue)),
            "How a time is written: `s`, `min`, `h`, `ms` (become seconds), `clock` (`1:02:03`, `1:02` is an hour and two minutes), `mm:ss` (the same, but `1:02` is a minute and two seconds), `iso` (a date and time, or `PT5M`), `time` (`12:35` or `6:30 PM`: the next such time of day)",
            example: "min",
            default: "none"
        ),
        KeySpec(
            "timezone",
            .text,
            "For times without an offset",
            example: "Europe/Berlin",
            default: "the machine's"
        ),
        KeySpec(
            "expire_after",
            .duration,
            "Unknown when no message came for so long",
            example: "10m",
            default: "never"
        ),
        KeySpec(
            "availability",
            .anyOf([.topic, .section(.availability)]),
            "A topic that says whether the source is there; unknown while it is not",
            example: "{topic: zigbee2mqtt/laundry_plug/availability, preset: zigbee2mqtt}",
            default: "none"
        ),
        KeySpec(
            "valid",
            .template,
            "Where it does not hold for the new `value`, the value is unknown, and counted",
            example: #""{{ value < 4000 }}""#,
            default: "all are"
        ),
        KeySpec(
            "empty",
            .choice(["none", "unknown"]),
            "What an empty payload means",
            example: "none",
            default: "`unknown`"
        ),
        KeySpec(
            "retained",
            .choice(Input.RetainedPolicy.allCases.map(\.rawValue)),
            "What a stored message means: `seed` sets the value, `ignore`, or `event`: the same as a new one",
            example: "ignore",
            default: "`seed`"
        ),
        KeySpec(
            "qos",
            .integer(0...2),
            "The quality of service of the subscription",
            example: "1",
            default: "0"
        ),
        KeySpec(
            "encoding",
            .choice(Input.Encoding.allCases.map(\.rawValue)),
            "`binary`: the payload is [a picture](../README.md#pictures); the value is its ThumbHash",
            example: "binary",
            default: "`utf-8`"
        ),
    ]
    static let availability: [KeySpec] = [
        KeySpec(
            "topic",
            .topic,
            "Where the source says whether it is there",
            example: "tele/plug/LWT",
            isRequired: true
        ),
        KeySpec(
            "preset",
            .choice(AvailabilityPreset.all.map(\.name)),
            "`zigbee2mqtt`, `tasmota`, `esphome`, `homeassistant`",
            example: "tasmota",
            default: "the words of all"
        ),
        KeySpec(
            "online",
            .texts,
            "Words that mean it is there",
            example: #"[up, "yes"]"#,
            default: "the preset's"
        ),
        KeySpec("offline", .texts, "Words that mean it is not", example: "[down]", default: "the preset's"),
        KeySpec(
            "value",
            .template,
            "A template over the payload",
            example: #""{{ value_json.state }}""#,
            default: "the preset's"
        ),
    ]
}
