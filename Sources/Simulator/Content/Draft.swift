import Values

/// Content on its way from a merge patch to what is stored.
struct Draft: Sendable {
    /// Unix seconds of the request.
    let now: Int
    /// The request's content without what the server owns.
    let patch: JSONObject
    /// What was stored before.
    let before: JSONObject
    /// What will be stored.
    var merged: JSONObject
    /// Whether this request brings a template for the first time, or another one.
    let isSwitch: Bool
    /// Whether the activity becomes `ongoing` from another state with this request.
    let starts: Bool
    /// Whether the activity is `ended` after this request.
    let isEnded: Bool

    /// Whether the request sets the member to something.
    func sends(_ name: String) -> Bool { patch.has(name) }
}

/// The rules of one template for activities (pushward-api.md section 8).
protocol ContentTemplate {
    static var name: String { get }
    /// Members that belong to the template: they go when it is left.
    static var own: [Schema.Field] { get }
    static var required: [String] { get }
    /// Shared members that the template refuses.
    static var refused: [String] { get }
    /// Does what the server does to the content on its own account, before the rules are applied.
    static func settle(_ draft: inout Draft) throws(Failure)
    /// Holds the merged content against rules that go over several members.
    static func check(_ draft: Draft) throws(Failure)
}

extension ContentTemplate {
    static var refused: [String] { [] }
    static func settle(_ draft: inout Draft) throws(Failure) {}
    static func check(_ draft: Draft) throws(Failure) {}
}

/// All templates and what they share.
enum ContentTemplates {
    static func named(_ name: String) -> (any ContentTemplate.Type)? {
        switch name {
        case "generic": GenericContent.self
        case "countdown", "timer": CountdownContent.self
        case "steps": StepsContent.self
        case "alert": AlertContent.self
        case "gauge": GaugeContent.self
        case "timeline": TimelineContent.self
        case "board": BoardContent.self
        case "log": LogContent.self
        case "media": MediaContent.self
        case "approval": ApprovalContent.self
        default: nil
        }
    }

    /// Members that only some templates take, and which (pushward-api.md sections 7.1, 8.2, 8.9, 8.10).
    static let exclusive: [(members: [String], templates: [String])] = [
        (["live_progress"], ["generic", "steps"]),
        (["image_url", "image_shape", "image_thumbhash"], ["generic", "steps", "media"]),
        (["direction", "goal", "show_ruler", "paused"], ["countdown"]),
        (MediaContent.own.map(\.name), ["media"]),
        (ApprovalContent.own.map(\.name), ["approval"]),
    ]

    /// Content members that only the server writes: requests that carry them lose them (section 5.1).
    static let serverOwned = [
        "snoozed_until", "warning_pushed", "log_backlog", "answer", "answer_round", "paused_at",
        "paused_seconds",
    ]

    /// Members of every template (pushward-api.md section 7.1).
    static let shared: [Schema.Field] = [
        .init("template", .string),
        .init("progress", .number(0...1)),
        .init("state", .text(max: 256)),
        .init("subtitle", .text(max: 256)),
        .init("icon", .icon),
        .init("remaining_time", .integer(0...Int.max)),
        .init("accent_color", .colour),
        .init("background_color", .colour),
        .init("text_color", .colour),
        .init("compact_label", compactLabel),
        .init("tap_action", ActionRules.action),
        .init("url_action", ActionRules.action),
        .init("secondary_url_action", ActionRules.action),
        .init("url", .webLink),
        .init("secondary_url", .webLink),
        .init("alarm", .bool),
        .init("snooze_seconds", .integer(60...3600)),
        .init("end_date", .epoch),
        .init("start_date", .epoch),
        .init("duration", .any),
        .init("live_progress", .bool),
        .init("image_url", imageURL),
        .init("image_shape", .choice(["poster", "square", "circle"])),
        .init("image_thumbhash", thumbHash),
        .init("snoozed_until", .any),
        .init("warning_pushed", .any),
    ]

    private static let compactLabel = Schema.rule(.string) { value in
        (value.stringValue ?? "").trimmed.codePoints > 4 ? "must be at most 4 characters after trimming" : nil
    }

    private static let thumbHash = Schema.rule(.text(max: 64)) { value in
        Formats.isBase64(value.stringValue ?? "") ? nil : "must be padded base64 in the standard alphabet"
    }

    /// Section 9.3.
    private static let imageURL = Schema.rule(.string) { value in
        let url = value.stringValue ?? ""
        if let complaint = Formats.webURLComplaint(url, schemes: ["https"]) { return complaint }
        let authority = Formats.authority(url) ?? ""
        if authority.contains("@") { return "must not carry credentials" }
        let afterHost = authority.dropFirst(Formats.host(url)?.count ?? 0)
        guard afterHost.hasPrefix(":") else { return nil }
        let port = afterHost.dropFirst()
        return !port.isEmpty && port.utf8.allSatisfy { (48...57).contains($0) }
            ? nil : "must have a numeric port"
    }
}
