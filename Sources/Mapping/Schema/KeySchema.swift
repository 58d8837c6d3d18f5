import PushWardAPI
import Values

/// Schemas of what the mapping's own keys take.
enum KeySchema {
    static func schema(_ value: KeyValue) -> JSON {
        switch value {
        case .text: MappingSchema.reference("text")
        case .template: MappingSchema.reference("template")
        case .topic: MappingSchema.reference("topic")
        case .texts:
            [
                "anyOf": [
                    MappingSchema.reference("text"),
                    ["type": "array", "items": MappingSchema.reference("text")],
                ]
            ]
        case .bool: MappingSchema.reference("bool")
        case .integer(let range): ScalarSchema.integer(range)
        case .duration: MappingSchema.reference("duration")
        case .size: MappingSchema.reference("size")
        case .choice(let words): ScalarSchema.choice(words)
        case .section(let section): MappingSchema.reference(section.rawValue)
        case .names(let inner): ["type": ["object", "null"], "additionalProperties": schema(inner)]
        case .list(let inner): ["type": "array", "items": schema(inner)]
        case .anyOf(let values): ["anyOf": .array(values.map(schema))]
        case .content: MappingSchema.reference("content")
        case .widgetContent: MappingSchema.reference(KeySection.widgetContent.rawValue)
        case .outcome: MappingSchema.reference("outcome")
        case .gathered(let field, of: let template): gathered(field, template)
        case .payload: ["not": ["type": "null"]]
        case .actions:
            [
                "type": ["array", "null"], "maxItems": .int(NotificationFields.maxActions),
                "items": MappingSchema.reference("action.\(FieldSpec.ActionPlace.notification)"),
            ]
        }
    }

    /// An element of a list that the card gathers: a text for a line, or its members, with `repeat`.
    private static func gathered(_ field: String, _ template: String) -> JSON {
        guard
            case .object(let members, let required)? =
                ContentFields.template(named: template)?.field(field)?.kind.elements?.kind
        else { return .bool(true) }
        var properties = members.map(FieldSchema.property)
        properties.append(
            (
                "repeat",
                [
                    "$ref": "#/$defs/bool",
                    "description": "Whether one that says the same again counts. Default: false.",
                ]
            )
        )
        let element: JSON = [
            "anyOf": [
                MappingSchema.reference("template"), MappingSchema.object(properties, required: required),
            ]
        ]
        return ["anyOf": [element, ["type": "array", "items": element]]]
    }
}

/// Schemas of single values; one that is written as nothing is left out.
enum ScalarSchema {
    /// What `!secret` and `!env` leave of a value for an editor that knows the tags: a name, in place of the value.
    private static let tagged = "^[A-Z][A-Z0-9_]*( .*)?$|^[a-z0-9]+(_[a-z0-9]+)+$"
    /// What every value may be instead: a template.
    static let template = #"\{[{%#]"#

    static let definitions: [(String, JSON)] = [
        ("text", ["type": ["string", "number", "boolean", "null"]]),
        ("template", ["type": ["string", "number", "boolean", "null"]]),
        ("topic", ["type": ["string", "number", "null"], "minLength": 1]),
        ("bool", ["enum": .array([true, false, nil] + boolWords.map { .string($0) })]),
        (
            "duration",
            [
                "anyOf": [
                    ["type": ["number", "null"], "minimum": 0],
                    [
                        "type": "string",
                        "pattern": .string(
                            "^([0-9.]+([mM][sS]|[dD]|[hH]|[mM]|[sS]))+$|^[0-9.]+$|" + tagged
                        ),
                    ],
                ]
            ]
        ),
        (
            "size",
            [
                "anyOf": [
                    ["type": ["integer", "null"], "minimum": 1024],
                    ["type": "string", "pattern": .string("^[0-9]+([kKmM]([iI]?[bB])?)?$|" + tagged)],
                ]
            ]
        ),
    ]

    /// The words that mean true or false, in their usual spellings.
    private static let boolWords = ["yes", "no", "on", "off", "true", "false"].flatMap { word in
        [word, word.prefix(1).uppercased() + word.dropFirst(), word.uppercased()]
    }

    static func integer(_ range: ClosedRange<Int>) -> JSON {
        [
            "anyOf": [
                [
                    "type": ["integer", "null"], "minimum": .int(range.lowerBound),
                    "maximum": .int(range.upperBound),
                ],
                ["type": "string", "pattern": .string("^-?[0-9]+$|" + tagged)],
            ]
        ]
    }

    /// One of some words, also where YAML reads a number or a truth value.
    static func choice(_ words: [String]) -> JSON {
        var values = words.map { JSON.string($0) }
        values += words.compactMap { Int($0) }.map { .int($0) }
        values += words.compactMap { $0 == "true" ? true : $0 == "false" ? false : nil }.map { .bool($0) }
        return ["enum": .array(values + [.null])]
    }
}
