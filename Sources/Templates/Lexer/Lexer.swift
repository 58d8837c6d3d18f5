/// Cuts a template into text and the tokens between its braces, as Jinja does.
struct Lexer {
    private let source: SourceText
    private let bytes: [UInt8]
    private var place: Int
    private let end: Int
    private var tokens: [Token] = []
    /// Whether white space at the start of the next text goes.
    private var stripsNext = false

    /// `range` is the part of the source's UTF-8 to read.
    init(_ source: SourceText, range: Range<Int>) {
        self.source = source
        self.bytes = Array(source.text.utf8)
        self.place = range.lowerBound
        self.end = range.upperBound
    }

    mutating func run() throws(TemplateError) -> [Token] {
        while place < end { try data() }
        tokens.append(Token(kind: .end, offset: end))
        return tokens
    }

    private func byte(_ offset: Int) -> UInt8 { offset < end ? bytes[offset] : 0 }

    /// Text up to the next opening brace pair, and what it opens.
    private mutating func data() throws(TemplateError) {
        let start = place
        var stop = place
        while stop < end, !isOpening(stop) { stop += 1 }
        guard stop < end else {
            append(start, stop, stripsEnd: false)
            place = end
            return
        }
        let kind = bytes[stop + 1]
        var next = stop + 2
        let sign = byte(next)
        if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { next += 1 }
        append(start, stop, stripsEnd: sign == UInt8(ascii: "-"))
        place = next
        if kind == UInt8(ascii: "#") {
            try comment(stop)
        } else if kind == UInt8(ascii: "%") {
            if try rawBlock(stop) { return }
            tokens.append(Token(kind: .blockBegin, offset: stop))
            try expression(opening: stop, isBlock: true)
        } else {
            tokens.append(Token(kind: .variableBegin, offset: stop))
            try expression(opening: stop, isBlock: false)
        }
    }

    private func isOpening(_ offset: Int) -> Bool {
        guard bytes[offset] == UInt8(ascii: "{") else { return false }
        let next = byte(offset + 1)
        return next == UInt8(ascii: "{") || next == UInt8(ascii: "%") || next == UInt8(ascii: "#")
    }

    private mutating func append(_ start: Int, _ stop: Int, stripsEnd: Bool) {
        var text = Self.normalized(bytes[start..<stop])
        if stripsNext { text = TextClass.strip(text, right: false) }
        if stripsEnd { text = TextClass.strip(text, left: false) }
        stripsNext = false
        if !text.isEmpty { tokens.append(Token(kind: .data(text), offset: start)) }
    }

    /// The text with each line break as one line feed.
    static func normalized(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(0x0D) else { return String(decoding: bytes, as: UTF8.self) }
        var output: [UInt8] = []
        var previous: UInt8 = 0
        for byte in bytes {
            if byte == 0x0D {
                output.append(0x0A)
            } else if byte != 0x0A || previous != 0x0D {
                output.append(byte)
            }
            previous = byte
        }
        return String(decoding: output, as: UTF8.self)
    }

    private mutating func comment(_ start: Int) throws(TemplateError) {
        while place + 1 < end {
            if bytes[place] == UInt8(ascii: "#"), bytes[place + 1] == UInt8(ascii: "}") {
                stripsNext = bytes[place - 1] == UInt8(ascii: "-") && place - 1 >= start + 2
                place += 2
                return
            }
            place += 1
        }
        throw source.error(.syntax, at: start, "the comment has no end", hint: "end it with #}")
    }

    /// `{% raw %}` … `{% endraw %}`; false where another block starts here.
    private mutating func rawBlock(_ start: Int) throws(TemplateError) -> Bool {
        var next = skippingSpace(place)
        guard matches("raw", next) else { return false }
        next = skippingSpace(next + 3)
        let stripsStart = byte(next) == UInt8(ascii: "-")
        if stripsStart { next += 1 }
        guard matches("%}", next) else { return false }
        let body = next + 2
        var stop = body
        while stop < end {
            if let (after, stripsEnd, strips) = rawEnd(stop) {
                stripsNext = stripsStart
                append(body, stop, stripsEnd: stripsEnd)
                stripsNext = strips
                place = after
                return true
            }
            stop += 1
        }
        throw source.error(.syntax, at: start, "the raw block has no end", hint: "end it with {% endraw %}")
    }

