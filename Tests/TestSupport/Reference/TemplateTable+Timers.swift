/// Clocks that count down and up, and their pauses (section 8.2).
extension TemplateTable {
    static let countingDown: [Row] = [
        Row(
            "8.2",
            "timer is stored as countdown",
            [card(#""template":"timer","duration":"30s""#)],
            201,
            shows: [
                ("content.template", #""countdown""#), ("content.start_date", "$now"),
                ("content.end_date", "$now+30"),
            ]
        ),
        Row("8.2", "a window is required", [card(#""template":"countdown""#)], 422, invalid),
        Row(
            "8.2",
            "a start alone is none",
            [card(#""template":"countdown","start_date":$now"#)],
            422,
            invalid
        ),
        Row(
            "8.2",
            "the warning",
            [down(#","warning_threshold":10"#), "+590", read],
            200,
            shows: [
                ("content.accent_color", #""orange""#), ("content.warning_pushed", "true"),
                ("state", #""ongoing""#),
            ]
        ),
        Row(
            "8.2",
            "not before",
            [down(#","warning_threshold":10"#), "+589", read],
            200,
            shows: [("content.warning_pushed", nil)]
        ),
        Row(
            "8.2",
            "the threshold persists",
            [down(#","warning_threshold":10"#), patch(#""duration":60"#), "+50", read],
            200,
            shows: [("content.warning_pushed", "true")]
        ),
        Row(
            "8.2",
            "until null",
            [down(#","warning_threshold":10"#), patch(#""warning_threshold":null"#), "+590", read],
            200,
            shows: [("content.warning_pushed", nil)]
        ),
        Row(
            "8.2",
            "the completion",
            [down(#","completion_message":"Out""#), "+600", state],
            200,
            shows: [
                ("cards.0.content.state", #""Out""#), ("cards.0.content.progress", "1"),
                ("activities.0.state", #""ended""#),
            ]
        ),
        Row(
            "8.2",
            "Completed unless set",
            [down(), "+600", state],
            200,
            shows: [("cards.0.content.state", #""Completed""#)]
        ),
        Row(
            "8.2",
            "end_date moves the end alone",
            [down(), "+10", patch(#""end_date":$now+900"#)],
            200,
            shows: [
                ("content.start_date", "$now-10"), ("content.end_date", "$now+900"),
            ]
        ),
        Row(
            "8.2",
            "a duration begins anew",
            [down(), "+10", patch(#""duration":600"#)],
            200,
            shows: [
                ("content.start_date", "$now"), ("content.end_date", "$now+600"),
            ]
        ),
        Row("8.2", "the end cannot be taken away", [down(), patch(#""end_date":null"#)], 422, invalid),
    ]

    static let countingUp: [Row] = [
        Row(
            "8.2",
            "it counts from now",
            [up()],
            201,
            shows: [("content.start_date", "$now"), ("content.end_date", nil)]
        ),
        Row(
            "8.2",
            "or from a start in the past",
            [up(#","start_date":$now-500"#)],
            201,
            shows: [("content.start_date", "$now-500")]
        ),
        Row("8.2", "a goal is seconds", [up(#","goal":"90m""#)], 201, shows: [("content.goal", "5400")]),
        Row("8.2", "a goal of five years", [up(#","goal":157788000"#)], 201),
        Row(
            "8.2",
            "null clears it",
            [up(#","goal":60"#), patch(#""goal":null"#)],
            200,
            shows: [("content.goal", nil)]
        ),
        Row("8.2", "a goal that is no number", [up(#","goal":true"#)], 422, invalid),
        Row(
            "8.2",
            "a switch to up drops what counts down",
            [
                down(#","warning_threshold":5,"completion_message":"x","alarm":true"#), "+5",
                patch(#""direction":"up""#),
            ],
            200,
            shows: [
                ("content.direction", #""up""#), ("content.start_date", "$now"), ("content.end_date", nil),
                ("content.warning_threshold", nil), ("content.completion_message", nil),
                ("content.alarm", nil),
            ]
        ),
        Row(
            "8.2",
            "a switch to down drops what counts up",
            [
                up(#","goal":60"#), patch(#""paused":true"#),
                patch(#""direction":"down","end_date":$now+50"#),
            ],
            200,
            shows: [
                ("content.direction", #""down""#), ("content.end_date", "$now+50"), ("content.goal", nil),
                ("content.paused_at", nil), ("content.start_date", nil),
            ]
        ),
        Row("8.2", "a switch to down needs a window", [up(), patch(#""direction":"down""#)], 422, invalid),
        Row(
            "8.2",
            "a switch to up that brings an end",
            [down(), patch(#""direction":"up","end_date":$now+50"#)],
            422,
            invalid
        ),
        Row(
            "8.2",
            "another start clears the pauses",
            [
                up(), patch(#""paused":true"#), "+30", patch(#""paused":false"#),
                patch(#""start_date":$now-5"#),
            ],
            200,
            shows: [("content.paused_seconds", nil), ("content.start_date", "$now-5")]
        ),
        Row(
            "8.2",
            "the same start does not",
            [
                up(), patch(#""paused":true"#), "+30", patch(#""paused":false"#),
                patch(#""start_date":$now-30"#),
            ],
            200,
            shows: [("content.paused_seconds", "30")]
        ),
        Row(
            "8.2",
            "a restart begins anew",
            [up(), "+100", end, "+100", restart],
            200,
            shows: [("content.start_date", "$now")]
        ),
        Row(
            "8.2",
            "stale_ttl ends a forgotten run",
            [
                card(#""template":"timer","direction":"up""#, #","stale_ttl":100"#), "+100", read,
            ],
            200,
            shows: [("state", #""ended""#)]
        ),
        Row(
            "8.2",
            "an end while paused stops at the pause",
            [
                up(), patch(#""paused":true"#), "+30", end, state,
            ],
            200,
            shows: [("cards.0.content.paused_at", "$now-30")]
        ),
        Row(
            "8.2",
            "an end later than a goal is nothing special",
            [up(#","goal":60"#), "+100", read],
            200,
            shows: [("state", #""ongoing""#)]
        ),
    ]

    static let pauses: [Row] = [
        Row(
            "8.2",
            "paused is not stored",
            [down(#","paused":true"#)],
            201,
            shows: [("content.paused", nil), ("content.paused_at", "$now")]
        ),
        Row(
            "8.2",
            "running is not stored",
            [down(#","paused":false"#)],
            201,
            shows: [("content.paused", nil), ("content.paused_at", nil)]
        ),
        Row(
            "8.2",
            "again is nothing",
            [down(), patch(#""paused":true"#), "+10", patch(#""paused":true"#)],
            200,
            shows: [("content.paused_at", "$now-10")]
        ),
        Row(
            "8.2",
            "resuming shifts the window",
            [down(), "+60", patch(#""paused":true"#), "+1000", patch(#""paused":false"#)],
            200,
            shows: [
                ("content.start_date", "$now-60"), ("content.end_date", "$now+540"),
                ("content.paused_at", nil),
            ]
        ),
        Row(
            "8.2",
            "a pause waits with the end",
            [down(), patch(#""paused":true"#), "+1000", read],
            200,
            shows: [("state", #""ongoing""#)]
        ),
        Row(
            "8.2",
            "a pause waits with the warning",
            [down(#","warning_threshold":10"#), patch(#""paused":true"#), "+595", read],
            200,
            shows: [("content.warning_pushed", nil)]
        ),
        Row(
            "8.2",
            "any end clears it",
            [down(), patch(#""paused":true"#), patch(#""end_date":$now+600"#)],
            200,
            shows: [("content.paused_at", nil)]
        ),
        Row(
            "8.2",
            "any duration clears it",
            [down(), patch(#""paused":true"#), patch(#""duration":600"#)],
            200,
            shows: [("content.paused_at", nil)]
        ),
        Row(
            "8.2",
            "up: pauses add up",
            [
                up(), patch(#""paused":true"#), "+30", patch(#""paused":false"#), patch(#""paused":true"#),
                "+12", patch(#""paused":false"#),
            ],
            200,
            shows: [("content.paused_seconds", "42"), ("content.paused_at", nil)]
        ),
        Row(
            "8.2",
            "a finished one cannot be paused",
            [down(), "+600", patch(#""paused":true"#)],
            422,
            invalid
        ),
        Row("8.2", "paused is no null's business", [down(), patch(#""paused":null"#)], 200),
    ]
}
