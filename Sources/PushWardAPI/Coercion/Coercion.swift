package import Values

/// What became of one value for one field.
package enum Coercion: Sendable, Hashable {
    /// The value as the API takes it, clamped to its limits.
    case value(JSON)
    /// The field is to be cleared.
    case clear
    /// The value cannot be used; `reason` says why and what would do.
    case invalid(reason: String)
}

/// A coercion with what was changed on the way.
package struct CoercionReport: Sendable, Hashable {
    package var coercion: Coercion
    /// What was cut, clamped or left out, each in one line without a final full stop; most values have none.
    package var remarks: [String]

    package init(_ coercion: Coercion, remarks: [String] = []) {
        self.coercion = coercion
        self.remarks = remarks
    }
}

extension FieldSpec.Kind {
    /// Turns a value of a template into what the API takes: typed, clamped, cut, rounded.
    ///
    /// `null` and an empty text clear. Coercing a coerced value again changes nothing.
    package func coerce(_ value: JSON) -> Coercion {
        coerceReporting(value).coercion
    }

    /// The same, with remarks on what was cut, clamped or left out.
    package func coerceReporting(_ value: JSON) -> CoercionReport {
        var coercer = Coercer()
        let coercion = coercer.coerce(value, to: self)
        return CoercionReport(coercion, remarks: coercer.remarks)
    }
}

/// Coerces one value and collects the remarks.
struct Coercer {
    /// More remarks than these are not kept: a value of a thousand elements would only repeat itself.
    private static let maxRemarks = 8

    private(set) var remarks: [String] = []

    mutating func remark(_ text: @autoclosure () -> String) {
        if remarks.count < Self.maxRemarks { remarks.append(text()) }
    }

    mutating func coerce(_ value: JSON, to kind: FieldSpec.Kind) -> Coercion {
        if value.isNull { return .clear }
        if case .string(let text) = value, text.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
            return .clear
        }
        switch kind {
        case .text(let max): return text(value, max: max)
        case .number(let range): return number(value, in: range)
        case .length(let range): return length(value, in: range)
        case .integer(let range): return integer(value, in: range)
        case .bool: return bool(value)
        case .color: return color(value)
        case .icon(let max, let allowsMDI): return icon(value, max: max, allowsMDI: allowsMDI)
        case .choice(let choices): return choice(value, of: choices)
        case .time: return time(value)
        case .instant: return instant(value)
        case .duration(let range): return duration(value, in: range)
        case .url(let max, let schemes): return url(value, max: max, schemes: schemes)
        case .action(let place): return action(value, at: place)
        case .list(let element, let count): return list(value, of: element, count: count)
        case .pool(let element, let count, let from):
            return pool(value, of: element, atLeast: count.lowerBound, from: from)
        case .object(let fields, let required): return object(value, fields: fields, required: required)
        case .map(let keyMax, let element, let count):
            return map(value, keyMax: keyMax, of: element, count: count)
        case .thumbHash: return thumbHash(value)
        case .cron: return cron(value)
        case .zone: return zone(value)
        }
    }
}

/// Shows a value in a message: its JSON text, cut to a line's worth.
func excerpt(_ value: JSON) -> String {
    let text: String
    switch value {
    case .string(let string): text = string
    case .array: return "a list"
    case .object: return "an object"
    default: text = value.text
    }
    let shown = TextLimit.cut(text, to: 40, keepsLines: false)
    return "`\(shown.text)\(shown.wasCut ? "…" : "")`"
}
