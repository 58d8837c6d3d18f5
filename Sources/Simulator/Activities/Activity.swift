import Values

/// A row of the activities resource (pushward-api.md section 6.1).
struct Activity: Sendable {
    enum State: String, Sendable {
        case ended, ongoing, preempted
    }

    let id: String
    let slug: String
    var name: String
    var state = State.ended
    var priority = 0
    var content = JSONObject()
    var lifetimes = Lifetimes()
    var deleteAt: Timestamp?
    var endedAt: Timestamp?
    let createdAt: Timestamp
    var updatedAt: Timestamp
    /// When a client last patched it: what `stale_ttl` counts from.
    var patchedAt: Timestamp
    /// When its card appeared, while it is ongoing.
    var startedAt: Timestamp?
    /// When the run began that the server keeps alive beyond eight hours.
    var runBeganAt: Timestamp?
    var backlog: [JSON] = []
    /// When it ends because an approval was answered.
    var answeredEndAt: Timestamp?
    /// The card of the phone that shows it.
    var cardID: Int?

    /// The three TTLs of section 6.4, in seconds.
    struct Lifetimes: Sendable, Hashable {
        var ended: Int?
        var stale: Int?
        var dismissal: Int?
    }

    init(id: String, slug: String, name: String, at now: Timestamp) {
        self.id = id
        self.slug = slug
        self.name = name
        createdAt = now
        updatedAt = now
        patchedAt = now
    }

    var template: String? { content.text("template") }
    var isCountUp: Bool { template == "countdown" && content.text("direction") == "up" }
    var isPaused: Bool { template == "countdown" && content["paused_at"] != nil }

    func json(includingBacklog: Bool = false) -> JSON {
        var shown = content
        if includingBacklog, template == "log" { shown["log_backlog"] = .array(backlog) }
        return [
            "id": .string(id),
            "kind": "owned",
            "slug": .string(slug),
            "name": .string(name),
            "state": .string(state.rawValue),
            "priority": .int(priority),
            "content": .object(shown),
            "ended_ttl": lifetimes.ended.map(JSON.int) ?? .null,
            "stale_ttl": lifetimes.stale.map(JSON.int) ?? .null,
            "dismissal_ttl": lifetimes.dismissal.map(JSON.int) ?? .null,
            "delete_at": deleteAt.map { .string(TimeText.rfc3339($0)) } ?? .null,
            "ended_at": endedAt.map { .string(TimeText.rfc3339($0)) } ?? .null,
            "created_at": .string(TimeText.rfc3339(createdAt)),
            "updated_at": .string(TimeText.rfc3339(updatedAt)),
        ]
    }
}

extension Activity {
    /// How long an ended card stays without TTLs, and the most that `ended_ttl` can make it stay.
    static let defaultLinger = 14_400

    /// Seconds that the card stays on the Lock Screen after the end (pushward-api.md section 6.4).
    func lingerSeconds(preempted: Bool) -> Int {
        if !preempted, let dismissal = lifetimes.dismissal { return dismissal }
        return min(lifetimes.ended ?? Self.defaultLinger, Self.defaultLinger)
    }
}
