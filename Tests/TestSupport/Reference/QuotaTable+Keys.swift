/// What keys may do, how many of each an account may have, and the shape of problems (sections 3, 4.3, 14.1).
extension QuotaTable {
    static func key(_ permissions: String, _ lines: String...) -> [String] {
        [
            RequestTable.post, WidgetTable.value, #"POST /_sim/keys {"token":"hlk_b"\#(permissions)}"#,
            "token hlk_b",
        ] + lines
    }

    static let denied = "integration_key.permission_denied"

    static let keys: [Row] = denials + keyRules

    static let denials: [Row] = [
        ("none", #","widgets":"write""#, "GET /activities"), ("none", "", "GET /activities/a"),
        ("read", #","activities":"read""#, "PATCH /activities/a {}"),
        ("update", #","activities":"update""#, RequestTable.post),
        ("update", #","activities":"update""#, "DELETE /activities/a"),
        ("none", #","activities":"manage""#, note), ("none", "", "GET /notifications/answers/1"),
        ("none", "", "GET /notifications/receipts/1"),
        ("none", "", "POST /notifications/receipts/1/cancel"),
        ("none", "", #"POST /notifications/receipts/cancel {"tag":"a"}"#),
        ("send", #","notifications":"send""#, "GET /notifications/scheduled"),
        (
            "send", #","notifications":"send""#,
            NotificationTable.post(#""send_at":"2026-11-18T18:00:00Z""#, path: "/notifications/scheduled")
        ),
        ("send", #","notifications":"send""#, "DELETE /notifications/scheduled/101"),
        (
            "send without read", #","notifications":"send""#,
            NotificationTable.post(#""activity_slug":"a""#)
        ),
        ("none", "", "GET /widgets"), ("none", "", "GET /widgets/w"),
        ("read", #","widgets":"read""#, WidgetTable.value),
        ("read", #","widgets":"read""#, widget), ("read", #","widgets":"read""#, "DELETE /widgets/w"),
    ].map { (level: String, permissions: String, line: String) in
        Row("3", "\(level): \(line.prefix(40))", key(permissions, line), 403, denied)
    }

    static let keyRules: [Row] = [
        Row(
            "3",
            "any key reads the account",
            key("", me),
            200,
            shows: [
                ("integration_key.is_default", "false"),
                ("integration_key.permissions.activities", #""none""#),
                ("integration_key.permissions.notifications", #""none""#),
                ("integration_key.permissions.widgets", #""none""#),
            ]
        ),
        Row(
            "3",
            "the default key may do everything",
            [me],
            200,
            shows: [
                ("integration_key.is_default", "true"),
                ("integration_key.permissions.activities", #""manage""#),
                ("integration_key.permissions.notifications", #""schedule""#),
                ("integration_key.permissions.widgets", #""write""#),
                ("integration_key.permissions.emails", #""send""#),
            ]
        ),
        Row(
            "3",
            "update patches",
            key(#","activities":"update""#, "PATCH /activities/a?upsert=true {}"),
            200
        ),
        Row(
            "3",
            "update makes nothing",
            key(#","activities":"update""#, "PATCH /activities/b?upsert=true {}"),
            403,
            "activity.upsert_forbidden"
        ),
        Row(
            "3",
            "manage does",
            key(#","activities":"manage""#, "PATCH /activities/b?upsert=true {}"),
            201
        ),
        Row(
            "3",
            "a key for one slug",
            key(#","activities":"manage","activity_slugs":["b*"]"#, "PATCH /activities/a {}"),
            403,
            "integration_key.slug_invalid"
        ),
        Row(
            "3",
            "a key for a prefix",
            key(
                #","activities":"manage","activity_slugs":["b*"]"#,
                "PATCH /activities/bc?upsert=true {}"
            ),
            201
        ),
        Row(
            "3",
            "a key for widgets",
            key(#","widgets":"write","widget_slugs":["x"]"#, widget),
            403,
            "integration_key.slug_invalid"
        ),
        Row(
            "3",
            "an expired key",
            key(#","activities":"read","expires_at":"2026-11-18T17:30:10Z""#, "+10", "GET /activities"),
            401,
            "integration_key.expired"
        ),
    ]

    static let caps: [Row] = [
        Row("4.3", "fifty rows", fifty + [me], 200, shows: [("activity_count", "50")]),
        Row("4.3", "no fifty-first row by post", fifty + [RequestTable.post], 409, "activity.limit_exceeded"),
        Row("4.3", "nor by upsert", fifty + [RequestTable.start], 409, "activity.limit_exceeded"),
        Row(
            "4.3",
            "what is there may be posted",
            fifty + [#"POST /activities {"slug":"s1","name":"S"}"#],
            201
        ),
        Row("4.3", "a freed one makes room", fifty + ["DELETE /activities/s1", RequestTable.post], 201),
        Row(
            "4.3",
            "no fifty-first widget",
            (0..<50).map {
                #"POST /widgets {"slug":"w\#($0)","name":"W","content":{"template":"value"}}"#
            } + [WidgetTable.value],
            429,
            "widget.limit_exceeded",
            shows: [("@Retry-After", nil)]
        ),
        Row(
            "4.3",
            "no twenty-sixth schedule",
            Array(repeating: later, count: 26),
            409,
            "scheduled_notification.limit_exceeded"
        ),
        Row(
            "4.3",
            "no twenty-sixth that repeats",
            Array(repeating: NotificationTable.post(#""acknowledge":{}"#), count: 26),
            409,
            "notification_receipt.limit_exceeded"
        ),
        Row(
            "4.3",
            "one that is cancelled makes room",
            Array(repeating: NotificationTable.post(#""acknowledge":{}"#), count: 25) + [
                "POST /notifications/receipts/4001/cancel", NotificationTable.post(#""acknowledge":{}"#),
            ],
            201
        ),
    ]

    static let fifty = (0..<50).map { #"POST /activities {"slug":"s\#($0)","name":"S"}"# }

    static let later = NotificationTable.post(
        #""send_at":"2026-12-01T00:00:00Z""#,
        path: "/notifications/scheduled"
    )

    static let rates: [Row] = [
        Row("4.1", "health is free", Array(repeating: "GET /health", count: 300), 200),
        Row("4.1", "two hundred", Array(repeating: "GET /activities", count: 200), 200),
    ]

    static let shapes: [Row] = [
        Row(
            "14.1",
            "a schema's problem",
            [#"POST /activities {"slug":"a","name":"A","priority":11}"#],
            422,
            shows: [
                ("type", "*"), ("title", "*"), ("status", "422"), ("detail", "*"),
                ("instance", #""/activities""#),
                ("errors.0.location", #""body.priority""#), ("errors.0.value", "11"),
                ("errors.0.message", "*"),
                ("@Content-Type", #""application/problem+json""#),
            ]
        ),
        Row(
            "14.1",
            "a query's problem",
            ["GET /activities?limit=0"],
            422,
            shows: [("errors.0.location", #""query.limit""#)]
        ),
        Row(
            "14.1",
            "a handler's problem",
            [#"PATCH /activities/a?upsert=true {"content":{"template":"gauge"}}"#],
            422,
            "activity.content_invalid",
            shows: [
                ("errors", nil), ("detail", "*"), ("@Retry-After", nil),
            ]
        ),
        Row(
            "14.1",
            "what is right has no problem",
            [RequestTable.post],
            201,
            shows: [("code", nil), ("@Content-Type", #""application/json""#)]
        ),
        Row("14.3", "what is right has no code", ["GET /activities"], 200, shows: [("code", nil)]),
        Row("2", "a method that is not offered", ["PUT /activities/a {}"], 405),
        Row("2", "the list of widgets", ["GET /widgets"], 200, shows: [("items", "[]")]),
        Row(
            "2",
            "delete answers nothing",
            [RequestTable.post, "DELETE /activities/a"],
            204,
            shows: [("id", nil)]
        ),
        Row(
            "13",
            "an e-mail's body of HTML",
            [#"POST /emails {"to":"me@example.org","subject":"S","html_body":"T"}"#],
            201,
            shows: [("status", #""sent""#), ("delivery", #""all""#)]
        ),
        Row("13", "to has at least 3", [#"POST /emails {"to":"a","subject":"S","text_body":"T"}"#], 422),
        Row(
            "13",
            "to has at most 254",
            [#"POST /emails {"to":"\#(ContentTable.run("x", 255))","subject":"S","text_body":"T"}"#],
            422
        ),
        Row(
            "13",
            "a subject is not empty",
            [#"POST /emails {"to":"me@example.org","subject":"","text_body":"T"}"#],
            422
        ),
        Row(
            "13",
            "text of at most 65536",
            [
                #"POST /emails {"to":"me@example.org","subject":"S","text_body":"\#(ContentTable.run("x", 65_537))"}"#
            ],
            422
        ),
        Row(
            "13",
            "HTML of at most 262144",
            [
                #"POST /emails {"to":"me@example.org","subject":"S","html_body":"\#(ContentTable.run("x", 262_145))"}"#
            ],
            422
        ),
    ]
}
