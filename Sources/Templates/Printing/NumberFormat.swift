/// Numbers by a format specification; nil where the type does not fit.
enum NumberFormat {
    static func text(_ number: Number, _ spec: FormatSpec) -> String? {
        guard spec.grouping == nil || (spec.type != "n" && spec.type != "c") else { return nil }
        switch spec.type {
        case nil where spec.precision == nil || number.whole != nil, "d", "b", "o", "x", "X", "n", "c":
            if let whole = number.whole { return integer(whole, spec) }
            return spec.type == nil || spec.type == "n" ? float(number.double, spec) : nil
        default: return float(number.double, spec)
        }
    }

    private static func integer(_ number: BigInteger, _ spec: FormatSpec) -> String? {
        guard spec.precision == nil else { return nil }
        if spec.type == "c" {
            guard spec.sign == nil, !spec.isAlternate else { return nil }
            guard let code = number.int, let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init)
            else { return nil }
            return spec.pad(String(scalar), defaultAlign: "<")
        }
        let (base, prefix, size): (Int, String, Int) =
            switch spec.type {
            case "b": (2, "0b", 4)
            case "o": (8, "0o", 4)
            case "x": (16, "0x", 4)
            case "X": (16, "0X", 4)
            default: (10, "", 3)
            }
        guard base == 10 || spec.grouping != "," else { return nil }
        var digits = BigInteger(isNegative: false, limbs: number.limbs).text(base: base)
        if spec.type == "X" { digits = digits.uppercased() }
        let head = spec.signText(isNegative: number.isNegative) + (spec.isAlternate ? prefix : "")
        let body = spec.grouped(digits, rest: "", prefixWidth: head.utf8.count, every: size)
        return spec.pad(body, prefix: head, defaultAlign: ">")
    }

    private static func float(_ number: Double, _ spec: FormatSpec) -> String? {
        var isNegative = number.sign == .minus && !number.isNaN
        guard let body = body(number.magnitude, spec) else { return nil }
        if spec.dropsNegativeZero, isNegative, !body.utf8.contains(where: { (0x31...0x39).contains($0) }) {
            isNegative = false
        }
        let head = spec.signText(isNegative: isNegative)
        let whole = body.prefix { $0.isNumber }
        let rest = String(body.dropFirst(whole.count))
        let text =
            whole.isEmpty ? body : spec.grouped(String(whole), rest: rest, prefixWidth: head.utf8.count)
        return spec.pad(text, prefix: head, defaultAlign: ">")
    }

    /// The magnitude without sign and padding.
    static func body(_ magnitude: Double, _ spec: FormatSpec) -> String? {
        let type = spec.type
        if !magnitude.isFinite {
            let word = magnitude.isNaN ? "nan" : "inf"
            let isKnown = type.map { "eEfFgGn%".unicodeScalars.contains($0) } ?? true
            guard isKnown else { return nil }
            let text = type.map { "EFG".unicodeScalars.contains($0) } == true ? word.uppercased() : word
            return type == "%" ? text + "%" : text
        }
        switch type {
        case "f", "F": return fixed(magnitude, spec.precision ?? 6, spec)
        case "%": return fixed(magnitude * 100, spec.precision ?? 6, spec) + "%"
        case "e", "E": return scientific(magnitude, spec.precision ?? 6, spec, type == "E" ? "E" : "e")
        case "g", "n": return general(magnitude, spec.precision ?? 6, spec, "e")
        case "G": return general(magnitude, spec.precision ?? 6, spec, "E")
        case nil:
            guard let precision = spec.precision else { return FloatText.repr(magnitude) }
            return generalOrPlain(magnitude, precision, spec)
        default: return nil
        }
    }

    private static func fixed(_ magnitude: Double, _ precision: Int, _ spec: FormatSpec) -> String {
        guard magnitude.isFinite else { return "inf" }
        return ExactDecimal.fixed(magnitude, places: min(precision, 4_000))
            + (spec.isAlternate && precision == 0 ? "." : "")
    }

    private static func scientific(
        _ magnitude: Double,
        _ precision: Int,
        _ spec: FormatSpec,
        _ marker: String
    ) -> String {
        let (digits, exponent) = ExactDecimal.significant(magnitude, count: min(precision, 4_000) + 1)
        var text = String(decoding: digits.prefix(1), as: UTF8.self)
        if precision > 0 || spec.isAlternate { text += "." }
        return text + String(decoding: digits.dropFirst(), as: UTF8.self)
            + FloatText.exponentText(exponent, marker: marker)
    }

    private static func general(
        _ magnitude: Double,
        _ precision: Int,
        _ spec: FormatSpec,
        _ marker: String,
        limit: Int? = nil
    ) -> String {
        let count = max(1, min(precision, 4_000))
        let (digits, exponent) = ExactDecimal.significant(magnitude, count: count)
        var kept = digits
        if !spec.isAlternate { while kept.count > 1, kept.last == UInt8(ascii: "0") { kept.removeLast() } }
        if exponent < -4 || exponent >= limit ?? count {
            var text = String(decoding: kept.prefix(1), as: UTF8.self)
            if kept.count > 1 || spec.isAlternate { text += "." }
            return text + String(decoding: kept.dropFirst(), as: UTF8.self)
                + FloatText.exponentText(exponent, marker: marker)
        }
        if exponent < 0 {
            return "0." + String(repeating: "0", count: -exponent - 1) + String(decoding: kept, as: UTF8.self)
        }
        while kept.count < exponent + 1 { kept.append(UInt8(ascii: "0")) }
        let whole = String(decoding: kept.prefix(exponent + 1), as: UTF8.self)
        let rest = String(decoding: kept.dropFirst(exponent + 1), as: UTF8.self)
        return rest.isEmpty && !spec.isAlternate ? whole : whole + "." + rest
    }

    /// No type with a precision: like `g`, but with at least one digit after the point.
    private static func generalOrPlain(_ magnitude: Double, _ precision: Int, _ spec: FormatSpec) -> String {
        let count = max(1, precision)
        let (_, exponent) = ExactDecimal.significant(magnitude, count: min(count, 4_000))
        if magnitude != 0, exponent < -4 || exponent >= count {
            return general(magnitude, count, spec, "e")
        }
        if exponent == count - 1 {
            // The last place would be the point: Python goes over to the exponent one digit earlier.
            return general(magnitude, count, spec, "e", limit: count - 1)
        }
        let text = general(magnitude, count, spec, "e")
        return text.contains(".") ? text : text + ".0"
    }
}