    private func rawEnd(_ start: Int) -> (after: Int, stripsBefore: Bool, stripsAfter: Bool)? {
        guard matches("{%", start) else { return nil }
        var next = start + 2
        let sign = byte(next)
        if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { next += 1 }
        next = skippingSpace(next)
        guard matches("endraw", next) else { return nil }
        next = skippingSpace(next + 6)
        let closing = byte(next)
        if closing == UInt8(ascii: "-") || closing == UInt8(ascii: "+") { next += 1 }
        guard matches("%}", next) else { return nil }
        return (next + 2, sign == UInt8(ascii: "-"), closing == UInt8(ascii: "-"))
    }

    private func matches(_ word: StaticString, _ offset: Int) -> Bool {
        guard offset + word.utf8CodeUnitCount <= end else { return false }
        return word.withUTF8Buffer { $0.elementsEqual(bytes[offset..<offset + word.utf8CodeUnitCount]) }
    }

    private func skippingSpace(_ offset: Int) -> Int {
        var next = offset
        while let (scalar, length) = scalar(next), TextClass.isSpace(scalar) { next += length }
        return next
    }

    private func scalar(_ offset: Int) -> (Unicode.Scalar, Int)? {
        guard offset < end else { return nil }
        if bytes[offset] < 0x80 { return (Unicode.Scalar(bytes[offset]), 1) }
        var decoder = UTF8()
        var iterator = bytes[offset..<end].makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
        return (scalar, UTF8.width(scalar))
    }

    /// The tokens up to the closing pair.
    private mutating func expression(opening: Int, isBlock: Bool) throws(TemplateError) {
        var brackets: [(sign: Token.Sign, offset: Int)] = []
        while true {
            place = skippingSpace(place)
            guard place < end else {
                let pair = isBlock ? "%}" : "}}"
                throw source.error(.syntax, at: opening, "this has no end", hint: "close it with \(pair)")
            }
            if brackets.isEmpty, try closes(isBlock: isBlock) { return }
            if try number() { continue }
            if name() { continue }
            if try string() { continue }
            try sign(&brackets)
        }
    }

    private mutating func closes(isBlock: Bool) throws(TemplateError) -> Bool {
        let sign = byte(place)
        let hasSign = sign == UInt8(ascii: "-") || (isBlock && sign == UInt8(ascii: "+"))
        let start = hasSign ? place + 1 : place
        guard isBlock ? matches("%}", start) : matches("}}", start) else { return false }
        tokens.append(Token(kind: isBlock ? .blockEnd : .variableEnd, offset: place))
        stripsNext = sign == UInt8(ascii: "-")
        place = start + 2
        return true
    }

    private mutating func name() -> Bool {
        var next = place
        while let (scalar, length) = scalar(next), TextClass.isWord(scalar) || scalar.properties.isXIDContinue
        {
            next += length
        }
        guard next > place else { return false }
        let name = String(decoding: bytes[place..<next], as: UTF8.self)
        tokens.append(Token(kind: .name(name), offset: place))
        place = next
        return true
    }

    private mutating func sign(
        _ brackets: inout [(sign: Token.Sign, offset: Int)]
    ) throws(TemplateError) {
        let start = place
        let two = String(decoding: bytes[start..<min(start + 2, end)], as: UTF8.self)
        guard let sign = Token.Sign(rawValue: two) ?? Token.Sign(rawValue: String(two.prefix(1))) else {
            let what = scalar(start).map { "'\($0.0)'" } ?? "this byte"
            throw source.error(.syntax, at: start, "\(what) cannot stand here")
        }
        place += sign.rawValue.utf8.count
        tokens.append(Token(kind: .sign(sign), offset: start))
        switch sign {
        case .leftParenthesis, .leftBracket, .leftBrace: brackets.append((sign, start))
        case .rightParenthesis, .rightBracket, .rightBrace:
            let wanted: Token.Sign =
                switch brackets.popLast()?.sign {
                case .leftParenthesis: .rightParenthesis
                case .leftBracket: .rightBracket
                case .leftBrace: .rightBrace
                default: throw source.error(.syntax, at: start, "'\(sign.rawValue)' closes nothing")
                }
            guard wanted == sign else {
                let message = "'\(sign.rawValue)' stands where '\(wanted.rawValue)' is needed"
                throw source.error(.syntax, at: start, message)
            }
        default: break
        }
    }
}

