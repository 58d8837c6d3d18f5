package import Values

/// A value of the template language.
package enum Value: Sendable, Hashable {
    /// An input that nobody knows and that never had a value: `is none` and `default` see it, anything else throws
    /// `unknownInput`.
    case unset(name: String)
    /// An input that had a value and is not known now: whatever reads it throws `unknownInput`.
    case lost(name: String)
    case none
    case bool(Bool)
    case int(Int)
    case float(Double)
    case string(String)
    case list([Value])
    case dict([(key: Value, value: Value)])

    package init(_ json: JSON) {
        self = .none
    }

    package static func == (left: Value, right: Value) -> Bool { false }
    package func hash(into hasher: inout Hasher) {}
}

extension Value {
    /// The value as JSON; dates and durations as their text; nil where JSON has no such thing.
    package var json: JSON? { nil }

    /// Home Assistant's reading of a template's result as a condition: true, a number that is not 0, or one of the
    /// texts `true`, `yes`, `on`, `enable`, `1` in any case.
    package var isTrueAsCondition: Bool { false }
}
