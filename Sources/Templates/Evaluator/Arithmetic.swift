extension Run {
    func apply(
        _ operation: BinaryOperator,
        _ left: Value,
        _ right: Value
    ) throws(TemplateError) -> Value {
        if case .int(let a) = left, case .int(let b) = right, let quick = Self.quick(operation, a, b) {
            return quick
        }
        if case .float(let a) = left, case .float(let b) = right, let quick = Self.quick(operation, a, b) {
            return quick
        }
        if operation == .modulo, let format = left.text {
            return try percentFormat(left, format, try right.known())
        }
        if let error = left.unusable ?? right.unusable { throw error }
        if let a = Number(left), let b = Number(right) { return try numeric(operation, a, b) }
        switch operation {
        case .add: if let result = try sum(left, right) { return result }
        case .subtract: if let result = try difference(left, right) { return result }
        case .multiply: if let result = try product(left, right) { return result }
        case .modulo:
            if let result = try durations(operation, left, right) { return result }
        case .divide, .floorDivide: if let result = try durations(operation, left, right) { return result }
        case .power: break
        }
        throw .failed(
            "'\(operation.rawValue)' cannot work on a \(left.typeName) and a \(right.typeName)",
            hint: Number(left) != nil || Number(right) != nil
                ? "convert with | float or | int, or join with ~" : nil
        )
    }

    private static func quick(_ operation: BinaryOperator, _ a: Int, _ b: Int) -> Value? {
        switch operation {
        case .add:
            let (result, overflow) = a.addingReportingOverflow(b)
            return overflow ? nil : .int(result)
        case .subtract:
            let (result, overflow) = a.subtractingReportingOverflow(b)
            return overflow ? nil : .int(result)
        case .multiply:
            let (result, overflow) = a.multipliedReportingOverflow(by: b)
            return overflow ? nil : .int(result)
        case .floorDivide where b != 0 && b != -1: return .int(floorDivide(a, b))
        case .modulo where b != 0 && b != -1: return .int(floorModulo(a, b))
        case .divide where b != 0 && a.magnitude < 1 << 53 && b.magnitude < 1 << 53:
            return .float(Double(a) / Double(b))
        default: return nil
        }
    }

    private static func quick(_ operation: BinaryOperator, _ a: Double, _ b: Double) -> Value? {
        switch operation {
        case .add: .float(a + b)
        case .subtract: .float(a - b)
        case .multiply: .float(a * b)
        case .divide where b != 0: .float(a / b)
        default: nil
        }
    }

    private func numeric(
        _ operation: BinaryOperator,
        _ left: Number,
        _ right: Number
    ) throws(TemplateError) -> Value {
        if let a = left.whole, let b = right.whole { return try whole(operation, a, b) }
        let a = try finite(left)
        let b = try finite(right)
        switch operation {
        case .add: return .float(a + b)
        case .subtract: return .float(a - b)
        case .multiply: return .float(a * b)
        case .divide:
            guard b != 0 else { throw Self.divisionByZero }
            return .float(a / b)
        case .floorDivide:
            guard b != 0 else { throw Self.divisionByZero }
            return .float(Self.floorDivision(a, b).quotient)
        case .modulo:
            guard b != 0 else { throw Self.divisionByZero }
            return .float(Self.floorDivision(a, b).remainder)
        case .power: return try power(a, b)
        }
    }

    static let divisionByZero = TemplateError.failed("a number is divided by zero")

    /// A whole number as one with a fraction; Python refuses one that is too large.
    func finite(_ number: Number) throws(TemplateError) -> Double {
        let result = number.double
        if case .big = number, result.isInfinite {
            throw .failed("the whole number is too large for a fraction")
        }
        return result
    }

    /// Python's `divmod` of floats.
    static func floorDivision(_ a: Double, _ b: Double) -> (quotient: Double, remainder: Double) {
        var remainder = a.truncatingRemainder(dividingBy: b)
        var quotient = (a - remainder) / b
        if remainder != 0 {
            if (b < 0) != (remainder < 0) {
                remainder += b
                quotient -= 1
            }
        } else {
            remainder = Double(signOf: b, magnitudeOf: 0)
        }
        guard quotient != 0 else { return (Double(signOf: a / b, magnitudeOf: 0), remainder) }
        var floor = quotient.rounded(.down)
        if quotient - floor > 0.5 { floor += 1 }
        return (floor, remainder)
    }

    private func whole(
        _ operation: BinaryOperator,
        _ a: BigInteger,
        _ b: BigInteger
    ) throws(TemplateError) -> Value {
        switch operation {
        case .add: return try checked(a + b)
        case .subtract: return try checked(a - b)
        case .multiply:
            try step((a.limbs.count * b.limbs.count) / 64)
            return try checked(a * b)
        case .divide: return .float(try quotient(a, b))
        case .floorDivide:
            guard let (quotient, _) = a.dividedFloor(by: b) else { throw Self.divisionByZero }
            return Value(quotient)
        case .modulo:
            guard let (_, remainder) = a.dividedFloor(by: b) else { throw Self.divisionByZero }
            return Value(remainder)
        case .power: return try power(a, b)
        }
    }

    private func checked(_ number: BigInteger) throws(TemplateError) -> Value {
        guard number.bitWidth <= Limits.integerBits else { throw .limit("the whole number is too large") }
        return Value(number)
    }

    /// True division of whole numbers, correctly rounded.
    private func quotient(_ a: BigInteger, _ b: BigInteger) throws(TemplateError) -> Double {
        guard !b.isZero else { throw Self.divisionByZero }
        if a.bitWidth <= 53, b.bitWidth <= 53 { return a.double / b.double }
        let magnitudes = (
            BigInteger(isNegative: false, limbs: a.limbs), BigInteger(isNegative: false, limbs: b.limbs)
        )
        let shift = 66 - (a.bitWidth - b.bitWidth)
        let (top, bottom) =
            shift > 0
            ? (magnitudes.0.shifted(left: shift), magnitudes.1)
            : (magnitudes.0, magnitudes.1.shifted(left: -shift))
        guard let (quotient, remainder) = top.dividedFloor(by: bottom) else { throw Self.divisionByZero }
        // A bit below the last one stands for the rest, so that rounding goes the right way.
        let sticky = quotient.shifted(left: 1) + BigInteger(remainder.isZero ? 0 : 1)
        let scaled = Double(sign: .plus, exponent: -shift - 1, significand: sticky.double)
        guard scaled.isFinite else { throw .failed("the quotient is too large") }
        return a.isNegative != b.isNegative ? -scaled : scaled
    }

    private func power(_ a: BigInteger, _ b: BigInteger) throws(TemplateError) -> Value {
        if b.isNegative {
            if a.isZero { throw .failed("zero cannot be raised to a negative power") }
            return try power(a.double, b.double)
        }
        if a.limbs == [1] || a.isZero {
            guard !b.isZero else { return .int(1) }
            let isOdd = (b.limbs.first ?? 0) & 1 == 1
            return a.isZero ? .int(0) : .int(a.isNegative && isOdd ? -1 : 1)
        }
        guard let exponent = b.int, let result = a.power(exponent, limit: Limits.integerBits) else {
            throw .limit("the power is too large")
        }
        try step(result.limbs.count)
        return Value(result)
    }

    private func power(_ a: Double, _ b: Double) throws(TemplateError) -> Value {
        if a == 0, b < 0 { throw .failed("zero cannot be raised to a negative power") }
        if a < 0, a.isFinite, b.isFinite, b != b.rounded() {
            throw .failed("a negative number cannot be raised to a fraction")
        }
        let result = libraryPow(a, b)
        if result.isInfinite, a.isFinite, b.isFinite { throw .failed("the power is too large") }
        return .float(result)
    }

    func negate(_ value: Value) throws(TemplateError) -> Value {
        switch value {
        case .int(let number) where number != .min: return .int(-number)
        case .float(let number): return .float(-number)
        case .timedelta(let duration): return .timedelta(TimeDelta(microseconds: 0 &- duration.microseconds))
        default:
            if let error = value.unusable { throw error }
            guard let whole = Number(value)?.whole else {
                throw .failed("'-' cannot work on a \(value.typeName)")
            }
            return Value(-whole)
        }
    }

    func plus(_ value: Value) throws(TemplateError) -> Value {
        switch value {
        case .int, .float, .big, .timedelta: return value
        case .bool(let flag): return .int(flag ? 1 : 0)
        default: throw value.unusable ?? .failed("'+' cannot work on a \(value.typeName)")
        }
    }
}
