extension TextMethods {
    static func replacing(
        _ text: String,
        _ old: String,
        _ new: String,
        _ count: Int,
        _ run: Run
    ) throws(TemplateError) -> String {
        guard count != 0 else { return text }
        let limit = count < 0 ? Int.max : count
        let bytes = Array(text.utf8)
        let (part, replacement) = (Array(old.utf8), Array(new.utf8))
        try run.make(bytes.count)
        var output: [UInt8] = []
        var done = 0
        if part.isEmpty {
            for scalar in text.unicodeScalars {
                if done < limit {
                    try run.make(replacement.count)
                    output += replacement
                    done += 1
                }
                output += Array(String(scalar).utf8)
            }
            if done < limit { output += replacement }
            return String(decoding: output, as: UTF8.self)
        }
        var place = 0
        while done < limit, let found = TextSearch.find(part, in: bytes, from: place) {
            try run.make(replacement.count)
            output += bytes[place..<found]
            output += replacement
            place = found + part.count
            done += 1
        }
        guard done > 0 else { return text }
        output += bytes[place...]
        return String(decoding: output, as: UTF8.self)
    }

    /// The number of occurrences that do not overlap.
    static func count(_ part: [UInt8], in text: [UInt8]) -> Int {
        guard !part.isEmpty else { return text.count + 1 }
        var result = 0
        var place = 0
        while let found = TextSearch.find(part, in: text, from: place) {
            result += 1
            place = found + part.count
        }
        return result
    }

