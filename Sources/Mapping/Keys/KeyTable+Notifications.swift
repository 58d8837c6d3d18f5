extension KeyTable {
    static let notification: [KeySpec] = [
        KeySpec("on", .anyOf([.topic, .section(.on)]), "A topic, or the map below", example: "a/bell"),
        KeySpec(
            "when",
            .template,
            "With `inputs` instead of `on`: it becomes true; with `on`: it must hold for the message",
            example: #""{{ power > 10 }}""#
        ),
        KeySpec(
            "inputs",
            .names(.anyOf([.topic, .section(.input)])),
            "As in an activity",
            example: "{power: a/power}",
            default: "none"
        ),
        KeySpec("for", .duration, "It must hold for so long", example: "2m", default: "0"),
        KeySpec(
            "silent_for",
            .duration,
            "With `on`: when no message came on the topic for so long",
            example: "30m"
        ),
        KeySpec(
            "cooldown",
            .duration,
            "At least that between two that were sent, for each captured name",
            example: "20s",
            default: "0"
        ),
        KeySpec(
            "dedupe",
            .duration,
            "Equal payloads within that are one event",
            example: "1s",
            default: "500 ms"
        ),
        KeySpec(
            "quiet_hours",
            .section(.quietHours),
            "None is sent from `from` to `to`, in the machine's zone; what happens then is not sent later",
            example: #"{from: "22:00", to: "07:00"}"#,
            default: "none"
        ),
        KeySpec(
            "max_age",
            .duration,
            "How long it waits for PushWard to be reachable; then it is dropped",
            example: "1h",
            default: "10 min"
        ),
        KeySpec(
            "to",
            .texts,
            "An account or a list of them: [one to each](../README.md#several-accounts)",
            example: "anna",
            default: "the card's, or the first account"
        ),
        KeySpec(
            "resolve_when",
            .template,
            "With `inputs`: its cause is gone, so its [repeats](../README.md#until-somebody-has-seen-it) are stopped, or what is scheduled is taken back",
            example: #""{{ power < 1 }}""#,
            default: "none"
        ),
        KeySpec(
            "actions",
            .actions,
            "At most ten [buttons](../README.md#actions)",
            example: "[{id: unlock, title: Unlock, publish: {topic: lock/set, payload: UNLOCK}}]",
            default: "none"
        ),
    ]
    static let on: [KeySpec] = [
        KeySpec(
            "topic",
            .topic,
            "Each message; may capture names. Takes the keys of an [input](../README.md#inputs), too",
            example: "zigbee2mqtt/{room}/button"
        ),
        KeySpec(
            "when",
            .template,
            "It must hold for the message",
            example: #""{{ value_json.action == 'single' }}""#,
            default: "always"
        ),
        KeySpec("silent_for", .duration, "As beside `on`", example: "30m"),
        KeySpec("activity", .text, "Instead of `topic`: a card of this file", example: "washer"),
        KeySpec(
            "event",
            .choice(NotificationRule.ActivityEvent.allCases.map(\.rawValue)),
            "Beside `activity`: `start`, `end`, or `outcome` (it ends with one of its outcomes)",
            example: "end"
        ),
    ]
    static let quietHours: [KeySpec] = [
        KeySpec("from", .text, "A time of day", example: #""22:00""#, isRequired: true),
        KeySpec("to", .text, "A time of day", example: #""07:00""#, isRequired: true),
    ]
}
