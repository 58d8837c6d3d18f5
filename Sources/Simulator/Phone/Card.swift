import Values

/// A Live Activity as the phone shows it.
struct Card: Sendable {
    let id: Int
    let slug: String
    var name: String
    var priority: Int
    /// What the last push carried: the content as displayed.
    var content: JSONObject
    let startedAt: Timestamp
    var updatedAt: Timestamp
    var endedAt: Timestamp?
    /// When an ended card leaves the Lock Screen.
    var lingersUntil: Timestamp?
    var endReason: String?
    var staleAt: Timestamp?
    var pushes = 1
    var lastSound: String?
    /// The size of the last push, roughly.
    var bytes: Int

    func json(at now: Timestamp) -> JSON {
        [
            "id": .int(id),
            "slug": .string(slug),
            "name": .string(name),
            "template": content["template"] ?? .null,
            "priority": .int(priority),
            "state": endedAt == nil ? "ongoing" : "ended",
            "content": .object(content),
            "started_at": .string(TimeText.rfc3339(startedAt)),
            "updated_at": .string(TimeText.rfc3339(updatedAt)),
            "ended_at": endedAt.map { .string(TimeText.rfc3339($0)) } ?? .null,
            "lingers_until": lingersUntil.map { .string(TimeText.rfc3339($0)) } ?? .null,
            "end_reason": endReason.map(JSON.string) ?? .null,
            "stale": .bool(endedAt == nil && staleAt.map { $0 <= now } ?? false),
            "pushes": .int(pushes),
            "sound": lastSound.map(JSON.string) ?? .null,
            "payload_bytes": .int(bytes),
        ]
    }
}
