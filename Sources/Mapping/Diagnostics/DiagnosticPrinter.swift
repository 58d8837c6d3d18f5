package import Values

/// Shows findings to a person or to a program.
package struct DiagnosticPrinter: Sendable {
    /// Whether ANSI colours are written.
    package var usesColor: Bool
    /// A line of a file by its number from 1, without its line break; nil where it cannot be had.
    private let sourceLine: @Sendable (_ file: String, _ line: Int) -> String?

    package init(
        usesColor: Bool = false,
        sourceLine: @escaping @Sendable (_ file: String, _ line: Int) -> String? = { _, _ in nil }
    ) {
        self.usesColor = usesColor
        self.sourceLine = sourceLine
    }

    /// A printer that takes the source lines from whole texts by the files' names.
    package init(usesColor: Bool = false, texts: [String: String]) {
        let lines = texts.mapValues { Self.lines(of: $0) }
        self.init(usesColor: usesColor) { file, line in
            guard let all = lines[file], line >= 1, line <= all.count else { return nil }
            return all[line - 1]
        }
    }

    /// The lines of a text, broken at CR, LF and CR LF.
    package static func lines(of text: String) -> [String] {
        var lines: [String] = []
        var line = String.UnicodeScalarView()
        var last: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            if scalar == "\n", last == "\r" {
                last = scalar
                continue
            }
            if scalar == "\n" || scalar == "\r" {
                lines.append(String(line))
                line = String.UnicodeScalarView()
            } else {
                line.append(scalar)
            }
            last = scalar
        }
        lines.append(String(line))
        return lines
    }

    /// All findings as text, each with its source line, and a summary at the end; every line ends in a line feed.
    ///
    /// Keys and passwords in source lines are hidden.
    package func text(_ findings: [Diagnostic]) -> String {
        let parts = findings.map { text($0) }
        return parts.joined() + Self.summary(findings) + "\n"
    }

    /// One finding: `file:line:column: error: message`, the source line, a caret, and `hint:`.
    package func text(_ finding: Diagnostic) -> String {
        let severity = paint(finding.severity.rawValue + ":", finding.severity == .error ? .error : .warning)
        let message = Self.harmless(finding.message)
        var text = "\(paint("\(Self.harmless(finding.mark.description)):", .strong)) \(severity) "
        text += "\(paint(message, .strong))\n"
        if let line = sourceLine(finding.mark.file, finding.mark.line) {
            let shown = SourceExcerpt(SourceRedaction.hiding(line), column: finding.mark.column)
            text += "  \(shown.line)\n  \(shown.indent)\(paint("^", .caret))\n"
        }
        if let hint = finding.hint { text += "  \(paint("hint:", .hint)) \(Self.harmless(hint))\n" }
        return text
    }

    /// A text of a file without what a terminal would obey.
    private static func harmless(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: shown.append("\u{FFFD}")
            case .format where scalar != "\u{200D}": continue
            default: shown.append(scalar)
            }
        }
        return String(shown)
    }

    /// The findings as a JSON array of `{file, line, column, severity, message, hint}`.
    package static func json(_ findings: [Diagnostic]) -> JSON {
        .array(
            findings.map { finding in
                .object([
                    "file": .string(finding.mark.file),
                    "line": .int(finding.mark.line),
                    "column": .int(finding.mark.column),
                    "severity": .string(finding.severity.rawValue),
                    "message": .string(finding.message),
                    "hint": finding.hint.map { .string($0) } ?? .null,
                ])
            }
        )
    }

    /// `3 errors, 1 warning`, or `no problems found`.
    package static func summary(_ findings: [Diagnostic]) -> String {
        let errors = findings.count { $0.severity == .error }
        let warnings = findings.count - errors
        let parts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
        guard !parts.isEmpty else { return "no problems found" }
        return parts.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: ", ")
    }

    private enum Style: String {
        case error = "1;31"
        case warning = "1;33"
        case strong = "1"
        case caret = "1;32"
        case hint = "36"
    }

    private func paint(_ text: String, _ style: Style) -> String {
        usesColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}

/// A source line as it fits a terminal, and the space before the caret.
struct SourceExcerpt {
    var line: String
    var indent: String

    /// The widest excerpt, in cells.
    private static let width = 100
    private static let tab = 4

    /// Makes an excerpt around a column, counted from 1 in code points.
    init(_ source: String, column: Int) {
        var cells: [(text: String, width: Int)] = []
        var place = 0
        for scalar in source.unicodeScalars {
            let cell = Self.cell(scalar, at: place)
            cells.append(cell)
            place += cell.width
        }
        let caret = max(0, min(column - 1, cells.count))
        let before = cells[..<caret].reduce(0) { $0 + $1.width }
        let first = Self.start(cells.map(\.width), caret: caret, before: before)
        var text = first > 0 ? "…" : ""
        var used = text.isEmpty ? 0 : 1
        for (index, cell) in cells.enumerated() where index >= first {
            if used + cell.width > Self.width {
                text += "…"
                break
            }
            text += cell.text
            used += cell.width
        }
        line = text
        let skipped = cells[..<first].reduce(0) { $0 + $1.width }
        indent = String(repeating: " ", count: before - skipped + (first > 0 ? 1 : 0))
    }

    /// The first code point that is shown, so that the caret is in sight.
    private static func start(_ widths: [Int], caret: Int, before: Int) -> Int {
        guard before > width - 20 else { return 0 }
        var skipped = 0
        for (index, size) in widths.enumerated() {
            if before - skipped <= width / 2 || index == caret { return index }
            skipped += size
        }
        return caret
    }

    /// How a code point is shown and how many cells it takes.
    private static func cell(_ scalar: Unicode.Scalar, at place: Int) -> (text: String, width: Int) {
        if scalar == "\t" {
            let width = tab - place % tab
            return (String(repeating: " ", count: width), width)
        }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: return ("\u{FFFD}", 1)
        case .nonspacingMark, .enclosingMark: return (String(scalar), 0)
        // Characters that turn the direction of writing would move the caret.
        case .format: return scalar == "\u{200D}" ? (String(scalar), 0) : ("", 0)
        default: return (String(scalar), isWide(scalar) ? 2 : 1)
        }
    }

    /// Whether a terminal gives the code point two cells (Unicode's East Asian Width, W and F).
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        let ranges: [ClosedRange<UInt32>] = [
            0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x25FD...0x25FE,
            0x2614...0x2615,
            0x2648...0x2653, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x2705...0x2705,
            0x270A...0x270B,
            0x2728...0x2728, 0x274C...0x274C, 0x2753...0x2755, 0x2795...0x2797, 0x27B0...0x27B0,
            0x2B1B...0x2B1C,
            0x2B50...0x2B50, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xA000...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6,
            0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F320,
            0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3,
            0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440, 0x1F442...0x1F4FC,
            0x1F4FF...0x1F53D, 0x1F54B...0x1F54E, 0x1F550...0x1F567, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4,
            0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6D7,
            0x1F6DC...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7EB, 0x1F7F0...0x1F7F0,
            0x1F90C...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
        ]
        return ranges.contains { $0.contains(scalar.value) }
    }
}
