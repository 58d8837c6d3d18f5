import Values

/// The templates that show how far something has come.
extension ContentFields {
    static let generic = TemplateSpec(
        name: "generic",
        summary: "A status with a bar, for anything that runs for a while.",
        fields: timed + SharedFields.liveProgress(minApp: "1.3.3") + SharedFields.image
    )

    static let countdown = TemplateSpec(
        name: "countdown",
        aliases: ["timer"],
        summary: "A clock that ticks on the phone by itself, down to an end or up from a start.",
        fields: timed + [
            FieldSpec(
                "direction",
                .choice(["down", "up"]),
                "Whether the clock counts down (unless set) or up.",
                minApp: "1.19.0",
                default: "down"
            ),
            FieldSpec(
                "warning_threshold",
                .integer(0...86_400),
                "How many seconds before the end the card turns orange; only counting down."
            ),
            FieldSpec(
                "completion_message",
                .text(max: 512),
                "The status at the end, `Completed` unless set; only counting down.",
                default: "Completed"
            ),
            FieldSpec(
                "goal",
                .duration(1...Limits.fiveYears),
                "How long it should take; past it the clock turns orange. Only counting up.",
                minApp: "1.19.0"
            ),
            FieldSpec(
                "show_ruler",
                .bool,
                "Whether the ruler is drawn; it is unless set.",
                minApp: "1.19.0",
                default: true
            ),
            FieldSpec(
                "paused",
                .bool,
                "Stops the clock, and lets it go on. PushWard keeps what remains; it is never read back.",
                minApp: "1.19.0"
            ),
        ]
    )

    static let steps = TemplateSpec(
        name: "steps",
        summary: "A bar in segments, one for each step.",
        fields: timed + SharedFields.liveProgress(minApp: "1.3.5") + SharedFields.image + [
            FieldSpec("total_steps", .integer(1...64), "How many steps there are."),
            FieldSpec(
                "current_step",
                .integer(0...64),
                "The step that runs; 1 is the first, 0 means not begun."
            ),
            FieldSpec(
                "step_labels",
                .list(.text(max: 32), count: 1...64),
                "A name for each step; drawn where there are at most six."
            ),
            FieldSpec(
                "step_rows",
                .list(.integer(1...10), count: 1...64),
                "How many jobs run side by side in each step."
            ),
            FieldSpec(
                "step_weights",
                .list(.number(0.001...1e6), count: 1...64),
                "How wide each step's segment is, against the others.",
                minApp: "1.3.3"
            ),
            FieldSpec(
                "step_colors",
                .list(.color, count: 1...64),
                "A colour for each step; an empty one stands for `accent_color`."
            ),
        ],
        required: ["total_steps", "current_step"]
    )
}
