/// The tests that stand after `is`.
enum StandardTests {
    static let all: [Builtin] =
        kinds + comparisons + [
            odd, even, divisibleby, filter, test, sameas, inside, GeneralFilters.contains,
            NumberFilters.isNumber,
            RegexFilters.test("match", isAnchored: true), RegexFilters.test("search", isAnchored: false),
            upper, lower,
            GeneralFilters.apply,
        ]

    private static func kind(_ name: String, _ check: @escaping @Sendable (Value, Run) -> Bool) -> Builtin {
        Builtin(name, "value") { a, run throws(TemplateError) in .bool(check(a.value(0), run)) }
    }

    private static let kinds: [Builtin] = [
        kind("defined") { value, _ in !value.isUndefined },
        kind("undefined") { value, _ in value.isUndefined },
        kind("none") { value, _ in if case .none = value { true } else { false } },
        kind("boolean") { value, _ in if case .bool = value { true } else { false } },
        kind("true") { value, _ in if case .bool(true) = value { true } else { false } },
        kind("false") { value, _ in if case .bool(false) = value { true } else { false } },
        kind("integer") { value, _ in
            switch value {
            case .int, .big: true
            default: false
            }
        },
        kind("float") { value, _ in if case .float = value { true } else { false } },
        kind("number") { value, _ in Number(value) != nil },
        kind("string") { value, _ in value.text != nil },
        kind("string_like") { value, _ in value.text != nil || value.isBytes },
        kind("mapping") { value, _ in if case .dict = value { true } else { false } },
        kind("list") { value, _ in if case .list = value { true } else { false } },
        kind("set") { value, _ in if case .set = value { true } else { false } },
        kind("tuple") { value, _ in
            switch value {
            case .tuple, .record: true
            default: false
            }
        },
        kind("datetime") { value, _ in if case .datetime = value { true } else { false } },
        kind("sequence") { value, _ in
            switch value {
            case .string, .markup, .version, .bytes, .list, .tuple, .record, .dict, .range, .undefined: true
            default: false
            }
        },
        kind("iterable") { value, run in run.isIterable(value) },
        kind("callable") { value, run in run.isCallable(value) },
        kind("escaped") { value, _ in if case .markup = value { true } else { false } },
    ]

    private static func comparison(_ comparison: Comparison, _ names: [String]) -> [Builtin] {
        names.map { name in
            Builtin(name, "a, b") { a, run throws(TemplateError) in
                .bool(try run.compare(comparison, a.value(0), a.value(1)))
            }
        }
    }

    private static let comparisons: [Builtin] =
        comparison(.equal, ["eq", "==", "equalto"]) + comparison(.notEqual, ["ne", "!="])
        + comparison(.less, ["lt", "<", "lessthan"]) + comparison(.lessOrEqual, ["le", "<="])
        + comparison(.greater, ["gt", ">", "greaterthan"]) + comparison(.greaterOrEqual, ["ge", ">="])

    static let odd = Builtin("odd", "value") { a, run throws(TemplateError) in
        .bool(try run.apply(.modulo, a.value(0), .int(2)) == .int(1))
    }

    static let even = Builtin("even", "value") { a, run throws(TemplateError) in
        .bool(try run.apply(.modulo, a.value(0), .int(2)) == .int(0))
    }

    static let divisibleby = Builtin("divisibleby", "value, num") { a, run throws(TemplateError) in
        .bool(try run.apply(.modulo, a.value(0), a.value(1)) == .int(0))
    }

    static let filter = Builtin("filter", "value") { a, run throws(TemplateError) in
        try run.checkHashable(a.value(0))
        return .bool(a.value(0).text.map { run.library.filters[$0] != nil } ?? false)
    }

    static let test = Builtin("test", "value") { a, run throws(TemplateError) in
        try run.checkHashable(a.value(0))
        return .bool(a.value(0).text.map { run.library.tests[$0] != nil } ?? false)
    }

    static let sameas = Builtin("sameas", "value, other") { a, run throws(TemplateError) in
        switch (a.value(0), a.value(1)) {
        case (.bool(let left), .bool(let right)): return .bool(left == right)
        case (.int(let left), .int(let right)): return .bool(left == right)
        case (.none, .none): return .bool(true)
        case (.bool, _), (_, .bool), (.int, _), (_, .int): return .bool(false)
        default: return .bool(a.value(0).typeName == a.value(1).typeName && a.value(0) == a.value(1))
        }
    }

    static let inside = Builtin("in", "value, seq") { a, run throws(TemplateError) in
        .bool(try run.contains(a.value(1), a.value(0)))
    }

    static let upper = Builtin("upper", "value") { a, run throws(TemplateError) in
        .bool(TextMethods.isUpper(try run.text(a.value(0))))
    }

    static let lower = Builtin("lower", "value") { a, run throws(TemplateError) in
        .bool(TextMethods.isLower(try run.text(a.value(0))))
    }
}
