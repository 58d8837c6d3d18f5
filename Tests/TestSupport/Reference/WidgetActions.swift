/// The rules of actions in each place of a widget, and of the members that every template takes (sections 12.2, 12.3).
package enum WidgetActions {
    private static let invalid = "widget.content_invalid"
    private static let places = ["tap_action", "url_action", "secondary_url_action"]
    private static func run(_ count: Int) -> String { ContentTable.run("x", count) }

    private static func value(_ more: String) -> String {
        WidgetTable.post(#""template":"value","value":1,\#(more)"#)
    }

    package static let rows: [Row] = actions + everywhere + templates + behaviour

    private static let actions: [Row] = places.flatMap(brokenActions) + places.flatMap(keptActions)

    private static func brokenActions(_ place: String) -> [Row] {
        let all: [ActionTable.Members] = ActionTable.broken + ActionTable.brokenOnCards
        return all.map { members in
            let code = members.isSchema ? nil : invalid
            return Row("12.3", "\(place): \(members.rule)", [action(place, members)], 422, code)
        }
    }

    private static func keptActions(_ place: String) -> [Row] {
        let all: [ActionTable.Members] = ActionTable.kept + ActionTable.keptOnCards
        return all.map { Row("12.3", "\(place): \($0.rule)", [action(place, $0)], 201) }
    }

    private static func action(_ place: String, _ members: ActionTable.Members) -> String {
        value(#""\#(place)":{\#(members.text)}"#)
    }

    /// The least of each template.
    package static let least: [(name: String, content: String)] = [
        ("value", #""template":"value""#), ("progress", #""template":"progress","value":0.5"#),
        ("status", #""template":"status""#),
        ("gauge", #""template":"gauge","value":1,"min_value":0,"max_value":2"#),
        ("stat_list", #""template":"stat_list","stat_rows":[{"label":"a","value":"1"}]"#),
        ("trend", #""template":"trend","value":1,"points":[1,2]"#),
        ("countdown", #""template":"countdown","end_date":"2026-11-19T00:00:00Z""#),
        ("battery", #""template":"battery","devices":[{"name":"a","level":1}]"#),
        ("schedule", #""template":"schedule","periods":[{"start":"2026-11-18T20:00:00Z","value":1}]"#),
        ("flow", #""template":"flow","flow":{"output":{"rate":1}}"#),
    ]

    /// Wrong on every template, and whether the schema says so.
    private static let broken: [(member: String, isSchema: Bool)] = [
        (#""label":"\#(run(257))""#, true), (#""label":5"#, true), (#""subtitle":"\#(run(257))""#, true),
        (#""subtitle":5"#, true), (#""icon":"\#(run(129))""#, true), (#""icon":5"#, true),
        (#""severity":"error""#, true), (#""trend":"rising""#, true), (#""unit":"\#(run(33))""#, true),
        (#""expired_text":"\#(run(65))""#, true), (#""subtitle_timer":{}"#, true),
        (#""subtitle_timer":"2026-11-18T20:00:00Z""#, true), (#""state":"x""#, true),
        (#""accent_color":"white""#, false), (##""background_color":"#FFF""##, false),
        (#""text_color":"gray""#, false), (#""accent_color":7"#, true),
    ]

    private static let everywhere: [Row] = least.flatMap { name, content in
        broken.map { member, isSchema in
            Row(
                member.contains("_color") ? "9.1" : "12.2",
                "\(name): \(member.prefix(40))",
                [WidgetTable.post(content + "," + member)],
                422,
                isSchema ? nil : invalid
            )
        } + [
            Row(
                "12.2",
                "\(name) with all that every template takes",
                [
                    WidgetTable.post(
                        content
                            + #","label":"a","subtitle":"b · c","subtitle_timer":{"date":"2026-11-18T20:00:00Z","style":"relative"},"icon":"mdi:home","severity":"success","accent_color":"teal","tap_action":{"url":"app://a"}"#
                    )
                ],
                201
            ),
            Row(
                "12.1",
                "\(name) is stored under its template",
                [WidgetTable.post(content), "GET /widgets/w"],
                200,
                shows: [("content.template", #""\#(name)""#), ("name", #""W""#), ("push_throttle", "15")]
            ),
        ]
    }

    /// Lists and objects are checked even where the template draws none of them.
    private static let unused = [
        #""stat_rows":[]"#, #""stat_rows":[{"label":"a","value":""}]"#, #""points":[1]"#,
        #""points":["1",2]"#,
        #""devices":[{"name":"","level":1}]"#, #""devices":[]"#, #""periods":[]"#,
        #""periods":[{"start":1795023000,"value":1}]"#, #""flow":{"output":{}}"#, #""flow":[]"#,
        #""flow":{"output":{"rate":"1"}}"#, #""device_sort":["level"]"#,
    ]

    private static let templates: [Row] = unusedLists + templateRules

    private static let unusedLists: [Row] = unused.map { Row("12.2", "unused \($0)", [value($0)], 422) }

    private static let templateRules: [Row] = [
        Row(
            "12.2",
            "a flow of no inputs",
            [WidgetTable.post(#""template":"flow","flow":{"inputs":[]}"#)],
            422,
            invalid
        ),
        Row(
            "12.2",
            "a level that is no battery's",
            [
                WidgetTable.post(#""template":"flow","flow":{"output":{"rate":1,"level":50}}"#)
            ],
            422
        ),
        Row(
            "12.2",
            "a storage's level is not negative",
            [
                WidgetTable.post(#""template":"flow","flow":{"storage":{"rate":1,"level":-1}}"#)
            ],
            422
        ),
        Row(
            "12.2",
            "progress by its start alone",
            [
                WidgetTable.post(#""template":"progress","value":0.5,"start_date":"2026-11-18T00:00:00Z""#)
            ],
            422,
            invalid
        ),
        Row(
            "12.2",
            "progress by dates in the wrong order",
            [
                WidgetTable.post(
                    #""template":"progress","start_date":"2026-11-19T00:00:00Z","end_date":"2026-11-18T00:00:00Z""#
                )
            ],
            422,
            invalid
        ),
        Row(
            "12.2",
            "gauge without max_value",
            [
                WidgetTable.post(#""template":"gauge","value":1,"min_value":0"#)
            ],
            422,
            invalid
        ),
        Row(
            "12.2",
            "gauge below its bounds",
            [
                WidgetTable.post(#""template":"gauge","value":-1,"min_value":0,"max_value":1"#)
            ],
            422,
            invalid
        ),
        Row(
            "12.2",
            "trend with bounds in the wrong order",
            [
                WidgetTable.post(#""template":"trend","value":1,"points":[1,2],"min_value":3,"max_value":1"#)
            ],
            422,
            invalid
        ),
        Row(
            "12.2",
            "countdown beyond 366 days",
            [
                WidgetTable.post(#""template":"countdown","end_date":"2027-11-19T17:30:01Z""#)
            ],
            422,
            invalid
        ),
        Row(
            "12.2",
            "366 days are computed at receipt",
            [
                WidgetTable.post(#""template":"countdown","end_date":"2027-11-19T17:30:00Z""#)
            ],
            201
        ),
        Row(
            "12.1",
            "stale_after is whole",
            [
                WidgetTable.post(#""template":"value""#, #""stale_after":60.5"#)
            ],
            422
        ),
        Row(
            "1",
            "a widget's slug of 128",
            [
                #"POST /widgets {"slug":"\#(run(128))","name":"W","content":{"template":"value"}}"#
            ],
            201
        ),
        Row(
            "1",
            "a widget's slug of 129",
            [
                #"POST /widgets {"slug":"\#(run(129))","name":"W","content":{"template":"value"}}"#
            ],
            422
        ),
        Row(
            "5.2",
            "a widget's schema speaks first",
            [
                WidgetTable.post(#""template":"gauge","value":"high","accent_color":"white""#)
            ],
            422
        ),
    ]

    private static let behaviour: [Row] = [
        Row(
            "12.1",
            "absent settings",
            [WidgetTable.value],
            201,
            shows: [("stale_after", nil), ("created_at", "*"), ("updated_at", "*")]
        ),
        Row(
            "12.1",
            "the list has no pages",
            [WidgetTable.value, "GET /widgets?limit=1"],
            200,
            shows: [("items.#", "1"), ("next_cursor", nil)]
        ),
        Row(
            "12.1",
            "null clears stale_after",
            [
                WidgetTable.post(#""template":"value""#, #""stale_after":60"#),
                #"PATCH /widgets/w {"stale_after":null,"content":{"label":"a"}}"#,
            ],
            200,
            shows: [("stale_after", nil)]
        ),
        Row(
            "12.1",
            "a heartbeat stamps it anew",
            [
                WidgetTable.value, "+60", #"PATCH /widgets/w {"content":{"value":1}}"#,
            ],
            200,
            shows: [("updated_at", #""2026-11-18T17:31:00Z""#), ("created_at", #""2026-11-18T17:30:00Z""#)]
        ),
        Row(
            "12.1",
            "a heartbeat is not pushed",
            [
                WidgetTable.value, "+60", #"PATCH /widgets/w {"content":{"value":1}}"#, "GET /_sim/state",
            ],
            200,
            shows: [("pushes.widgets", "1")]
        ),
        Row(
            "4.4",
            "one push in a window",
            [
                WidgetTable.value, "+5", #"PATCH /widgets/w {"content":{"value":2}}"#, "+5",
                #"PATCH /widgets/w {"content":{"value":3}}"#, "GET /_sim/state",
            ],
            200,
            shows: [("pushes.widgets", "1")]
        ),
        Row(
            "4.4",
            "the last one at its end",
            [
                WidgetTable.value, "+5", #"PATCH /widgets/w {"content":{"value":2}}"#, "+10",
                "GET /_sim/state",
            ],
            200,
            shows: [("pushes.widgets", "2")]
        ),
        Row(
            "12.4",
            "batteries are stored sorted",
            [
                WidgetTable.post(
                    #""template":"battery","device_sort":[{"field":"level"}],"devices":[{"name":"a","level":9},{"name":"b","level":1}]"#
                )
            ],
            201,
            shows: [("content.devices.0.name", #""b""#)]
        ),
        Row(
            "12.4",
            "sorted by the first member, then by the second",
            [
                WidgetTable.post(
                    #""template":"battery","device_sort":[{"field":"level","direction":"desc"},{"field":"name"}],"devices":[{"name":"b","level":1},{"name":"a","level":1},{"name":"c","level":2}]"#
                )
            ],
            201,
            shows: [
                ("content.devices.0.name", #""c""#), ("content.devices.1.name", #""a""#),
                ("content.devices.2.name", #""b""#),
            ]
        ),
        Row(
            "12.4",
            "bounds do not clamp a value",
            [
                WidgetTable.post(#""template":"value","value":5,"min_value":0,"max_value":1"#)
            ],
            201,
            shows: [("content.value", "5")]
        ),
        Row(
            "12.4",
            "a gauge out of range",
            [
                WidgetTable.post(#""template":"gauge","value":5,"min_value":0,"max_value":1"#)
            ],
            422,
            invalid
        ),
        Row(
            "12.4",
            "null clears a flow's slot",
            [
                WidgetTable.post(#""template":"flow","flow":{"output":{"rate":1},"exchange":{"rate":2}}"#),
                #"PATCH /widgets/w {"content":{"flow":{"output":null}}}"#,
            ],
            200,
            shows: [("content.flow.output", nil), ("content.flow.exchange.rate", "2")]
        ),
        Row(
            "12.3",
            "a bare address is called silently",
            [
                value(#""url_action":{"url":"https://x.example"}"#),
                #"POST /_sim/tap {"widget":"w","action":"url_action"}"#,
            ],
            200,
            shows: [("result", #""webhook""#), ("request.method", #""GET""#)]
        ),
        Row(
            "12.3",
            "foreground opens the page",
            [
                value(#""url_action":{"url":"https://x.example","foreground":true}"#),
                #"POST /_sim/tap {"widget":"w","action":"url_action"}"#,
            ],
            200,
            shows: [("result", #""opens_url""#)]
        ),
    ]
}
