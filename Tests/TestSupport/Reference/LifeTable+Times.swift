/// TTLs, how long a card lingers, and what iOS ends (sections 4.4 and 6.4).
extension LifeTable {
    static func linger(_ rule: String, _ more: String, _ seconds: Int) -> [Row] {
        let gone = Row(
            "6.4",
            "\(rule): gone then",
            [card(generic, more), end, "+\(seconds)", state],
            200,
            shows: [("cards.#", "0")]
        )
        guard seconds > 0 else { return [gone] }
        return [
            gone,
            Row(
                "6.4",
                "\(rule): still there",
                [card(generic, more), end, "+\(seconds - 1)", state],
                200,
                shows: [("cards.#", "1")]
            ),
        ]
    }

    static let lifetimes: [Row] =
        linger("no TTL", "", 14_400) + linger("dismissal_ttl 0", #","dismissal_ttl":0,"ended_ttl":600"#, 0)
        + linger("dismissal_ttl", #","dismissal_ttl":900"#, 900)
        + linger("ended_ttl", #","ended_ttl":60"#, 60)
        + linger("ended_ttl beyond four hours", #","ended_ttl":99999"#, 14_400)
        + linger("both", #","ended_ttl":60,"dismissal_ttl":120"#, 120) + lifetimeRules

    static let lifetimeRules: [Row] = [
        Row(
            "6.4",
            "dismissal_ttl in the end's own patch",
            [card(generic), #"PATCH /activities/a {"state":"ended","dismissal_ttl":0}"#, state],
            200,
            shows: [("cards.#", "0")]
        ),
        Row(
            "6.4",
            "dismissal_ttl of a stale card",
            [card(generic, #","stale_ttl":60,"dismissal_ttl":0"#), "+60", state],
            200,
            shows: [("cards.#", "0"), ("activities.0.state", #""ended""#)]
        ),
        Row(
            "6.4",
            "dismissal_ttl of a countdown that is over",
            [card(#""template":"countdown","duration":60"#, #","dismissal_ttl":0"#), "+60", state],
            200,
            shows: [("cards.#", "0")]
        ),
        Row(
            "6.4",
            "a row kept until ended_ttl",
            [card(generic, #","ended_ttl":100"#), end, "+99", read],
            200
        ),
        Row(
            "6.4",
            "a row deleted then",
            [card(generic, #","ended_ttl":100"#), end, "+100", read],
            404,
            "activity.not_found"
        ),
        Row(
            "6.4",
            "a later ended_ttl does not move it",
            [
                card(generic, #","ended_ttl":100"#), end, #"PATCH /activities/a {"ended_ttl":5000}"#,
                "+100", read,
            ],
            404,
            "activity.not_found"
        ),
        Row(
            "6.4",
            "ended_ttl does not run while it is ongoing",
            [card(generic, #","ended_ttl":100"#), "+5000", read],
            200,
            shows: [("state", #""ongoing""#)]
        ),
        Row("6.4", "without ended_ttl 30 days", [card(generic), end, "+2591999", read], 200),
        Row("6.4", "and no longer", [card(generic), end, "+2592000", read], 404, "activity.not_found"),
        Row(
            "6.4",
            "stale",
            [card(generic, #","stale_ttl":100"#), "+100", read],
            200,
            shows: [
                ("state", #""ended""#), ("content.state", #""Stale (auto-ended)""#),
                ("content.accent_color", ##""#8E8E93""##), ("content.icon", #""clock.badge.xmark""#),
            ]
        ),
        Row(
            "6.4",
            "not yet stale",
            [card(generic, #","stale_ttl":100"#), "+99", read],
            200,
            shows: [("state", #""ongoing""#)]
        ),
        Row(
            "6.4",
            "an update keeps it from it",
            [card(generic, #","stale_ttl":100"#), "+99", MergeTable.patch(#""state":"x""#), "+99", read],
            200,
            shows: [("state", #""ongoing""#)]
        ),
        Row(
            "6.4",
            "null keeps it from it",
            [
                card(generic, #","stale_ttl":100"#), #"PATCH /activities/a {"stale_ttl":null}"#, "+500",
                read,
            ],
            200,
            shows: [("state", #""ongoing""#)]
        ),
        Row(
            "6.4",
            "dismissal_ttl is no text",
            [card(generic), #"PATCH /activities/a {"dismissal_ttl":"60"}"#],
            422
        ),
    ]

    static let platform: [Row] = [
        Row("4.4", "eight hours", [card(generic), "+28799", read], 200, shows: [("state", #""ongoing""#)]),
        Row("4.4", "and no longer", [card(generic), "+28800", read], 200, shows: [("state", #""ended""#)]),
        Row(
            "4.4",
            "a card that iOS ended lingers four hours",
            [card(generic), "+28800", "+14399", state],
            200,
            shows: [("cards.#", "1")]
        ),
        Row(
            "4.4",
            "a clock that counts up goes on",
            [card(#""template":"timer","direction":"up""#), "+200000", read],
            200,
            shows: [("state", #""ongoing""#)]
        ),
        Row(
            "4.4",
            "a countdown that is paused goes on",
            [card(#""template":"countdown","duration":600,"paused":true"#), "+200000", read],
            200,
            shows: [("state", #""ongoing""#)]
        ),
        Row(
            "4.4",
            "for about three days",
            [card(#""template":"timer","direction":"up""#), "+300000", read],
            200,
            shows: [("state", #""ended""#)]
        ),
    ]
}
