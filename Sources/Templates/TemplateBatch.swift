package import Values

/// `eval`: one template and its variables as JSON, and what it makes of them as JSON.
package enum TemplateBatch {
    /// Evaluates `{"template": …, "vars": {…}, "now": "2026-06-01T12:00:00Z", "tz": "Europe/Warsaw"}`.
    ///
    /// - Returns: `{"result": …, "result_type": "…", "text": "…"}`, or `{"error": "…"}`.
    package static func line(_ json: JSON, services: TemplateServices, now fallback: Timestamp? = nil) -> JSON
    {
        guard let template = json["template"]?.stringValue else { return failure("'template' is missing") }
        var variables: [String: Value] = [:]
        for (name, value) in json["vars"]?.objectValue ?? JSONObject() { variables[name] = Value(value) }
        var services = services
        if let name = json["tz"]?.stringValue {
            guard let zone = services.zone(named: name) else {
                return failure("there is no time zone '\(name)'")
            }
            services.localZone = zone
        }
        var now = fallback ?? Timestamp(microseconds: 0)
        if let text = json["now"]?.stringValue {
            guard let moment = timestamp(text, services.localZone) else {
                return failure("'\(text)' is no time")
            }
            now = moment
        }
        return evaluate(template, TemplateScope(variables: variables, now: now, services: services))
    }

    /// The instant of an ISO text; one without an offset is read in the zone given.
    package static func timestamp(_ text: String, _ zone: Zone) -> Timestamp? {
        ISOText.dateTime(text).map { Timestamp(microseconds: Int64($0.instant(naiveIn: zone))) }
    }

    private static func evaluate(_ source: String, _ scope: TemplateScope) -> JSON {
        do throws(TemplateError) {
            let template = try Template(source)
            let text = try template.render(in: scope)
            let value = Template.literalValue(of: text)
            return .object([
                "result": ResultEncoding.json(value), "result_type": .string(ResultEncoding.type(value)),
                "text": .string(text),
            ])
        } catch {
            return failure(error.description)
        }
    }

    private static func failure(_ message: String) -> JSON { .object(["error": .string(message)]) }
}

/// Native values as JSON with their types.
enum ResultEncoding {
    static func type(_ value: Value) -> String {
        switch value {
        case .big: "bigint"
        case .none: "none"
        case .ellipsis: "ellipsis"
        case .dict(let dictionary): dictionary.keys.allSatisfy { $0.text != nil } ? "dict" : "dict_items"
        default: value.typeName
        }
    }

    /// The value itself; what is inside of it carries its type where JSON has none.
    static func json(_ value: Value) -> JSON {
        switch value {
        case .tuple(let items): .array(items.map(inner))
        case .set(let set): .array(set.items.map(inner))
        case .dict(let dictionary) where type(value) == "dict_items":
            .array(dictionary.map { .array([inner($0.key), inner($0.value)]) })
        default: inner(value)
        }
    }

    private static func inner(_ value: Value) -> JSON {
        switch value {
        case .none: return .null
        case .bool(let flag): return .bool(flag)
        case .int(let number): return .int(number)
        case .big(let number): return .string(number.text())
        case .float(let number): return number.isFinite ? .double(number) : .string(FloatText.repr(number))
        case .string(let text), .markup(let text): return .string(text)
        case .list(let items): return .array(items.map(inner))
        case .tuple(let items): return .object(["$tuple": .array(items.map(inner))])
        case .set(let set): return .object(["$set": .array(set.items.map(inner))])
        case .bytes(let bytes): return .string(TextRepr.quoted(bytes))
        case .ellipsis: return .string("...")
        case .dict(let dictionary):
            guard type(value) == "dict" else {
                return .object(["$dict": .array(dictionary.map { .array([inner($0.key), inner($0.value)]) })])
            }
            return .object(JSONObject(dictionary.map { ($0.key.text ?? "", inner($0.value)) }))
        default: return .null
        }
    }
}
