/// A number of the language; truth values count as 0 and 1.
enum Number {
    case int(Int)
    case big(BigInteger)
    case float(Double)

    enum Order {
        case less, same, more
        /// One of them is not a number (NaN).
        case none
    }

    init?(_ value: Value) {
        switch value {
        case .int(let number): self = .int(number)
        case .float(let number): self = .float(number)
        case .bool(let flag): self = .int(flag ? 1 : 0)
        case .big(let number): self = .big(number)
        default: return nil
        }
    }

    var double: Double {
        switch self {
        case .int(let number): Double(number)
        case .big(let number): number.double
        case .float(let number): number
        }
    }

    /// The whole number, nil for one with a fraction's type.
    var whole: BigInteger? {
        switch self {
        case .int(let number): BigInteger(number)
        case .big(let number): number
        case .float: nil
        }
    }

    func compare(to other: Number) -> Order {
        switch (self, other) {
        case (.int(let a), .int(let b)): a == b ? .same : a < b ? .less : .more
        case (.float(let a), .float(let b)): Self.order(a, b)
        case (.int(let a), .float(let b)): Self.exactOrder(BigInteger(a), b, quick: a)
        case (.float(let a), .int(let b)): Self.exactOrder(BigInteger(b), a, quick: b).reversed
        case (.big(let a), .float(let b)): Self.exactOrder(a, b, quick: nil)
        case (.float(let a), .big(let b)): Self.exactOrder(b, a, quick: nil).reversed
        default:
            if let a = whole, let b = other.whole { a == b ? .same : a < b ? .less : .more } else { .none }
        }
    }

    private static func order(_ a: Double, _ b: Double) -> Order {
        a == b ? .same : a < b ? .less : a > b ? .more : .none
    }

    /// Compares a whole number with one with a fraction without losing a digit.
    private static func exactOrder(
        _ whole: @autoclosure () -> BigInteger,
        _ number: Double,
        quick: Int?
    ) -> Order {
        if number.isNaN { return .none }
        if let quick, quick.magnitude < 1 << 53 { return order(Double(quick), number) }
        guard number.isFinite, let other = BigInteger(truncating: number) else {
            return number > 0 ? .less : .more
        }
        let exact = whole()
        if exact != other { return exact < other ? .less : .more }
        return order(0, number - number.rounded(.towardZero))
    }
}

extension Number.Order {
    var reversed: Number.Order {
        switch self {
        case .less: .more
        case .more: .less
        default: self
        }
    }
}
