/// Steps, alerts, gauges, charts, boards and logs (sections 8.3 to 8.8).
extension TemplateTable {
    static let readings: [Row] =
        [
            Row(
                "8.3",
                "a new number of steps drops the old arrays",
                [
                    card(
                        #""template":"steps","total_steps":2,"current_step":1,"step_labels":["a","b"],"step_rows":[1,2],"step_weights":[1,2],"step_colors":["",""]"#
                    ),
                    patch(#""total_steps":1,"step_rows":[3]"#),
                ],
                200,
                shows: [
                    ("content.step_labels", nil), ("content.step_rows", "[3]"), ("content.step_weights", nil),
                    ("content.step_colors", nil),
                ]
            ),
            Row(
                "8.3",
                "64 steps and their arrays",
                [
                    card(
                        #""template":"steps","total_steps":64,"current_step":64,"step_rows":[\#(Array(repeating: "1", count: 64).joined(separator: ","))]"#
                    )
                ],
                201
            ),
            Row(
                "8.3",
                "fewer steps than have gone",
                [
                    card(#""template":"steps","total_steps":3,"current_step":3"#), patch(#""total_steps":2"#),
                ],
                422,
                invalid
            ),
            Row(
                "8.3",
                "an end clears the window",
                [
                    card(
                        #""template":"steps","total_steps":3,"current_step":1,"duration":600,"live_progress":true"#
                    ), end,
                ],
                200,
                shows: [
                    ("content.start_date", nil), ("content.end_date", nil), ("content.live_progress", nil),
                ]
            ),
            Row(
                "8.3",
                "a step's own window",
                [card(#""template":"steps","total_steps":3,"current_step":1,"duration":600"#)],
                201,
                shows: [("content.end_date", "$now+600")]
            ),
            Row("8.4", "just now", [card(#""template":"alert","severity":"info","fired_at":$now"#)], 201),
            Row("8.4", "resolved", [card(#""template":"alert","severity":"info","progress":1"#)], 201),
            Row(
                "8.5",
                "progress is worked out",
                [card(#""template":"gauge","value":5,"min_value":0,"max_value":10,"progress":0.9"#)],
                201,
                shows: [("content.progress", "0.5")]
            ),
            Row(
                "8.5",
                "bounds that move past the value",
                [
                    card(#""template":"gauge","value":5,"min_value":0,"max_value":10"#),
                    patch(#""max_value":4"#),
                ],
                422,
                invalid
            ),
            Row(
                "8.5",
                "a value alone",
                [card(#""template":"gauge","value":5,"min_value":0,"max_value":10"#), patch(#""value":10"#)],
                200,
                shows: [("content.progress", "1")]
            ),
            Row(
                "8.6",
                "each update adds a point",
                [
                    card(#""template":"timeline","value":{"A":1}"#), "+60", patch(#""value":{"A":2}"#),
                ],
                200,
                shows: [
                    ("content.history.A.#", "2"), ("content.history.A.1", #"{"timestamp":$now,"value":2}"#),
                ]
            ),
            Row(
                "8.6",
                "a seed comes before",
                [
                    card(
                        #""template":"timeline","value":{"A":1},"history":{"A":[{"timestamp":$now-60,"value":0}]}"#
                    )
                ],
                201,
                shows: [("content.history.A.#", "2"), ("content.history.A.0.value", "0")]
            ),
            Row(
                "8.6",
                "a series that is not sent stays",
                [
                    card(#""template":"timeline","value":{"A":1,"B":2}"#), patch(#""value":{"A":3}"#),
                ],
                200,
                shows: [("content.value.B", "2")]
            ),
            Row(
                "8.6",
                "null removes it",
                [
                    card(#""template":"timeline","value":{"A":1,"B":2}"#), patch(#""value":{"B":null}"#),
                ],
                200,
                shows: [("content.value.B", nil)]
            ),
            Row(
                "8.6",
                "the last one stays",
                [card(#""template":"timeline","value":{"A":1}"#), patch(#""value":{"A":null}"#)],
                422,
                invalid
            ),
            Row(
                "8.6",
                "eleven by merging",
                [
                    card(
                        #""template":"timeline","value":{\#((0..<10).map { #""s\#($0)":1"# }.joined(separator: ","))}"#
                    ), patch(#""value":{"s10":1}"#),
                ],
                422,
                invalid
            ),
            Row(
                "8.6",
                "ten series",
                [
                    card(
                        #""template":"timeline","value":{\#((0..<10).map { #""s\#($0)":1"# }.joined(separator: ","))}"#
                    )
                ],
                201
            ),
        ]
        + [
            #""scale":"logarithmic""#, #""smoothing":true"#, #""decimals":1"#, #""unit":"W""#,
            #""units":{"A":"W"}"#,
        ].map {
            Row(
                "8.6",
                "a change of \($0) is pushed at once",
                [card(#""template":"timeline","value":{"A":1}"#), patch($0), state],
                200,
                shows: [("pushes.high", "1")]
            )
        }

    static let lists: [Row] = [
        Row(
            "8.7",
            "a tile on the last frame",
            [
                card(#""template":"board","tiles":[{"label":"A","value":"1"}]"#),
                #"PATCH /activities/a {"state":"ended","content":{"tiles":null}}"#,
            ],
            422,
            invalid
        ),
        Row(
            "8.8",
            "a line on the last frame",
            [
                card(#""template":"log","lines":[{"text":"a"}]"#),
                #"PATCH /activities/a {"state":"ended","content":{"lines":[]}}"#,
            ],
            422,
            invalid
        ),
        Row(
            "8.8",
            "the backlog",
            [
                card(#""template":"log","lines":[{"text":"a"}]"#),
                patch(#""lines":[{"text":"b"},{"text":"a"}]"#), patch(#""lines":[{"text":"c"}]"#),
                read + "?include=log_backlog",
            ],
            200,
            shows: [
                ("content.log_backlog.#", "3"), ("content.log_backlog.0.text", #""c""#),
                ("content.log_backlog.2.text", #""a""#), ("content.lines.#", "1"),
            ]
        ),
        Row(
            "8.8",
            "read only on request",
            [card(#""template":"log","lines":[{"text":"a"}]"#), read],
            200,
            shows: [("content.log_backlog", nil)]
        ),
        Row(
            "8.8",
            "a log's name is its heading",
            [
                card(#""template":"log","lines":[{"text":"a"}]"#),
                #"POST /activities {"slug":"a","name":"Door"}"#, patch(#""state":"x""#), state,
            ],
            200,
            shows: [("cards.0.name", #""Door""#)]
        ),
    ]
}
