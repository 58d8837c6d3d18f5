import Values

/// The templates whose buttons are their purpose: a player, a question.
extension ContentFields {
    static let media = TemplateSpec(
        name: "media",
        summary: "A player with its title, cover, playhead and buttons.",
        minApp: "1.9.0",
        fields: ending + SharedFields.image + player,
        coalescing: ["position_seconds", "position_at"]
    )

    private static let player: [FieldSpec] = [
        FieldSpec("media_title", .text(max: 128), "What plays, the large line.", minApp: "1.9.0"),
        FieldSpec(
            "playback_state",
            .choice(["playing", "paused", "stopped", "buffering"]),
            "What the player does; the playhead moves only while `playing`. `paused` unless set.",
            minApp: "1.9.0",
            default: "paused"
        ),
        FieldSpec(
            "position_seconds",
            .number(0...Double(Limits.week)),
            "Where the playhead was at `position_at`.",
            minApp: "1.9.0"
        ),
        FieldSpec(
            "duration_seconds",
            .length(0...Double(Limits.week)),
            "The length of what plays; 0 or none for a stream, which has no bar.",
            minApp: "1.9.0"
        ),
        FieldSpec(
            "position_at",
            .time,
            "When `position_seconds` was read, up to twelve hours ago; the time of the update unless set.",
            minApp: "1.9.0"
        ),
        FieldSpec(
            "volume",
            .number(0...1),
            "How loud it is, from 0 to 1; drawn as a thin bar.",
            minApp: "1.9.0"
        ),
        FieldSpec("favorite", .bool, "Whether the heart is filled.", minApp: "1.9.0"),
        FieldSpec("controls", .object(controls, required: []), "The player's buttons.", minApp: "1.9.0"),
    ]

    /// The stored members that the server drops by itself when a card leaves one template for another.
    ///
    /// A player's own go with it, a picture goes where there is no place for one; their names are refused then
    /// (`pushward-api.md` sections 8.9 and 9.3, section 16 no. 32).
    static func droppedByServer(from old: String?, to new: String?) -> Set<String> {
        guard let new = new.flatMap(template(named:)), old != new.name else { return [] }
        var names = Set(old == media.name ? player.map(\.name) : [])
        for field in SharedFields.image where new.field(field.name) == nil { names.insert(field.name) }
        return names
    }

    private static let controls: [FieldSpec] = [
        FieldSpec("previous", .action(.mediaControl), "Back to the previous one."),
        FieldSpec("play_pause", .action(.mediaControl), "Play and pause in one button."),
        FieldSpec("play", .action(.mediaControl), "Play, where pause is a button of its own."),
        FieldSpec("pause", .action(.mediaControl), "Pause, where play is a button of its own."),
        FieldSpec("next", .action(.mediaControl), "On to the next one."),
        FieldSpec("stop", .action(.mediaControl), "Stop."),
        FieldSpec("favorite", .action(.mediaControl), "The heart."),
        FieldSpec("volume_down", .action(.mediaControl), "Quieter."),
        FieldSpec("volume_up", .action(.mediaControl), "Louder."),
        FieldSpec(
            "extra",
            .list(.action(.mediaExtra), count: 0...3),
            "Up to three more buttons, each with an icon of its own."
        ),
    ]

    static let approval = TemplateSpec(
        name: "approval",
        summary: "A question with two to four answers; `state` is the question.",
        fields: SharedFields.look + [
            SharedFields.endDate,
            FieldSpec("options", .list(.action(.approvalOption), count: 2...4), "The answers."),
            FieldSpec("source", .text(max: 24), "Who asks, on a badge."),
            FieldSpec(
                "details",
                .list(.object(detail, required: ["label", "value"]), count: 0...2),
                "Up to two rows that help to decide."
            ),
            FieldSpec(
                "on_expire",
                .text(max: 64),
                "The `id` of the answer that counts at `end_date`, or `none`; needs `end_date`."
            ),
        ],
        required: ["options"]
    )

    private static let detail: [FieldSpec] = [
        FieldSpec("label", .text(max: 24), "What the row is about."),
        FieldSpec("value", .text(max: 64), "What there is to know."),
    ]
}
