/// Filters with regular expressions.
enum RegexFilters {
    static let all: [Builtin] = [matchFilter, searchFilter, replace, findall, findallIndex]

    static let matchFilter = test("regex_match", isAnchored: true)
    static let searchFilter = test("regex_search", isAnchored: false)

    static func test(_ name: String, isAnchored: Bool) -> Builtin {
        Builtin(name, "value, find=, ignorecase=") { a, run throws(TemplateError) in
            let text = Array(try run.text(a.value(0)).utf8)
            let pattern = try run.pattern(try a.text(1, or: ""), ignoresCase: try a.flag(2, run))
            let found = try run.find(
                pattern,
                text,
                0,
                Pattern.Options(isAnchored: isAnchored, advances: false)
            )
            return .bool(found != nil)
        }
    }

    static let replace = Builtin("regex_replace", "value=, find=, replace=, ignorecase=") {
        a,
        run throws(TemplateError) in
        let text = Array(try run.text(a[0] ?? .string("")).utf8)
        let pattern = try run.pattern(try a.text(1, or: ""), ignoresCase: try a.flag(3, run))
        let template = try ReplacementText(try a.text(2, or: ""), pattern)
        var output: [UInt8] = []
        var copied = 0
        for match in try run.allMatches(pattern, text) {
            guard let whole = match.first ?? nil else { continue }
            output += text[copied..<whole.lowerBound]
            let part = template.fill(match, text)
            try run.make(part.count)
            output += part
            copied = whole.upperBound
        }
        output += text[copied...]
        try run.make(output.count)
        return .string(String(decoding: output, as: UTF8.self))
    }

    private static func found(_ value: Value, _ find: String, _ ignoresCase: Bool, _ run: Run)
        throws(TemplateError) -> [Value]
    {
        let text = Array(try run.text(value).utf8)
        let pattern = try run.pattern(find, ignoresCase: ignoresCase)
        func piece(_ range: Range<Int>?) -> Value {
            .string(range.map { String(decoding: text[$0], as: UTF8.self) } ?? "")
        }
        return try run.allMatches(pattern, text).map { match in
            switch pattern.groupCount {
            case 0: piece(match.first ?? nil)
            case 1: piece(match.count > 1 ? match[1] : nil)
            default: .tuple((1...pattern.groupCount).map { piece($0 < match.count ? match[$0] : nil) })
            }
        }
    }

    static let findall = Builtin("regex_findall", "value, find=, ignorecase=") {
        a,
        run throws(TemplateError) in
        .list(try found(a.value(0), try a.text(1, or: ""), try a.flag(2, run), run))
    }

    static let findallIndex = Builtin("regex_findall_index", "value, find=, index=, ignorecase=") {
        a,
        run throws(TemplateError) in
        let items = try found(a.value(0), try a.text(1, or: ""), try a.flag(3, run), run)
        let index = try a.int(2, or: 0)
        let place = index < 0 ? index + items.count : index
        guard items.indices.contains(place) else { throw .failed("there is no match number \(index)") }
        return items[place]
    }
}

extension Run {
    func pattern(_ expression: String, ignoresCase: Bool) throws(TemplateError) -> Pattern {
        try step(20)
        do throws(PatternError) {
            return try services.patterns(expression, ignoresCase: ignoresCase)
        } catch {
            throw .failed("the regular expression does not work: \(error.message)")
        }
    }

    func find(_ pattern: Pattern, _ text: [UInt8], _ start: Int, _ options: Pattern.Options)
        throws(TemplateError) -> Pattern.Match?
    {
        try step(1 + (text.count - start) / 64)
        do throws(PatternError) {
            return try pattern.find(in: text, from: start, options)
        } catch {
            throw error.isLimit ? .limit(error.message) : .failed(error.message)
        }
    }

    /// All matches from left to right; an empty one may follow one that is not, as in Python.
    func allMatches(_ pattern: Pattern, _ text: [UInt8]) throws(TemplateError) -> [Pattern.Match] {
        var result: [Pattern.Match] = []
        var start = 0
        var advances = false
        while start <= text.count {
            guard
                let match = try find(
                    pattern,
                    text,
                    start,
                    Pattern.Options(isAnchored: false, advances: advances)
                ),
                let whole = match.first ?? nil
            else { break }
            try make(1)
            result.append(match)
            start = whole.upperBound
            advances = whole.isEmpty
        }
        return result
    }
}

