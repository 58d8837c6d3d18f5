/// Requests and their answers, a row for each rule of notifications, schedules and receipts.
package enum NotificationTable {
    /// A `POST /notifications` whose body is a title, a text, and more members.
    package static func post(_ more: String = "", path: String = "/notifications") -> String {
        #"POST \#(path) {"title":"T","body":"B"\#(more.isEmpty ? "" : ",")\#(more)}"#
    }

    package static func action(_ members: String) -> String {
        post(#""actions":[{"id":"a","title":"A"\#(members.isEmpty ? "" : ",")\#(members)}]"#)
    }

    static let invalid = "notification.invalid"

    static let tenLinks = (0..<10)
        .map { #"{"id":"a\#($0)","title":"A","url":"https://x.example"}"# }.joined(separator: ",")

    static let eleven = (0..<11).map { #"{"id":"a\#($0)","title":"A"}"# }.joined(separator: ",")

    static func run(_ count: Int) -> String { ContentTable.run("x", count) }

    static func metadata(_ keys: Int) -> String {
        #""metadata":{\#((0..<keys).map { #""k\#($0)":"v""# }.joined(separator: ","))}"#
    }

    package static let rows: [Row] = plain + actions + acknowledged

    static let plain: [Row] = [
        Row("11.1", "the least", [post()], 201),
        Row("11.1", "title is required", [#"POST /notifications {"body":"B"}"#], 422),
        Row("11.1", "body is required", [#"POST /notifications {"title":"T"}"#], 422),
        Row("11.1", "title is not empty", [#"POST /notifications {"title":"","body":"B"}"#], 422),
        Row("11.1", "body is not empty", [#"POST /notifications {"title":"T","body":""}"#], 422),
        Row(
            "11.1",
            "title has at most 256",
            [#"POST /notifications {"title":"\#(run(257))","body":"B"}"#],
            422
        ),
        Row(
            "11.1",
            "body has at most 4096",
            [#"POST /notifications {"title":"T","body":"\#(run(4097))"}"#],
            422
        ),
        Row("11.1", "body has 4096", [#"POST /notifications {"title":"T","body":"\#(run(4096))"}"#], 201),
        Row("11.1", "malformed JSON", ["POST /notifications {"], 400),
        Row("11.1", "subtitle has at most 256", [post(#""subtitle":"\#(run(257))""#)], 422),
        Row("11.2", "level is an enum", [post(#""level":"loud""#)], 422),
        Row("11.2", "level time-sensitive", [post(#""level":"time-sensitive""#)], 201),
        Row("11.1", "volume is for critical", [post(#""level":"active","volume":0.5"#)], 400, invalid),
        Row("11.1", "volume with critical", [post(#""level":"critical","volume":0.5"#)], 201),
        Row("11.1", "volume is at most 1", [post(#""level":"critical","volume":1.5"#)], 422),
        Row("11.1", "thread_id has at most 128", [post(#""thread_id":"\#(run(129))""#)], 422),
        Row("11.1", "collapse_id has at most 64", [post(#""collapse_id":"\#(run(65))""#)], 422),
        Row("11.1", "source has at most 128", [post(#""source":"\#(run(129))""#)], 422),
        Row(
            "11.1",
            "source_display_name has at most 256",
            [post(#""source_display_name":"\#(run(257))""#)],
            422
        ),
        Row("11.1", "sound is no member", [post(#""sound":"default""#)], 422),
        Row("6.7", "target needs an organization", [post(#""target":{"tags":["a"]}"#)], 422),
        Row("11.1", "url may be an app's", [post(#""url":"homeassistant://a""#)], 201),
        Row("11.1", "url has a scheme", [post(#""url":"x.example""#)], 400, invalid),
        Row("11.1", "url is no script", [post(#""url":"javascript:a""#)], 400, invalid),
        Row("11.1", "url has a host", [post(#""url":"https://""#)], 400, invalid),
        Row("11.1", "url has at most 2048", [post(#""url":"https://x.example/\#(run(2048))""#)], 422),
        Row("11.1", "icon_url is a web address", [post(#""icon_url":"mdi:door""#)], 400, invalid),
        Row("11.1", "icon_url may be http", [post(#""icon_url":"http://x.example/a.png""#)], 201),
        Row("11.1", "media", [post(#""media":{"url":"https://x.example/a.jpg","type":"image"}"#)], 201),
        Row(
            "11.1",
            "media is https",
            [post(#""media":{"url":"http://x.example/a.jpg","type":"image"}"#)],
            400,
            invalid
        ),
        Row("11.1", "media needs a type", [post(#""media":{"url":"https://x.example/a.jpg"}"#)], 422),
        Row("11.1", "media needs a url", [post(#""media":{"type":"image"}"#)], 422),
        Row(
            "11.1",
            "media type is an enum",
            [post(#""media":{"url":"https://x.example/a","type":"gif"}"#)],
            422
        ),
        Row("11.1", "metadata holds texts", [post(#""metadata":{"a":1}"#)], 422),
        Row("11.1", "metadata has 20 keys", [post(metadata(20))], 201),
        Row("11.1", "metadata has at most 20 keys", [post(metadata(21))], 400, invalid),
        Row(
            "11.1",
            "metadata keys have at most 64",
            [post(#""metadata":{"\#(run(65))":"v"}"#)],
            400,
            invalid
        ),
        Row(
            "11.1",
            "metadata values have at most 4096",
            [post(#""metadata":{"a":"\#(run(4097))"}"#)],
            400,
            invalid
        ),
        Row(
            "11.1",
            "metadata has at most 8 KB",
            [post(#""metadata":{"a":"\#(run(4096))","b":"\#(run(4096))"}"#)],
            400,
            invalid
        ),
        Row(
            "11.1",
            "activity_slug exists",
            [post(#""activity_slug":"a""#)],
            422,
            "notification.activity_not_found"
        ),
        Row("11.1", "activity_slug of a row", [RequestTable.post, post(#""activity_slug":"a""#)], 201),
        Row("11.1", "push is a boolean", [post(#""push":"no""#)], 422),
        Row("11.8", "encrypted stands alone", [post(#""encrypted":"pw1.00112233.abc""#)], 400, invalid),
        Row("11.8", "encrypted", [#"POST /notifications {"encrypted":"pw1.00112233.abc"}"#], 201),
        Row("11.8", "encrypted has its form", [#"POST /notifications {"encrypted":"abc"}"#], 400, invalid),
        Row(
            "11.8",
            "encrypted fits into a push with its actions",
            [
                #"POST /notifications {"encrypted":"pw1.00112233.\#(run(3000))","actions":[{"id":"a","title":"A","url":"https://x.example","body":"\#(run(1024))"}]}"#
            ],
            422,
            "notification.encrypted_too_large"
        ),
        Row(
            "11.8",
            "encrypted has at most 3072",
            [#"POST /notifications {"encrypted":"pw1.00112233.\#(run(3072))"}"#],
            422
        ),
    ]

    static let actions: [Row] = [
        Row("11.3", "an action", [action("")], 201),
        Row("11.3", "ten actions", [post(#""actions":[\#(tenLinks)]"#)], 201),
        Row("11.3", "eleven actions", [post(#""actions":[\#(eleven)]"#)], 422),
        Row("11.3", "an action has an id", [post(#""actions":[{"title":"A"}]"#)], 422),
        Row("11.3", "an action has a title", [post(#""actions":[{"id":"a"}]"#)], 422),
        Row("11.3", "an id has at most 64", [post(#""actions":[{"id":"\#(run(65))","title":"A"}]"#)], 422),
        Row("11.3", "a title has at most 64", [post(#""actions":[{"id":"a","title":"\#(run(65))"}]"#)], 422),
        Row(
            "11.3",
            "an id is used once",
            [post(#""actions":[{"id":"a","title":"A"},{"id":"a","title":"B"}]"#)],
            400,
            invalid
        ),
        Row("11.3", "pw_ack is reserved", [post(#""actions":[{"id":"pw_ack","title":"A"}]"#)], 400, invalid),
        Row("11.3", "no unknown members", [action(#""style":"red""#)], 422),
        Row("11.3", "icon has at most 64", [action(#""icon":"\#(run(65))""#)], 422),
        Row("11.3", "url is no file", [action(#""url":"file:///a""#)], 400, invalid),
        Row("11.3", "url is no vbscript", [action(#""url":"vbscript:a""#)], 400, invalid),
        Row("11.3", "url has a host", [action(#""url":"https://""#)], 400, invalid),
        Row("11.3", "method in any case", [action(#""url":"https://x.example","method":"post""#)], 201),
        Row("11.3", "method is an enum", [action(#""url":"https://x.example","method":"BREW""#)], 422),
        Row(
            "11.3",
            "method needs http",
            [action(#""url":"homeassistant://a","method":"POST""#)],
            400,
            invalid
        ),
        Row("11.3", "method needs a url", [action(#""method":"POST""#)], 400, invalid),
        Row("11.3", "body needs http", [action(#""url":"homeassistant://a","body":"x""#)], 400, invalid),
        Row(
            "11.3",
            "headers need http",
            [action(#""url":"homeassistant://a","headers":{"A":"b"}"#)],
            400,
            invalid
        ),
        Row(
            "11.3",
            "headers have at most 1 KB",
            [action(#""url":"https://x.example","headers":{"A":"\#(run(1024))"}"#)],
            400,
            invalid
        ),
        Row(
            "11.3",
            "body has at most 1 KB",
            [action(#""url":"https://x.example","body":"\#(run(1025))""#)],
            400,
            invalid
        ),
        Row(
            "11.3",
            "foreground opens https",
            [action(#""url":"http://x.example","foreground":true"#)],
            400,
            invalid
        ),
        Row("11.3", "foreground with https", [action(#""url":"https://x.example","foreground":true"#)], 201),
        Row("11.3", "foreground without url", [action(#""foreground":true"#)], 201),
        Row("11.3", "text_input without url", [action(#""text_input":true"#)], 201),
        Row(
            "11.3",
            "text_input with a silent url",
            [action(#""url":"https://x.example","text_input":true"#)],
            201
        ),
        Row("11.3", "text_input is silent", [action(#""text_input":true,"foreground":true"#)], 400, invalid),
        Row(
            "11.3",
            "text_input is no deep link",
            [action(#""url":"homeassistant://a","text_input":true"#)],
            400,
            invalid
        ),
        Row("11.3", "placeholder needs text_input", [action(#""text_input_placeholder":"x""#)], 400, invalid),
        Row(
            "11.3",
            "button title needs text_input",
            [action(#""text_input_button_title":"x""#)],
            400,
            invalid
        ),
        Row(
            "11.3",
            "placeholder has at most 64",
            [action(#""text_input":true,"text_input_placeholder":"\#(run(65))""#)],
            422
        ),
        Row(
            "11.3",
            "button title has at most 64",
            [action(#""text_input":true,"text_input_button_title":"\#(run(65))""#)],
            422
        ),
    ]

    static let acknowledged: [Row] = [
        Row("11.7", "acknowledge by defaults", [post(#""acknowledge":{}"#)], 201),
        Row("11.7", "repeat_seconds is at least 30", [post(#""acknowledge":{"repeat_seconds":29}"#)], 422),
        Row("11.7", "repeat_seconds is at most 3600", [post(#""acknowledge":{"repeat_seconds":3601}"#)], 422),
        Row("11.7", "expire_seconds is at least 60", [post(#""acknowledge":{"expire_seconds":59}"#)], 422),
        Row(
            "11.7",
            "expire_seconds is at most 10800",
            [post(#""acknowledge":{"expire_seconds":10801}"#)],
            422
        ),
        Row(
            "11.7",
            "action_title has at most 64",
            [post(#""acknowledge":{"action_title":"\#(run(65))"}"#)],
            422
        ),
        Row("11.7", "not for passive", [post(#""acknowledge":{},"level":"passive""#)], 400, invalid),
        Row("11.7", "not without a push", [post(#""acknowledge":{},"push":false"#)], 400, invalid),
        Row("11.7", "tags need acknowledge", [post(#""tags":["a"]"#)], 400, invalid),
        Row("11.7", "tags have no space", [post(#""acknowledge":{},"tags":["a b"]"#)], 400, invalid),
        Row("11.7", "tags are not empty", [post(#""acknowledge":{},"tags":[""]"#)], 400, invalid),
        Row(
            "11.7",
            "at most ten tags",
            [post(#""acknowledge":{},"tags":["a","b","c","d","e","f","g","h","i","j","k"]"#)],
            422
        ),
        Row(
            "11.7",
            "ten links leave no room",
            [post(#""acknowledge":{},"actions":[\#(tenLinks)]"#)],
            400,
            invalid
        ),
        Row(
            "11.7",
            "callback_url needs acknowledge",
            [post(#""callback_url":"https://x.example""#)],
            400,
            invalid
        ),
        Row(
            "11.7",
            "callback_url is https",
            [post(#""acknowledge":{},"callback_url":"http://x.example""#)],
            400,
            invalid
        ),
        Row(
            "11.7",
            "callback_url is public",
            [post(#""acknowledge":{},"callback_url":"https://192.168.1.5""#)],
            400,
            invalid
        ),
        Row("11.7", "callback_url", [post(#""acknowledge":{},"callback_url":"https://x.example/a""#)], 201),
    ]
}
