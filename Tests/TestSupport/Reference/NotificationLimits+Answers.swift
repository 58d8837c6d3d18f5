/// Replies, recorded answers, and what a response holds (sections 11.4 to 11.6).
extension NotificationLimits {
    static let replies: [Row] = [
        Row(
            "11.4",
            "the text takes the place of {{input}}",
            [
                action(
                    #""url":"https://x.example","method":"POST","text_input":true,"body":"say {{input}}","headers":{"Content-Type":"text/plain"}"#
                ),
                tap("a", #","text":"yes""#),
            ],
            200,
            shows: [("result", #""webhook""#), ("request.body", #""say yes""#)]
        ),
        Row(
            "11.4",
            "without a place the body is the text",
            [
                action(#""url":"https://x.example","method":"POST","text_input":true"#),
                tap("a", #","text":"yes""#),
            ],
            200,
            shows: [("request.body", ##""{\"text\":\"yes\"}""##)]
        ),
        Row(
            "11.4",
            "without a url the text is recorded",
            [action(#""text_input":true"#), tap("a", #","text":"18.5""#), answer],
            200,
            shows: [("text", #""18.5""#), ("action_id", #""a""#)]
        ),
        Row(
            "11.4",
            "no public address",
            [#"POST /_sim/features {"missing":["answers"]}"#, action(#""text_input":true"#)],
            422,
            "notification.answer_url_unavailable"
        ),
    ]

    static let answers: [Row] = [
        Row("11.5", "answerable without a url", [action("")], 201, shows: [("answerable", "true")]),
        Row(
            "11.5",
            "not answerable where it only opens the app",
            [action(#""foreground":true"#)],
            201,
            shows: [("answerable", nil)]
        ),
        Row(
            "11.5",
            "not answerable with urls",
            [action(#""url":"https://x.example""#)],
            201,
            shows: [("answerable", nil)]
        ),
        Row(
            "11.5",
            "nothing is recorded then",
            [action(#""url":"https://x.example""#), answer],
            404,
            "notification_answer.not_found"
        ),
        Row(
            "11.5",
            "pending",
            [action(""), answer],
            200,
            shows: [
                ("notification_id", "4001"), ("status", #""pending""#), ("action_id", nil), ("text", nil),
                ("answered_at", nil),
            ]
        ),
        Row(
            "11.5",
            "answered",
            [action(""), "+60", tap("a"), answer],
            200,
            shows: [
                ("status", #""answered""#), ("action_id", #""a""#), ("text", nil),
                ("answered_at", #""2026-11-18T17:31:00Z""#),
            ]
        ),
        Row(
            "11.5",
            "the first answer wins",
            [
                post(#""actions":[{"id":"a","title":"A"},{"id":"b","title":"B"}]"#), tap("a"), tap("b"),
                answer,
            ],
            200,
            shows: [("action_id", #""a""#)]
        ),
        Row(
            "11.5",
            "answers are kept 30 days",
            [action(""), "+2592001", answer],
            404,
            "notification_answer.not_found"
        ),
        Row("11.5", "a wait of 25", [action(""), answer + "?wait=25"], 200),
        Row("11.5", "a wait is not negative", [action(""), answer + "?wait=-1"], 422),
        Row("11.5", "a wait is a number", [action(""), answer + "?wait=long"], 422),
        Row(
            "3",
            "another key reads no answer",
            [
                action(""), #"POST /_sim/keys {"token":"hlk_b","notifications":"schedule"}"#, "token hlk_b",
                answer,
            ],
            404,
            "notification_answer.not_found"
        ),
        Row(
            "3",
            "another key reads no receipt",
            [
                post(#""acknowledge":{}"#), #"POST /_sim/keys {"token":"hlk_b","notifications":"schedule"}"#,
                "token hlk_b", receipt,
            ],
            404,
            "notification_receipt.not_found"
        ),
        Row(
            "3",
            "another key reads no schedule",
            [
                cron("@daily"), #"POST /_sim/keys {"token":"hlk_b","notifications":"schedule"}"#,
                "token hlk_b",
                "GET /notifications/scheduled/101",
            ],
            404,
            "scheduled_notification.not_found"
        ),
    ]

    static let response: [Row] = [
        Row(
            "11.6",
            "it echoes",
            [
                post(
                    #""subtitle":"S","thread_id":"t","source":"s","source_display_name":"D","url":"app://a","icon_url":"https://x.example/i","metadata":{"a":"b"},"actions":[{"id":"a","title":"A"}]"#
                )
            ],
            201,
            shows: [
                ("id", "*"), ("title", #""T""#), ("subtitle", #""S""#), ("body", #""B""#),
                ("thread_id", #""t""#), ("level", #""active""#), ("source", #""s""#),
                ("source_display_name", #""D""#), ("url", #""app://a""#),
                ("icon_url", #""https://x.example/i""#), ("metadata", #"{"a":"b"}"#),
                ("actions.0.id", #""a""#), ("pushed", "true"), ("created_at", #""2026-11-18T17:30:00Z""#),
                ("delivery", #""all""#), ("reason", nil), ("answerable", "true"), ("receipt", nil),
            ]
        ),
        Row(
            "11.6",
            "its card",
            [RequestTable.post, post(#""activity_slug":"a""#)],
            201,
            shows: [("activity_slug", #""a""#)]
        ),
        Row(
            "11.6",
            "notifications are not listed",
            ["GET /notifications"],
            405
        ),
    ]
}
