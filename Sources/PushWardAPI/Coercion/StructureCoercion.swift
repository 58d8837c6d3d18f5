import Values

extension Coercer {
    mutating func list(_ value: JSON, of element: FieldSpec.Kind, count: ClosedRange<Int>) -> Coercion {
        guard case .array(let elements) = value else {
            return .invalid(reason: "a list belongs here, not \(excerpt(value))")
        }
        let neutral = element.neutral
        var kept: [JSON] = []
        var lastReason: String?
        for (place, element_) in elements.enumerated() {
            if kept.count == count.upperBound {
                remark("only the first \(count.upperBound) elements count")
                break
            }
            switch coerce(element_, to: element) {
            case .value(let value): kept.append(value)
            case .clear:
                if let neutral { kept.append(neutral) }
            case .invalid(let reason):
                lastReason = reason
                if let neutral { kept.append(neutral) }
                remark("element \(place + 1) is left out: \(reason)")
            }
        }
        guard kept.count >= count.lowerBound else {
            if elements.isEmpty { return .clear }
            let why = lastReason.map { "; \($0)" } ?? ""
            return .invalid(reason: "at least \(count.lowerBound) elements are needed\(why)")
        }
        return .value(.array(kept))
    }

    /// The usable elements of a list, of which a rule chooses later.
    mutating func pool(
        _ value: JSON,
        of element: FieldSpec.Kind,
        atLeast least: Int,
        from most: Int
    ) -> Coercion {
        guard case .array(let elements) = value else {
            return .invalid(reason: "a list belongs here, not \(excerpt(value))")
        }
        var kept: [JSON] = []
        var lastReason: String?
        for (place, part) in elements.enumerated() {
            if kept.count == most {
                remark("only the first \(most) elements count")
                break
            }
            switch coerce(part, to: element) {
            case .value(let value): kept.append(value)
            case .clear: continue
            case .invalid(let reason):
                lastReason = reason
                remark("element \(place + 1) is left out: \(reason)")
            }
        }
        guard kept.count >= least else {
            if elements.isEmpty { return .clear }
            let why = lastReason.map { "; \($0)" } ?? ""
            return .invalid(reason: "at least \(least) elements are needed\(why)")
        }
        return .value(.array(kept))
    }

    mutating func object(_ value: JSON, fields: [FieldSpec], required: [String]) -> Coercion {
        let source: JSONObject
        switch value {
        case .object(let object): source = object
        case .array: return .invalid(reason: "an object belongs here, not a list")
        default:
            // A scalar stands for the one member that must be there: a line's text, a threshold's value.
            guard required.count == 1, let only = required.first else {
                return .invalid(reason: "an object belongs here, not \(excerpt(value))")
            }
            source = JSONObject([(only, value)])
        }
        var result = JSONObject()
        for (key, member) in source {
            guard let field = fields.first(where: { $0.name == key }) else {
                remark(
                    "`\(TextLimit.cut(key, to: 40, keepsLines: false).text)` is not known here and is left out"
                )
                continue
            }
            switch coerce(member, to: field.kind) {
            case .value(let value): result[key] = value
            case .clear: break
            case .invalid(let reason):
                if required.contains(key) { return .invalid(reason: "`\(key)`: \(reason)") }
                remark("`\(key)` is left out: \(reason)")
            }
        }
        if let absent = required.first(where: { result[$0] == nil }) {
            return .invalid(reason: "`\(absent)` is needed")
        }
        // Where each member has a default, none of them stands for all the defaults: `acknowledge: {}`.
        let mayBeEmpty = !fields.isEmpty && fields.allSatisfy { $0.defaultValue != nil }
        return result.isEmpty && !mayBeEmpty ? .clear : .value(.object(result))
    }

    mutating func map(
        _ value: JSON,
        keyMax: Int,
        of element: FieldSpec.Kind,
        count: ClosedRange<Int>
    ) -> Coercion {
        let source: JSONObject
        if case .object(let object) = value {
            source = object
        } else if case .number = element, finiteNumber(value) != nil {
            // A bare number is the one series that there is.
            source = JSONObject([("value", value)])
        } else {
            return .invalid(reason: "an object with names of your own belongs here, not \(excerpt(value))")
        }
        var result = JSONObject()
        for (key, member) in source {
            let (name, wasCut) = TextLimit.cut(key, to: keyMax, keepsLines: false)
            guard !name.isEmpty, result[name] == nil else {
                remark("a member without a name of its own is left out")
                continue
            }
            if wasCut { remark("the name `\(name)…` is cut to \(keyMax) characters") }
            if result.count == count.upperBound {
                remark("only the first \(count.upperBound) members count")
                break
            }
            switch coerce(member, to: element) {
            case .value(let value): result[name] = value
            case .clear: break
            case .invalid(let reason): remark("`\(name)` is left out: \(reason)")
            }
        }
        guard result.count >= count.lowerBound else {
            return source.isEmpty
                ? .clear : .invalid(reason: "at least \(count.lowerBound) members are needed")
        }
        return .value(.object(result))
    }
}

extension FieldSpec.Kind {
    /// What stands for an element of a list that cannot be used, so that the others keep their places.
    ///
    /// Only lists whose elements belong to something by their place, such as `step_labels`, have scalars.
    fileprivate var neutral: JSON? {
        switch self {
        case .text, .color: ""
        case .number: 1
        case .integer(let range): .int(range.lowerBound)
        default: nil
        }
    }
}
