import Values

/// `alert` (pushward-api.md section 8.4).
enum AlertContent: ContentTemplate {
    static let name = "alert"
    static let own: [Schema.Field] = [
        .init("severity", .choice(["critical", "warning", "info"])),
        .init("severity_label", .text(max: 40)),
        .init("fired_at", .epoch),
    ]
    static let required = ["severity"]
    /// How far a `fired_at` may be ahead of the server's clock.
    static let toleranceSeconds = 300

    static func check(_ draft: Draft) throws(Failure) {
        if let firedAt = draft.merged.integer("fired_at"), firedAt > draft.now + toleranceSeconds {
            throw .content("content.fired_at must not be in the future")
        }
    }
}
