/// Filters on numbers.
enum NumberFilters {
    static let all: [Builtin] = [
        abs, add, multiply, round, int, float, bool, isNumber, bitwiseAnd, bitwiseOr, bitwiseXor, ordinal,
        clamp, wrap,
        remap, fileSize,
    ]

    static let abs = Builtin("abs", "x") { a, run throws(TemplateError) in
        switch a.value(0) {
        case .int(let number) where number != .min: return .int(Swift.abs(number))
        case .float(let number): return .float(number.magnitude)
        case .timedelta(let duration):
            return .timedelta(
                TimeDelta(
                    microseconds: duration.microseconds < 0
                        ? 0 &- duration.microseconds : duration.microseconds
                )
            )
        default:
            guard let whole = Number(a.value(0))?.whole else {
                throw a.value(0).unusable ?? .failed("'abs' wants a number, not a \(a.value(0).typeName)")
            }
            return Value(BigInteger(isNegative: false, limbs: whole.limbs))
        }
    }

    static let add = Builtin("add", "value, amount, default=") { a, run throws(TemplateError) in
        guard let number = try run.float(a.value(0)), Number(a.value(1)) != nil || a.value(1).isUndefined
        else {
            return try run.orDefault(a[2], "add", a.value(0))
        }
        return try run.apply(.add, .float(number), a.value(1))
    }

    static let multiply = Builtin("multiply", "value, amount, default=") { a, run throws(TemplateError) in
        guard let number = try run.float(a.value(0)), Number(a.value(1)) != nil || a.value(1).isUndefined
        else {
            return try run.orDefault(a[2], "multiply", a.value(0))
        }
        return try run.apply(.multiply, .float(number), a.value(1))
    }

    static let round = Builtin("round", "value, precision=, method=, default=") {
        a,
        run throws(TemplateError) in
        let fallback = a[3]
        let value = a.value(0)
        if let error = a[1]?.unusable { throw error }
        guard let wanted = a[1].map(\.int) ?? 0 else { return try run.orDefault(fallback, "round", value) }
        guard wanted <= 308 else { throw .failed("the precision is too large") }
        // No number has a digit beyond.
        let precision = max(wanted, -400)
        guard let number = try run.float(value) else { return try run.orDefault(fallback, "round", value) }
        let method = a[2]?.text ?? "common"
        let factor = precision >= 0 ? power10(precision) : 1 / power10(-precision)
        var result: Double
        switch method {
        case "ceil", "floor":
            let scaled = number * factor
            guard scaled.isFinite else { return try run.orDefault(fallback, "round", value) }
            guard factor != 0 else { throw Run.divisionByZero }
            // Python goes through a whole number here, which has no negative zero.
            result = (scaled.rounded(method == "ceil" ? .up : .down) + 0) / factor
        case "half":
            guard (number * 2).isFinite else { return try run.orDefault(fallback, "round", value) }
            result = ((number * 2).rounded(.toNearestOrEven) + 0) / 2
        default:
            result =
                precision == 0
                ? number.rounded(.toNearestOrEven) : ExactDecimal.round(number, places: precision)
        }
        guard precision == 0 else { return .float(result) }
        if let quick = Int(exactly: result.rounded(.towardZero)) { return .int(quick) }
        guard result.isFinite, let whole = try run.whole(result) else {
            return try run.orDefault(fallback, "round", value)
        }
        return whole
    }

    private static func power10(_ exponent: Int) -> Double {
        if exponent <= 22 {
            var result = 1.0
            for _ in 0..<max(0, exponent) { result *= 10 }
            return result
        }
        return Double("1e\(exponent)") ?? .infinity
    }

    static let int = Builtin("int", "value, default=, base=") { a, run throws(TemplateError) in
        let value = a.value(0)
        switch value {
        case .int, .big: return value
        case .bool(let flag): return .int(flag ? 1 : 0)
        case .float(let number):
            if let quick = Int(exactly: number.rounded(.towardZero)) { return .int(quick) }
            if let whole = try run.whole(number) { return whole }
        default: break
        }
        if let error = value.unusable { throw error }
        if let text = value.text {
            let base = a[2].map(\.int) ?? 10
            if let base, let number = NumberReading.int(text, base: base) { return number }
            if let number = NumberReading.float(text), number.isFinite, let whole = try run.whole(number) {
                return whole
            }
        } else if case .bytes(let bytes) = value,
            let number = NumberReading.int(String(decoding: bytes, as: UTF8.self))
        {
            return number
        }
        return try run.orDefault(a[1], "int", value)
    }

    static let float = Builtin("float", "value, default=") { a, run throws(TemplateError) in
        guard let number = try run.float(a.value(0)) else {
            return try run.orDefault(a[1], "float", a.value(0))
        }
        return .float(number)
    }

    static let bool = Builtin("bool", "value, default=") { a, run throws(TemplateError) in
        guard let flag = a.value(0).asBoolean else { return try run.orDefault(a[1], "bool", a.value(0)) }
        return .bool(flag)
    }

    static let isNumber = Builtin("is_number", "value") { a, run throws(TemplateError) in
        .bool(try run.float(a.value(0))?.isFinite ?? false)
    }

    static let bitwiseAnd = bitwise("bitwise_and") { $0 & $1 }
    static let bitwiseOr = bitwise("bitwise_or") { $0 | $1 }
    static let bitwiseXor = bitwise("bitwise_xor") { $0 ^ $1 }

