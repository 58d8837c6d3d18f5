/// Switches of the template, both layers of validation, lists (sections 1, 5.1, 5.2, 5.4).
extension MergeTable {
    /// A switch must bring all that the new template requires.
    static let switches: [Row] = switchesThatLack + wholeSwitches + pictureSwitches

    static let switchesThatLack: [Row] = [
        ("countdown", ""), ("steps", #","total_steps":3"#), ("steps", #","current_step":1"#),
        ("alert", ""),
        ("gauge", #","value":1,"min_value":0"#), ("timeline", ""), ("board", ""), ("log", ""),
        ("approval", ""),
    ].map { (template: String, more: String) in
        Row(
            "5.1",
            "a switch to \(template) that lacks something\(more)",
            [card(#""template":"generic","state":"x""#), patch(#""template":"\#(template)"\#(more)"#)],
            422,
            invalid
        )
    }

    static let wholeSwitches: [Row] = ContentCase.least.sorted { $0.key < $1.key }.filter {
        $0.key != "generic"
    }.map { name, content in
        Row(
            "5.1",
            "a switch to \(name)",
            [
                card(#""template":"generic","state":"x","icon":"y""#),
                patch(String(content.dropFirst().dropLast())),
            ],
            200,
            shows: [("content.icon", #""y""#)]
        )
    }

    static let pictureSwitches: [Row] = [
        Row(
            "9.3",
            "a switch to a template without pictures drops them",
            [
                card(#""template":"generic","image_url":"https://x.example/a","image_shape":"circle""#),
                patch(#""template":"alert","severity":"info""#),
            ],
            200,
            shows: [("content.image_url", nil), ("content.image_shape", nil)]
        ),
        Row(
            "9.3",
            "but none may be in the same patch",
            [
                card(#""template":"generic","image_url":"https://x.example/a""#),
                patch(#""template":"alert","severity":"info","image_url":"https://x.example/a""#),
            ],
            422,
            invalid
        ),
        Row(
            "9.3",
            "a switch among those with pictures keeps them",
            [
                card(#""template":"generic","image_url":"https://x.example/a""#),
                patch(#""template":"media","media_title":"A""#),
            ],
            200,
            shows: [("content.image_url", #""https://x.example/a""#)]
        ),
        Row(
            "9.3",
            "an empty text clears a picture",
            [
                card(#""template":"generic","image_url":"https://x.example/a""#),
                patch(#""image_url":"""#),
            ],
            200,
            shows: [("content.image_url", nil)]
        ),
        Row(
            "8.9",
            "leaving media clears its members",
            [
                card(
                    #""template":"media","media_title":"A","volume":0.5,"controls":{"next":{"url":"app://a"}},"state":"s""#
                ), patch(#""template":"generic""#),
            ],
            200,
            shows: [("content", #"{"template":"generic","state":"s"}"#)]
        ),
    ]

    static let layers: [Row] = [
        Row(
            "5.2",
            "a patch's schema speaks first",
            [RequestTable.start, #"PATCH /activities/a {"priority":11,"sound":"boom"}"#],
            422
        ),
        Row(
            "5.2",
            "the schema names the place",
            [#"POST /activities {"slug":"a b","name":"A"}"#],
            422,
            shows: [
                ("errors.0.location", #""body.slug""#), ("errors.0.message", "*"),
                ("errors.0.value", #""a b""#),
            ]
        ),
        Row(
            "5.2",
            "one wrong member refuses the whole",
            [
                card(#""template":"board","tiles":[{"label":"A","value":"1"}],"state":"old""#),
                "! "
                    + patch(#""state":"new","tiles":[{"label":"A","value":"\#(ContentTable.run("x", 17))"}]"#),
                "GET /activities/a",
            ],
            200,
            shows: [("content.state", #""old""#), ("content.tiles.0.value", #""1""#)]
        ),
        Row(
            "5.2",
            "a wrong content leaves priority and state alone",
            [
                RequestTable.post,
                #"! PATCH /activities/a {"state":"ongoing","priority":9,"content":{"template":"gauge"}}"#,
                "GET /activities/a",
            ],
            200,
            shows: [("state", #""ended""#), ("priority", "0")]
        ),
        Row(
            "1",
            "a number beyond all numbers",
            [RequestTable.post, #"PATCH /activities/a {"priority":1e999}"#],
            400,
            "request.body_invalid"
        ),
        Row(
            "1",
            "letters, digits, - and _ in a slug",
            [#"POST /activities {"slug":"0a-B_9","name":"A"}"#],
            201
        ),
        Row("1", "a slug does not begin with _", [#"POST /activities {"slug":"_a","name":"A"}"#], 422),
        Row("1", "an empty slug", [#"POST /activities {"slug":"","name":"A"}"#], 422),
        Row("1", "no key", ["token ", "GET /activities"], 401, "token.invalid"),
        Row("1", "health without a key", ["token ", "GET /health"], 200),
        Row("1", "a row made", [RequestTable.post], 201, shows: [("@X-Resource-Action", #""created""#)]),
        Row(
            "1",
            "a row refreshed",
            [RequestTable.post, RequestTable.post],
            201,
            shows: [("@X-Resource-Action", #""updated""#)]
        ),
        Row(
            "1",
            "a row made by upsert",
            [RequestTable.start],
            201,
            shows: [("@X-Resource-Action", #""created""#)]
        ),
        Row(
            "1",
            "a row patched",
            [RequestTable.post, RequestTable.start],
            200,
            shows: [("@X-Resource-Action", #""updated""#)]
        ),
        Row("1", "a widget made", [WidgetTable.value], 201, shows: [("@X-Resource-Action", #""created""#)]),
        Row(
            "1",
            "a widget refreshed",
            [WidgetTable.value, WidgetTable.value],
            201,
            shows: [("@X-Resource-Action", #""updated""#)]
        ),
        Row(
            "1",
            "names of widgets and cards are apart",
            [
                #"POST /activities {"slug":"w","name":"A"}"#, WidgetTable.value, "DELETE /widgets/w",
                "GET /activities/w",
            ],
            200
        ),
    ]

    static let pages: [Row] = [
        Row(
            "5.4",
            "a page and its cursor",
            [#"POST /activities {"slug":"b","name":"B"}"#, RequestTable.post, "GET /activities?limit=1"],
            200,
            shows: [("items.#", "1"), ("items.0.slug", #""a""#), ("next_cursor", "*")]
        ),
        Row(
            "5.4",
            "the last page has none",
            [RequestTable.post, "GET /activities?limit=1"],
            200,
            shows: [("items.#", "1"), ("next_cursor", nil)]
        ),
        Row(
            "5.4",
            "filtered by state",
            [RequestTable.post, "GET /activities?state=ongoing"],
            200,
            shows: [("items.#", "0")]
        ),
    ]
}
