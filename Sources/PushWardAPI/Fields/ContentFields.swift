/// The content fields of PushWard's activity templates: each fact of `pushward-api.md` sections 7 and 8, once.
///
/// What the server owns (`snoozed_until`, `answer`, `paused_at` …) is not among them: see `StoredContent`.
package enum ContentFields {
    /// All templates.
    package static let templates: [TemplateSpec] = [
        generic, countdown, steps, alert, gauge, timeline, board, log, media, approval,
    ]

    /// The template of that name or alias.
    package static func template(named name: String) -> TemplateSpec? {
        templates.first { $0.name == name || $0.aliases.contains(name) }
    }

    /// The names of the fields of all templates.
    package static let allNames: Set<String> = Set(templates.flatMap { $0.fields.map(\.name) })

    /// Looks and buttons, an end and its alarm: what every template but `approval` takes.
    static let common: [FieldSpec] = SharedFields.look + SharedFields.buttons
    static let timed: [FieldSpec] = common + SharedFields.window + SharedFields.alarm
    static let ending: [FieldSpec] = common + [SharedFields.endDate] + SharedFields.alarm
}
