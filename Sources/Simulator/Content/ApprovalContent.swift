import Values

/// `approval` (pushward-api.md section 8.10).
enum ApprovalContent: ContentTemplate {
    static let name = "approval"
    static let own: [Schema.Field] = [
        .init("options", .array(of: option, count: 2...4)),
        .init("source", .text(max: 24)),
        .init("details", .array(of: detail, count: 0...2)),
        .init("on_expire", .string),
    ]
    static let required = ["options"]
    static let refused = [
        "url_action", "secondary_url_action", "alarm", "snooze_seconds", "url", "secondary_url",
    ]

    private static let detail = Schema.object(
        [.init("label", .text(1...24)), .init("value", .text(1...64))],
        required: ["label", "value"]
    )
    private static let identifier = Schema.rule(.string) { value in
        Formats.isIdentifier(value.stringValue ?? "", longest: 64)
            ? nil : "expected string to match pattern ^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$"
    }
    private static let option = Schema.rule(
        .object(
            [
                .init("id", identifier),
                .init("title", .text(1...24)),
                .init("style", .choice(["primary", "secondary", "destructive"])),
                .init("icon", .text(max: 64)),
                .init("url", .string),
                .init("method", .choice(ActionRules.methods)),
                .init("headers", .map(.string)),
                .init("body", .text(max: 1024)),
                .init("foreground", .bool),
            ],
            required: ["id", "title"]
        )
    ) { $0.objectValue.flatMap(optionComplaint) }

    private static func optionComplaint(_ option: JSONObject) -> String? {
        guard let url = option.text("url") else {
            let orphan = ["method", "headers", "body", "foreground"].first { option[$0] != nil }
            return orphan.map { "\($0) needs a url" }
        }
        if Formats.isHTTP(url), option["foreground"] != nil {
            return "foreground is not allowed here, the request is always silent"
        }
        return ActionRules.complaint(option, silentOnly: true)
    }

    /// A changed set of options starts a new round.
    static func settle(_ draft: inout Draft) throws(Failure) {
        let round = draft.before.integer("answer_round")
        guard draft.merged["options"] != draft.before["options"] || round == nil else { return }
        draft.merged["answer"] = nil
        draft.merged["answer_round"] = .int((round ?? 0) + 1)
    }

    static func check(_ draft: Draft) throws(Failure) {
        let options = (draft.merged["options"]?.arrayValue ?? []).compactMap(\.objectValue)
        let identifiers = options.compactMap { $0.text("id") }
        if Set(identifiers).count < identifiers.count {
            throw .content("content.options: ids must be unique")
        }
        if options.count > 2, options.contains(where: { ($0.text("icon") ?? "").isEmpty }) {
            throw .content("content.options: each of 3 or 4 options needs an icon")
        }
        guard let onExpire = draft.merged.text("on_expire") else { return }
        guard draft.merged["end_date"] != nil else { throw .content("content.on_expire needs end_date") }
        guard onExpire == "none" || identifiers.contains(onExpire) else {
            throw .content("content.on_expire must be an option's id or none")
        }
    }
}
