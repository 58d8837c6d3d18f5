/// Rows for limits, types and behaviour of notifications that `NotificationTable` does not hold.
package enum NotificationLimits {
    static let invalid = "notification.invalid"

    static func post(_ more: String) -> String { NotificationTable.post(more) }

    static func action(_ members: String) -> String { NotificationTable.action(members) }

    static func run(_ count: Int, _ letter: String = "x") -> String {
        ContentTable.run(letter, count)
    }

    static func schedule(_ more: String) -> String {
        NotificationTable.post(more, path: "/notifications/scheduled")
    }

    static func cron(_ text: String, _ more: String = "") -> String {
        schedule(#""recurrence":{"cron":"\#(text)","timezone":"Europe/Berlin"\#(more)}"#)
    }

    static let answer = "GET /notifications/answers/4001"

    static let receipt = "GET /notifications/receipts/4001"

    static func tap(_ action: String, _ more: String = "") -> String {
        #"POST /_sim/tap {"notification":4001,"action":"\#(action)"\#(more)}"#
    }

    package static let rows: [Row] =
        kept + types + levels + brokenActions + replies + answers + response + acknowledged + encrypted
        + schedules

    static let kept: [Row] = [
        Row(
            "11.1",
            "title of 256",
            [#"POST /notifications {"title":"\#(run(256))","body":"B"}"#],
            201,
            shows: [("title", "*")]
        ),
        Row(
            "11.1",
            "title counts code points",
            [#"POST /notifications {"title":"\#(run(256, "é"))","body":"B"}"#],
            201
        ),
        Row("11.1", "subtitle of 256", [post(#""subtitle":"\#(run(256))""#)], 201),
        Row("11.1", "thread_id of 128", [post(#""thread_id":"\#(run(128))""#)], 201),
        Row("11.1", "collapse_id of 64", [post(#""collapse_id":"\#(run(64))""#)], 201),
        Row(
            "11.1",
            "collapse_id is not returned",
            [post(#""collapse_id":"c""#)],
            201,
            shows: [("collapse_id", nil)]
        ),
        Row("11.1", "source of 128", [post(#""source":"\#(run(128))""#)], 201),
        Row("11.1", "source_display_name of 256", [post(#""source_display_name":"\#(run(256))""#)], 201),
        Row("11.1", "url of 2048", [post(#""url":"https://x.example/\#(run(2030))""#)], 201),
        Row("11.1", "icon_url of 2048", [post(#""icon_url":"https://x.example/\#(run(2030))""#)], 201),
        Row(
            "11.1",
            "icon_url has at most 2048",
            [post(#""icon_url":"https://x.example/\#(run(2031))""#)],
            422
        ),
        Row(
            "11.1",
            "media.url has at most 2048",
            [post(#""media":{"url":"https://x.example/\#(run(2031))","type":"image"}"#)],
            422
        ),
        Row("11.1", "media.url is not empty", [post(#""media":{"url":"","type":"image"}"#)], 422),
        Row(
            "11.1",
            "media has no more members",
            [post(#""media":{"url":"https://x.example/a","type":"image","size":1}"#)],
            422
        ),
        Row(
            "11.1",
            "media is returned flat",
            [post(#""media":{"url":"https://x.example/a","type":"audio"}"#)],
            201,
            shows: [("media_url", #""https://x.example/a""#), ("media_type", #""audio""#), ("media", nil)]
        ),
        Row(
            "11.1",
            "a metadata key of 64 and a value of 4096",
            [post(#""metadata":{"\#(run(64))":"\#(run(4096))"}"#)],
            201
        ),
        Row("11.1", "a metadata key is not empty", [post(#""metadata":{"":"v"}"#)], 400, invalid),
        Row(
            "11.1",
            "metadata counts bytes",
            [post(#""metadata":{"a":"\#(run(4096, "é"))","b":"x"}"#)],
            400,
            invalid
        ),
        Row(
            "11.1",
            "an unknown card stores nothing",
            [
                "! " + post(#""activity_slug":"a""#), "GET /_sim/state",
            ],
            200,
            shows: [("notifications.#", "0")]
        ),
        Row(
            "11.1",
            "push false goes to the inbox only",
            [post(#""push":false"#)],
            201,
            shows: [("pushed", "false"), ("delivery", #""none""#), ("reason", #""push_disabled""#)]
        ),
        Row("11.1", "no actions", [post(#""actions":[]"#)], 201),
        Row(
            "11.1",
            "the newer takes the collapsed one's place",
            [
                post(#""collapse_id":"c""#), post(#""collapse_id":"c""#), "GET /_sim/state",
            ],
            200,
            shows: [("notifications.#", "1"), ("notifications.0.id", "4002")]
        ),
        Row(
            "11.1",
            "one thread stacks",
            [
                post(#""thread_id":"t""#), post(#""thread_id":"t""#), "GET /_sim/state",
            ],
            200,
            shows: [("notifications.#", "2")]
        ),
    ]

    static let types: [Row] = textTypes + otherTypes

    static let textTypes: [Row] = [
        "title", "body", "subtitle", "level", "thread_id", "collapse_id", "source", "source_display_name",
        "url", "icon_url", "activity_slug", "encrypted", "callback_url",
    ].map { name in
        Row(
            "11.1",
            "\(name) is a text",
            [#"POST /notifications {"title":"T","body":"B"}"#.replacing(name)],
            422
        )
    }

    static let otherTypes: [Row] = [
        Row("11.1", "volume is a number", [post(#""level":"critical","volume":"loud""#)], 422),
        Row("11.1", "volume is not negative", [post(#""level":"critical","volume":-0.1"#)], 422),
        Row("11.1", "media is an object", [post(#""media":"https://x.example/a""#)], 422),
        Row("11.1", "metadata is an object", [post(#""metadata":["a"]"#)], 422),
        Row("11.1", "actions are a list", [post(#""actions":{}"#)], 422),
        Row("11.1", "tags are a list", [post(#""acknowledge":{},"tags":"a""#)], 422),
        Row("11.1", "acknowledge is an object", [post(#""acknowledge":true"#)], 422),
        Row("1", "unknown members of a notification", [post(#""priority":5"#)], 422),
        Row(
            "5.2",
            "the schema speaks first",
            [#"POST /notifications {"title":"T","url":"javascript:a"}"#],
            422
        ),
    ]

    static let levels: [Row] = goodLevels + levelRules

    static let goodLevels: [Row] = ["passive", "active", "time-sensitive", "critical"].map {
        Row("11.2", "level \($0)", [post(#""level":"\#($0)""#)], 201, shows: [("level", #""\#($0)""#)])
    }

    static let levelRules: [Row] = [
        Row("11.2", "active unless set", [post("")], 201, shows: [("level", #""active""#)]),
        Row("11.2", "levels have one case", [post(#""level":"Active""#)], 422),
        Row("11.2", "no other level", [post(#""level":"warning""#)], 422),
    ]

    static let brokenActions: [Row] = brokenShapes + keptShapes + actionLimits

    static let brokenShapes: [Row] = ActionTable.broken.filter { !$0.text.hasPrefix(#""url":"""#) }
        .map { members in
            let isSchema = members.isSchema || members.rule == "a url of more than 2048"
            return Row(
                "11.3",
                members.rule,
                [action(members.text)],
                isSchema ? 422 : 400,
                isSchema ? nil : invalid
            )
        }

    static let keptShapes: [Row] = ActionTable.kept.map {
        Row("11.3", $0.rule, [action($0.text)], 201)
    }

    static let actionLimits: [Row] = [
        Row("11.3", "an id is not empty", [post(#""actions":[{"id":"","title":"A"}]"#)], 422),
        Row("11.3", "a title is not empty", [post(#""actions":[{"id":"a","title":""}]"#)], 422),
        Row("11.3", "an id is a text", [post(#""actions":[{"id":1,"title":"A"}]"#)], 422),
        Row(
            "11.3",
            "id, title and icon of 64",
            [post(#""actions":[{"id":"\#(run(64))","title":"\#(run(64))","icon":"\#(run(64))"}]"#)],
            201
        ),
        Row(
            "11.3",
            "a body counts bytes",
            [action(#""url":"https://x.example","body":"\#(run(513, "é"))""#)],
            400,
            invalid
        ),
        Row(
            "11.3",
            "foreground opens no cleartext page",
            [
                action(#""url":"http://x.example","foreground":true"#)
            ],
            400,
            invalid
        ),
        Row("11.3", "destructive is a boolean", [action(#""destructive":"yes""#)], 422),
        Row(
            "11.3",
            "authentication_required is a boolean",
            [action(#""authentication_required":1"#)],
            422
        ),
        Row("11.3", "text_input is a boolean", [action(#""text_input":"yes""#)], 422),
        Row(
            "11.3",
            "placeholder and button title of 64",
            [
                action(
                    #""text_input":true,"text_input_placeholder":"\#(run(64))","text_input_button_title":"\#(run(64))""#
                )
            ],
            201
        ),
        Row(
            "11.3",
            "a red and locked button",
            [action(#""destructive":true,"authentication_required":true"#)],
            201,
            shows: [("actions.0.destructive", "true"), ("actions.0.authentication_required", "true")]
        ),
    ]
}

extension String {
    /// A notification's body with that member made a number.
    fileprivate func replacing(_ name: String) -> String {
        switch name {
        case "title": #"POST /notifications {"title":5,"body":"B"}"#
        case "body": #"POST /notifications {"title":"T","body":5}"#
        default: dropLast() + #","\#(name)":5}"#
        }
    }
}
