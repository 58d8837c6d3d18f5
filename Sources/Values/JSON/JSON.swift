/// A JSON document as a tree that keeps the order of keys and tells integers from other numbers.
package enum JSON: Sendable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([JSON])
    case object(JSONObject)
}

extension JSON {
    /// The member of an object, or nil where this is no object or has no such member.
    package subscript(key: String) -> JSON? {
        if case .object(let object) = self { object[key] } else { nil }
    }

    /// The text, where this is a string.
    package var stringValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The truth value, where this is a boolean.
    package var boolValue: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// The whole number, where this is an integer, or a double with an integer's value.
    package var intValue: Int? {
        switch self {
        case .int(let number): number
        case .double(let number): Int(exactly: number)
        default: nil
        }
    }

    /// The number, where this is one.
    package var doubleValue: Double? {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    /// The elements, where this is an array.
    package var arrayValue: [JSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The object, where this is one.
    package var objectValue: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    package var isNull: Bool { self == .null }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByNilLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int) { self = .int(value) }
    package init(floatLiteral value: Double) { self = .double(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSON)...) { self = .object(JSONObject(elements)) }
    package init(nilLiteral: ()) { self = .null }
}

extension JSON: Hashable {
    /// Numbers are equal when their values are, however they were written: JSON has one kind of number.
    package static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let own), .bool(let other)): own == other
        case (.int(let own), .int(let other)): own == other
        case (.double(let own), .double(let other)): own == other
        case (.int(let whole), .double(let number)), (.double(let number), .int(let whole)):
            Int(exactly: number) == whole
        case (.string(let own), .string(let other)): own == other
        case (.array(let own), .array(let other)): own == other
        case (.object(let own), .object(let other)): own == other
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let flag): hasher.combine(flag)
        case .int(let number): hasher.combine(number)
        case .double(let number):
            if let whole = Int(exactly: number) { hasher.combine(whole) } else { hasher.combine(number) }
        case .string(let text): hasher.combine(text)
        case .array(let elements): hasher.combine(elements)
        case .object(let object): hasher.combine(object)
        }
    }
}
