import Values

/// What a JSON value must look like: the schema layer's language (pushward-api.md section 5.2).
indirect enum Schema: Sendable {
    case any
    case bool
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    /// A text of so many code points.
    case text(ClosedRange<Int>)
    case choice([String])
    case array(of: Schema, count: ClosedRange<Int>)
    /// An object of exactly these members, those named in `required` not absent.
    case object([Field], required: [String])
    /// An object of any names with values of one kind.
    case map(Schema)
    case nullable(Schema)
    /// A schema and a further rule: the complaint, or nil.
    case rule(Schema, @Sendable (JSON) -> String?)

    /// A member's name and schema.
    struct Field: Sendable {
        let name: String
        let schema: Schema

        init(_ name: String, _ schema: Schema) {
            self.name = name
            self.schema = schema
        }
    }
}

extension Schema {
    static func text(max: Int) -> Schema { .text(0...max) }
    static let wholeNumber = Schema.integer(Int.min...Int.max)
    static let finiteNumber = Schema.number(-Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
    static let string = Schema.text(0...Int.max)

    /// The complaints about `value`, in the order of the document.
    func violations(of value: JSON, at location: String) -> [Violation] {
        switch self {
        case .any: return []
        case .nullable(let inner): return value.isNull ? [] : inner.violations(of: value, at: location)
        case .rule(let inner, let check):
            let found = inner.violations(of: value, at: location)
            guard found.isEmpty, let complaint = check(value) else { return found }
            return [Violation(location: location, message: complaint, value: value)]
        case .object(let fields, let required):
            return objectViolations(value, fields, required, location)
        case .array(let element, let count):
            return arrayViolations(value, element, count, location)
        case .map(let element):
            guard let object = value.objectValue else { return Self.wrong(value, "object", location) }
            return object.flatMap { element.violations(of: $0.value, at: "\(location).\($0.key)") }
        default:
            guard let complaint = scalarComplaint(value) else { return [] }
            return [Violation(location: location, message: complaint, value: value)]
        }
    }

    private func scalarComplaint(_ value: JSON) -> String? {
        switch self {
        case .bool: return value.boolValue == nil ? "expected boolean" : nil
        case .integer(let range):
            guard case .int(let number) = value else { return "expected integer" }
            return range.contains(number) ? nil : Self.bounds(range.lowerBound, range.upperBound)
        case .number(let range):
            guard let number = value.doubleValue else { return "expected number" }
            guard number.isFinite else { return "expected a finite number" }
            return range.contains(number) ? nil : Self.bounds(range.lowerBound, range.upperBound)
        case .text(let range):
            guard let text = value.stringValue else { return "expected string" }
            if text.codePoints < range.lowerBound { return "expected length >= \(range.lowerBound)" }
            return text.codePoints > range.upperBound ? "expected length <= \(range.upperBound)" : nil
        case .choice(let choices):
            guard let text = value.stringValue else { return "expected string" }
            return choices.contains(text)
                ? nil : "expected value to be one of \"\(choices.joined(separator: ", "))\""
        default: return nil
        }
    }

    private func arrayViolations(
        _ value: JSON,
        _ element: Schema,
        _ count: ClosedRange<Int>,
        _ location: String
    ) -> [Violation] {
        guard let elements = value.arrayValue else { return Self.wrong(value, "array", location) }
        if elements.count < count.lowerBound {
            return Self.complaint(location, "expected array length >= \(count.lowerBound)")
        }
        if elements.count > count.upperBound {
            return Self.complaint(location, "expected array length <= \(count.upperBound)")
        }
        return elements.enumerated().flatMap { place, item in
            element.violations(of: item, at: "\(location)[\(place)]")
        }
    }

    private func objectViolations(
        _ value: JSON,
        _ fields: [Field],
        _ required: [String],
        _ location: String
    ) -> [Violation] {
        guard let object = value.objectValue else { return Self.wrong(value, "object", location) }
        var found: [Violation] = []
        for name in required where object[name] == nil {
            found += Self.complaint(location, "expected required property \(name) to be present")
        }
        for (name, member) in object {
            guard let field = fields.first(where: { $0.name == name }) else {
                found += Self.complaint("\(location).\(name)", "unexpected property")
                continue
            }
            found += field.schema.violations(of: member, at: "\(location).\(name)")
        }
        return found
    }

    private static func bounds<Number: Comparable>(_ lower: Number, _ upper: Number) -> String {
        "expected a number from \(lower) to \(upper)"
    }

    private static func complaint(_ location: String, _ message: String) -> [Violation] {
        [Violation(location: location, message: message)]
    }

    private static func wrong(_ value: JSON, _ kind: String, _ location: String) -> [Violation] {
        [Violation(location: location, message: "expected \(kind)", value: value)]
    }
}

extension Schema {
    /// Refuses a body that is not as the schema says: 422 without a code.
    func checkBody(_ body: JSONObject) throws(Failure) {
        let found = violations(of: .object(body), at: "body")
        if !found.isEmpty { throw .schema(found) }
    }
}
