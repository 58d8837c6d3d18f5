/// Requests and their answers, a row for each rule of notifications, schedules and receipts.
enum NotificationTable {
    /// A `POST /notifications` whose body is a title, a text, and more members.
    static func post(_ more: String = "", path: String = "/notifications") -> String {
        #"POST \#(path) {"title":"T","body":"B"\#(more.isEmpty ? "" : ",")\#(more)}"#
    }

    static func action(_ members: String) -> String {
        post(#""actions":[{"id":"a","title":"A"\#(members.isEmpty ? "" : ",")\#(members)}]"#)
    }

    private static let invalid = "notification.invalid"
    private static let tenLinks = (0..<10)
        .map { #"{"id":"a\#($0)","title":"A","url":"https://x.example"}"# }.joined(separator: ",")
    private static let eleven = (0..<11).map { #"{"id":"a\#($0)","title":"A"}"# }.joined(separator: ",")
    private static func run(_ count: Int) -> String { ContentTable.run("x", count) }
    private static func metadata(_ keys: Int) -> String {
        #""metadata":{\#((0..<keys).map { #""k\#($0)":"v""# }.joined(separator: ","))}"#
    }

    static let rows: [Row] = plain + actions + acknowledged

    private static let plain: [Row] = [
        Row("the least", [post()], 201),
        Row("title is required", [#"POST /notifications {"body":"B"}"#], 422),
        Row("body is required", [#"POST /notifications {"title":"T"}"#], 422),
        Row("title is not empty", [#"POST /notifications {"title":"","body":"B"}"#], 422),
        Row("body is not empty", [#"POST /notifications {"title":"T","body":""}"#], 422),
        Row("title has at most 256", [#"POST /notifications {"title":"\#(run(257))","body":"B"}"#], 422),
        Row("body has at most 4096", [#"POST /notifications {"title":"T","body":"\#(run(4097))"}"#], 422),
        Row("body has 4096", [#"POST /notifications {"title":"T","body":"\#(run(4096))"}"#], 201),
        Row("malformed JSON", ["POST /notifications {"], 400),
        Row("subtitle has at most 256", [post(#""subtitle":"\#(run(257))""#)], 422),
        Row("level is an enum", [post(#""level":"loud""#)], 422),
        Row("level time-sensitive", [post(#""level":"time-sensitive""#)], 201),
        Row("volume is for critical", [post(#""level":"active","volume":0.5"#)], 400, invalid),
        Row("volume with critical", [post(#""level":"critical","volume":0.5"#)], 201),
        Row("volume is at most 1", [post(#""level":"critical","volume":1.5"#)], 422),
        Row("thread_id has at most 128", [post(#""thread_id":"\#(run(129))""#)], 422),
        Row("collapse_id has at most 64", [post(#""collapse_id":"\#(run(65))""#)], 422),
        Row("source has at most 128", [post(#""source":"\#(run(129))""#)], 422),
        Row("source_display_name has at most 256", [post(#""source_display_name":"\#(run(257))""#)], 422),
        Row("sound is no member", [post(#""sound":"default""#)], 422),
        Row("target needs an organization", [post(#""target":{"tags":["a"]}"#)], 422),
        Row("url may be an app's", [post(#""url":"homeassistant://a""#)], 201),
        Row("url has a scheme", [post(#""url":"x.example""#)], 400, invalid),
        Row("url is no script", [post(#""url":"javascript:a""#)], 400, invalid),
        Row("url has a host", [post(#""url":"https://""#)], 400, invalid),
        Row("url has at most 2048", [post(#""url":"https://x.example/\#(run(2048))""#)], 422),
        Row("icon_url is a web address", [post(#""icon_url":"mdi:door""#)], 400, invalid),
        Row("icon_url may be http", [post(#""icon_url":"http://x.example/a.png""#)], 201),
        Row("media", [post(#""media":{"url":"https://x.example/a.jpg","type":"image"}"#)], 201),
        Row(
            "media is https",
            [post(#""media":{"url":"http://x.example/a.jpg","type":"image"}"#)],
            400,
            invalid
        ),
        Row("media needs a type", [post(#""media":{"url":"https://x.example/a.jpg"}"#)], 422),
        Row("media needs a url", [post(#""media":{"type":"image"}"#)], 422),
        Row("media type is an enum", [post(#""media":{"url":"https://x.example/a","type":"gif"}"#)], 422),
        Row("metadata holds texts", [post(#""metadata":{"a":1}"#)], 422),
        Row("metadata has 20 keys", [post(metadata(20))], 201),
        Row("metadata has at most 20 keys", [post(metadata(21))], 400, invalid),
        Row("metadata keys have at most 64", [post(#""metadata":{"\#(run(65))":"v"}"#)], 400, invalid),
        Row("metadata values have at most 4096", [post(#""metadata":{"a":"\#(run(4097))"}"#)], 400, invalid),
        Row(
            "metadata has at most 8 KB",
            [post(#""metadata":{"a":"\#(run(4096))","b":"\#(run(4096))"}"#)],
            400,
            invalid
        ),
        Row("activity_slug exists", [post(#""activity_slug":"a""#)], 422, "notification.activity_not_found"),
        Row("activity_slug of a row", [RequestTable.post, post(#""activity_slug":"a""#)], 201),
        Row("push is a boolean", [post(#""push":"no""#)], 422),
        Row("encrypted stands alone", [post(#""encrypted":"pw1.00112233.abc""#)], 400, invalid),
        Row("encrypted", [#"POST /notifications {"encrypted":"pw1.00112233.abc"}"#], 201),
        Row("encrypted has its form", [#"POST /notifications {"encrypted":"abc"}"#], 400, invalid),
        Row(
            "encrypted fits into a push with its actions",
            [
                #"POST /notifications {"encrypted":"pw1.00112233.\#(run(3000))","actions":[{"id":"a","title":"A","url":"https://x.example","body":"\#(run(1024))"}]}"#
            ],
            422,
            "notification.encrypted_too_large"
        ),
        Row(
            "encrypted has at most 3072",
            [#"POST /notifications {"encrypted":"pw1.00112233.\#(run(3072))"}"#],
            422
        ),
    ]

    private static let actions: [Row] = [
        Row("an action", [action("")], 201),
        Row("ten actions", [post(#""actions":[\#(tenLinks)]"#)], 201),
        Row("eleven actions", [post(#""actions":[\#(eleven)]"#)], 422),
        Row("an action has an id", [post(#""actions":[{"title":"A"}]"#)], 422),
        Row("an action has a title", [post(#""actions":[{"id":"a"}]"#)], 422),
        Row("an id has at most 64", [post(#""actions":[{"id":"\#(run(65))","title":"A"}]"#)], 422),
        Row("a title has at most 64", [post(#""actions":[{"id":"a","title":"\#(run(65))"}]"#)], 422),
        Row(
            "an id is used once",
            [post(#""actions":[{"id":"a","title":"A"},{"id":"a","title":"B"}]"#)],
            400,
            invalid
        ),
        Row("pw_ack is reserved", [post(#""actions":[{"id":"pw_ack","title":"A"}]"#)], 400, invalid),
        Row("no unknown members", [action(#""style":"red""#)], 422),
        Row("icon has at most 64", [action(#""icon":"\#(run(65))""#)], 422),
        Row("url is no file", [action(#""url":"file:///a""#)], 400, invalid),
        Row("url is no vbscript", [action(#""url":"vbscript:a""#)], 400, invalid),
        Row("url has a host", [action(#""url":"https://""#)], 400, invalid),
        Row("method in any case", [action(#""url":"https://x.example","method":"post""#)], 201),
        Row("method is an enum", [action(#""url":"https://x.example","method":"BREW""#)], 422),
        Row("method needs http", [action(#""url":"homeassistant://a","method":"POST""#)], 400, invalid),
        Row("method needs a url", [action(#""method":"POST""#)], 400, invalid),
        Row("body needs http", [action(#""url":"homeassistant://a","body":"x""#)], 400, invalid),
        Row("headers need http", [action(#""url":"homeassistant://a","headers":{"A":"b"}"#)], 400, invalid),
        Row(
            "headers have at most 1 KB",
            [action(#""url":"https://x.example","headers":{"A":"\#(run(1024))"}"#)],
            400,
            invalid
        ),
        Row(
            "body has at most 1 KB",
            [action(#""url":"https://x.example","body":"\#(run(1025))""#)],
            400,
            invalid
        ),
        Row("foreground opens https", [action(#""url":"http://x.example","foreground":true"#)], 400, invalid),
        Row("foreground with https", [action(#""url":"https://x.example","foreground":true"#)], 201),
        Row("foreground without url", [action(#""foreground":true"#)], 201),
        Row("text_input without url", [action(#""text_input":true"#)], 201),
        Row("text_input with a silent url", [action(#""url":"https://x.example","text_input":true"#)], 201),
        Row("text_input is silent", [action(#""text_input":true,"foreground":true"#)], 400, invalid),
        Row(
            "text_input is no deep link",
            [action(#""url":"homeassistant://a","text_input":true"#)],
            400,
            invalid
        ),
        Row("placeholder needs text_input", [action(#""text_input_placeholder":"x""#)], 400, invalid),
        Row("button title needs text_input", [action(#""text_input_button_title":"x""#)], 400, invalid),
        Row(
            "placeholder has at most 64",
            [action(#""text_input":true,"text_input_placeholder":"\#(run(65))""#)],
            422
        ),
        Row(
            "button title has at most 64",
            [action(#""text_input":true,"text_input_button_title":"\#(run(65))""#)],
            422
        ),
    ]

    private static let acknowledged: [Row] = [
        Row("acknowledge by defaults", [post(#""acknowledge":{}"#)], 201),
        Row("repeat_seconds is at least 30", [post(#""acknowledge":{"repeat_seconds":29}"#)], 422),
        Row("repeat_seconds is at most 3600", [post(#""acknowledge":{"repeat_seconds":3601}"#)], 422),
        Row("expire_seconds is at least 60", [post(#""acknowledge":{"expire_seconds":59}"#)], 422),
        Row("expire_seconds is at most 10800", [post(#""acknowledge":{"expire_seconds":10801}"#)], 422),
        Row("action_title has at most 64", [post(#""acknowledge":{"action_title":"\#(run(65))"}"#)], 422),
        Row("not for passive", [post(#""acknowledge":{},"level":"passive""#)], 400, invalid),
        Row("not without a push", [post(#""acknowledge":{},"push":false"#)], 400, invalid),
        Row("tags need acknowledge", [post(#""tags":["a"]"#)], 400, invalid),
        Row("tags have no space", [post(#""acknowledge":{},"tags":["a b"]"#)], 400, invalid),
        Row("tags are not empty", [post(#""acknowledge":{},"tags":[""]"#)], 400, invalid),
        Row(
            "at most ten tags",
            [post(#""acknowledge":{},"tags":["a","b","c","d","e","f","g","h","i","j","k"]"#)],
            422
        ),
        Row("ten links leave no room", [post(#""acknowledge":{},"actions":[\#(tenLinks)]"#)], 400, invalid),
        Row("callback_url needs acknowledge", [post(#""callback_url":"https://x.example""#)], 400, invalid),
        Row(
            "callback_url is https",
            [post(#""acknowledge":{},"callback_url":"http://x.example""#)],
            400,
            invalid
        ),
        Row(
            "callback_url is public",
            [post(#""acknowledge":{},"callback_url":"https://192.168.1.5""#)],
            400,
            invalid
        ),
        Row("callback_url", [post(#""acknowledge":{},"callback_url":"https://x.example/a""#)], 201),
    ]

    static let receipts: [Row] = [
        Row("a receipt", [post(#""acknowledge":{}"#), "GET /notifications/receipts/4001"], 200),
        Row(
            "no receipt",
            [post(), "GET /notifications/receipts/4001"],
            404,
            "notification_receipt.not_found"
        ),
        Row("cancel", [post(#""acknowledge":{}"#), "POST /notifications/receipts/4001/cancel"], 200),
        Row(
            "cancel nothing",
            ["POST /notifications/receipts/1/cancel"],
            404,
            "notification_receipt.not_found"
        ),
        Row("cancel by tag", [#"POST /notifications/receipts/cancel {"tag":"a"}"#], 200),
        Row("cancel by tag needs one", ["POST /notifications/receipts/cancel {}"], 422),
        Row(
            "wait on a receipt is at most 25",
            [post(#""acknowledge":{}"#), "GET /notifications/receipts/4001?wait=26"],
            422
        ),
        Row("an answer", [action(""), "GET /notifications/answers/4001"], 200),
        Row(
            "no answerable notification",
            [post(), "GET /notifications/answers/4001"],
            404,
            "notification_answer.not_found"
        ),
        Row("no notification", ["GET /notifications/answers/1"], 404, "notification_answer.not_found"),
        Row("an id that is none", ["GET /notifications/answers/x"], 404, "notification_answer.not_found"),
        Row("wait is at most 25", [action(""), "GET /notifications/answers/4001?wait=26"], 422),
        Row("answers are kept 30 days", [action(""), "+2591000", "GET /notifications/answers/4001"], 200),
    ]

    private static func schedule(_ more: String) -> String { post(more, path: "/notifications/scheduled") }
    private static func cron(_ text: String, _ more: String = "") -> String {
        schedule(#""recurrence":{"cron":"\#(text)","timezone":"Europe/Berlin"\#(more)}"#)
    }
    private static let wrong = "scheduled_notification.invalid"

    static let schedules: [Row] = [
        Row("once", [schedule(#""send_at":"2026-11-19T08:00:00+01:00""#)], 201),
        Row("no time", [schedule("")], 400, wrong),
        Row("in the past", [schedule(#""send_at":"2026-11-18T08:00:00Z""#)], 400, wrong),
        Row("too far ahead", [schedule(#""send_at":"2027-11-19T08:00:00Z""#)], 400, wrong),
        Row("no instant", [schedule(#""send_at":"tomorrow""#)], 422),
        Row("seconds are no instant", [schedule(#""send_at":1795023000"#)], 422),
        Row("no such day", [schedule(#""send_at":"2027-02-30T08:00:00Z""#)], 422),
        Row("cron", [cron("0 19 * * 2")], 201),
        Row("@daily", [cron("@daily")], 201),
        Row("cron has five fields", [cron("0 19 * *")], 400, wrong),
        Row("cron is in range", [cron("60 19 * * *")], 400, wrong),
        Row("cron has numbers", [cron("a 19 * * *")], 400, wrong),
        Row("every fifteen minutes", [cron("*/15 * * * *")], 201),
        Row("every ten minutes", [cron("*/10 * * * *")], 400, wrong),
        Row("across the hour", [cron("5,55 * * * *")], 400, wrong),
        Row("cron is required", [schedule(#""recurrence":{"timezone":"Europe/Berlin"}"#)], 422),
        Row("timezone is required", [schedule(#""recurrence":{"cron":"@daily"}"#)], 422),
        Row(
            "timezone is a name",
            [schedule(#""recurrence":{"cron":"@daily","timezone":"+01:00"}"#)],
            400,
            wrong
        ),
        Row("count is at least 1", [cron("@daily", #","count":0"#)], 422),
        Row("count is at most 1000", [cron("@daily", #","count":1001"#)], 422),
        Row("count or until", [cron("@daily", #","count":1,"until":"2026-12-01T00:00:00Z""#)], 400, wrong),
        Row("until before the first", [cron("@daily", #","until":"2026-11-18T18:00:00Z""#)], 400, wrong),
        Row(
            "the notification's rules hold",
            [schedule(#""send_at":"2026-11-19T08:00:00Z","tags":["a"]"#)],
            400,
            "notification.invalid"
        ),
        Row(
            "the notification's schema holds",
            [schedule(#""send_at":"2026-11-19T08:00:00Z","sound":"a""#)],
            422
        ),
        Row("list", ["GET /notifications/scheduled"], 200),
        Row("status is an enum", ["GET /notifications/scheduled?status=late"], 422),
        Row("limit is at most 100", ["GET /notifications/scheduled?limit=101"], 422),
        Row("a bad cursor", ["GET /notifications/scheduled?cursor=x"], 400, "cursor.invalid"),
        Row("read", [cron("@daily"), "GET /notifications/scheduled/101"], 200),
        Row("read none", ["GET /notifications/scheduled/101"], 404, "scheduled_notification.not_found"),
        Row("cancel", [cron("@daily"), "DELETE /notifications/scheduled/101"], 204),
        Row(
            "cancelled is kept",
            [cron("@daily"), "DELETE /notifications/scheduled/101", "GET /notifications/scheduled/101"],
            200
        ),
        Row(
            "cancelled is kept for a day",
            [
                cron("@daily"), "DELETE /notifications/scheduled/101", "+86401",
                "GET /notifications/scheduled/101",
            ],
            404,
            "scheduled_notification.not_found"
        ),
        Row(
            "purged is gone",
            [
                cron("@daily"), "DELETE /notifications/scheduled/101?purge=true",
                "GET /notifications/scheduled/101",
            ],
            404,
            "scheduled_notification.not_found"
        ),
    ]
}
