/// One of PushWard's activity templates and what it takes (`pushward-api.md` section 8).
package struct TemplateSpec: Sendable {
    /// The name that is sent.
    package var name: String
    /// Further names that people may write.
    package var aliases: [String]
    /// What it shows, one sentence for the reference.
    package var summary: String
    /// The oldest app that draws it, where older ones draw the generic card; nil: all.
    package var minApp: String?
    /// All fields that it takes, the shared ones included.
    package var fields: [FieldSpec]
    /// The fields without which the server refuses the content.
    package var required: [String]
    /// The fields whose changes alone are pushed at low priority and may be coalesced by the server.
    ///
    /// Source: `pushward-api.md` section 10.
    package var coalescing: [String]

    package init(
        name: String,
        aliases: [String] = [],
        summary: String = "",
        minApp: String? = nil,
        fields: [FieldSpec],
        required: [String] = [],
        coalescing: [String] = []
    ) {
        self.name = name
        self.aliases = aliases
        self.summary = summary
        self.minApp = minApp
        self.fields = fields
        self.required = required
        self.coalescing = coalescing
    }

    /// The field of that name.
    package func field(_ name: String) -> FieldSpec? { fields.first { $0.name == name } }
}
