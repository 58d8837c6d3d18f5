import Values

/// A notification that was sent, with its answer.
struct NotificationRecord: Sendable {
    let id: Int
    /// The key that sent it: only that one reads the answer.
    let keyID: String
    let createdAt: Timestamp
    let collapseID: String?
    /// The resource as it is returned.
    var resource: JSONObject
    var isAnswerable: Bool
    var answer: Answer?

    /// How long an answer can be read.
    static let retention = Duration.seconds(30 * 86_400)

    struct Answer: Sendable, Hashable {
        var actionID: String
        var text: String?
        var at: Timestamp
    }

    var actions: [JSONObject] { (resource["actions"]?.arrayValue ?? []).compactMap(\.objectValue) }

    var answerJSON: JSON {
        var object: JSONObject = [
            "notification_id": .int(id),
            "status": answer == nil ? "pending" : "answered",
        ]
        if let answer {
            object["action_id"] = .string(answer.actionID)
            if let text = answer.text { object["text"] = .string(text) }
            object["answered_at"] = .string(TimeText.rfc3339(answer.at))
        }
        return .object(object)
    }
}
