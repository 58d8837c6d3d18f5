package import Values

/// The content fields of PushWard's activity templates: each fact of `pushward-api.md` sections 7 and 8, once.
package enum ContentFields {
    /// All templates.
    package static let templates: [TemplateSpec] = []

    /// The template of that name or alias.
    package static func template(named name: String) -> TemplateSpec? {
        templates.first { $0.name == name || $0.aliases.contains(name) }
    }
}

/// What became of one value for one field.
package enum Coercion: Sendable, Hashable {
    /// The value as the API takes it, clamped to its limits.
    case value(JSON)
    /// The field is to be cleared.
    case clear
    /// The value cannot be used; `reason` says why and what would do.
    case invalid(reason: String)
}

extension FieldSpec.Kind {
    /// Turns a value of a template into what the API takes: typed, clamped, cut, rounded.
    package func coerce(_ value: JSON) -> Coercion { .value(value) }
}
