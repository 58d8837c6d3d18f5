import Values

/// Reads and rounds numbers.
enum Numbers {
    /// A finite number written in decimal, such as `21.5` or `-3e4`; nil for anything else, `nan` and `0x10` included.
    static func parse(_ text: String) -> Double? {
        guard text.utf8.count <= 400 else { return nil }
        let trimmed = TextLimit.cut(text, to: 400, keepsLines: false).text
        let isDecimal = trimmed.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
                true
            default: false
            }
        }
        guard isDecimal, let number = Double(trimmed), number.isFinite else { return nil }
        return number
    }

    /// The number rounded to so many decimals; numbers too large to have that many stay as they are.
    static func rounded(_ number: Double, decimals: Int) -> Double {
        var factor = 1.0
        for _ in 0..<Swift.min(Swift.max(decimals, 0), 15) { factor *= 10 }
        let scaled = number * factor
        guard scaled.magnitude < 1e14 else { return number }
        return scaled.rounded() / factor
    }

    /// The number as JSON: an integer where it is whole.
    static func json(_ number: Double) -> JSON {
        if let whole = Int(exactly: number), whole.magnitude < 1 << 53 { return .int(whole) }
        return .double(number)
    }

    static func clamped(_ number: Double, to range: ClosedRange<Double>) -> Double {
        Swift.min(Swift.max(number, range.lowerBound), range.upperBound)
    }
}

extension Coercer {
    /// The finite number that a value holds or spells.
    func finiteNumber(_ value: JSON) -> Double? {
        switch value {
        case .int(let number): Double(number)
        case .double(let number): number.isFinite ? number : nil
        case .string(let text): Numbers.parse(text)
        default: nil
        }
    }

    mutating func number(_ value: JSON, in range: ClosedRange<Double>) -> Coercion {
        let isShare = range == 0...1
        guard let number = finiteNumber(value) ?? (isShare ? percentage(value) : nil) else {
            return .invalid(reason: "a number belongs here, not \(excerpt(value))")
        }
        let clamped = Numbers.clamped(number, to: range)
        if clamped != number {
            remark(
                "\(excerpt(value)) is brought into \(Self.shown(range.lowerBound)) to \(Self.shown(range.upperBound))"
            )
        }
        let rounded = Numbers.rounded(clamped, decimals: isShare ? 3 : 6)
        return .value(Numbers.json(Numbers.clamped(rounded, to: range)))
    }

    /// A number whose larger ones are none: brought to the largest, a length would be made up.
    mutating func length(_ value: JSON, in range: ClosedRange<Double>) -> Coercion {
        guard let number = finiteNumber(value), number > range.upperBound else {
            return self.number(value, in: range)
        }
        return .invalid(
            reason: "\(excerpt(value)) is too long: \(Self.shown(range.upperBound)) seconds are the most"
        )
    }

    /// The share that a text such as `42 %` names.
    private func percentage(_ value: JSON) -> Double? {
        guard case .string(let text) = value else { return nil }
        let trimmed = TextLimit.cut(text, to: 64, keepsLines: false).text
        guard trimmed.hasSuffix("%") else { return nil }
        return Numbers.parse(String(trimmed.dropLast())).map { $0 / 100 }
    }

    private static func shown(_ number: Double) -> String { Numbers.json(number).text }

    mutating func integer(_ value: JSON, in range: ClosedRange<Int>) -> Coercion {
        let whole: Int
        if case .int(let number) = value {
            whole = number
        } else if let number = finiteNumber(value) {
            whole = Int(exactly: number.rounded()) ?? (number < 0 ? .min : .max)
        } else {
            return .invalid(reason: "a whole number belongs here, not \(excerpt(value))")
        }
        let clamped = Swift.min(Swift.max(whole, range.lowerBound), range.upperBound)
        if clamped != whole {
            remark("\(excerpt(value)) is brought into \(range.lowerBound) to \(range.upperBound)")
        }
        return .value(.int(clamped))
    }

    func bool(_ value: JSON) -> Coercion {
        switch value {
        case .bool: return .value(value)
        case .int(0), .double(0): return .value(false)
        case .int(1), .double(1): return .value(true)
        case .string(let text):
            switch TextLimit.cut(text, to: 16, keepsLines: false).text.lowercased() {
            case "true", "yes", "on", "1", "enable", "enabled", "1.0": return .value(true)
            case "false", "no", "off", "0", "disable", "disabled", "0.0": return .value(false)
            default: break
            }
        default: break
        }
        return .invalid(reason: "true or false belongs here, not \(excerpt(value))")
    }
}
