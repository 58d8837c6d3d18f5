/// The life of activities: their resource, states, TTLs, and what the phone shows (sections 4.4, 6.1 to 6.4, 6.7).
package enum LifeTable {
    static func card(_ content: String, _ more: String = "") -> String {
        MergeTable.card(content, more)
    }

    static let generic = #""template":"generic","state":"Go""#

    static let state = "GET /_sim/state"

    static let read = "GET /activities/a"

    static let end = #"PATCH /activities/a {"state":"ended"}"#

    static let wrongState = "activity.state_invalid"

    /// Five cards that run, the first of them the one that would go.
    static let five: [String] = ["a", "b", "c", "d", "e"].enumerated().flatMap { place, slug in
        [
            "+1",
            #"PATCH /activities/\#(slug)?upsert=true {"state":"ongoing","priority":\#(place == 0 ? 1 : 2),"dismissal_ttl":0,"ended_ttl":600,"content":{"template":"generic"}}"#,
        ]
    }

    static let sixth =
        #"PATCH /activities/f?upsert=true {"state":"ongoing","content":{"template":"generic"}}"#

    package static let rows: [Row] = resource + endpoints + states + lifetimes + platform

    static let resource: [Row] = [
        Row(
            "6.1",
            "an upserted row has its slug as its name",
            [RequestTable.start],
            201,
            shows: [("name", #""a""#)]
        ),
        Row(
            "6.1",
            "a post renames and keeps state and content",
            [card(generic), #"POST /activities {"slug":"a","name":"Washer"}"#],
            201,
            shows: [("name", #""Washer""#), ("state", #""ongoing""#), ("content.state", #""Go""#)]
        ),
        Row(
            "6.1",
            "a post refreshes priority and TTLs",
            [
                card(generic),
                #"POST /activities {"slug":"a","name":"A","priority":3,"ended_ttl":60,"stale_ttl":61,"dismissal_ttl":0}"#,
            ],
            201,
            shows: [("priority", "3"), ("ended_ttl", "60"), ("stale_ttl", "61"), ("dismissal_ttl", "0")]
        ),
        Row(
            "6.1",
            "a row that has not ended",
            [card(generic)],
            201,
            shows: [
                ("ended_at", "null"), ("delete_at", "null"), ("ended_ttl", "null"), ("stale_ttl", "null"),
                ("dismissal_ttl", "null"),
            ]
        ),
        Row(
            "6.1",
            "a row that has ended",
            [card(generic, #","ended_ttl":100"#), "+10", end],
            200,
            shows: [
                ("ended_at", #""2026-11-18T17:30:10Z""#), ("delete_at", #""2026-11-18T17:31:50Z""#),
                ("created_at", #""2026-11-18T17:30:00Z""#), ("updated_at", #""2026-11-18T17:30:10Z""#),
            ]
        ),
        Row("6.1", "state is no null", [RequestTable.start, #"PATCH /activities/a {"state":null}"#], 422),
        Row(
            "6.1",
            "state in capitals",
            [
                RequestTable.post,
                #"PATCH /activities/a {"state":"ONGOING","content":{"template":"generic"}}"#,
            ],
            200,
            shows: [("state", #""ongoing""#)]
        ),
        Row(
            "6.1",
            "a name of 256 counts code points",
            [#"POST /activities {"slug":"a","name":"\#(ContentTable.run("é", 256))"}"#],
            201
        ),
        Row(
            "6.7",
            "target null in a post",
            [#"POST /activities {"slug":"a","name":"A","target":null}"#],
            422
        ),
        Row("6.7", "groups", [RequestTable.start, #"PATCH /activities/a {"target":{"groups":["a"]}}"#], 422),
        Row(
            "6.7",
            "without a target",
            [RequestTable.start, #"PATCH /activities/a {}"#],
            200,
            shows: [("target", nil)]
        ),
    ]

    static let endpoints: [Row] = endpointRules + sounds + wrongSounds

    static let endpointRules: [Row] = [
        Row("6.2", "a post shows nothing", [RequestTable.post, state], 200, shows: [("cards.#", "0")]),
        Row(
            "6.2",
            "an upsert keeps its TTLs and priority",
            [
                #"PATCH /activities/a?upsert=true {"priority":4,"stale_ttl":60}"#
            ],
            201,
            shows: [("priority", "4"), ("stale_ttl", "60"), ("state", #""ended""#), ("content", "{}")]
        ),
        Row("6.2", "a wait on what is no approval", [card(generic), read + "?wait=25"], 200),
        Row("6.2", "a wait is not negative", [card(generic), read + "?wait=-1"], 422),
        Row(
            "6.2",
            "a sound on an end is ignored",
            [card(generic), #"PATCH /activities/a {"state":"ended","sound":"chime"}"#],
            200
        ),
        Row(
            "6.2",
            "an end with content",
            [
                card(generic),
                #"PATCH /activities/a {"state":"ended","content":{"state":"Done","progress":1}}"#, state,
            ],
            200,
            shows: [("cards.0.content.state", #""Done""#), ("cards.0.state", #""ended""#)]
        ),
        Row(
            "6.2",
            "a deleted card goes at once",
            [card(generic, #","ended_ttl":600"#), "DELETE /activities/a", state],
            200,
            shows: [("cards.#", "0")]
        ),
        Row(
            "6.2",
            "a lingering one stays",
            [card(generic), end, "DELETE /activities/a", state],
            200,
            shows: [("cards.#", "1")]
        ),
        Row(
            "6.2",
            "a row that has gone",
            [
                card(generic, #","ended_ttl":10"#), end, "+10",
                #"PATCH /activities/a {"content":{"state":"x"}}"#,
            ],
            404,
            "activity.not_found"
        ),
    ]

    static let sounds: [Row] = [
        "default", "chime", "alert", "success", "warning", "bell", "ding", "buzz", "notification",
    ].map {
        Row(
            "9.4",
            "the sound \($0)",
            [card(generic), #"PATCH /activities/a {"sound":"\#($0)"}"#, state],
            200,
            shows: [("cards.0.sound", #""\#($0)""#)]
        )
    }

    static let wrongSounds: [Row] = [
        Row("9.4", "no null for a sound", [card(generic), #"PATCH /activities/a {"sound":null}"#], 422),
        Row("9.4", "an empty sound", [card(generic), #"PATCH /activities/a {"sound":""}"#], 422),
        Row(
            "9.4",
            "a post has no sound",
            [#"POST /activities {"slug":"a","name":"A","sound":"chime"}"#],
            422
        ),
    ]

    static let states: [Row] = [
        Row("6.3", "a new row is ended", [RequestTable.post], 201, shows: [("state", #""ended""#)]),
        Row(
            "6.3",
            "ended to ongoing starts",
            [RequestTable.post, RequestTable.start, state],
            200,
            shows: [("pushes.starts", "1"), ("cards.#", "1"), ("cards.0.name", #""A""#)]
        ),
        Row(
            "6.3",
            "ongoing to ongoing updates",
            [card(generic), MergeTable.patch(#""state":"Run""#), state],
            200,
            shows: [("pushes.starts", "1"), ("pushes.high", "1"), ("cards.0.content.state", #""Run""#)]
        ),
        Row(
            "6.3",
            "ongoing to ended ends",
            [card(generic), end, state],
            200,
            shows: [("pushes.ends", "1"), ("cards.0.state", #""ended""#)]
        ),
        Row(
            "6.3",
            "ended to ended pushes nothing",
            [RequestTable.post, end, MergeTable.patch(generic), state],
            200,
            shows: [("pushes.ends", "0"), ("pushes.high", "0"), ("pushes.starts", "0")]
        ),
        Row(
            "6.3",
            "ended to ongoing again",
            [card(generic), end, #"PATCH /activities/a {"state":"ongoing"}"#, state],
            200,
            shows: [("pushes.starts", "2")]
        ),
        Row(
            "6.3",
            "nobody sets preempted",
            [card(generic), #"PATCH /activities/a {"state":"preempted"}"#],
            400,
            wrongState
        ),
        Row(
            "6.3",
            "the sixth evicts the lowest priority",
            five + [sixth, read],
            200,
            shows: [("state", #""preempted""#)]
        ),
        Row(
            "6.3",
            "a preempted one lingers by ended_ttl",
            five + [sixth, "+599", state],
            200,
            shows: [("cards.5.slug", #""a""#), ("cards.5.end_reason", #""preempted""#)]
        ),
        Row(
            "6.3",
            "a preempted one needs a state",
            five + [sixth, MergeTable.patch(#""state":"x""#)],
            400,
            wrongState
        ),
        Row(
            "6.3",
            "preempted to ongoing",
            five + [sixth, #"PATCH /activities/a {"state":"ongoing"}"#],
            200,
            shows: [("state", #""ongoing""#)]
        ),
        Row("6.3", "preempted to ended", five + [sixth, end], 200, shows: [("state", #""ended""#)]),
        Row(
            "6.3",
            "five run at most",
            five + [sixth, "GET /activities?state=ongoing"],
            200,
            shows: [("items.#", "5")]
        ),
        Row(
            "6.3",
            "preempted ones are listed",
            five + [sixth, "GET /activities?state=preempted"],
            200,
            shows: [("items.#", "1"), ("items.0.slug", #""a""#)]
        ),
        Row(
            "6.3",
            "an end clears the alarm and the animation",
            [
                card(#""template":"generic","end_date":$now+60,"live_progress":true,"alarm":true"#), end,
            ],
            200,
            shows: [("content.alarm", nil), ("content.live_progress", nil)]
        ),
        Row(
            "6.3",
            "an end stops media on the card only",
            [
                card(#""template":"media","playback_state":"playing""#), end, state,
            ],
            200,
            shows: [
                ("cards.0.content.playback_state", #""stopped""#),
                ("activities.0.content.playback_state", #""playing""#),
            ]
        ),
        Row(
            "6.3",
            "an end freezes a clock that counts up",
            [
                card(#""template":"timer","direction":"up""#), "+100", end, state,
            ],
            200,
            shows: [("cards.0.content.paused_at", "$now")]
        ),
    ]
}
