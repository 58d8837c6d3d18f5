/// A format of Python's `struct`, for one value.
struct StructFormat {
    private struct Item {
        let code: Unicode.Scalar
        let count: Int
        let size: Int
    }

    private var items: [Item] = []
    private var isBigEndian = false
    private var isNative = true

    /// Nil where Python knows no such format.
    init?(_ text: String) {
        var rest = text.unicodeScalars[...]
        if let first = rest.first, "@=<>!".unicodeScalars.contains(first) {
            rest.removeFirst()
            isNative = first == "@"
            isBigEndian = first == ">" || first == "!"
        }
        while let scalar = rest.popFirst() {
            if TextClass.isSpace(scalar) { continue }
            var count: Int?
            var code = scalar
            while let digit = code.asciiDigit {
                count = (count ?? 0) * 10 + digit
                guard count ?? 0 <= 1_000_000, let next = rest.popFirst() else { return nil }
                code = next
            }
            guard let size = Self.size(code, isNative: isNative) else { return nil }
            items.append(Item(code: code, count: count ?? 1, size: size))
        }
    }

    /// Whether there is anything to unpack.
    var hasValues: Bool {
        items.contains { $0.code != "x" && ($0.count > 0 || $0.code == "s" || $0.code == "p") }
    }

    private static func size(_ code: Unicode.Scalar, isNative: Bool) -> Int? {
        switch code {
        case "x", "c", "b", "B", "?", "s", "p": 1
        case "h", "H", "e": 2
        case "i", "I", "f": 4
        case "l", "L": isNative ? 8 : 4
        case "q", "Q", "d": 8
        case "n", "N": isNative ? 8 : nil
        default: nil
        }
    }

    /// The bytes of a value; nil where the format does not fit it.
    func pack(_ value: Value) -> [UInt8]? {
        var output: [UInt8] = []
        var isUsed = false
        for item in items {
            if isNative, item.size > 1, item.count > 0 {
                while output.count % item.size != 0 { output.append(0) }
            }
            if item.code == "x" {
                output += [UInt8](repeating: 0, count: item.count)
                continue
            }
            guard item.code == "s" || item.code == "p" || item.count <= 1 else { return nil }
            if item.count == 0, item.code != "s", item.code != "p" { continue }
            guard !isUsed, let bytes = bytes(of: value, item) else { return nil }
            isUsed = true
            output += bytes
        }
        return isUsed ? output : nil
    }

    private func bytes(of value: Value, _ item: Item) -> [UInt8]? {
        switch item.code {
        case "?": return [Self.isTrue(value) ? 1 : 0]
        case "c", "s":
            guard case .bytes(let bytes) = value, item.code == "s" || bytes.count == 1 else { return nil }
            let cut = Array(bytes.prefix(item.count))
            return cut + [UInt8](repeating: 0, count: item.count - cut.count)
        case "p":
            guard case .bytes(let bytes) = value, item.count > 0 else { return nil }
            let cut = Array(bytes.prefix(min(item.count - 1, 255)))
            return [UInt8(cut.count)] + cut + [UInt8](repeating: 0, count: item.count - 1 - cut.count)
        case "e", "f", "d":
            guard let number = Number(value)?.double else { return nil }
            let bits: UInt64 =
                switch item.code {
                case "d": number.bitPattern
                case "f": UInt64(Float(number).bitPattern)
                default: UInt64(HalfFloat.bits(number))
                }
            if item.code == "f", Float(number).isInfinite, number.isFinite { return nil }
            return ordered(bits, item.size)
        default:
            guard let whole = Number(value)?.whole, fits(whole, item) else { return nil }
            let low = whole.bitwise(BigInteger(-1)) { $0 & $1 }
            let bits = low.int.map { UInt64(bitPattern: Int64($0)) } ?? UInt64(low.text()) ?? 0
            return ordered(bits, item.size)
        }
    }