    private static func bitwise(
        _ name: String,
        _ operation: @escaping @Sendable (UInt32, UInt32) -> UInt32
    ) -> Builtin {
        Builtin(name, "first_value, second_value") { a, run throws(TemplateError) in
            if case .bool(let left) = a.value(0), case .bool(let right) = a.value(1) {
                return .bool(operation(left ? 1 : 0, right ? 1 : 0) != 0)
            }
            if case .set(let left) = a.value(0), case .set(let right) = a.value(1) {
                return .set(SetFilters.combine(name, left, right))
            }
            guard let left = Number(a.value(0))?.whole, let right = Number(a.value(1))?.whole else {
                throw a.value(0).unusable ?? a.value(1).unusable
                    ?? .failed("'\(name)' wants whole numbers", hint: "convert with | int first")
            }
            return Value(left.bitwise(right, operation))
        }
    }

    static let ordinal = Builtin("ordinal", "value") { a, run throws(TemplateError) in
        let text = try run.text(a.value(0))
        let scalars = text.unicodeScalars
        let last = String(String.UnicodeScalarView(scalars.suffix(1)))
        let lastTwo = String(String.UnicodeScalarView(scalars.suffix(2)))
        guard let teens = NumberReading.int(lastTwo)?.int, let digit = NumberReading.int(last)?.int else {
            throw .failed("'ordinal' wants a number")
        }
        if (11...13).contains(floorModulo(teens, 100)) { return .string(text + "th") }
        let suffix = [1: "st", 2: "nd", 3: "rd"][digit] ?? "th"
        return .string(text + suffix)
    }

    private static func numbers(_ a: Arguments, _ count: Int, _ run: Run, _ name: String)
        throws(TemplateError) -> [Double]
    {
        var result: [Double] = []
        for place in 0..<count {
            guard let number = try run.float(a.value(place)) else { throw .failed("'\(name)' wants numbers") }
            result.append(number)
        }
        return result
    }

    static let clamp = Builtin("clamp", "value, min_value, max_value") { a, run throws(TemplateError) in
        let numbers = try numbers(a, 3, run, "clamp")
        return .float(clamped(numbers[0], numbers[1], numbers[2]))
    }

    /// Python's `max(low, min(high, value))`, which keeps the first of equal ones.
    private static func clamped(_ value: Double, _ low: Double, _ high: Double) -> Double {
        let upper = value < high ? value : high
        return upper > low ? upper : low
    }

    static let wrap = Builtin("wrap", "value, min_value, max_value") { a, run throws(TemplateError) in
        let numbers = try numbers(a, 3, run, "wrap")
        let size = numbers[2] - numbers[1]
        guard size != 0 else { return .float(numbers[1]) }
        return .float(Run.floorDivision(numbers[0] - numbers[1], size).remainder + numbers[1])
    }

    static let remap = Builtin("remap", "value, in_min, in_max, out_min, out_max, *, steps=, edges=") {
        a,
        run throws(TemplateError) in
        let numbers = try numbers(a, 5, run, "remap")
        let (inMin, inMax, outMin, outMax) = (numbers[1], numbers[2], numbers[3], numbers[4])
        let steps = max(0, try a.int(5, or: 0))
        let value = try edged(numbers[0], inMin, inMax, a[6]?.text ?? "none")
        if steps == 0, inMin == outMin, inMax == outMax { return .float(value) }
        guard inMax != inMin else { throw Run.divisionByZero }
        var share = (value - inMin) / (inMax - inMin)
        if steps > 0 { share = (share * Double(steps)).rounded(.toNearestOrEven) / Double(steps) }
        return .float(outMin + share * (outMax - outMin))
    }

    private static func edged(_ value: Double, _ low: Double, _ high: Double, _ edges: String)
        throws(TemplateError) -> Double
    {
        let size = high - low
        switch edges {
        case "clamp": return clamped(value, low, high)
        case "wrap", "mirror":
            guard size != 0 else { throw .failed("'remap' needs two different bounds") }
            if edges == "wrap" { return Run.floorDivision(value - low, size).remainder + low }
            let offset = value - low
            let period = (offset / size).rounded(.down)
            var position = offset - period * size
            if period < 0 || period.truncatingRemainder(dividingBy: 2) != 0 { position = size - position }
            return low + position
        default: return value
        }
    }

    static let fileSize = Builtin("filesizeformat", "value, binary=") { a, run throws(TemplateError) in
        guard let bytes = try run.float(a.value(0)) else { throw .failed("'filesizeformat' wants a number") }
        let isBinary = try a.flag(1, run)
        let base: Double = isBinary ? 1_024 : 1_000
        if bytes == 1 { return .string("1 Byte") }
        if bytes < base {
            guard let whole = try run.whole(bytes) else { throw .failed("'filesizeformat' wants a number") }
            return .string(try run.text(whole) + " Bytes")
        }
        var unit = base
        var prefix = ""
        for letter in ["k", "M", "G", "T", "P", "E", "Z", "Y"] {
            unit *= base
            prefix = isBinary ? letter.uppercased() + "iB" : letter + "B"
            if bytes < unit { break }
        }
        var spec = FormatSpec()
        spec.type = "f"
        spec.precision = 1
        let amount = NumberFormat.text(.float(base * bytes / unit), spec) ?? ""
        return .string(amount + " " + prefix)
    }
}
