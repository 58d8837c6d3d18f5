/// What the server makes of each template's content (sections 7.1, 7.4, 8.1 to 8.10, 10).
package enum TemplateTable {
    static func card(_ content: String, _ more: String = "") -> String {
        MergeTable.card(content, more)
    }

    static func patch(_ content: String) -> String { MergeTable.patch(content) }

    static let invalid = "activity.content_invalid"

    static let state = "GET /_sim/state"

    static let read = "GET /activities/a"

    static let end = #"PATCH /activities/a {"state":"ended"}"#

    static let restart = #"PATCH /activities/a {"state":"ongoing"}"#

    static func down(_ more: String = "") -> String {
        card(#""template":"countdown","duration":600\#(more)"#)
    }

    static func up(_ more: String = "") -> String {
        card(#""template":"timer","direction":"up"\#(more)"#)
    }

    package static let rows: [Row] =
        shared + alarms + windows + countingDown + countingUp + pauses + readings + lists + media + approval

    static let shared: [Row] = [
        Row(
            "7.1",
            "the first content has a template",
            [RequestTable.post, patch(#""state":"x""#)],
            422,
            invalid
        ),
        Row(
            "7.1",
            "later ones keep it",
            [card(#""template":"alert","severity":"info""#), patch(#""state":"x""#)],
            200,
            shows: [("content.template", #""alert""#)]
        ),
        Row(
            "7.1",
            "plain links stay off the push where there is a button",
            [
                card(
                    #""template":"generic","url":"https://x.example","url_action":{"url":"https://y.example"},"secondary_url":"https://z.example""#
                ), state,
            ],
            200,
            shows: [
                ("cards.0.content.url", nil), ("cards.0.content.secondary_url", #""https://z.example""#),
                ("activities.0.content.url", #""https://x.example""#),
            ]
        ),
        Row(
            "10",
            "the backlog is never pushed",
            [card(#""template":"log","lines":[{"text":"a"}]"#), state],
            200,
            shows: [("cards.0.content.log_backlog", nil)]
        ),
        Row(
            "10",
            "numbers of a timeline alone may wait",
            [
                card(#""template":"timeline","value":{"A":1}"#), patch(#""value":{"A":2}"#), state,
            ],
            200,
            shows: [("pushes.low", "1"), ("pushes.high", "0")]
        ),
        Row(
            "10",
            "with anything else they may not",
            [
                card(#""template":"timeline","value":{"A":1}"#), patch(#""value":{"A":2},"unit":"W""#), state,
            ],
            200,
            shows: [("pushes.low", "0"), ("pushes.high", "1")]
        ),
        Row(
            "10",
            "a playhead alone may wait",
            [
                card(#""template":"media","position_seconds":1"#),
                patch(#""position_seconds":5,"position_at":$now"#), state,
            ],
            200,
            shows: [("pushes.low", "1"), ("pushes.high", "0")]
        ),
        Row(
            "10",
            "a gauge's number may not",
            [
                card(#""template":"gauge","value":1,"min_value":0,"max_value":9"#), patch(#""value":2"#),
                state,
            ],
            200,
            shows: [("pushes.low", "0"), ("pushes.high", "1")]
        ),
        Row(
            "10",
            "nor what rings",
            [
                card(#""template":"timeline","value":{"A":1}"#),
                #"PATCH /activities/a {"sound":"chime","content":{"value":{"A":2}}}"#, state,
            ],
            200,
            shows: [("pushes.low", "0"), ("pushes.high", "1")]
        ),
    ]

    static let alarms: [Row] = alarmRules + alarmsWithoutEnd

    static let alarmRules: [Row] = [
        Row(
            "7.4",
            "an alarm persists",
            [
                card(#""template":"generic","end_date":$now+600,"alarm":true"#), patch(#""state":"x""#),
            ],
            200,
            shows: [("content.alarm", "true")]
        ),
        Row(
            "7.4",
            "null clears it",
            [
                card(#""template":"generic","end_date":$now+600,"alarm":true"#), patch(#""alarm":null"#),
            ],
            200,
            shows: [("content.alarm", nil)]
        ),
        Row(
            "7.4",
            "an end clears it",
            [down(#","alarm":true"#), end],
            200,
            shows: [("content.alarm", nil)]
        ),
        Row(
            "7.4",
            "a duration is an end",
            [card(#""template":"generic","duration":60,"alarm":true"#)],
            201,
            shows: [("content.alarm", "true")]
        ),
        Row(
            "7.4",
            "a patch takes the end away",
            [
                card(#""template":"generic","end_date":$now+600,"alarm":true"#),
                patch(#""end_date":null"#),
            ],
            422,
            invalid
        ),
        Row(
            "7.4",
            "a snooze moves the end",
            [
                card(#""template":"generic","end_date":$now+60,"alarm":true,"snooze_seconds":120"#),
                #"POST /_sim/snooze {"slug":"a"}"#,
            ],
            200,
            shows: [("content.end_date", "$now+180"), ("content.snoozed_until", "$now+180")]
        ),
        Row(
            "7.4",
            "300 seconds unless set",
            [
                card(#""template":"generic","end_date":$now+60,"alarm":true"#),
                #"POST /_sim/snooze {"slug":"a"}"#,
            ],
            200,
            shows: [("content.end_date", "$now+360")]
        ),
    ]

    static let alarmsWithoutEnd: [Row] = [
        "generic", "steps", "alert", "gauge", "timeline", "board", "log", "media",
    ].map { name in
        Row(
            "7.4",
            "an alarm without an end on \(name)",
            [
                card(String((ContentCase.least[name] ?? "").dropFirst().dropLast()) + #","alarm":true"#)
            ],
            422,
            invalid
        )
    }

    static let windows: [Row] = windowRules + wrongDurations

    static let windowRules: [Row] = [
        Row(
            "8.1",
            "a duration becomes a window",
            [card(#""template":"generic","duration":"1h30m10s""#)],
            201,
            shows: [
                ("content.start_date", "$now"), ("content.end_date", "$now+5410"),
                ("content.duration", nil),
            ]
        ),
        Row(
            "8.1",
            "end_date wins over it",
            [card(#""template":"generic","duration":60,"end_date":$now+99"#)],
            201,
            shows: [("content.end_date", "$now+99")]
        ),
        Row("8.1", "the longest", [card(#""template":"generic","duration":157788000"#)], 201),
        Row("8.1", "a text of the longest", [card(#""template":"generic","duration":"43830h""#)], 201),
        Row(
            "8.1",
            "a text beyond it",
            [card(#""template":"generic","duration":"43831h""#)],
            422,
            invalid
        ),
        Row("8.1", "the shortest", [card(#""template":"generic","duration":1"#)], 201),
        Row(
            "8.1",
            "units may repeat",
            [card(#""template":"generic","duration":"1m1m""#)],
            201,
            shows: [("content.end_date", "$now+120")]
        ),
        Row(
            "8.1",
            "the finish takes the window away",
            [
                card(#""template":"generic","duration":60,"live_progress":true"#),
                patch(#""end_date":null,"live_progress":null"#),
            ],
            200,
            shows: [("content.end_date", nil), ("content.live_progress", nil)]
        ),
        Row(
            "8.1",
            "live_progress that loses its end",
            [
                card(#""template":"generic","duration":60,"live_progress":true"#),
                patch(#""end_date":null"#),
            ],
            422,
            invalid
        ),
    ]

    static let wrongDurations: [Row] = [
        "1 h", "1.5h", "1H", "90x", "h", "-5", "0", "0s", "PT5M", "5:00", " 5m", "1h30",
        "99999999999999999999h",
    ].map {
        Row(
            "8.1",
            "the duration \($0)",
            [card(#""template":"generic","duration":"\#($0)""#)],
            422,
            invalid
        )
    }
}
