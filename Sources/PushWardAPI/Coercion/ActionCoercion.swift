import Values

extension Coercer {
    /// An action that a template made: an object of PushWard's members, or just the URL to open.
    ///
    /// Source: `pushward-api.md` sections 7.2, 7.3, 8.9, 8.10, 11.3. What a tap does is written out where a bare
    /// URL would mean different things in different places.
    mutating func action(_ value: JSON, at place: FieldSpec.ActionPlace) -> Coercion {
        let source: JSONObject
        switch value {
        case .object(let object): source = object
        case .string: source = ["url": value]
        default: return .invalid(reason: "an action belongs here, not \(excerpt(value))")
        }
        let members = ActionFields.members(of: place)
        var action = JSONObject()
        for (key, member) in source {
            guard let field = members.first(where: { $0.name == key }) else {
                if !member.isNull {
                    remark("`\(TextLimit.cut(key, to: 40, keepsLines: false).text)` does not count here")
                }
                continue
            }
            switch actionMember(field, member, at: place) {
            case .value(let value): action[key] = value
            case .clear: break
            case .invalid(let reason):
                if ActionFields.effectNames.contains(key) { return .invalid(reason: "`\(key)`: \(reason)") }
                remark("`\(key)` is left out: \(reason)")
            }
        }
        if let reason = ActionShape.complete(&action, at: place) { return .invalid(reason: reason) }
        return .value(.object(action))
    }

    private mutating func actionMember(_ field: FieldSpec, _ value: JSON, at place: FieldSpec.ActionPlace)
        -> Coercion
    {
        if value.isNull { return .clear }
        switch field.name {
        case "body": return body(value, at: place)
        case "headers": return headers(value, at: place)
        default: return coerce(value, to: field.kind)
        }
    }

    private func body(_ value: JSON, at place: FieldSpec.ActionPlace) -> Coercion {
        let text: String
        switch value {
        case .array, .object: text = value.text
        default: text = plainText(value) ?? ""
        }
        if let reason = ActionLimits.refusal(of: "body", .string(text), at: place) {
            return .invalid(reason: reason)
        }
        return text.isEmpty ? .clear : .value(.string(text))
    }

    private mutating func headers(_ value: JSON, at place: FieldSpec.ActionPlace) -> Coercion {
        guard case .object(let object) = value else {
            return .invalid(reason: "headers are an object of names and texts")
        }
        var result = JSONObject()
        for (name, member) in object where !member.isNull {
            guard let text = plainText(member) else {
                return .invalid(reason: "the header \(excerpt(.string(name))) is no text")
            }
            result[name] = .string(text)
        }
        if place == .approvalOption {
            // Without one of its answers the question would not be asked at all.
            let (kept, reasons) = ActionLimits.fittingHeaders(result)
            for reason in reasons { remark("a header is left out: \(reason)") }
            result = kept
        }
        return result.isEmpty ? .clear : .value(.object(result))
    }
}
