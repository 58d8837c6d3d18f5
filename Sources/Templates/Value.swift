package import Values

/// A value of the template language; equality is Python's (`1 == 1.0 == True`, sets and dictionaries in any order).
package enum Value: Sendable {
    /// An input that nobody knows and that never had a value: `is none`, `is defined` and `default` see it, anything
    /// else throws `unknownInput`.
    case unset(name: String)
    /// An input that had a value and is not known now: whatever reads it throws `unknownInput`.
    case lost(name: String)
    /// What a missing name, attribute or item gives.
    indirect case undefined(Undefined)
    case none
    case bool(Bool)
    case int(Int)
    /// A whole number beyond 64 bits; never one that `int` could hold.
    case big(BigInteger)
    case float(Double)
    /// Text; compared, counted and cut by Unicode code points.
    case string(String)
    /// Text that is marked as safe for HTML.
    case markup(String)
    case bytes([UInt8])
    case list([Value])
    case tuple([Value])
    case set(ValueSet)
    case dict(ValueDictionary)
    /// A tuple with names for its fields, such as a group of `groupby`.
    indirect case record(Record)
    case range(ValueRange)
    /// The view that `keys()`, `values()` or `items()` of a dictionary gives.
    case view(DictionaryView)
    indirect case datetime(DateTime)
    case date(CivilDate)
    indirect case time(TimeOfDay)
    case timedelta(TimeDelta)
    /// A datetime's time zone.
    case zone(Zone)
    indirect case version(Version)
    /// `...`
    case ellipsis
    case function(Builtin)
    indirect case method(BoundMethod)
    /// Something with a state of its own that lives as long as one rendering: a namespace, a macro, a generator.
    case reference(Reference)

    /// A number that fits 64 bits as `int`, any other as `big`.
    package init(_ number: BigInteger) {
        self = number.int.map { .int($0) } ?? .big(number)
    }

    /// The value of a JSON document.
    package init(_ json: JSON) {
        switch json {
        case .null: self = .none
        case .bool(let flag): self = .bool(flag)
        case .int(let number): self = .int(number)
        case .double(let number): self = .float(number)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .list(elements.map { Value($0) })
        case .object(let object): self = .dict(ValueDictionary(object))
        }
    }

    /// A dictionary of pairs in their order; of equal keys the last one's value counts.
    package static func dict(_ pairs: [(key: Value, value: Value)]) -> Value {
        .dict(ValueDictionary(pairs))
    }
}

extension Value {
    /// The value as JSON; dates and durations as their text; nil where JSON has no such thing.
    package var json: JSON? {
        switch self {
        case .none: .null
        case .bool(let flag): .bool(flag)
        case .int(let number): .int(number)
        case .big(let number): .double(number.double)
        case .float(let number): number.isFinite ? .double(number) : nil
        case .string(let text), .markup(let text): .string(text)
        case .list(let items), .tuple(let items): Self.array(items)
        case .record(let record): Self.array(record.items)
        case .set(let set): Self.array(set.items)
        case .dict(let dictionary): Self.object(dictionary)
        case .datetime(let moment): .string(moment.text)
        case .date(let date): .string(date.text)
        case .time(let time): .string(time.text)
        case .timedelta(let duration): .string(duration.text)
        default: nil
        }
    }

    private static func array(_ items: [Value]) -> JSON? {
        var result: [JSON] = []
        result.reserveCapacity(items.count)
        for item in items {
            guard let json = item.json else { return nil }
            result.append(json)
        }
        return .array(result)
    }

    private static func object(_ dictionary: ValueDictionary) -> JSON? {
        var result = JSONObject()
        for (key, value) in dictionary {
            guard let json = value.json, let name = key.jsonKey else { return nil }
            result[name] = json
        }
        return .object(result)
    }

    private var jsonKey: String? {
        switch self {
        case .string(let text), .markup(let text): text
        case .int(let number): String(number)
        case .float(let number): FloatText.repr(number)
        case .bool(let flag): flag ? "true" : "false"
        case .none: "null"
        default: nil
        }
    }

    /// Home Assistant's reading of a template's result as a condition: true, a number that is not 0, or one of the
    /// texts `true`, `yes`, `on`, `enable`, `1` in any case.
    package var isTrueAsCondition: Bool { asBoolean ?? false }

    /// Home Assistant's reading as a truth value; nil where it is neither a yes nor a no.
    var asBoolean: Bool? {
        switch self {
        case .bool(let flag): return flag
        case .int(let number): return number != 0
        case .big: return true
        case .float(let number): return number != 0
        case .string(let text), .markup(let text):
            switch TextClass.strip(text.lowercased()) {
            case "1", "true", "yes", "on", "enable": return true
            case "0", "false", "no", "off", "disable": return false
            default: return nil
            }
        default: return nil
        }
    }

    /// The text, where this is one.
    var text: String? {
        switch self {
        case .string(let text), .markup(let text): text
        case .version(let version): version.text
        default: nil
        }
    }

    /// The whole number, where this is one that fits 64 bits, or a truth value.
    var int: Int? {
        switch self {
        case .int(let number): number
        case .bool(let flag): flag ? 1 : 0
        default: nil
        }
    }

    /// The elements, where this is a list, a tuple or a record.
    var items: [Value]? {
        switch self {
        case .list(let items), .tuple(let items): items
        case .record(let record): record.items
        default: nil
        }
    }

    var isList: Bool {
        if case .list = self { true } else { false }
    }

    var isUndefined: Bool {
        if case .undefined = self { true } else { false }
    }
}
