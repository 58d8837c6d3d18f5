/// Players and questions (sections 8.9 and 8.10).
extension TemplateTable {
    static let media: [Row] = [
        Row(
            "8.9",
            "a position is of now",
            [card(#""template":"media","position_seconds":10,"duration_seconds":40"#)],
            201,
            shows: [
                ("content.position_at", "$now"), ("content.progress", "0.25"),
            ]
        ),
        Row(
            "8.9",
            "a position that was read before",
            [card(#""template":"media","position_seconds":10,"position_at":$now-30"#)],
            201,
            shows: [("content.position_at", "$now-30")]
        ),
        Row(
            "8.9",
            "a fresh position has a fresh time",
            [
                card(#""template":"media","position_seconds":10"#), "+50", patch(#""position_seconds":60"#),
            ],
            200,
            shows: [("content.position_at", "$now")]
        ),
        Row(
            "8.9",
            "an anchor older than twelve hours",
            [
                up(), patch(#""template":"media","position_seconds":1,"position_at":$now-43100"#), "+200",
                patch(#""volume":0.5"#),
            ],
            422,
            invalid
        ),
        Row(
            "8.9",
            "a stored slot with another url forgets its method",
            [
                card(#""template":"media","controls":{"next":{"url":"https://x.example","method":"PUT"}}"#),
                patch(#""controls":{"next":{"url":"https://y.example"}}"#),
            ],
            200,
            shows: [("content.controls.next", #"{"url":"https://y.example"}"#)]
        ),
        Row(
            "8.9",
            "an app's button that becomes a call",
            [
                card(#""template":"media","controls":{"next":{"url":"app://a"}}"#),
                patch(#""controls":{"next":{"url":"https://y.example","method":"GET"}}"#),
            ],
            200,
            shows: [("content.controls.next.method", #""GET""#)]
        ),
        Row(
            "8.9",
            "a call that becomes an app's button",
            [
                card(
                    #""template":"media","controls":{"next":{"url":"https://x.example","headers":{"A":"b"}}}"#
                ), patch(#""controls":{"next":{"url":"app://a"}}"#),
            ],
            422,
            invalid
        ),
        Row(
            "8.9",
            "three extra buttons",
            [
                card(
                    #""template":"media","controls":{"extra":[{"url":"app://a","icon":"a"},{"url":"app://b","icon":"b"},{"url":"app://c","icon":"c"}]}"#
                )
            ],
            201
        ),
        Row(
            "8.9",
            "an extra button's title of 65",
            [
                card(
                    #""template":"media","controls":{"extra":[{"url":"app://a","icon":"a","title":"\#(ContentTable.run("x", 65))"}]}"#
                )
            ],
            422,
            invalid
        ),
        Row(
            "8.9",
            "progress has its range also where it is mirrored",
            [card(#""template":"media","progress":2,"position_seconds":1,"duration_seconds":2"#)],
            422,
            invalid
        ),
        Row(
            "8.9",
            "a stream has no length",
            [card(#""template":"media","position_seconds":10"#)],
            201,
            shows: [("content.duration_seconds", nil), ("content.progress", nil)]
        ),
    ]

    static let options = #""options":[{"id":"a","title":"A"},{"id":"b","title":"B"}]"#

    static let approval: [Row] = [
        Row(
            "8.10",
            "the first round",
            [card(#""template":"approval",\#(options)"#)],
            201,
            shows: [("content.answer_round", "1"), ("content.answer", nil)]
        ),
        Row(
            "8.10",
            "a tap is recorded",
            [
                card(#""template":"approval",\#(options)"#),
                #"POST /_sim/tap {"slug":"a","action":"options.b"}"#, read,
            ],
            200,
            shows: [("content.answer", #"{"option":"b","at":$now,"by":"user"}"#), ("state", #""ongoing""#)]
        ),
        Row(
            "8.10",
            "the card ends soon after",
            [
                card(#""template":"approval",\#(options)"#),
                #"POST /_sim/tap {"slug":"a","action":"options.b"}"#, "+10", read,
            ],
            200,
            shows: [("state", #""ended""#)]
        ),
        Row(
            "8.10",
            "the first tap counts",
            [
                card(#""template":"approval",\#(options)"#),
                #"POST /_sim/tap {"slug":"a","action":"options.b"}"#,
                #"POST /_sim/tap {"slug":"a","action":"options.a"}"#, read,
            ],
            200,
            shows: [("content.answer.option", #""b""#)]
        ),
        Row(
            "8.10",
            "the deadline",
            [
                card(#""template":"approval","end_date":$now+60,"on_expire":"a",\#(options)"#), "+60", read,
            ],
            200,
            shows: [("content.answer", #"{"option":"a","at":$now,"by":"expired"}"#), ("state", #""ended""#)]
        ),
        Row(
            "8.10",
            "the deadline of none",
            [
                card(#""template":"approval","end_date":$now+60,\#(options)"#), "+60", read,
            ],
            200,
            shows: [("content.answer.option", #""none""#)]
        ),
        Row(
            "8.10",
            "the same options keep the answer",
            [
                card(#""template":"approval",\#(options)"#),
                #"POST /_sim/tap {"slug":"a","action":"options.b"}"#, patch(options),
            ],
            200,
            shows: [("content.answer.option", #""b""#), ("content.answer_round", "1")]
        ),
        Row(
            "8.10",
            "others begin a round",
            [
                card(#""template":"approval",\#(options)"#),
                #"POST /_sim/tap {"slug":"a","action":"options.b"}"#,
                patch(#""options":[{"id":"a","title":"A"},{"id":"c","title":"C"}]"#),
            ],
            200,
            shows: [("content.answer", nil), ("content.answer_round", "2")]
        ),
        Row(
            "8.10",
            "an option with a url is not recorded",
            [
                card(
                    #""template":"approval","options":[{"id":"a","title":"A","url":"https://x.example"},{"id":"b","title":"B"}]"#
                ),
                #"POST /_sim/tap {"slug":"a","action":"options.a"}"#,
            ],
            200,
            shows: [("result", #""webhook""#), ("request.method", #""POST""#)]
        ),
        Row(
            "8.10",
            "on_expire that loses its end",
            [
                card(#""template":"approval","end_date":$now+60,"on_expire":"a",\#(options)"#),
                patch(#""end_date":null"#),
            ],
            422,
            invalid
        ),
        Row(
            "8.10",
            "an option has no unknown members",
            [
                card(
                    #""template":"approval","options":[{"id":"a","title":"A","color":"red"},{"id":"b","title":"B"}]"#
                )
            ],
            422,
            invalid
        ),
        Row(
            "8.10",
            "an id of 64",
            [
                card(
                    #""template":"approval","options":[{"id":"\#(ContentTable.run("x", 64))","title":"\#(ContentTable.run("x", 24))","icon":"\#(ContentTable.run("x", 64))"},{"id":"b","title":"B"}]"#
                )
            ],
            201
        ),
        Row(
            "8.10",
            "details of two",
            [
                card(
                    #""template":"approval","details":[{"label":"a","value":"1"},{"label":"b","value":"2"}],\#(options)"#
                )
            ],
            201
        ),
        Row(
            "8.10",
            "a detail has no unknown members",
            [
                card(#""template":"approval","details":[{"label":"a","value":"1","icon":"x"}],\#(options)"#)
            ],
            422,
            invalid
        ),
    ]
}
