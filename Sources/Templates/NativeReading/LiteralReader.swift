/// Reads a text as a Python literal, as Home Assistant does with what a template renders to.
///
/// Source: `ast.literal_eval`, kept unless it is a text, or a number that is not written plainly.
struct LiteralReader {
    private let bytes: [UInt8]
    private var place = 0
    private var depth = 0

    /// Brackets nested deeper are no literal, as for Python.
    private static let maximumDepth = 100

    private init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The value that the text says, or the text itself.
    static func read(_ text: String) -> Value {
        guard let first = text.utf8.first, canStart(first) else { return .string(text) }
        if let number = plainNumber(text) { return number }
        var reader = LiteralReader(text)
        guard let value = reader.document() else { return .string(text) }
        switch value {
        case .string, .int, .big, .float: return .string(text)
        default: return value
        }
    }

    private static func canStart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "'"), UInt8(ascii: "\""),
            UInt8(ascii: "T"), UInt8(ascii: "F"), UInt8(ascii: "N"), UInt8(ascii: "b"), UInt8(ascii: "B"),
            UInt8(ascii: "r"), UInt8(ascii: "R"), UInt8(ascii: "u"), UInt8(ascii: "U"), UInt8(ascii: "s"):
            true
        default: false
        }
    }

    /// A number by `[+-]?(?!0\d)\d*(\.\d*)?` that Python can read, too.
    private static func plainNumber(_ text: String) -> Value? {
        var digits = text.utf8[...]
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
        let whole = digits.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard whole.count < 2 || whole.first != UInt8(ascii: "0") else { return nil }
        let rest = digits.dropFirst(whole.count)
        if rest.isEmpty {
            guard !whole.isEmpty else { return nil }
            return NumberReading.digits(ArraySlice(whole), base: 10, isNegative: isNegative)
        }
        guard rest.first == UInt8(ascii: "."), whole.count + rest.count > 1,
            rest.dropFirst().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return NumberReading.float(text).map { .float($0) }
    }

    // MARK: Grammar

    private mutating func document() -> Value? {
        guard let first = expression(inBrackets: false) else { return nil }
        var result = first
        skip(inBrackets: false)
        if take(",") {
            var items = [first]
            while true {
                skip(inBrackets: false)
                guard !isAtEnd else { break }
                guard let next = expression(inBrackets: false) else { return nil }
                items.append(next)
                skip(inBrackets: false)
                guard take(",") else { break }
            }
            result = .tuple(items)
        }
        return finishes() ? result : nil
    }

    /// Only blank lines and comments may follow.
    private mutating func finishes() -> Bool {
        skip(inBrackets: true)
        return isAtEnd
    }

    private var isAtEnd: Bool { place >= bytes.count }
    private var current: UInt8 { place < bytes.count ? bytes[place] : 0 }
    private var isAtDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(current) }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard !isAtEnd, UInt32(current) == character.value else { return false }
        place += 1
        return true
    }

    /// Skips white space and comments; line breaks only within brackets.
    private mutating func skip(inBrackets: Bool) {
        while place < bytes.count {
            switch bytes[place] {
            case 0x20, 0x09, 0x0C: place += 1
            case 0x0A, 0x0D:
                guard inBrackets else { return }
                place += 1
            case UInt8(ascii: "#"):
                while place < bytes.count, bytes[place] != 0x0A, bytes[place] != 0x0D { place += 1 }
            case UInt8(ascii: "\\"):
                guard place + 1 < bytes.count, bytes[place + 1] == 0x0A else { return }
                place += 2
            default: return
            }
        }
    }

    private mutating func expression(inBrackets: Bool) -> Value? {
        skip(inBrackets: inBrackets)
        switch current {
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            let isNegative = current == UInt8(ascii: "-")
            place += 1
            skip(inBrackets: inBrackets)
            guard let number = signedOperand(inBrackets: inBrackets) else { return nil }
            return isNegative ? Self.negated(number) : number
        case UInt8(ascii: "["): return list()
        case UInt8(ascii: "("): return parenthesised()
        case UInt8(ascii: "{"): return braced()
        case UInt8(ascii: "."):
            if bytes[place...].starts(with: "...".utf8) {
                place += 3
                return .ellipsis
            }
            return number()
        default:
            if isAtDigit { return number() }
            return text(inBrackets: inBrackets) ?? word(inBrackets: inBrackets)
        }
    }

    /// A number, also one in parentheses.
    private mutating func signedOperand(inBrackets: Bool) -> Value? {
        if take("(") {
            depth += 1
            defer { depth -= 1 }
            guard depth <= Self.maximumDepth else { return nil }
            skip(inBrackets: true)
            guard let value = signedOperand(inBrackets: true) else { return nil }
            skip(inBrackets: true)
            return take(")") ? value : nil
        }
        guard isAtDigit || current == UInt8(ascii: ".") else { return nil }
        return number()
    }

    private static func negated(_ number: Value) -> Value? {
        switch number {
        case .int(let whole): Value(-BigInteger(whole))
        case .big(let whole): Value(-whole)
        case .float(let value): .float(-value)
        default: nil
        }
    }

    private mutating func items(_ close: Unicode.Scalar) -> (items: [Value], hasComma: Bool)? {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { return nil }
        var items: [Value] = []
        var hasComma = false
        skip(inBrackets: true)
        while !take(close) {
            guard items.isEmpty || hasComma, let item = expression(inBrackets: true) else { return nil }
            items.append(item)
            skip(inBrackets: true)
            hasComma = take(",")
            skip(inBrackets: true)
        }
        return (items, hasComma)
    }

    private mutating func list() -> Value? {
        place += 1
        return items("]").map { .list($0.items) }
    }

    private mutating func parenthesised() -> Value? {
        place += 1
        guard let (items, hasComma) = items(")") else { return nil }
        if items.count == 1, !hasComma, let only = items.first { return only }
        return .tuple(items)
    }

    /// A dictionary or a set.
    private mutating func braced() -> Value? {
        place += 1
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { return nil }
        skip(inBrackets: true)
        if take("}") { return .dict(ValueDictionary()) }
        guard let first = expression(inBrackets: true), first.isHashable else { return nil }
        skip(inBrackets: true)
        return take(":") ? dictionary(first) : set(first)
    }

    private mutating func dictionary(_ first: Value) -> Value? {
        var result = ValueDictionary()
        var key = first
        while true {
            guard let value = expression(inBrackets: true) else { return nil }
            result[key] = value
            skip(inBrackets: true)
            let hasComma = take(",")
            skip(inBrackets: true)
            if take("}") { return .dict(result) }
            guard hasComma, let next = expression(inBrackets: true), next.isHashable else { return nil }
            key = next
            skip(inBrackets: true)
            guard take(":") else { return nil }
        }
    }

    private mutating func set(_ first: Value) -> Value? {
        var result = ValueSet([first])
        while true {
            let hasComma = take(",")
            skip(inBrackets: true)
            if take("}") { return .set(result) }
            guard hasComma, let next = expression(inBrackets: true), next.isHashable else { return nil }
            result.insert(next)
            skip(inBrackets: true)
        }
    }

    private mutating func word(inBrackets: Bool) -> Value? {
        let start = place
        while place < bytes.count, bytes[place] >= 0x80 || Self.isWordByte(bytes[place]) { place += 1 }
        switch String(decoding: bytes[start..<place], as: UTF8.self) {
        case "True": return .bool(true)
        case "False": return .bool(false)
        case "None": return Value.none
        case "set":
            skip(inBrackets: inBrackets)
            guard take("(") else { return nil }
            skip(inBrackets: true)
            return take(")") ? .set(ValueSet()) : nil
        default: return nil
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

extension LiteralReader {
    /// A number as Python writes it in source.
    private mutating func number() -> Value? {
        let start = place
        if current == UInt8(ascii: "0"), place + 1 < bytes.count, let base = Self.base(bytes[place + 1]) {
            place += 2
            if current == UInt8(ascii: "_") { place += 1 }
            let digits = place
            while place < bytes.count, Self.isWordByte(bytes[place]) { place += 1 }
            return NumberReading.digits(bytes[digits..<place], base: base, isNegative: false)
        }
        guard skipDigits() else { return nil }
        let wholeEnd = place
        var isFloat = false
        if current == UInt8(ascii: ".") {
            isFloat = true
            place += 1
            if isAtDigit {
                guard skipDigits() else { return nil }
            } else if wholeEnd == start {
                return nil
            }
        }
        if current | 0x20 == UInt8(ascii: "e") {
            let mark = place
            place += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { place += 1 }
            guard isAtDigit, skipDigits() else {
                place = mark
                return nil
            }
            isFloat = true
        }
        guard place >= bytes.count || !(Self.isWordByte(bytes[place]) || bytes[place] >= 0x80) else {
            return nil
        }
        let text = bytes[start..<place]
        if isFloat { return NumberReading.float(String(decoding: text, as: UTF8.self)).map { .float($0) } }
        let isZero = text.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "_") }
        guard text.first != UInt8(ascii: "0") || isZero else { return nil }
        return NumberReading.digits(text, base: 10, isNegative: false)
    }

    private static func base(_ letter: UInt8) -> Int? {
        switch letter | 0x20 {
        case UInt8(ascii: "x"): 16
        case UInt8(ascii: "o"): 8
        case UInt8(ascii: "b"): 2
        default: nil
        }
    }

    /// Skips digits with single `_` between them; true where none are there, too.
    private mutating func skipDigits() -> Bool {
        while place < bytes.count {
            if isAtDigit {
                place += 1
            } else if current == UInt8(ascii: "_") {
                guard place > 0, (0x30...0x39).contains(bytes[place - 1]), place + 1 < bytes.count,
                    (0x30...0x39).contains(bytes[place + 1])
                else { return false }
                place += 1
            } else {
                break
            }
        }
        return true
    }

    /// Texts or bytes that stand side by side are one; nil where there is none.
    private mutating func text(inBrackets: Bool) -> Value? {
        var parts: [(bytes: [UInt8], isBytes: Bool)] = []
        while let part = piece() {
            parts.append(part)
            skip(inBrackets: inBrackets)
        }
        guard let first = parts.first, parts.allSatisfy({ $0.isBytes == first.isBytes }) else { return nil }
        let all = parts.flatMap(\.bytes)
        return first.isBytes ? .bytes(all) : .string(String(decoding: all, as: UTF8.self))
    }

    private mutating func piece() -> (bytes: [UInt8], isBytes: Bool)? {
        let start = place
        var isRaw = false
        var isBytes = false
        var isUnicode = false
        while place < bytes.count, place - start < 2 {
            switch bytes[place] | 0x20 {
            case UInt8(ascii: "r") where !isRaw && !isUnicode: isRaw = true
            case UInt8(ascii: "b") where !isBytes && !isUnicode: isBytes = true
            case UInt8(ascii: "u") where place == start: isUnicode = true
            default: break
            }
            guard place - start < (isRaw ? 1 : 0) + (isBytes ? 1 : 0) + (isUnicode ? 1 : 0) else { break }
            place += 1
        }
        let quote = current
        guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""), let content = quoted(quote) else {
            place = start
            return nil
        }
        if isBytes, content.contains(where: { $0 >= 0x80 }) { return nil }
        if isRaw { return (Array(content), isBytes) }
        if isBytes { return Self.byteEscapes(content).map { ($0, true) } }
        return EscapeSequences.decode(String(decoding: content, as: UTF8.self)).map {
            (Array($0.utf8), false)
        }
    }

    /// What stands between the quotes, three of which may span lines.
    private mutating func quoted(_ quote: UInt8) -> ArraySlice<UInt8>? {
        let triple = [quote, quote, quote]
        let isTriple = bytes[place...].starts(with: triple)
        let start = place + (isTriple ? 3 : 1)
        var next = start
        while next < bytes.count {
            if bytes[next] == UInt8(ascii: "\\") {
                next += 2
                continue
            }
            if isTriple ? bytes[next...].starts(with: triple) : bytes[next] == quote {
                place = next + (isTriple ? 3 : 1)
                return bytes[start..<next]
            }
            if !isTriple, bytes[next] == 0x0A { return nil }
            next += 1
        }
        return nil
    }

    private static func byteEscapes(_ content: ArraySlice<UInt8>) -> [UInt8]? {
        guard let text = EscapeSequences.decode(String(decoding: content, as: UTF8.self)) else { return nil }
        var result: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let byte = UInt8(exactly: scalar.value) else { return nil }
            result.append(byte)
        }
        return result
    }
}
