import PushWardAPI
package import Values

/// The JSON Schema (2020-12) of the mapping file, for editors: `pushward-mqtt schema`.
///
/// It says what can be said of a file without running it: keys, kinds of values, choices, counts. What depends on
/// other parts of the file is told by `check` alone.
package enum MappingSchema {
    /// The schema.
    package static var json: JSON {
        var definitions = JSONObject()
        for (name, schema) in ScalarSchema.definitions { definitions[name] = schema }
        for section in KeySection.allCases { definitions[section.rawValue] = Self.section(section) }
        definitions["content"] = content(ContentFields.templates, "content")
        for template in ContentFields.templates {
            definitions["content.\(template.name)"] = content(of: template)
        }
        WidgetSchema.define(in: &definitions)
        definitions["outcome"] = outcome
        for place in FieldSpec.ActionPlace.allCases {
            definitions["action.\(name(of: place))"] = ActionSchema.schema(place)
        }
        definitions["action"] = nil
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "The mapping file of pushward-mqtt",
            "$ref": "#/$defs/top",
            "$defs": .object(definitions),
        ]
    }

    static func reference(_ name: String) -> JSON { ["$ref": .string("#/$defs/\(name)")] }

    static func name(of place: FieldSpec.ActionPlace) -> String { "\(place)" }

    /// A map whose keys are all known.
    static func object(
        _ properties: [(String, JSON)],
        required: [String] = [],
        mayBeNull: Bool = false,
        relations: JSONObject = [:]
    ) -> JSON {
        var schema: JSONObject = [
            "type": mayBeNull ? ["object", "null"] : "object",
            "properties": .object(JSONObject(properties)),
            "additionalProperties": false,
        ]
        if !required.isEmpty { schema["required"] = .array(required.map { .string($0) }) }
        for (keyword, value) in relations { schema[keyword] = value }
        return .object(schema)
    }

    private static func section(_ section: KeySection) -> JSON {
        let own = KeyTable.keys(of: section)
        let properties = own.map(property) + KeyTable.fields(of: section).map(FieldSchema.property)
        var required = own.filter(\.isRequired).map(\.name)
        if section == .notification { required += NotificationFields.required }
        guard case .object(var schema) = object(properties + leftEmpty(section), required: required) else {
            return .bool(true)
        }
        let alternatives = Self.alternatives(section)
        if !alternatives.isEmpty {
            schema["anyOf"] = .array(alternatives.map { ["required": .array([.string($0)])] })
        }
        return .object(schema)
    }

    /// Keys of which one must be there.
    private static func alternatives(_ section: KeySection) -> [String] {
        switch section {
        case .mqtt: ["url", "host"]
        case .pushward: ["token", "token_file"]
        case .notification: ["on", "when"]
        case .on: ["topic", "activity"]
        default: []
        }
    }

    /// Sections that may stand in the file as long as they are empty.
    private static func leftEmpty(_ section: KeySection) -> [(String, JSON)] {
        guard section == .top else { return [] }
        return [("tests", ["type": ["array", "null"], "maxItems": 0])]
    }

    static func property(_ key: KeySpec) -> (String, JSON) {
        var schema = KeySchema.schema(key.value).objectValue ?? [:]
        var text = MarkdownText.plain(key.summary)
        if let standard = key.defaultText { text += ". Default: \(MarkdownText.plain(standard))" }
        schema["description"] = .string(text + ".")
        return (key.name, .object(schema))
    }

    /// A content: which keys there are follows from `template`, whose schema is called `PREFIX.TEMPLATE`.
    static func content(_ templates: [TemplateSpec], _ prefix: String) -> JSON {
        let names = templates.flatMap { [$0.name] + $0.aliases }
        let branches = templates.map { template -> JSON in
            let own = ([template.name] + template.aliases).map { JSON.string($0) }
            return [
                "if": ["properties": ["template": ["enum": .array(own)]], "required": ["template"]],
                "then": reference("\(prefix).\(template.name)"),
            ]
        }
        return [
            "type": "object",
            "properties": [
                "template": [
                    "enum": .array(names.map { .string($0) }),
                    "description": "Which of PushWard's templates it has.",
                ]
            ],
            "required": ["template"],
            "allOf": .array(branches),
        ]
    }

    /// Which templates take a key of ours; nil: all of them.
    private static func templates(of key: String) -> Set<String>? {
        switch key {
        case "eta": ContentDecoder.etaTemplates
        case "line": ["log"]
        case "tile": ["board"]
        case "keep": ["log", "board"]
        case "history": ["timeline"]
        default: nil
        }
    }

    private static func content(of template: TemplateSpec) -> JSON {
        let own = KeyTable.keys(of: .content).filter { key in
            templates(of: key.name)?.contains(template.name) ?? true
        }
        var properties: [(String, JSON)] = [("template", ["description": .string(template.summary)])]
        properties += template.fields.map { field in
            guard let key = own.first(where: { $0.name == field.name }) else {
                return FieldSchema.property(field)
            }
            // `history: 6h` is ours, a map is PushWard's.
            let both: JSON = ["anyOf": [KeySchema.schema(key.value), FieldSchema.property(field).1]]
            return (key.name, both)
        }
        properties += own.filter { template.field($0.name) == nil }.map(property)
        let gathered = own.compactMap { key -> String? in
            if case .gathered(let field, of: _) = key.value { field } else { nil }
        }
        let required = template.required.filter { !gathered.contains($0) }
        return object(properties, required: required, relations: FieldRelations.ofCard(template.name))
    }

    /// Any field of any template: the card's template is not known here.
    private static var outcome: JSON {
        var kinds: [(name: String, schemas: [JSON])] = []
        for field in ContentFields.templates.flatMap(\.fields) {
            let schema = FieldSchema.property(field).1
            if let place = kinds.firstIndex(where: { $0.name == field.name }) {
                if !kinds[place].schemas.contains(schema) { kinds[place].schemas.append(schema) }
            } else {
                kinds.append((field.name, [schema]))
            }
        }
        let fields = kinds.map { kind -> (String, JSON) in
            guard kind.schemas.count == 1, let only = kind.schemas.first else {
                return (kind.name, ["anyOf": .array(kind.schemas)])
            }
            return (kind.name, only)
        }
        return object(KeyTable.keys(of: .outcome).map(property) + fields)
    }
}

/// Plain text of the reference's Markdown.
enum MarkdownText {
    /// The text without the addresses of its links.
    static func plain(_ markdown: String) -> String {
        var text = ""
        var rest = Substring(markdown)
        while let open = rest.firstIndex(of: "[") {
            text += rest[..<open]
            let inner = rest[open...].dropFirst()
            guard let close = inner.firstIndex(of: "]"), inner[close...].hasPrefix("]("),
                let end = inner[close...].firstIndex(of: ")")
            else {
                text += "["
                rest = inner
                continue
            }
            text += inner[..<close]
            rest = inner[end...].dropFirst()
        }
        return text + rest
    }
}