    private static func isTrue(_ value: Value) -> Bool {
        switch value {
        case .bool(let flag): flag
        case .int(let number): number != 0
        case .none, .undefined: false
        case .list(let items), .tuple(let items): !items.isEmpty
        case .dict(let dictionary): !dictionary.isEmpty
        case .float(let number): number != 0
        case .string(let text): !text.isEmpty
        default: true
        }
    }

    private func fits(_ number: BigInteger, _ item: Item) -> Bool {
        let isSigned = item.code.properties.isLowercase
        let bits = item.size * 8
        guard isSigned else { return !number.isNegative && number.bitWidth <= bits }
        return number.isNegative ? (number + BigInteger(1)).bitWidth < bits : number.bitWidth < bits
    }

    private func ordered(_ bits: UInt64, _ size: Int) -> [UInt8] {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: bits >> UInt64($0 * 8)) }
        return isBigEndian ? bytes.reversed() : bytes
    }

    /// The first value in the bytes; nil where they are too few.
    func unpack(_ bytes: [UInt8], offset: Int) -> Value? {
        var start = offset < 0 ? offset + bytes.count : offset
        guard start >= 0, start <= bytes.count else { return nil }
        let base = start
        var result: Value?
        for item in items {
            if isNative, item.size > 1 { while (start - base) % item.size != 0 { start += 1 } }
            let length = item.size * item.count
            guard start + length <= bytes.count else { return nil }
            if result == nil, item.code != "x", item.count > 0 || item.code == "s" {
                let isText = item.code == "s" || item.code == "p"
                result = value(Array(bytes[start..<start + (isText ? length : item.size)]), item)
            }
            start += length
        }
        return result
    }

    private func value(_ raw: [UInt8], _ item: Item) -> Value? {
        switch item.code {
        case "s", "c": return .bytes(raw)
        case "p": return .bytes(Array(raw.dropFirst().prefix(Int(raw.first ?? 0))))
        default: break
        }
        var bits: UInt64 = 0
        for byte in isBigEndian ? raw : raw.reversed() { bits = bits << 8 | UInt64(byte) }
        switch item.code {
        case "?": return .bool(bits != 0)
        case "d": return .float(Double(bitPattern: bits))
        case "f": return .float(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
        case "e": return .float(HalfFloat.value(UInt16(truncatingIfNeeded: bits)))
        default:
            let width = UInt64(item.size * 8)
            if item.code.properties.isLowercase {
                let shift = 64 - width
                return .int(Int(Int64(bitPattern: bits << shift) >> Int64(shift)))
            }
            return Int(exactly: bits).map { .int($0) }
                ?? .big(
                    BigInteger(
                        isNegative: false,
                        limbs: [UInt32(truncatingIfNeeded: bits), UInt32(bits >> 32)]
                    )
                )
        }
    }
}

/// Numbers of 16 bits (IEEE 754 binary16), which not every processor's compiler knows.
enum HalfFloat {
    static func value(_ bits: UInt16) -> Double {
        let sign: Double = bits >> 15 == 1 ? -1 : 1
        let exponent = Int(bits >> 10 & 0x1F)
        let fraction = Double(bits & 0x3FF)
        if exponent == 0x1F { return fraction == 0 ? sign * .infinity : .nan }
        if exponent == 0 { return sign * Double(sign: .plus, exponent: -24, significand: fraction) }
        return sign * Double(sign: .plus, exponent: exponent - 25, significand: 1_024 + fraction)
    }

    static func bits(_ number: Double) -> UInt16 {
        let sign: UInt16 = number.sign == .minus ? 0x8000 : 0
        let magnitude = number.magnitude
        if number.isNaN { return 0x7E00 }
        if magnitude >= 65_520 { return sign | 0x7C00 }
        if magnitude < 0x1p-24 / 2 { return sign }
        let exponent = max(Int(magnitude.exponent), -14)
        let scaled = Double(sign: .plus, exponent: 10 - exponent, significand: magnitude).rounded(
            .toNearestOrEven
        )
        let whole = UInt16(scaled)
        return sign | (whole >= 1_024 ? UInt16(exponent + 14) << 10 : 0) &+ whole
    }
}
