/// What a merge patch keeps, changes and removes, and what is taken out of requests (sections 5.1, 5.2, 5.4, 6.6).
package enum MergeTable {
    static let invalid = "activity.content_invalid"

    /// The start of a card.
    package static func card(_ content: String, _ more: String = "") -> String {
        #"PATCH /activities/a?upsert=true {"state":"ongoing"\#(more),"content":{\#(content)}}"#
    }

    package static func patch(_ content: String) -> String {
        #"PATCH /activities/a {"content":{\#(content)}}"#
    }

    package static let rows: [Row] =
        cardObjects + cardArrays + widgets + topLevel + owned + switches + layers + pages

    static let button = #"{"url":"https://x.example","method":"PUT","headers":{"A":"1"},"title":"T"}"#

    static let cardObjects: [Row] = cardActions + cardMaps

    static let cardActions: [Row] = ["tap_action", "url_action", "secondary_url_action"].map {
        name in
        Row(
            "5.1",
            "\(name) merges deep",
            [
                card(#""template":"generic","\#(name)":\#(button)"#),
                patch(#""\#(name)":{"url":"https://y.example","headers":{"B":"2"},"title":null}"#),
            ],
            200,
            shows: [
                ("content.\(name).url", #""https://y.example""#), ("content.\(name).method", #""PUT""#),
                ("content.\(name).headers.A", #""1""#), ("content.\(name).headers.B", #""2""#),
                ("content.\(name).title", nil),
            ]
        )
    }

    static let cardMaps: [Row] = [
        Row(
            "5.1",
            "controls merge deep",
            [
                card(#""template":"media","controls":{"next":\#(button),"stop":\#(button)}"#),
                patch(#""controls":{"next":{"title":"N"},"stop":null}"#),
            ],
            200,
            shows: [
                ("content.controls.next.title", #""N""#),
                ("content.controls.next.url", #""https://x.example""#), ("content.controls.stop", nil),
            ]
        ),
        Row(
            "5.1",
            "series and units merge deep",
            [
                card(#""template":"timeline","value":{"A":1,"B":2},"units":{"A":"x","B":"y"}"#),
                patch(#""value":{"A":3},"units":{"A":null}"#),
            ],
            200,
            shows: [("content.value", #"{"A":3,"B":2}"#), ("content.units", #"{"B":"y"}"#)]
        ),
    ]

    /// Two elements, then one: only that one is left.
    static let cardArrays: [Row] = cardLists + extraButtons

    static let cardLists: [Row] = [
        (
            "board", "tiles", #"[{"label":"A","value":"1","unit":"u"},{"label":"B","value":"2"}]"#,
            #"[{"label":"C","value":"3"}]"#
        ),
        ("log", "lines", #"[{"text":"a","level":"warn"},{"text":"b"}]"#, #"[{"text":"c"}]"#),
        ("timeline", "thresholds", #"[{"value":1,"label":"a"},{"value":2}]"#, #"[{"value":3}]"#),
        (
            "approval", "options", #"[{"id":"a","title":"A","style":"primary"},{"id":"b","title":"B"}]"#,
            #"[{"id":"a","title":"A"},{"id":"c","title":"C"}]"#
        ),
        (
            "approval", "details", #"[{"label":"a","value":"1"},{"label":"b","value":"2"}]"#,
            #"[{"label":"c","value":"3"}]"#
        ),
        ("steps", "step_labels", #"["a","b","c"]"#, #"["d","e","f"]"#),
        ("steps", "step_rows", "[1,2,3]", "[4,5,6]"), ("steps", "step_weights", "[1,2,3]", "[4,5,6]"),
        ("steps", "step_colors", #"["red","",""]"#, #"["","","teal"]"#),
    ].map { (template: String, name: String, first: String, second: String) in
        let least = ContentCase.least[template] ?? ""
        return Row(
            "5.1",
            "\(name) is replaced whole",
            [
                card(String(least.dropFirst().dropLast())), patch(#""\#(name)":\#(first)"#),
                patch(#""\#(name)":\#(second)"#),
            ],
            200,
            shows: [("content.\(name)", second)]
        )
    }

    static let extraButtons: [Row] = [
        Row(
            "5.1",
            "controls.extra is replaced whole",
            [
                card(
                    #""template":"media","controls":{"extra":[{"url":"app://a","icon":"a","title":"A"},{"url":"app://b","icon":"b"}]}"#
                ),
                patch(#""controls":{"extra":[{"url":"app://c","icon":"c"}]}"#),
            ],
            200,
            shows: [("content.controls.extra", #"[{"url":"app://c","icon":"c"}]"#)]
        )
    ]

    static let widgets: [Row] = widgetLists + widgetObjects

    static let widgetLists: [Row] = [
        ("stat_list", "stat_rows", #"[{"label":"z","value":"9"}]"#),
        ("trend", "points", "[8,9]"), ("battery", "devices", #"[{"name":"z","level":9}]"#),
        ("schedule", "periods", #"[{"start":"2026-11-19T20:00:00Z","value":9}]"#),
        ("battery", "device_sort", #"[{"field":"name"}]"#),
    ].map { (template: String, name: String, second: String) in
        let least = WidgetActions.least.first { $0.name == template }?.content ?? ""
        return Row(
            "5.1",
            "a widget's \(name) is replaced whole",
            [WidgetTable.post(least), #"PATCH /widgets/w {"content":{"\#(name)":\#(second)}}"#],
            200,
            shows: [("content.\(name)", second), ("content.template", #""\#(template)""#)]
        )
    }

    static let widgetObjects: [Row] = [
        Row(
            "5.1",
            "a widget's button merges deep",
            [
                WidgetTable.post(#""template":"value","url_action":\#(button)"#),
                #"PATCH /widgets/w {"content":{"url_action":{"title":null,"url":"https://y.example"}}}"#,
            ],
            200,
            shows: [
                ("content.url_action.title", nil), ("content.url_action.method", #""PUT""#),
                ("content.url_action.url", #""https://y.example""#),
            ]
        ),
        Row(
            "5.1",
            "inputs are replaced, slots merge",
            [
                WidgetTable.post(
                    #""template":"flow","flow":{"inputs":[{"rate":1,"name":"PV"},{"rate":2}],"output":{"rate":2,"name":"H"}}"#
                ),
                #"PATCH /widgets/w {"content":{"flow":{"inputs":[{"rate":3}],"output":{"rate":4}}}}"#,
            ],
            200,
            shows: [
                ("content.flow.inputs", #"[{"rate":3}]"#), ("content.flow.output.name", #""H""#),
                ("content.flow.output.rate", "4"),
            ]
        ),
    ]

    static let topLevel: [Row] = [
        Row(
            "5.1",
            "absent keeps, null deletes, a value overwrites",
            [
                card(#""template":"generic","state":"a","subtitle":"b","icon":"c""#),
                patch(#""subtitle":null,"icon":"d","progress":null"#),
            ],
            200,
            shows: [
                ("content.state", #""a""#), ("content.subtitle", nil), ("content.icon", #""d""#),
                ("content.progress", nil),
            ]
        ),
        Row(
            "5.1",
            "null for members of other templates",
            [
                card(#""template":"generic""#),
                patch(#""media_title":null,"options":null,"live_progress":null,"paused":null,"goal":null"#),
            ],
            200,
            shows: [("content", #"{"template":"generic"}"#)]
        ),
        Row(
            "5.1",
            "a patch without them keeps priority and TTLs",
            [
                card(
                    #""template":"generic""#,
                    #","priority":4,"ended_ttl":60,"stale_ttl":61,"dismissal_ttl":62"#
                ), patch(#""state":"x""#),
            ],
            200,
            shows: [("priority", "4"), ("ended_ttl", "60"), ("stale_ttl", "61"), ("dismissal_ttl", "62")]
        ),
        Row(
            "5.1",
            "null clears the TTLs",
            [
                card(#""template":"generic""#, #","ended_ttl":60,"stale_ttl":61,"dismissal_ttl":62"#),
                #"PATCH /activities/a {"ended_ttl":null,"stale_ttl":null,"dismissal_ttl":null}"#,
            ],
            200,
            shows: [("ended_ttl", "null"), ("stale_ttl", "null"), ("dismissal_ttl", "null")]
        ),
        Row(
            "5.1",
            "sound is not stored",
            [
                #"PATCH /activities/a?upsert=true {"state":"ongoing","sound":"chime","content":{"template":"generic"}}"#,
                "GET /activities/a",
            ],
            200,
            shows: [("sound", nil), ("content.sound", nil)]
        ),
        Row(
            "6.6",
            "an end alone",
            [RequestTable.start, #"PATCH /activities/a {"state":"ended"}"#],
            200,
            shows: [("state", #""ended""#), ("content.template", #""generic""#)]
        ),
        Row(
            "6.6",
            "a priority alone",
            [RequestTable.start, #"PATCH /activities/a {"priority":5}"#],
            200,
            shows: [("priority", "5"), ("state", #""ongoing""#)]
        ),
        Row("6.6", "a TTL alone", [RequestTable.start, #"PATCH /activities/a {"dismissal_ttl":null}"#], 200),
    ]

    static let owned: [Row] = ownedMembers + ownedLater

    static let ownedMembers: [Row] = [
        ("snoozed_until", "5"), ("warning_pushed", "true"), ("log_backlog", #"[{"text":"x"}]"#),
        ("answer", #"{"option":"a"}"#), ("paused_at", "5"), ("paused_seconds", "5"),
    ].map { (name: String, value: String) in
        Row(
            "5.1",
            "\(name) is the server's",
            [card(#""template":"countdown","duration":600"#), patch(#""\#(name)":\#(value)"#)],
            200,
            shows: [("content.\(name)", nil)]
        )
    }

    static let ownedLater: [Row] = [
        Row(
            "5.1",
            "answer_round is the server's",
            [
                card(String((ContentCase.least["approval"] ?? "").dropFirst().dropLast())),
                patch(#""answer_round":9"#),
            ],
            200,
            shows: [("content.answer_round", "1")]
        ),
        Row(
            "5.1",
            "a later history is the server's",
            [
                card(#""template":"timeline","value":{"A":1}"#),
                patch(#""history":{"A":[{"timestamp":5,"value":9},{"timestamp":6,"value":9}]}"#),
            ],
            200,
            shows: [("content.history.A.#", "1"), ("content.history.A.0.value", "1")]
        ),
        Row(
            "5.1",
            "a later history is not looked at",
            [
                card(#""template":"timeline","value":{"A":1}"#),
                patch(#""history":{"A":[{"timestamp":$now+99,"value":9}]}"#),
            ],
            200
        ),
    ]
}
