internal import Values

/// Follows plain and quoted text through its file: folded lines, doubled quotes and escapes.
///
/// Source: YAML 1.1, sections 9.1 and 5.7, as libyaml reads them.
struct FlowPlaces {
    private var cursor: SourceCursor
    private var builder: StretchBuilder
    private let style: YAMLEvent.Style
    /// Behind the last character, without the closing quote.
    private let end: YAMLEvent.Place

    init(_ cursor: SourceCursor, _ builder: StretchBuilder, _ style: YAMLEvent.Style, end: YAMLEvent.Place) {
        self.cursor = cursor
        self.builder = builder
        self.style = style
        let isPlain = if case .plain = style { true } else { false }
        if !isPlain { self.cursor.skip() }
        self.end = YAMLEvent.Place(line: end.line, column: end.column - (isPlain ? 0 : 1))
    }

    /// Whether the file ended early, which it does only where its lines are counted in another way.
    private var hasEnded = false

    private var isInside: Bool {
        let place = cursor.place
        return !hasEnded && (place.line, place.column) < (end.line, end.column)
    }

    mutating func stretches() -> [TextStretch] {
        while isInside {
            if cursor.isAtBlank {
                blanks()
            } else if let scalar = cursor.current {
                character(scalar)
            } else {
                fold(isEscaped: false)
            }
        }
        return builder.finished()
    }

    /// Spaces and tabs count inside of a line only.
    private mutating func blanks() {
        var ahead = cursor
        ahead.skipBlanks()
        if ahead.current == nil {
            cursor = ahead
            return
        }
        while cursor.isAtBlank, let blank = cursor.current {
            builder.add(blank, at: cursor.place)
            cursor.skip()
        }
    }

    private mutating func character(_ scalar: Unicode.Scalar) {
        switch (style, scalar) {
        case (.doubleQuoted, "\\"): escape()
        case (.singleQuoted, "'"):
            builder.add(scalar, at: cursor.place)
            cursor.skip(2)
        default:
            builder.add(scalar, at: cursor.place)
            cursor.skip()
        }
    }

    /// A line break is a space; each empty line after it is a line break.
    private mutating func fold(isEscaped: Bool) {
        let start = cursor.place
        var isEmpty = true
        nextLine()
        while cursor.current == nil, isInside {
            isEmpty = false
            builder.add("\n", at: cursor.place)
            nextLine()
        }
        if isEmpty, !isEscaped { builder.add(" ", at: start) }
    }

    private mutating func nextLine() {
        hasEnded = !cursor.skipLine()
        cursor.skipBlanks()
    }

    private mutating func escape() {
        let start = cursor.place
        cursor.skip()
        guard let name = cursor.current else { return fold(isEscaped: true) }
        cursor.skip()
        let digits: Int
        switch name {
        case "x": digits = 2
        case "u": digits = 4
        case "U": digits = 8
        default: return builder.add(Self.names[name] ?? name, at: start)
        }
        var code: UInt32 = 0
        for _ in 0..<digits {
            let digit = cursor.current.flatMap { Character($0).hexDigitValue } ?? 0
            code = code << 4 | UInt32(digit)
            cursor.skip()
        }
        builder.add(Unicode.Scalar(code) ?? "\u{FFFD}", at: start)
    }

    /// The escapes that do not stand for themselves.
    private static let names: [Unicode.Scalar: Unicode.Scalar] = [
        "0": "\0", "a": "\u{7}", "b": "\u{8}", "t": "\t", "n": "\n", "v": "\u{B}", "f": "\u{C}", "r": "\r",
        "e": "\u{1B}", "N": "\u{85}", "_": "\u{A0}", "L": "\u{2028}", "P": "\u{2029}",
    ]
}
