/// Repeating and encrypted notifications (sections 11.7 and 11.8).
extension NotificationLimits {
    static let links = (0..<9)
        .map { #"{"id":"a\#($0)","title":"A","url":"https://x.example"}"# }.joined(separator: ",")

    static let acknowledged: [Row] = repeats + privateCallbacks + publicCallbacks

    static let repeats: [Row] = [
        Row(
            "11.7",
            "the defaults",
            [post(#""acknowledge":{}"#)],
            201,
            shows: [
                ("receipt.status", #""active""#), ("receipt.repeat_seconds", "60"),
                ("receipt.expires_at", #""2026-11-18T18:30:00Z""#), ("receipt.repeats_sent", "0"),
                ("receipt.notification_id", "4001"), ("receipt.tags", "[]"), ("receipt.created_at", "*"),
                ("receipt.last_delivered_at", "*"), ("receipt.callback", nil),
                ("actions.0", #"{"id":"pw_ack","title":"Acknowledge"}"#),
            ]
        ),
        Row(
            "11.7",
            "the limits",
            [
                post(
                    #""acknowledge":{"repeat_seconds":30,"expire_seconds":10800,"action_title":"\#(run(64))"}"#
                )
            ],
            201
        ),
        Row(
            "11.7",
            "the other limits",
            [post(#""acknowledge":{"repeat_seconds":3600,"expire_seconds":60,"action_title":"x"}"#)],
            201
        ),
        Row("11.7", "action_title is not empty", [post(#""acknowledge":{"action_title":""}"#)], 422),
        Row("11.7", "repeat_seconds is whole", [post(#""acknowledge":{"repeat_seconds":60.5}"#)], 422),
        Row("11.7", "no unknown members", [post(#""acknowledge":{"sound":"x"}"#)], 422),
        Row("11.7", "nine links leave room", [post(#""acknowledge":{},"actions":[\#(links)]"#)], 201),
        Row(
            "11.7",
            "ten actions of which one is recorded",
            [post(#""acknowledge":{},"actions":[\#(links),{"id":"b","title":"B"}]"#)],
            201
        ),
        Row(
            "11.7",
            "a recorded action of one's own takes the button's place",
            [post(#""acknowledge":{},"actions":[{"id":"b","title":"B"}]"#)],
            201,
            shows: [("actions.#", "1")]
        ),
        Row(
            "11.7",
            "an own pw_ack",
            [post(#""acknowledge":{},"actions":[{"id":"pw_ack","title":"B"}]"#)],
            400,
            invalid
        ),
        Row("11.7", "a tag of 64", [post(#""acknowledge":{},"tags":["\#(run(64))"]"#)], 201),
        Row("11.7", "a tag of 65", [post(#""acknowledge":{},"tags":["\#(run(65))"]"#)], 400, invalid),
        Row("11.7", "a tag is ASCII", [post(#""acknowledge":{},"tags":["é"]"#)], 400, invalid),
        Row("11.7", "a tag is a text", [post(#""acknowledge":{},"tags":[1]"#)], 422),
        Row(
            "11.7",
            "tags are told once each",
            [post(#""acknowledge":{},"tags":["a","b","a"]"#)],
            201,
            shows: [("receipt.tags", #"["a","b"]"#)]
        ),
        Row(
            "11.7",
            "a tap acknowledges",
            [post(#""acknowledge":{}"#), "+90", tap("pw_ack"), receipt],
            200,
            shows: [
                ("status", #""acknowledged""#), ("action_id", #""pw_ack""#), ("repeats_sent", "1"),
                ("acknowledged_at", #""2026-11-18T17:31:30Z""#), ("acknowledged_by", "*"),
                ("acknowledged_by_device", "*"),
            ]
        ),
        Row(
            "11.7",
            "it expires",
            [post(#""acknowledge":{"expire_seconds":60}"#), "+60", receipt],
            200,
            shows: [("status", #""expired""#)]
        ),
        Row(
            "11.7",
            "finished receipts are kept for seven days",
            [post(#""acknowledge":{"expire_seconds":60}"#), "+60", "+604800", receipt],
            200
        ),
        Row(
            "11.7",
            "and no longer",
            [post(#""acknowledge":{"expire_seconds":60}"#), "+60", "+604801", receipt],
            404,
            "notification_receipt.not_found"
        ),
        Row(
            "11.7",
            "cancelled",
            [post(#""acknowledge":{}"#), "POST /notifications/receipts/4001/cancel"],
            200,
            shows: [
                ("status", #""canceled""#), ("cancel_reason", #""api""#),
                ("canceled_at", #""2026-11-18T17:30:00Z""#),
            ]
        ),
        Row(
            "11.7",
            "a finished one is cancelled without effect",
            [
                post(#""acknowledge":{"expire_seconds":60}"#), "+60",
                "POST /notifications/receipts/4001/cancel",
            ],
            200,
            shows: [("status", #""expired""#)]
        ),
        Row(
            "11.7",
            "cancelled by tag",
            [
                post(#""acknowledge":{},"tags":["leak"]"#),
                #"POST /notifications/receipts/cancel {"tag":"leak"}"#,
            ],
            200,
            shows: [("canceled", "1")]
        ),
        Row(
            "11.7",
            "cancel by tag has no more members",
            [#"POST /notifications/receipts/cancel {"tag":"a","id":1}"#],
            422
        ),
        Row(
            "11.7",
            "a later one with its collapse_id takes its place",
            [
                post(#""acknowledge":{},"collapse_id":"c""#),
                post(#""acknowledge":{},"collapse_id":"c""#),
                receipt,
            ],
            200,
            shows: [("status", #""canceled""#), ("cancel_reason", #""superseded""#)]
        ),
        Row(
            "11.7",
            "another key's with its collapse_id does not",
            [
                post(#""acknowledge":{},"collapse_id":"c""#),
                #"POST /_sim/keys {"token":"hlk_b","notifications":"send"}"#, "token hlk_b",
                post(#""acknowledge":{},"collapse_id":"c""#), "GET /_sim/state",
            ],
            200,
            shows: [("receipts.#", "2"), ("receipts.0.status", #""active""#)]
        ),
        Row(
            "11.7",
            "a callback is pending",
            [post(#""acknowledge":{},"callback_url":"https://x.example/a""#)],
            201,
            shows: [("receipt.callback.status", #""pending""#)]
        ),
        Row(
            "11.7",
            "a server without repeats",
            [#"POST /_sim/features {"missing":["receipts"]}"#, post(#""acknowledge":{}"#)],
            422,
            "notification_receipt.disabled"
        ),
    ]

    static let privateCallbacks: [Row] = [
        "https://10.0.0.1", "https://172.16.0.1", "https://172.31.9.9", "https://192.168.1.5",
        "https://127.0.0.1", "https://169.254.1.1", "https://100.64.0.1", "https://0.0.0.0",
        "https://[::1]", "https://[fd00::1]", "https://[fe80::1]", "https://localhost",
        "https://nas.local", "https://nas", "http://x.example", "app://x", "https://", "x.example",
    ].map {
        Row(
            "11.7",
            "callback_url \($0)",
            [post(#""acknowledge":{},"callback_url":"\#($0)""#)],
            400,
            invalid
        )
    }

    static let publicCallbacks: [Row] = [
        "https://172.32.0.1", "https://100.128.0.1", "https://x.example:8443/a",
    ].map {
        Row("11.7", "callback_url \($0)", [post(#""acknowledge":{},"callback_url":"\#($0)""#)], 201)
    }

    static let encrypted: [Row] = clearTexts + envelopes

    static let clearTexts: [Row] = ["title", "subtitle", "body", "url"].map {
        Row(
            "11.8",
            "\($0) is not sent in the clear",
            [#"POST /notifications {"encrypted":"pw1.00112233.abc","\#($0)":"https://x.example"}"#],
            400,
            invalid
        )
    }

    static let envelopes: [Row] = [
        Row(
            "11.8",
            "title and body are placeholders",
            [#"POST /notifications {"encrypted":"pw1.00112233.abc"}"#],
            201,
            shows: [("encrypted", "*"), ("title", "*"), ("body", "*")]
        ),
        Row(
            "11.8",
            "3072 characters",
            [#"POST /notifications {"encrypted":"pw1.00112233.\#(run(3059))"}"#],
            201
        ),
        Row(
            "11.8",
            "3073 characters",
            [#"POST /notifications {"encrypted":"pw1.00112233.\#(run(3060))"}"#],
            422
        ),
        Row(
            "11.8",
            "an organization's server",
            [
                #"POST /_sim/features {"missing":["encryption"]}"#,
                #"POST /notifications {"encrypted":"pw1.00112233.abc"}"#,
            ],
            422,
            "notification.encryption_unavailable"
        ),
    ]
}
