import Values

/// A Home Screen widget (pushward-api.md section 12.1).
struct Widget: Sendable {
    let slug: String
    var name: String
    var content: JSONObject
    var pushThrottle: Int?
    var staleAfter: Int?
    let createdAt: Timestamp
    var updatedAt: Timestamp
    /// When the phone was last told.
    var pushedAt: Timestamp?
    /// When the phone is told of what changed within the throttle window.
    var pushDue: Timestamp?

    static let maxCount = 50
    static let defaultThrottle = 15

    var json: JSON {
        var object: JSONObject = [
            "slug": .string(slug),
            "name": .string(name),
            "content": .object(content),
            "push_throttle": .int(pushThrottle ?? Self.defaultThrottle),
            "created_at": .string(TimeText.rfc3339(createdAt)),
            "updated_at": .string(TimeText.rfc3339(updatedAt)),
        ]
        if let staleAfter { object["stale_after"] = .int(staleAfter) }
        return .object(object)
    }

    /// Whether the phone dims it and says how old it is.
    func isStale(at now: Timestamp) -> Bool {
        staleAfter.map { now - updatedAt >= .seconds($0) } ?? false
    }

    /// The row, and what the phone makes of its age.
    func shown(at now: Timestamp) -> JSON {
        var object = json.objectValue ?? JSONObject()
        object["is_stale"] = .bool(isStale(at: now))
        return .object(object)
    }
}
