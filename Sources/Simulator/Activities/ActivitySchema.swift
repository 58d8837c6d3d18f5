import Values

/// The schemas of activity requests, and how their TTLs and priority are applied (section 6).
enum ActivitySchema {
    static let maxRows = 50
    static let maxOngoing = 5
    static let sounds = [
        "default", "chime", "alert", "success", "warning", "bell", "ding", "buzz", "notification",
    ]

    private static let lifetimes: [Schema.Field] = [
        .init("ended_ttl", .nullable(.integer(1...2_592_000))),
        .init("stale_ttl", .nullable(.integer(1...2_592_000))),
        .init("dismissal_ttl", .nullable(.integer(0...14_400))),
        .init("target", target),
    ]

    /// A personal key sends none.
    static let target = Schema.rule(.any) { _ in "target is for organization keys only" }

    static let post = Schema.object(
        [
            .init("slug", .slug),
            .init("name", .text(1...256)),
            .init("priority", .integer(0...10)),
        ] + lifetimes,
        required: ["slug", "name"]
    )

    /// The range of `priority` and the words of `state` have codes of their own, so are checked later.
    static let patch = Schema.object(
        [
            .init("state", .string),
            .init("content", .rule(.any) { $0.objectValue == nil ? "expected object" : nil }),
            .init("priority", .wholeNumber),
            .init("sound", .choice(sounds)),
        ] + lifetimes,
        required: []
    )

    static func applyLifetimes(_ body: JSONObject, to lifetimes: inout Activity.Lifetimes) {
        if body["ended_ttl"] != nil { lifetimes.ended = body.integer("ended_ttl") }
        if body["stale_ttl"] != nil { lifetimes.stale = body.integer("stale_ttl") }
        if body["dismissal_ttl"] != nil { lifetimes.dismissal = body.integer("dismissal_ttl") }
    }

    static func priority(_ body: JSONObject) throws(Failure) -> Int? {
        guard let priority = body.integer("priority") else { return nil }
        guard (0...10).contains(priority) else {
            throw Failure(400, "activity.priority_invalid", "priority must be 0 to 10")
        }
        return priority
    }

    /// The state that a patch asks for; clients may set `ongoing` and `ended`, in any case of letters.
    static func state(_ body: JSONObject) throws(Failure) -> Activity.State? {
        guard let text = body.text("state") else { return nil }
        guard let state = Activity.State(rawValue: text.lowercased()), state != .preempted else {
            throw Failure(400, "activity.state_invalid", "state must be ongoing or ended")
        }
        return state
    }
}