    /// The lines of a text, at every boundary that Python knows.
    static func lines(_ text: String, keepsEnds: Bool) -> [String] {
        var result: [String] = []
        var line = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard TextClass.isLineBreak(scalar) else {
                line.append(scalar)
                continue
            }
            if keepsEnds { line.append(scalar) }
            if scalar == "\r", rest.first == "\n" {
                let next = rest.removeFirst()
                if keepsEnds { line.append(next) }
            }
            result.append(String(line))
            line = String.UnicodeScalarView()
        }
        if !line.isEmpty { result.append(String(line)) }
        return result
    }

    static let splitting: [Builtin] = [
        Builtin("split", "self, sep=, maxsplit=") { a, run throws(TemplateError) in
            .list(try split(a, run, fromRight: false))
        },
        Builtin("rsplit", "self, sep=, maxsplit=") { a, run throws(TemplateError) in
            .list(try split(a, run, fromRight: true))
        },
        Builtin("splitlines", "self, keepends=") { a, run throws(TemplateError) in
            let text = try a.text(0, or: "")
            try run.make(text.utf8.count)
            return .list(lines(text, keepsEnds: try a.flag(1, run)).map { .string($0) })
        },
        partition("partition", fromRight: false), partition("rpartition", fromRight: true),
    ]

    private static func split(_ a: Arguments, _ run: Run, fromRight: Bool) throws(TemplateError) -> [Value] {
        let text = try a.text(0, or: "")
        let most = try a.int(2, or: -1)
        let limit = most < 0 ? Int.max : most
        try run.make(text.utf8.count)
        guard let separator = try a.optionalText(1) else {
            return words(text, limit, fromRight).map { .string($0) }
        }
        guard !separator.isEmpty else { throw .failed("the separator is empty") }
        let bytes = Array(text.utf8)
        let part = Array(separator.utf8)
        var cuts: [Int] = []
        var place = 0
        while let found = TextSearch.find(part, in: bytes, from: place) {
            cuts.append(found)
            place = found + part.count
        }
        if fromRight { cuts = rightCuts(bytes, part, limit) } else { cuts = Array(cuts.prefix(limit)) }
        var result: [Value] = []
        var start = 0
        for cut in cuts {
            result.append(.string(String(decoding: bytes[start..<cut], as: UTF8.self)))
            start = cut + part.count
        }
        result.append(.string(String(decoding: bytes[start...], as: UTF8.self)))
        return result
    }

    private static func rightCuts(_ bytes: [UInt8], _ part: [UInt8], _ limit: Int) -> [Int] {
        var cuts: [Int] = []
        var end = bytes.count
        while cuts.count < limit, let found = last(part, in: bytes, before: end) {
            cuts.append(found)
            end = found
        }
        return cuts.reversed()
    }

    /// The offset of the last occurrence that ends by a place.
    static func last(_ part: [UInt8], in text: [UInt8], before end: Int) -> Int? {
        var place = end - part.count
        while place >= 0 {
            if text[place..<place + part.count].elementsEqual(part) { return place }
            place -= 1
        }
        return nil
    }

    /// Words between runs of white space; beyond the limit the rest stays in one piece.
    private static func words(_ text: String, _ limit: Int, _ fromRight: Bool) -> [String] {
        var scalars = Array(TextClass.strip(text).unicodeScalars)
        if scalars.isEmpty { return [] }
        if fromRight { scalars.reverse() }
        var result: [[Unicode.Scalar]] = []
        var place = 0
        while place < scalars.count {
            if result.count == limit {
                result.append(Array(scalars[place...]))
                break
            }
            var end = place
            while end < scalars.count, !TextClass.isSpace(scalars[end]) { end += 1 }
            result.append(Array(scalars[place..<end]))
            while end < scalars.count, TextClass.isSpace(scalars[end]) { end += 1 }
            place = end
        }
        let pieces = fromRight ? result.reversed().map { Array($0.reversed()) } : result
        return pieces.map { String(String.UnicodeScalarView($0)) }
    }

    private static func partition(_ name: String, fromRight: Bool) -> Builtin {
        Builtin(name, "self, sep") { a, run throws(TemplateError) in
            let text = try a.text(0, or: "")
            let separator = try a.text(1, or: "")
            guard !separator.isEmpty else { throw .failed("the separator is empty") }
            let (bytes, part) = (Array(text.utf8), Array(separator.utf8))
            let found =
                fromRight
                ? last(part, in: bytes, before: bytes.count) : TextSearch.find(part, in: bytes, from: 0)
            guard let found else {
                return .tuple(
                    fromRight
                        ? [.string(""), .string(""), .string(text)]
                        : [.string(text), .string(""), .string("")]
                )
            }
            return .tuple([
                .string(String(decoding: bytes[..<found], as: UTF8.self)), .string(separator),
                .string(String(decoding: bytes[(found + part.count)...], as: UTF8.self)),
            ])
        }
    }

    // MARK: Padding

    static func centered(_ text: String, _ width: Int, _ fill: String, _ run: Run) throws(TemplateError)
        -> String
    {
        let missing = width - text.unicodeScalars.count
        guard missing > 0 else { return text }
        try run.make(missing)
        // Python puts the odd one to the left where the width is odd.
        let left = missing / 2 + (missing & width & 1)
        return String(repeating: fill, count: left) + text + String(repeating: fill, count: missing - left)
    }

    static let padding: [Builtin] = [
        pad("center") { (text, width, fill, run) throws(TemplateError) in try centered(text, width, fill, run)
        },
        pad("ljust") { (text, width, fill, run) throws(TemplateError) in
            let missing = max(0, width - text.unicodeScalars.count)
            try run.make(missing)
            return text + String(repeating: fill, count: missing)
        },
        pad("rjust") { (text, width, fill, run) throws(TemplateError) in
            let missing = max(0, width - text.unicodeScalars.count)
            try run.make(missing)
            return String(repeating: fill, count: missing) + text
        },
        Builtin("zfill", "self, width") { a, run throws(TemplateError) in
            let text = try a.text(0, or: "")
            let missing = max(0, try a.int(1, or: 0) - text.unicodeScalars.count)
            try run.make(missing)
            let zeros = String(repeating: "0", count: missing)
            if let sign = text.first, sign == "-" || sign == "+" {
                return .string("\(sign)\(zeros)\(text.dropFirst())")
            }
            return .string(zeros + text)
        },
    ]

    private static func pad(
        _ name: String,
        _ body: @escaping @Sendable (String, Int, String, Run) throws(TemplateError) -> String
    ) -> Builtin {
        Builtin(name, "self, width, fillchar=") { a, run throws(TemplateError) in
            let fill = try a.text(2, or: " ")
            guard fill.unicodeScalars.count == 1 else { throw .failed("the filler is one character") }
            return .string(try body(try a.text(0, or: ""), try a.int(1, or: 0), fill, run))
        }
    }

    // MARK: Searching

    /// The part of a text between two places in code points, as bytes, with the place where it starts.
    private static func window(_ a: Arguments, _ text: [Unicode.Scalar]) throws(TemplateError) -> Range<Int>?
    {
        var start = try a.optionalInt(2) ?? 0
        var stop = try a.optionalInt(3) ?? text.count
        if start < 0 { start = max(0, start + text.count) }
        if stop < 0 { stop = max(0, stop + text.count) }
        stop = min(stop, text.count)
        return start <= stop ? start..<stop : nil
    }

    private static func find(_ a: Arguments, _ run: Run, fromRight: Bool) throws(TemplateError) -> Int? {
        let text = Array(try a.text(0, or: "").unicodeScalars)
        let part = Array(try a.text(1, or: "").unicodeScalars)
        try run.make(text.count)
        guard let window = try window(a, text), window.count >= part.count else { return nil }
        let places = window.lowerBound...(window.upperBound - part.count)
        func matches(_ place: Int) -> Bool { text[place..<place + part.count].elementsEqual(part) }
        return fromRight ? places.last(where: matches) : places.first(where: matches)
    }

    private static func finding(_ name: String, fromRight: Bool, fails: Bool) -> Builtin {
        Builtin(name, "self, sub, start=, end=") { a, run throws(TemplateError) in
            if let place = try find(a, run, fromRight: fromRight) { return .int(place) }
            if fails { throw .failed("the part is not in the text") }
            return .int(-1)
        }
    }

    static let searching: [Builtin] = [
        finding("find", fromRight: false, fails: false), finding("rfind", fromRight: true, fails: false),
        finding("index", fromRight: false, fails: true), finding("rindex", fromRight: true, fails: true),
        Builtin("count", "self, sub, start=, end=") { a, run throws(TemplateError) in
            let text = Array(try a.text(0, or: "").unicodeScalars)
            try run.make(text.count)
            guard let window = try window(a, text) else { return .int(0) }
            let part = try a.text(1, or: "")
            if part.isEmpty { return .int(window.count + 1) }
            let piece = String(String.UnicodeScalarView(text[window]))
            return .int(count(Array(part.utf8), in: Array(piece.utf8)))
        },
        edge("startswith") { $0.starts(with: $1) },
        edge("endswith") { text, part in
            text.count >= part.count && text.suffix(part.count).elementsEqual(part)
        },
    ]

    private static func edge(
        _ name: String,
        _ holds: @escaping @Sendable (ArraySlice<Unicode.Scalar>, [Unicode.Scalar]) -> Bool
    ) -> Builtin {
        Builtin(name, "self, prefix, start=, end=") { a, run throws(TemplateError) in
            let text = Array(try a.text(0, or: "").unicodeScalars)
            try run.make(text.count)
            guard let window = try window(a, text) else { return .bool(false) }
            let parts: [Value]
            if case .tuple(let items) = a.value(1) { parts = items } else { parts = [a.value(1)] }
            for part in parts {
                guard let word = part.text else {
                    throw part.unusable ?? .failed("'\(name)' wants a text, not a \(part.typeName)")
                }
                if holds(text[window], Array(word.unicodeScalars)) { return .bool(true) }
            }
            return .bool(false)
        }
    }
}