/// What `regex_replace` puts in place of a match: `\1`, `\g<name>` and escapes.
private struct ReplacementText {
    private enum Part {
        case text([UInt8])
        case group(Int)
    }

    private var parts: [Part] = []

    init(_ text: String, _ pattern: Pattern) throws(TemplateError) {
        var rest = text.unicodeScalars[...]
        var plain = String.UnicodeScalarView()
        func flush(_ parts: inout [Part], _ plain: inout String.UnicodeScalarView) {
            if !plain.isEmpty { parts.append(.text(Array(String(plain).utf8))) }
            plain = String.UnicodeScalarView()
        }
        while let scalar = rest.popFirst() {
            guard scalar == "\\" else {
                plain.append(scalar)
                continue
            }
            guard let letter = rest.popFirst() else { throw .failed("the replacement ends with a backslash") }
            if letter == "g" {
                flush(&parts, &plain)
                parts.append(.group(try Self.named(&rest, pattern)))
            } else if let digit = letter.asciiDigit {
                if let octal = Self.octal(digit, &rest) {
                    plain.append(octal)
                } else {
                    flush(&parts, &plain)
                    var number = digit
                    if let next = rest.first?.asciiDigit {
                        number = number * 10 + next
                        rest.removeFirst()
                    }
                    parts.append(.group(try Self.checked(number, pattern)))
                }
            } else if let simple = Self.simple[letter] {
                plain.append(simple)
            } else if letter.isASCII, letter.properties.isAlphabetic {
                throw .failed("the replacement has an unknown escape '\\\(letter)'")
            } else {
                plain.append("\\")
                plain.append(letter)
            }
        }
        flush(&parts, &plain)
    }

    private static let simple: [Unicode.Scalar: Unicode.Scalar] = [
        "n": "\n", "t": "\t", "r": "\r", "a": "\u{07}", "b": "\u{08}", "f": "\u{0C}", "v": "\u{0B}",
        "\\": "\\",
    ]

    /// `\0`, `\012` and `\123` are characters.
    private static func octal(_ first: Int, _ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
        let next = rest.prefix(2).map { $0.asciiDigit.flatMap { $0 < 8 ? $0 : nil } }
        if first == 0 {
            var code = 0
            for case let digit? in next.prefix(while: { $0 != nil }) {
                code = code * 8 + digit
                rest.removeFirst()
            }
            return Unicode.Scalar(UInt32(code))
        }
        guard first < 4, next.count == 2, let second = next[0], let third = next[1] else { return nil }
        rest = rest.dropFirst(2)
        return Unicode.Scalar(UInt32(first * 64 + second * 8 + third))
    }

    private static func named(_ rest: inout Substring.UnicodeScalarView, _ pattern: Pattern)
        throws(TemplateError) -> Int
    {
        guard rest.popFirst() == "<" else { throw .failed("'\\g' in the replacement needs <name>") }
        let name = String(rest.prefix { $0 != ">" })
        rest = rest.dropFirst(name.unicodeScalars.count)
        guard rest.popFirst() == ">", !name.isEmpty else {
            throw .failed("'\\g<' in the replacement has no end")
        }
        if let number = Int(name) { return try checked(number, pattern) }
        guard let number = pattern.groupNames[name] else {
            throw .failed("the expression has no group '\(name)'")
        }
        return number
    }

    private static func checked(_ number: Int, _ pattern: Pattern) throws(TemplateError) -> Int {
        guard (0...pattern.groupCount).contains(number) else {
            throw .failed("the expression has no group \(number)")
        }
        return number
    }

    func fill(_ match: Pattern.Match, _ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        for part in parts {
            switch part {
            case .text(let bytes): output += bytes
            case .group(let number):
                if number < match.count, let range = match[number] { output += text[range] }
            }
        }
        return output
    }
}