extension Lexer {
    /// A float, then an integer, as Jinja's expressions try them.
    private mutating func number() throws(TemplateError) -> Bool {
        guard isDigit(place) else { return false }
        let start = place
        if start == 0 || byte(start - 1) != UInt8(ascii: "."), let stop = floatEnd(start) {
            let digits = bytes[start..<stop].filter { $0 != UInt8(ascii: "_") }
            tokens.append(
                Token(kind: .float(Double(String(decoding: digits, as: UTF8.self)) ?? 0), offset: start)
            )
            place = stop
            return true
        }
        let (stop, base) = integerEnd(start)
        let digits = bytes[(base == 10 ? start : start + 2)..<stop].filter { $0 != UInt8(ascii: "_") }
        guard let value = NumberReading.digits(digits[...], base: base, isNegative: false) else {
            throw source.error(.limit, at: start, "the number has too many digits")
        }
        tokens.append(Token(kind: .integer(value), offset: start))
        place = stop
        return true
    }

    private func isDigit(_ offset: Int) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte(offset))
    }

    /// The end of digits with single `_` between them.
    private func digitsEnd(_ start: Int) -> Int? {
        guard isDigit(start) else { return nil }
        var next = start
        while true {
            while isDigit(next) { next += 1 }
            guard byte(next) == UInt8(ascii: "_"), isDigit(next + 1) else { return next }
            next += 1
        }
    }

    private func floatEnd(_ start: Int) -> Int? {
        guard var next = digitsEnd(start) else { return nil }
        var isFloat = false
        if byte(next) == UInt8(ascii: "."), let fraction = digitsEnd(next + 1) {
            next = fraction
            isFloat = true
        }
        if byte(next) | 0x20 == UInt8(ascii: "e") {
            var exponent = next + 1
            if byte(exponent) == UInt8(ascii: "+") || byte(exponent) == UInt8(ascii: "-") { exponent += 1 }
            if let stop = digitsEnd(exponent) {
                next = stop
                isFloat = true
            }
        }
        return isFloat ? next : nil
    }

    private func integerEnd(_ start: Int) -> (end: Int, base: Int) {
        if bytes[start] == UInt8(ascii: "0") {
            let base =
                switch byte(start + 1) | 0x20 {
                case UInt8(ascii: "x"): 16
                case UInt8(ascii: "o"): 8
                case UInt8(ascii: "b"): 2
                default: 10
                }
            if base != 10, let stop = baseEnd(start + 2, base) { return (stop, base) }
            var next = start + 1
            while byte(next) == UInt8(ascii: "0")
                || (byte(next) == UInt8(ascii: "_") && byte(next + 1) == UInt8(ascii: "0"))
            {
                next += 1
            }
            return (next, 10)
        }
        return (digitsEnd(start) ?? start + 1, 10)
    }

    private func baseEnd(_ start: Int, _ base: Int) -> Int? {
        func isDigit(_ offset: Int) -> Bool {
            guard offset < end, let value = Character(Unicode.Scalar(bytes[offset])).hexDigitValue else {
                return false
            }
            return value < base
        }
        var next = start
        while isDigit(next) || (byte(next) == UInt8(ascii: "_") && isDigit(next + 1)) { next += 1 }
        return next > start ? next : nil
    }

    private mutating func string() throws(TemplateError) -> Bool {
        let quote = byte(place)
        guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else { return false }
        var next = place + 1
        while next < end, bytes[next] != quote { next += bytes[next] == UInt8(ascii: "\\") ? 2 : 1 }
        guard next < end else { throw source.error(.syntax, at: place, "the text has no closing quote") }
        let raw = Self.normalized(bytes[place + 1..<next])
        guard let text = EscapeSequences.decode(raw) else {
            throw source.error(.syntax, at: place, "the text holds an escape that is not complete")
        }
        tokens.append(Token(kind: .string(text), offset: place))
        place = next + 1
        return true
    }
}
