/// The rules of the members that every template shares, and of those that it must not have, for each template.
package enum SharedTable {
    private static let names = ContentCase.least.keys.sorted()
    private static func run(_ count: Int) -> String { ContentTable.run("x", count) }

    /// Section 7.1 and 9.1, wrong on every template.
    private static let broken: [(section: String, patch: String)] =
        [
            ("7.1", #"{"progress":1.01}"#), ("7.1", #"{"progress":-0.01}"#), ("7.1", #"{"progress":"half"}"#),
            ("7.1", #"{"state":"\#(run(257))"}"#), ("7.1", #"{"state":5}"#), ("7.1", #"{"state":["a"]}"#),
            ("7.1", #"{"subtitle":"\#(run(257))"}"#), ("7.1", #"{"subtitle":true}"#),
            ("7.1", #"{"icon":"\#(run(129))"}"#), ("7.1", #"{"icon":5}"#),
            ("7.1", #"{"remaining_time":-1}"#), ("7.1", #"{"remaining_time":1.5}"#),
            ("7.1", #"{"remaining_time":"60"}"#), ("7.1", #"{"compact_label":"12345"}"#),
            ("7.1", #"{"compact_label":42}"#), ("7.1", #"{"url":"homeassistant://a"}"#),
            ("7.1", #"{"url":"https://"}"#), ("7.1", #"{"url":"https://x.example/\#(run(2031))"}"#),
            ("7.1", #"{"secondary_url":"x.example"}"#), ("7.1", #"{"secondary_url":5}"#),
            ("7.1", #"{"snooze_seconds":59}"#), ("7.1", #"{"snooze_seconds":3601}"#),
            ("7.1", #"{"snooze_seconds":90.5}"#), ("7.4", #"{"alarm":"on"}"#),
            ("7.1", #"{"end_date":0}"#), ("7.1", #"{"end_date":-5}"#), ("7.1", #"{"end_date":1.5}"#),
            ("7.1", #"{"end_date":"2026-11-18T00:00:00Z"}"#), ("7.1", #"{"end_date":$now+157788001}"#),
            ("7.1", #"{"template":"pipeline"}"#), ("7.1", #"{"template":null}"#),
        ] + colours

    private static let colours: [(section: String, patch: String)] =
        ["accent_color", "background_color", "text_color"].flatMap { name in
            [
                #""white""#, #""gray""#, #""black""#, ##""#FFF""##, #""rgb(1,2,3)""#, ##""#12345""##, #""""#,
                "7",
            ]
            .map { ("9.1", #"{"\#(name)":\#($0)}"#) }
        }

    package static let refused: [ContentCase] = refusedEverywhere + refusedColours

    private static let refusedEverywhere: [ContentCase] = broken.flatMap { row in
        names.map { ContentCase(row.section, $0, row.patch) }
    }

    private static let refusedColours: [ContentCase] = [
        .init("9.1", "board", #"{"tiles":[{"label":"A","value":"1","color":"black"}]}"#),
        .init("9.1", "steps", ##"{"step_colors":["red","#fff",""]}"##),
        .init("9.1", "timeline", #"{"thresholds":[{"value":1,"color":"rgb(1,2,3)"}]}"#),
    ]

    /// Members that only some templates take: a value that these accept, and their names in `least`.
    private static let exclusive: [(section: String, members: [String], templates: Set<String>)] = [
        ("7.1", [#""live_progress":true,"end_date":$now+60"#], ["generic", "steps"]),
        (
            "9.3",
            [
                #""image_url":"https://x.example/a.jpg""#, #""image_shape":"circle""#,
                #""image_thumbhash":"3PcNNYSFeXh/d3eld0iHZoZgVwh2""#,
            ], ["generic", "steps", "media"]
        ),
        (
            "8.2",
            [#""direction":"down""#, #""goal":60"#, #""show_ruler":true"#, #""paused":false"#],
            ["countdown", "up"]
        ),
        (
            "8.9",
            [
                #""media_title":"A""#, #""playback_state":"paused""#, #""position_seconds":1"#,
                #""duration_seconds":1"#, #""position_at":$now"#, #""volume":0.5"#, #""favorite":true"#,
                #""controls":{}"#,
            ], ["media"]
        ),
        (
            "8.10",
            [
                #""options":[{"id":"a","title":"A"},{"id":"b","title":"B"}]"#, #""source":"x""#,
                #""details":[]"#, #""on_expire":"none""#,
            ], ["approval"]
        ),
    ]

    /// Members of another template.
    package static let foreign: [ContentCase] = exclusive.flatMap { group in
        names.filter { !group.templates.contains($0) }.flatMap { name in
            group.members.map { ContentCase(group.section, name, "{\($0)}") }
        }
    }

    /// Section 7.1, right on every template.
    private static let kept: [(section: String, patch: String)] = [
        ("7.1", #"{"progress":0}"#), ("7.1", #"{"progress":1}"#), ("7.1", #"{"progress":0.333}"#),
        ("7.1", #"{"state":"\#(run(256))","subtitle":"\#(run(256))","icon":"\#(run(128))"}"#),
        ("7.1", #"{"state":""}"#), ("7.1", #"{"remaining_time":0}"#), ("7.1", #"{"compact_label":" 42% "}"#),
        ("9.1", ##"{"accent_color":"red","background_color":"#00112233","text_color":"AABBCC"}"##),
        ("9.2", #"{"icon":"mdi:washing-machine"}"#), ("9.2", #"{"icon":"bolt.fill"}"#),
        ("9.2", #"{"icon":"no.such.symbol"}"#),
        ("5.1", #"{"snoozed_until":1,"warning_pushed":true,"answer":{},"answer_round":2,"paused_at":1}"#),
    ]

    package static let accepted: [ContentCase] =
        acceptedEverywhere + acceptedButtons + acceptedAlarms + acceptedColours

    private static let acceptedEverywhere: [ContentCase] = kept.flatMap { row in
        names.map { ContentCase(row.section, $0, row.patch) }
    }

    private static let acceptedButtons: [ContentCase] = names.filter { $0 != "approval" }.flatMap { name in
        [
            ContentCase("7.1", name, #"{"url":"https://x.example","secondary_url":"http://x.example"}"#),
            ContentCase(
                "7.1",
                name,
                #"{"url_action":{"url":"https://x.example","method":"POST"},"secondary_url_action":{"url":"app://a"}}"#
            ),
        ]
    }

    private static let acceptedAlarms: [ContentCase] = names.filter { $0 != "approval" && $0 != "up" }.flatMap
    {
        name in
        [
            ContentCase("7.4", name, #"{"alarm":true,"end_date":$now+600,"snooze_seconds":60}"#),
            ContentCase("7.4", name, #"{"alarm":true,"end_date":$now+600,"snooze_seconds":3600}"#),
            ContentCase("7.4", name, #"{"alarm":true,"end_date":$now-5}"#),
        ]
    }

    private static let acceptedColours: [ContentCase] = [
        "red", "orange", "yellow", "green", "blue", "purple", "pink", "indigo", "teal", "cyan", "mint",
        "brown", "#FF3B30", "ff3b30", "#8e8e93", "8E8E93FF",
    ].flatMap { colour in
        [
            ContentCase("9.1", "generic", #"{"accent_color":"\#(colour)"}"#),
            ContentCase("9.1", "board", #"{"tiles":[{"label":"A","value":"1","color":"\#(colour)"}]}"#),
            ContentCase("9.1", "steps", #"{"step_colors":["\#(colour)","",""]}"#),
            ContentCase("9.1", "timeline", #"{"thresholds":[{"value":1,"color":"\#(colour)"}]}"#),
        ]
    }
}
