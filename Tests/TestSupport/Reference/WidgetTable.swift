/// Requests and their answers, a row for each rule of widgets.
package enum WidgetTable {
    package static func post(_ content: String, _ more: String = "") -> String {
        #"POST /widgets {"slug":"w","name":"W","content":{\#(content)}\#(more.isEmpty ? "" : ",")\#(more)}"#
    }

    package static let value = post(#""template":"value","value":1"#)
    private static let invalid = "widget.content_invalid"
    private static func run(_ count: Int) -> String { ContentTable.run("x", count) }
    private static func value(_ more: String) -> String { post(#""template":"value","value":1,\#(more)"#) }
    private static func patch(_ content: String) -> String { #"PATCH /widgets/w {"content":{\#(content)}}"# }
    private static func repeated(_ text: String, _ count: Int) -> String {
        Array(repeating: text, count: count).joined(separator: ",")
    }

    package static let rows: [Row] = resource + common + templates

    private static let resource: [Row] = [
        Row("12.1", "a widget", [value], 201),
        Row("12.1", "again", [value, value], 201),
        Row("12.1", "slug is required", [#"POST /widgets {"name":"W","content":{"template":"value"}}"#], 422),
        Row("12.1", "name is required", [#"POST /widgets {"slug":"w","content":{"template":"value"}}"#], 422),
        Row("12.1", "content is required", [#"POST /widgets {"slug":"w","name":"W"}"#], 422),
        Row("12.1", "template is required", [post(#""value":1"#)], 422),
        Row("12.1", "template is an enum", [post(#""template":"chart""#)], 422),
        Row(
            "1",
            "slug has its form",
            [#"POST /widgets {"slug":"w w","name":"W","content":{"template":"value"}}"#],
            422
        ),
        Row("12.1", "no unknown members", [post(#""template":"value""#, #""priority":1"#)], 422),
        Row("12.1", "content is closed", [value(#""state":"x""#)], 422),
        Row(
            "12.1",
            "push_throttle is at most 3600",
            [post(#""template":"value""#, #""push_throttle":3601"#)],
            422
        ),
        Row(
            "12.1",
            "push_throttle is at least 1",
            [post(#""template":"value""#, #""push_throttle":0"#)],
            422
        ),
        Row("12.1", "stale_after is at least 60", [post(#""template":"value""#, #""stale_after":59"#)], 422),
        Row(
            "12.1",
            "stale_after is at most a week",
            [post(#""template":"value""#, #""stale_after":604801"#)],
            422
        ),
        Row("12.1", "malformed JSON", ["POST /widgets {"], 400),
        Row("12.1", "list", ["GET /widgets"], 200),
        Row("12.1", "read", [value, "GET /widgets/w"], 200),
        Row("12.1", "read none", ["GET /widgets/w"], 404, "widget.not_found"),
        Row("1", "read a bad slug", ["GET /widgets/-"], 400, "slug.invalid"),
        Row("12.1", "patch", [value, patch(#""value":2"#)], 200),
        Row("12.1", "patch none", [patch(#""value":2"#)], 404, "widget.not_found"),
        Row("12.1", "patch needs content", [value, #"PATCH /widgets/w {"stale_after":60}"#], 422),
        Row("12.1", "patch needs a body", [value, "PATCH /widgets/w"], 400, "request.body_required"),
        Row("12.1", "patch malformed", [value, "PATCH /widgets/w {"], 400, invalid),
        Row(
            "12.1",
            "patch clears stale_after",
            [value, #"PATCH /widgets/w {"stale_after":null,"content":{"value":2}}"#],
            200
        ),
        Row("12.1", "patch an unknown member", [value, #"PATCH /widgets/w {"state":1,"content":{}}"#], 422),
        Row("12.1", "patch unknown content", [value, patch(#""state":"x""#)], 422),
        Row("12.1", "patch the template away", [value, patch(#""template":null"#)], 422),
        Row(
            "12.1",
            "patch a required member away",
            [post(#""template":"trend","value":1,"points":[1,2]"#), patch(#""points":null"#)],
            422,
            invalid
        ),
        Row("12.1", "delete", [value, "DELETE /widgets/w"], 204),
        Row("12.1", "delete none", ["DELETE /widgets/w"], 404, "widget.not_found"),
    ]

    private static let common: [Row] = [
        Row("12.2", "value is a number", [post(#""template":"value","value":"1""#)], 422),
        Row("12.2", "unit has at most 32", [value(#""unit":"\#(run(33))""#)], 422),
        Row("12.2", "label has at most 256", [value(#""label":"\#(run(257))""#)], 422),
        Row("12.2", "subtitle has at most 256", [value(#""subtitle":"\#(run(257))""#)], 422),
        Row("12.2", "icon has at most 128", [value(#""icon":"\#(run(129))""#)], 422),
        Row("12.2", "severity is an enum", [value(#""severity":"bad""#)], 422),
        Row("9.1", "colours", [value(#""accent_color":"white""#)], 422, invalid),
        Row("12.2", "trend is an enum", [value(#""trend":"rising""#)], 422),
        Row("12.2", "min below max", [value(#""min_value":2,"max_value":2"#)], 422, invalid),
        Row(
            "12.2",
            "subtitle_timer",
            [value(#""subtitle_timer":{"date":"2026-11-18T18:00:00Z","style":"relative"}"#)],
            201
        ),
        Row("12.2", "subtitle_timer needs a date", [value(#""subtitle_timer":{"style":"timer"}"#)], 422),
        Row(
            "12.2",
            "subtitle_timer style is an enum",
            [value(#""subtitle_timer":{"date":"2026-11-18T18:00:00Z","style":"x"}"#)],
            422
        ),
        Row("12.2", "dates are RFC 3339", [value(#""end_date":1795023000"#)], 422),
        Row("12.2", "dates are after 2000", [value(#""end_date":"1999-12-31T00:00:00Z""#)], 422, invalid),
        Row(
            "12.2",
            "dates are at most 366 days ahead",
            [value(#""end_date":"2027-11-20T00:00:00Z""#)],
            422,
            invalid
        ),
        Row(
            "12.2",
            "start before end",
            [value(#""start_date":"2026-11-19T00:00:00Z","end_date":"2026-11-19T00:00:00Z""#)],
            422,
            invalid
        ),
        Row("12.2", "bounds hold for unused members", [value(#""points":[1]"#)], 422),
        Row("12.2", "expired_text has at most 64", [value(#""expired_text":"\#(run(65))""#)], 422),
        Row("12.3", "an action", [value(#""tap_action":{"url":"https://x.example"}"#)], 201),
        Row("12.3", "an action needs a url", [value(#""tap_action":{"title":"x"}"#)], 422),
        Row(
            "12.3",
            "no method on a deep link",
            [value(#""url_action":{"url":"homeassistant://a","method":"POST"}"#)],
            422,
            invalid
        ),
        Row("12.3", "no script", [value(#""url_action":{"url":"javascript:a"}"#)], 422, invalid),
    ]

    private static let templates: [Row] = [
        Row("12.2", "progress needs a value", [post(#""template":"progress""#)], 422, invalid),
        Row("12.2", "progress is 0 to 1", [post(#""template":"progress","value":1.5"#)], 422, invalid),
        Row(
            "12.2",
            "progress by dates",
            [
                post(
                    #""template":"progress","start_date":"2026-11-18T00:00:00Z","end_date":"2026-11-19T00:00:00Z""#
                )
            ],
            201
        ),
        Row(
            "12.2",
            "progress with half a pair",
            [post(#""template":"progress","value":0.5,"end_date":"2026-11-19T00:00:00Z""#)],
            422,
            invalid
        ),
        Row("12.2", "status", [post(#""template":"status","severity":"critical""#)], 201),
        Row("12.2", "gauge needs bounds", [post(#""template":"gauge","value":1"#)], 422, invalid),
        Row(
            "12.2",
            "gauge within bounds",
            [post(#""template":"gauge","value":11,"min_value":0,"max_value":10"#)],
            422,
            invalid
        ),
        Row("12.2", "stat_list needs rows", [post(#""template":"stat_list""#)], 422, invalid),
        Row(
            "12.2",
            "at most six rows",
            [post(#""template":"stat_list","stat_rows":[\#(repeated(#"{"label":"a","value":"1"}"#, 7))]"#)],
            422
        ),
        Row("12.2", "no empty list", [post(#""template":"stat_list","stat_rows":[]"#)], 422),
        Row(
            "12.2",
            "a row's value is a text",
            [post(#""template":"stat_list","stat_rows":[{"label":"a","value":1}]"#)],
            422
        ),
        Row(
            "12.2",
            "a row's label has at most 32",
            [post(#""template":"stat_list","stat_rows":[{"label":"\#(run(33))","value":"1"}]"#)],
            422
        ),
        Row(
            "12.2",
            "a row's unit has at most 16",
            [post(#""template":"stat_list","stat_rows":[{"label":"a","value":"1","unit":"\#(run(17))"}]"#)],
            422
        ),
        Row("12.2", "trend needs points", [post(#""template":"trend","value":1"#)], 422, invalid),
        Row("12.2", "trend needs a value", [post(#""template":"trend","points":[1,2]"#)], 422, invalid),
        Row(
            "12.2",
            "at most 48 points",
            [post(#""template":"trend","value":1,"points":[\#(repeated("1", 49))]"#)],
            422
        ),
        Row("12.2", "points are numbers", [post(#""template":"trend","value":1,"points":[1,"2"]"#)], 422),
        Row("12.2", "countdown needs an end", [post(#""template":"countdown""#)], 422, invalid),
        Row("12.2", "battery needs devices", [post(#""template":"battery""#)], 422, invalid),
        Row(
            "12.2",
            "at most eight devices",
            [post(#""template":"battery","devices":[\#(repeated(#"{"name":"a","level":1}"#, 9))]"#)],
            422
        ),
        Row(
            "12.2",
            "a level is at most 100",
            [post(#""template":"battery","devices":[{"name":"a","level":101}]"#)],
            422
        ),
        Row("12.2", "a device has a name", [post(#""template":"battery","devices":[{"level":1}]"#)], 422),
        Row(
            "9.1",
            "a device's colour",
            [post(#""template":"battery","devices":[{"name":"a","level":1,"color":"x"}]"#)],
            422,
            invalid
        ),
        Row(
            "12.2",
            "a sort field is used once",
            [
                post(
                    #""template":"battery","devices":[{"name":"a","level":1}],"device_sort":[{"field":"name"},{"field":"name"}]"#
                )
            ],
            422,
            invalid
        ),
        Row(
            "12.2",
            "a sort field is an enum",
            [post(#""template":"battery","devices":[{"name":"a","level":1}],"device_sort":[{"field":"x"}]"#)],
            422
        ),
        Row("12.2", "schedule needs periods", [post(#""template":"schedule""#)], 422, invalid),
        Row(
            "12.2",
            "periods increase",
            [
                post(
                    #""template":"schedule","periods":[{"start":"2026-11-18T20:00:00Z","value":1},{"start":"2026-11-18T20:00:00Z","value":1}]"#
                )
            ],
            422,
            invalid
        ),
        Row(
            "12.2",
            "levels on all or none",
            [
                post(
                    #""template":"schedule","periods":[{"start":"2026-11-18T20:00:00Z","value":1,"level":"low"},{"start":"2026-11-18T21:00:00Z","value":1}]"#
                )
            ],
            422,
            invalid
        ),
        Row(
            "12.2",
            "a period has a value",
            [post(#""template":"schedule","periods":[{"start":"2026-11-18T20:00:00Z"}]"#)],
            422
        ),
        Row("12.2", "flow needs a flow", [post(#""template":"flow""#)], 422, invalid),
        Row("12.2", "flow is not empty", [post(#""template":"flow","flow":{}"#)], 422, invalid),
        Row("12.2", "a node has a rate", [post(#""template":"flow","flow":{"output":{"name":"a"}}"#)], 422),
        Row(
            "12.2",
            "at most three inputs",
            [post(#""template":"flow","flow":{"inputs":[\#(repeated(#"{"rate":1}"#, 4))]}"#)],
            422
        ),
        Row(
            "12.2",
            "total is not negative",
            [post(#""template":"flow","flow":{"output":{"rate":1,"total":-1}}"#)],
            422
        ),
        Row("12.2", "an unknown slot", [post(#""template":"flow","flow":{"grid":{"rate":1}}"#)], 422),
    ]
}
