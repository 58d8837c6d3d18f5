/// A row for each limit of a widget that is kept, and one for what lies just beyond where `WidgetTable` has none.
package enum WidgetLimits {
    private static let invalid = "widget.content_invalid"
    private static func post(_ content: String, _ more: String = "") -> String {
        WidgetTable.post(content, more)
    }
    private static func value(_ more: String) -> String { post(#""template":"value","value":1,\#(more)"#) }
    private static func run(_ count: Int) -> String { ContentTable.run("x", count) }
    private static func repeated(_ text: String, _ count: Int) -> String {
        Array(repeating: text, count: count).joined(separator: ",")
    }
    private static func periods(_ count: Int) -> String {
        (0..<count).map { place in
            let minute = place % 24 < 10 ? "0\(place % 24)" : String(place % 24)
            return #"{"start":"2026-11-\#(10 + place / 24)T10:\#(minute):00Z","value":1}"#
        }
        .joined(separator: ",")
    }
    private static func battery(_ more: String) -> String {
        post(#""template":"battery","devices":[{"name":"a","level":1\#(more)}]"#)
    }
    private static func flow(_ slots: String) -> String { post(#""template":"flow","flow":{\#(slots)}"#) }

    package static let rows: [Row] = resource + kept + beyond + patches

    private static let resource: [Row] = [
        Row(
            "12.1",
            "name has 256",
            [#"POST /widgets {"slug":"w","name":"\#(run(256))","content":{"template":"value"}}"#],
            201
        ),
        Row(
            "12.1",
            "name has at most 256",
            [#"POST /widgets {"slug":"w","name":"\#(run(257))","content":{"template":"value"}}"#],
            422
        ),
        Row(
            "12.1",
            "name is not empty",
            [#"POST /widgets {"slug":"w","name":"","content":{"template":"value"}}"#],
            422
        ),
        Row(
            "12.1",
            "push_throttle 1",
            [value(#""label":"a""#), post(#""template":"value""#, #""push_throttle":1"#)],
            201
        ),
        Row("12.1", "push_throttle 3600", [post(#""template":"value""#, #""push_throttle":3600"#)], 201),
        Row("12.1", "push_throttle is whole", [post(#""template":"value""#, #""push_throttle":1.5"#)], 422),
        Row("12.1", "stale_after 60", [post(#""template":"value""#, #""stale_after":60"#)], 201),
        Row("12.1", "stale_after a week", [post(#""template":"value""#, #""stale_after":604800"#)], 201),
        Row("12.1", "content is an object", [#"POST /widgets {"slug":"w","name":"W","content":[]}"#], 422),
        Row("12.1", "a body is required", ["POST /widgets"], 400),
        Row("12.1", "DELETE of the list is not offered", ["DELETE /widgets"], 405),
        Row("12.1", "an unknown path below", ["GET /widgets/w/x"], 404),
        Row("1", "delete a bad slug", ["DELETE /widgets/-"], 400, "slug.invalid"),
        Row("1", "patch a bad slug", [#"PATCH /widgets/- {"content":{}}"#], 400, "slug.invalid"),
        Row(
            "12.1",
            "no slug in a patch",
            [WidgetTable.value, #"PATCH /widgets/w {"slug":"v","content":{}}"#],
            422
        ),
        Row(
            "12.1",
            "a patch changes the name",
            [WidgetTable.value, #"PATCH /widgets/w {"name":"V","content":{}}"#],
            200
        ),
        Row("12.1", "content is no null", [WidgetTable.value, #"PATCH /widgets/w {"content":null}"#], 422),
        Row("12.1", "a heartbeat", [WidgetTable.value, #"PATCH /widgets/w {"content":{"value":1}}"#], 200),
    ]

    private static let kept: [Row] = [
        Row("12.2", "value without a number", [post(#""template":"value","label":"off""#)], 201),
        Row("12.2", "a number beyond its bounds", [value(#""min_value":2,"max_value":3"#)], 201),
        Row("12.2", "unit has 32", [value(#""unit":"\#(run(32))""#)], 201),
        Row("12.2", "label has 256", [value(#""label":"\#(run(256))""#)], 201),
        Row("12.2", "subtitle has 256", [value(#""subtitle":"\#(run(256))""#)], 201),
        Row("12.2", "icon has 128", [value(#""icon":"mdi:\#(run(124))""#)], 201),
        Row("12.2", "expired_text has 64", [value(#""expired_text":"\#(run(64))""#)], 201),
        Row("9.1", "hex colours", [value(#""background_color":"11223344","text_color":"mint""#)], 201),
        Row("12.2", "a timer", [value(#""subtitle_timer":{"date":"2026-11-18T18:00:00+01:00"}"#)], 201),
        Row(
            "12.2",
            "every trend",
            [value(#""trend":"up""#), value(#""trend":"down""#), value(#""trend":"flat""#)],
            201
        ),
        Row(
            "12.2",
            "trend on a gauge",
            [post(#""template":"gauge","value":1,"min_value":1,"max_value":2,"trend":"up""#)],
            201
        ),
        Row(
            "12.2",
            "a gauge at its bound",
            [post(#""template":"gauge","value":2,"min_value":1,"max_value":2"#)],
            201
        ),
        Row("12.2", "progress 0", [post(#""template":"progress","value":0"#)], 201),
        Row("12.2", "progress 1", [post(#""template":"progress","value":1"#)], 201),
        Row(
            "12.2",
            "six rows",
            [value(#""stat_rows":[\#(repeated(#"{"label":"a","value":"1"}"#, 6))]"#)],
            201
        ),
        Row(
            "12.2",
            "a whole row",
            [
                value(
                    #""stat_rows":[{"label":"\#(run(32))","value":"\#(run(32))","unit":"\#(run(16))","timer":{"date":"2026-11-18T18:00:00Z","style":"timer"}}]"#
                )
            ],
            201
        ),
        Row("12.2", "two points", [post(#""template":"trend","value":1,"points":[1,2]"#)], 201),
        Row(
            "12.2",
            "48 points",
            [post(#""template":"trend","value":1,"points":[\#(repeated("-1.5", 48))]"#)],
            201
        ),
        Row(
            "12.2",
            "365 days ahead",
            [post(#""template":"countdown","end_date":"2027-11-18T17:00:00Z""#)],
            201
        ),
        Row(
            "12.2",
            "a countdown that is over",
            [post(#""template":"countdown","end_date":"2026-01-01T00:00:00Z""#)],
            201
        ),
        Row(
            "12.2",
            "eight devices",
            [post(#""template":"battery","devices":[\#(repeated(#"{"name":"a","level":0}"#, 8))]"#)],
            201
        ),
        Row("12.2", "a whole device", [battery(#","charging":false,"icon":"bolt","color":"red""#)], 201),
        Row("12.2", "48 periods", [post(#""template":"schedule","periods":[\#(periods(48))]"#)], 201),
        Row(
            "12.2",
            "periods with levels",
            [
                post(
                    #""template":"schedule","periods":[{"start":"2026-11-18T20:00:00Z","value":-1,"level":"low"},{"start":"2026-11-18T21:00:00Z","value":1,"level":"high"}]"#
                )
            ],
            201
        ),
        Row("12.2", "three inputs", [flow(#""inputs":[\#(repeated(#"{"rate":1}"#, 3))]"#)], 201),
        Row(
            "12.2",
            "a whole node",
            [
                flow(
                    #""storage":{"rate":-2.5,"name":"\#(run(32))","total":0,"level":100,"icon":"bolt","color":"red"}"#
                )
            ],
            201
        ),
        Row(
            "12.3",
            "an action in full",
            [
                value(
                    #""url_action":{"url":"https://x.example","method":"PUT","headers":{"A":"b"},"body":"c","title":"T","icon":"bolt","foreground":false}"#
                )
            ],
            201
        ),
    ]

    private static let beyond: [Row] = [
        Row("9.1", "a background's colour", [value(#""background_color":"12""#)], 422, invalid),
        Row("9.1", "a text's colour", [value(#""text_color":"rgb(1,2,3)""#)], 422, invalid),
        Row("12.2", "a timer's date is RFC 3339", [value(#""subtitle_timer":{"date":"tomorrow"}"#)], 422),
        Row(
            "12.2",
            "a timer has no more",
            [value(#""subtitle_timer":{"date":"2026-11-18T18:00:00Z","x":1}"#)],
            422
        ),
        Row("12.2", "rows need a label", [value(#""stat_rows":[{"value":"1"}]"#)], 422),
        Row("12.2", "rows need a value", [value(#""stat_rows":[{"label":"a"}]"#)], 422),
        Row("12.2", "a row's label is not empty", [value(#""stat_rows":[{"label":"","value":"1"}]"#)], 422),
        Row(
            "12.2",
            "a row's value has at most 32",
            [value(#""stat_rows":[{"label":"a","value":"\#(run(33))"}]"#)],
            422
        ),
        Row(
            "12.2",
            "a row's timer needs a date",
            [value(#""stat_rows":[{"label":"a","value":"1","timer":{}}]"#)],
            422
        ),
        Row(
            "12.2",
            "gauge needs a value",
            [post(#""template":"gauge","min_value":1,"max_value":2"#)],
            422,
            invalid
        ),
        Row("12.2", "progress is not negative", [post(#""template":"progress","value":-0.1"#)], 422, invalid),
        Row(
            "12.2",
            "start_date is after 2000",
            [value(#""start_date":"2000-01-01T00:00:00Z""#)],
            422,
            invalid
        ),
        Row("12.2", "a date has its offset", [value(#""end_date":"2026-11-18T18:00:00""#)], 422),
        Row(
            "12.2",
            "a level is not negative",
            [post(#""template":"battery","devices":[{"name":"a","level":-1}]"#)],
            422
        ),
        Row("12.2", "a device needs a level", [post(#""template":"battery","devices":[{"name":"a"}]"#)], 422),
        Row(
            "12.2",
            "a device's name has at most 32",
            [post(#""template":"battery","devices":[{"name":"\#(run(33))","level":1}]"#)],
            422
        ),
        Row("12.2", "a device's icon has at most 128", [battery(#","icon":"\#(run(129))""#)], 422),
        Row("12.2", "charging is a boolean", [battery(#","charging":"yes""#)], 422),
        Row("12.2", "no empty devices", [post(#""template":"battery","devices":[]"#)], 422),
        Row(
            "12.2",
            "a sort direction is an enum",
            [value(#""device_sort":[{"field":"name","direction":"up"}]"#)],
            422
        ),
        Row("12.2", "a sort needs a field", [value(#""device_sort":[{"direction":"asc"}]"#)], 422),
        Row(
            "12.2",
            "at most two sort keys",
            [value(#""device_sort":[{"field":"name"},{"field":"level"},{"field":"name"}]"#)],
            422
        ),
        Row("12.2", "no empty periods", [post(#""template":"schedule","periods":[]"#)], 422),
        Row("12.2", "a period needs a start", [post(#""template":"schedule","periods":[{"value":1}]"#)], 422),
        Row(
            "12.2",
            "a period's level is an enum",
            [value(#""periods":[{"start":"2026-11-18T20:00:00Z","value":1,"level":"x"}]"#)],
            422
        ),
        Row("12.2", "49 periods", [post(#""template":"schedule","periods":[\#(periods(49))]"#)], 422),
        Row(
            "12.2",
            "a node's name has at most 32",
            [flow(#""output":{"rate":1,"name":"\#(run(33))"}"#)],
            422
        ),
        Row("12.2", "a node's level is at most 100", [flow(#""storage":{"rate":1,"level":101}"#)], 422),
        Row("9.1", "a node's colour", [flow(#""output":{"rate":1,"color":"x"}"#)], 422, invalid),
        Row(
            "12.3",
            "an action has no more",
            [value(#""tap_action":{"url":"https://x.example","id":"x"}"#)],
            422
        ),
        Row(
            "12.3",
            "an action's title has at most 64",
            [value(#""url_action":{"url":"https://x.example","title":"\#(run(65))"}"#)],
            422
        ),
        Row(
            "12.3",
            "an action's icon has at most 64",
            [value(#""url_action":{"url":"https://x.example","icon":"\#(run(65))"}"#)],
            422
        ),
        Row(
            "12.3",
            "an action's body has at most 1024",
            [value(#""url_action":{"url":"https://x.example","body":"\#(run(1025))"}"#)],
            422
        ),
        Row(
            "12.3",
            "an action's method is an enum",
            [value(#""url_action":{"url":"https://x.example","method":"BREW"}"#)],
            422
        ),
        Row(
            "12.3",
            "an action's headers have at most 1024 bytes",
            [value(#""url_action":{"url":"https://x.example","headers":{"A":"\#(run(1024))"}}"#)],
            422,
            invalid
        ),
        Row("12.3", "an action's URL has a host", [value(#""url_action":{"url":"https://"}"#)], 422, invalid),
    ]

    private static let patches: [Row] = [
        Row(
            "5.1",
            "null clears a member",
            [WidgetTable.value, #"PATCH /widgets/w {"content":{"value":null}}"#],
            200
        ),
        Row(
            "5.1",
            "what was stored is held against the new template",
            [value(#""max_value":0.5"#), #"PATCH /widgets/w {"content":{"template":"progress","value":2}}"#],
            422,
            invalid
        ),
        Row(
            "5.1",
            "a switch brings what the new template needs",
            [
                WidgetTable.value,
                #"PATCH /widgets/w {"content":{"template":"gauge","min_value":0,"max_value":2}}"#,
            ],
            200
        ),
        Row(
            "5.1",
            "a gauge that lacks its bounds",
            [WidgetTable.value, #"PATCH /widgets/w {"content":{"template":"gauge"}}"#],
            422,
            invalid
        ),
        Row(
            "5.1",
            "null clears a slot",
            [
                flow(#""output":{"rate":1},"exchange":{"rate":2}"#),
                #"PATCH /widgets/w {"content":{"flow":{"output":null}}}"#,
            ],
            200
        ),
        Row(
            "5.1",
            "the last slot stays",
            [flow(#""output":{"rate":1}"#), #"PATCH /widgets/w {"content":{"flow":{"output":null}}}"#],
            422,
            invalid
        ),
    ]
}
