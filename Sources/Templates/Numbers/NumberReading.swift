/// How Python's `int(text)` and `float(text)` read numbers.
enum NumberReading {
    /// Reads what Python's `float` reads: spaces around, `_` between digits, `inf`, `nan`, digits of any script.
    static func float(_ text: String) -> Double? {
        var bytes = Array(text.utf8)
        if !bytes.allSatisfy({ $0 < 0x80 }) {
            guard let plain = plainDigits(text) else { return nil }
            bytes = plain
        }
        let trimmed = trim(bytes)
        guard !trimmed.isEmpty, trimmed.count < 10_000 else { return nil }
        return float(ascii: trimmed)
    }

    private static func float(ascii bytes: ArraySlice<UInt8>) -> Double? {
        var clean: [UInt8] = []
        clean.reserveCapacity(bytes.count)
        var hasDigit = false
        var previous: UInt8 = 0
        for (place, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                hasDigit = true
                clean.append(byte)
            case UInt8(ascii: "_"):
                let next = bytes.dropFirst(place + 1).first ?? 0
                guard isDigit(previous), isDigit(next) else { return nil }
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                guard hasDigit else { return special(bytes) }
                clean.append(byte)
            case UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"): clean.append(byte)
            default: return special(bytes)
            }
            previous = byte
        }
        guard hasDigit, isWellFormed(clean) else { return nil }
        return parse(clean)
    }

    private static func parse(_ clean: [UInt8]) -> Double? {
        if let number = Double(String(decoding: clean, as: UTF8.self)) { return number }
        return nil
    }

    /// Sign, digits with at most one point, exponent with sign and digits.
    private static func isWellFormed(_ bytes: [UInt8]) -> Bool {
        var place = 0
        func skipDigits() -> Int {
            let start = place
            while place < bytes.count, isDigit(bytes[place]) { place += 1 }
            return place - start
        }
        func skipSign() {
            if place < bytes.count, bytes[place] == UInt8(ascii: "+") || bytes[place] == UInt8(ascii: "-") {
                place += 1
            }
        }
        skipSign()
        var digits = skipDigits()
        if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
            place += 1
            digits += skipDigits()
        }
        guard digits > 0 else { return false }
        if place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") {
            place += 1
            skipSign()
            guard skipDigits() > 0 else { return false }
        }
        return place == bytes.count
    }

    private static func special(_ bytes: ArraySlice<UInt8>) -> Double? {
        var word = String(decoding: bytes, as: UTF8.self).lowercased()
        var isNegative = false
        if word.hasPrefix("-") || word.hasPrefix("+") { isNegative = word.removeFirst() == "-" }
        switch word {
        case "inf", "infinity": return isNegative ? -.infinity : .infinity
        case "nan": return .nan
        default: return nil
        }
    }

    /// Reads what Python's `int(text, base)` reads; nil where it would raise.
    static func int(_ text: String, base: Int = 10) -> Value? {
        var bytes = Array(text.utf8)
        if !bytes.allSatisfy({ $0 < 0x80 }) {
            guard let plain = plainDigits(text) else { return nil }
            bytes = plain
        }
        var rest = trim(bytes)
        guard base == 0 || (2...36).contains(base) else { return nil }
        var isNegative = false
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            rest = rest.dropFirst()
        }
        var base = base
        if let prefixed = prefixBase(rest), base == 0 || base == prefixed {
            base = prefixed
            rest = rest.dropFirst(2)
            if rest.first == UInt8(ascii: "_") { rest = rest.dropFirst() }
        } else if base == 0 {
            base = 10
            guard rest.first != UInt8(ascii: "0") || rest.allSatisfy({ $0 == UInt8(ascii: "0") }) else {
                return nil
            }
        }
        return digits(rest, base: base, isNegative: isNegative)
    }

    private static func prefixBase(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.first == UInt8(ascii: "0"), let letter = bytes.dropFirst().first else { return nil }
        return switch letter | 0x20 {
        case UInt8(ascii: "x"): 16
        case UInt8(ascii: "o"): 8
        case UInt8(ascii: "b"): 2
        default: nil
        }
    }

    /// Digits of a base with single `_` between them; more than 4,300 are refused as Python refuses them.
    static func digits(_ bytes: ArraySlice<UInt8>, base: Int, isNegative: Bool) -> Value? {
        var values: [UInt8] = []
        var previousIsDigit = false
        for byte in bytes {
            if byte == UInt8(ascii: "_") {
                guard previousIsDigit else { return nil }
                previousIsDigit = false
                continue
            }
            guard let value = digitValue(byte), Int(value) < base else { return nil }
            values.append(value)
            previousIsDigit = true
        }
        guard previousIsDigit, values.count <= 4_300 else { return nil }
        if values.count <= 12 {
            var number = 0
            for value in values { number = number * base + Int(value) }
            return .int(isNegative ? -number : number)
        }
        return BigInteger(digits: values, base: base, isNegative: isNegative).map { Value($0) }
    }

    private static func digitValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    private static func trim(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        func isSpace(_ byte: UInt8) -> Bool {
            byte == 0x20 || (0x09...0x0D).contains(byte) || (0x1C...0x1F).contains(byte)
        }
        var slice = bytes[...]
        while let first = slice.first, isSpace(first) { slice = slice.dropFirst() }
        while let last = slice.last, isSpace(last) { slice = slice.dropLast() }
        return slice
    }

    /// The text with decimal digits of other scripts as ASCII and other white space as spaces.
    private static func plainDigits(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                bytes.append(UInt8(scalar.value))
            } else if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
                bytes.append(UInt8(ascii: "0") + UInt8(value))
            } else if TextClass.isSpace(scalar) {
                bytes.append(0x20)
            } else {
                return nil
            }
        }
        return bytes
    }
}
