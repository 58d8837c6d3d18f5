import PushWardAPI
import Values

/// Schemas of PushWard's fields, from its tables; every value may be a template.
enum FieldSchema {
    static func property(_ field: FieldSpec) -> (String, JSON) {
        var schema = schema(field.kind).objectValue ?? [:]
        var text = field.summary
        if let app = field.minApp { text += " Needs app \(app)." }
        schema["description"] = .string(text)
        if let standard = field.defaultValue { schema["default"] = standard }
        if field.replacement != nil { schema["deprecated"] = true }
        return (field.name, .object(schema))
    }

    private static let template: JSON = ["type": "string", "pattern": .string(ScalarSchema.template)]

    private static func schema(_ kind: FieldSpec.Kind) -> JSON {
        switch kind {
        case .text, .icon, .url, .thumbHash, .cron, .zone: return scalar
        case .time, .instant, .duration: return ["type": ["string", "number", "null"]]
        case .number(let range), .length(let range):
            return number(["type": "number"], range.lowerBound, range.upperBound)
        case .integer(let range):
            return number(["type": "number"], Double(range.lowerBound), Double(range.upperBound))
        case .bool:
            return ["anyOf": [MappingSchema.reference("bool"), ["type": ["number", "null"]], template]]
        case .color:
            let names = ColorTables.pushWard.map { JSON.string($0) }
            return ["anyOf": [["enum": .array(names)], ["type": ["string", "number", "null"]]]]
        case .choice(let words):
            return ["anyOf": [["enum": .array(words.map { .string($0) })], ["type": ["string", "null"]]]]
        case .action(let place):
            return MappingSchema.reference("action.\(MappingSchema.name(of: place))")
        case .list(let inner, let count): return list(inner, count.lowerBound, count.upperBound)
        case .pool(let inner, let count, let from): return list(inner, count.lowerBound, from)
        case .object(let fields, let required):
            let object = MappingSchema.object(fields.map(property), required: required, mayBeNull: true)
            return ["anyOf": [object, template]]
        case .map(_, let inner, let count):
            return [
                "anyOf": [
                    [
                        "type": ["object", "null"], "additionalProperties": schema(inner),
                        "minProperties": .int(count.lowerBound), "maxProperties": .int(count.upperBound),
                    ],
                    template,
                ]
            ]
        }
    }

    private static let scalar: JSON = ["type": ["string", "number", "boolean", "null"]]

    private static func list(_ inner: FieldSpec.Kind, _ low: Int, _ high: Int) -> JSON {
        let array: JSON = [
            "type": ["array", "null"], "items": schema(inner), "minItems": .int(low), "maxItems": .int(high),
        ]
        return ["anyOf": [array, template]]
    }

    /// A number out of range is moved into it, which an editor may warn of; texts are numbers with units, or templates.
    private static func number(_ type: JSONObject, _ low: Double, _ high: Double) -> JSON {
        var number = type
        if abs(low) < 1e15 { number["minimum"] = plain(low) }
        if abs(high) < 1e15 { number["maximum"] = plain(high) }
        return ["anyOf": [.object(number), ["type": ["string", "null"]]]]
    }

    private static func plain(_ number: Double) -> JSON {
        Int(exactly: number).map { .int($0) } ?? .double(number)
    }
}

/// Schemas of buttons and tap targets: PushWard's members of the place beside our own keys.
enum ActionSchema {
    /// A widget's button has no end and no place for what became of a tap.
    private static let widgetPlaces: Set<FieldSpec.ActionPlace> = [.widget, .widgetBackground]

    static func schema(_ place: FieldSpec.ActionPlace) -> JSON {
        let own = KeyTable.keys(of: .action).filter { key in
            (ActionDecoder.conditionalPlaces.contains(place) || key.name != "when")
                && !(widgetPlaces.contains(place) && ["confirm", "expires"].contains(key.name))
        }
        let properties =
            own.map(MappingSchema.property) + ActionFields.members(of: place).map(FieldSchema.property)
        let required = ActionFields.required(at: place).filter { name in
            name != "url" && (name != "id" || place == .notification)
        }
        guard case .object(var map) = MappingSchema.object(properties, required: required) else {
            return .bool(true)
        }
        map["not"] = ["required": ["publish", "url"]]
        let isRecorded = place == .notification || place == .approvalOption
        if !isRecorded { map["anyOf"] = [["required": ["publish"]], ["required": ["url"]]] }
        if isRecorded || place == .mediaExtra { return .object(map) }
        return ["anyOf": [.object(map), ["type": ["string", "null"], "description": "What a tap opens."]]]
    }
}
