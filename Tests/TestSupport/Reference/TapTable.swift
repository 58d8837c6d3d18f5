/// What a tap does, by the shape of the action and its place (sections 7.3, 11.3).
package enum TapTable {
    private static let app = #""url":"homeassistant://a""#
    private static let web = #""url":"https://x.example""#

    /// On a card's background, buttons and tiles.
    private static let shapes: [(rule: String, members: String, result: String)] = [
        ("an app's url opens the app", app, "opens_app"),
        ("foreground opens the page", web + #","foreground":true"#, "opens_url"),
        ("foreground beats the request", web + #","foreground":true,"method":"POST""#, "opens_url"),
        ("a method is a silent call", web + #","method":"GET""#, "webhook"),
        ("headers are a silent call", web + #","headers":{"A":"b"}"#, "webhook"),
        ("a body is a silent call", web + #","body":"x""#, "webhook"),
        ("a method and no foreground", web + #","method":"POST","foreground":false"#, "webhook"),
        ("a bare address opens the page", web, "opens_url"),
        ("no foreground and nothing else", web + #","foreground":false"#, "ignored"),
    ]

    private static let places: [(path: String, content: (before: String, after: String))] = [
        ("tap_action", (#""template":"generic","tap_action":{"#, "}")),
        ("url_action", (#""template":"generic","url_action":{"#, "}")),
        ("secondary_url_action", (#""template":"alert","severity":"info","secondary_url_action":{"#, "}")),
        (
            "tiles.0.url_action",
            (#""template":"board","tiles":[{"label":"A","value":"1","url_action":{"#, "}}]")
        ),
    ]

    private static let slots = [
        "previous", "play_pause", "play", "pause", "next", "stop", "favorite", "volume_down", "volume_up",
    ]

    private static func tap(_ path: String) -> String { #"POST /_sim/tap {"slug":"a","action":"\#(path)"}"# }

    package static let rows: [Row] = shapesInPlaces + slotRules + otherTaps

    private static let shapesInPlaces: [Row] = places.flatMap { place in
        shapes.map { shape in
            Row(
                "7.3",
                "\(place.path): \(shape.rule)",
                [
                    MergeTable.card(place.content.before + shape.members + place.content.after),
                    tap(place.path),
                ],
                200,
                shows: [("result", #""\#(shape.result)""#)]
            )
        }
    }

    private static let slotRules: [Row] = slots.map { slot in
        Row(
            "7.3",
            "\(slot) calls with POST",
            [
                MergeTable.card(#""template":"media","controls":{"\#(slot)":{\#(web)}}"#),
                tap("controls.\(slot)"),
            ],
            200,
            shows: [("result", #""webhook""#), ("request.method", #""POST""#)]
        )
    }

    private static let otherTaps: [Row] = [
        Row(
            "7.3",
            "a slot opens an app",
            [
                MergeTable.card(#""template":"media","controls":{"stop":{\#(app)}}"#),
                tap("controls.stop"),
            ],
            200,
            shows: [("result", #""opens_app""#)]
        ),
        Row(
            "7.3",
            "a body without a type is JSON",
            [
                MergeTable.card(#""template":"generic","url_action":{\#(web),"body":"{}"}"#),
                tap("url_action"),
            ],
            200,
            shows: [
                ("request.headers.Content-Type", #""application/json""#), ("request.method", #""GET""#),
            ]
        ),
        Row(
            "11.3",
            "an address is called with GET",
            [NotificationTable.action(web), #"POST /_sim/tap {"notification":4001,"action":"a"}"#],
            200,
            shows: [("result", #""webhook""#), ("request.method", #""GET""#)]
        ),
        Row(
            "11.3",
            "an app's url opens the app",
            [NotificationTable.action(app), #"POST /_sim/tap {"notification":4001,"action":"a"}"#],
            200,
            shows: [("result", #""opens_app""#)]
        ),
        Row(
            "11.3",
            "foreground opens the page",
            [
                NotificationTable.action(web + #","foreground":true"#),
                #"POST /_sim/tap {"notification":4001,"action":"a"}"#,
            ],
            200,
            shows: [("result", #""opens_url""#)]
        ),
        Row(
            "11.3",
            "foreground alone opens PushWard and records nothing",
            [
                NotificationTable.action(#""foreground":true"#),
                #"POST /_sim/tap {"notification":4001,"action":"a"}"#,
            ],
            200,
            shows: [("result", #""opens_app""#)]
        ),
        Row(
            "11.3",
            "no url is recorded",
            [NotificationTable.action(""), #"POST /_sim/tap {"notification":4001,"action":"a"}"#],
            200,
            shows: [("result", #""recorded""#)]
        ),
    ]
}
