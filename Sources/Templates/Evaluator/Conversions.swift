extension Run {
    /// Python's `float(value)`; nil where it raises an error that a default can replace.
    func float(_ value: Value) throws(TemplateError) -> Double? {
        switch value {
        case .float(let number): return number
        case .int(let number): return Double(number)
        case .bool(let flag): return flag ? 1 : 0
        case .string(let text), .markup(let text): return NumberReading.float(text)
        case .bytes(let bytes): return NumberReading.float(String(decoding: bytes, as: UTF8.self))
        case .big(let number):
            let result = number.double
            guard result.isFinite else { throw .failed("the whole number is too large for a fraction") }
            return result
        default:
            if let error = value.unusable { throw error }
            return nil
        }
    }

    /// Python's `int(value)` of a number; nil where it raises an error that a default can replace.
    func whole(_ number: Double) throws(TemplateError) -> Value? {
        if number.isNaN { return nil }
        guard let big = BigInteger(truncating: number) else { throw .failed("infinity is no whole number") }
        return Value(big)
    }

    /// The default, or the failure that Home Assistant raises without one.
    func orDefault(_ fallback: Value?, _ name: String, _ value: Value) throws(TemplateError) -> Value {
        if let fallback { return fallback }
        let shown = String((try repr(value)).prefix(60))
        throw .failed("'\(name)' cannot use \(shown)", hint: "give it a default")
    }
}
