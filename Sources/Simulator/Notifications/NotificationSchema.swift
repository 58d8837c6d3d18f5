import Values

/// The schema of `POST /notifications` (pushward-api.md sections 11.1, 11.3, 11.7).
enum NotificationSchema {
    static let blockedFields: [String] = []

    static let fields: [Schema.Field] = [
        .init("title", .text(max: 256)),
        .init("body", .text(max: 4096)),
        .init("subtitle", .text(max: 256)),
        .init("level", .choice(["passive", "active", "time-sensitive", "critical"])),
        .init("volume", .number(0...1)),
        .init("thread_id", .text(max: 128)),
        .init("collapse_id", .text(max: 64)),
        .init("source", .text(max: 128)),
        .init("source_display_name", .text(max: 256)),
        .init("url", .text(max: 2048)),
        .init("icon_url", .text(max: 2048)),
        .init("media", media),
        .init("metadata", .map(.string)),
        .init("activity_slug", .string),
        .init("push", .bool),
        .init("actions", .array(of: action, count: 0...10)),
        .init("acknowledge", acknowledge),
        .init("tags", .array(of: .string, count: 0...10)),
        .init("callback_url", .text(max: 2048)),
        .init("encrypted", .text(max: 3072)),
        .init("target", ActivitySchema.target),
    ]

    static let post = Schema.object(fields, required: [])

    private static let media = Schema.object(
        [.init("url", .text(1...2048)), .init("type", .choice(["image", "video", "audio"]))],
        required: ["url", "type"]
    )

    private static let action = Schema.object(
        [
            .init("id", .text(1...64)),
            .init("title", .text(1...64)),
            .init("icon", .text(max: 64)),
            .init("url", .text(max: 2048)),
            .init("method", method),
            .init("headers", .map(.string)),
            .init("body", .string),
            .init("foreground", .bool),
            .init("destructive", .bool),
            .init("authentication_required", .bool),
            .init("text_input", .bool),
            .init("text_input_placeholder", .text(max: 64)),
            .init("text_input_button_title", .text(max: 64)),
        ],
        required: ["id", "title"]
    )

    private static let method = Schema.rule(.string) { value in
        ActionRules.methods.contains((value.stringValue ?? "").uppercased())
            ? nil : "expected value to be one of \"\(ActionRules.methods.joined(separator: ", "))\""
    }

    private static let acknowledge = Schema.object(
        [
            .init("repeat_seconds", .integer(30...3600)),
            .init("expire_seconds", .integer(60...10_800)),
            .init("action_title", .text(1...64)),
        ],
        required: []
    )

    /// Title and body are required, unless they come encrypted.
    static func checkRequired(_ body: JSONObject) throws(Failure) {
        guard !body.has("encrypted") else { return }
        for name in ["title", "body"] where (body.text(name) ?? "").isEmpty {
            let message =
                body[name] == nil
                ? "expected required property \(name) to be present" : "expected length >= 1"
            throw .schema("body.\(name)", message)
        }
    }
}
