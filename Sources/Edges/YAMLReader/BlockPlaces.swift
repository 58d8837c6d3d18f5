internal import Values

/// Follows literal and folded blocks through their file: indentation, folded lines and what is kept at the end.
///
/// Source: YAML 1.1, section 9.2, as libyaml reads it.
struct BlockPlaces {
    private let source: SourceText
    private var builder: StretchBuilder
    private let isFolded: Bool
    private let end: YAMLEvent.Place
    /// `-`, `+` or neither: whether line breaks at the end are dropped or all kept.
    private let chomping: Unicode.Scalar?
    private let indent: Int
    private var number: Int
    /// The line break behind the last line with text, and those of the empty lines after it.
    private var pending: YAMLEvent.Place?
    private var empty: [YAMLEvent.Place] = []
    private var isAfterBlank = false

    /// Starts at the `|` or `>`; nil where nothing of the text can be pointed at.
    init?(
        _ header: YAMLEvent.Place,
        _ text: String,
        _ builder: StretchBuilder,
        _ source: SourceText,
        end: YAMLEvent.Place
    ) {
        let opening = source.rest(from: header)
        let indicators = opening.prefix { $0 != " " && $0 != "\t" }
        guard let indent = Self.indent(text, after: header.line, in: source) else { return nil }
        self.source = source
        self.builder = builder
        self.isFolded = opening.first == ">"
        self.end = end
        self.chomping = indicators.first { $0 == "-" || $0 == "+" }
        self.indent = indent
        self.number = header.line + 1
    }

    /// How far the block is indented: the first line with text tells, also where the header gives a number.
    private static func indent(_ text: String, after header: Int, in source: SourceText) -> Int? {
        let lines = text.unicodeScalars.split(separator: "\n")
        guard let first = lines.first(where: { !$0.allSatisfy { $0 == " " } }) else { return nil }
        var number = header + 1
        while number < source.lineCount, source.scalars(number).allSatisfy({ $0 == " " }) { number += 1 }
        let indent = spaces(source.scalars(number)[...]) - first.prefix { $0 == " " }.count
        return indent >= 0 ? indent : nil
    }

    private static func spaces(_ line: ArraySlice<Unicode.Scalar>) -> Int {
        line.prefix { $0 == " " }.count
    }

    mutating func stretches() -> [TextStretch] {
        emptyLines()
        while let line = nextLine() {
            let isBlank = line[indent] == " " || line[indent] == "\t"
            join(isFolding: isFolded && !isAfterBlank && !isBlank)
            isAfterBlank = isBlank
            for (column, scalar) in line.enumerated().dropFirst(indent) {
                builder.add(scalar, at: YAMLEvent.Place(line: number, column: column))
            }
            if number + 1 < source.lineCount {
                pending = YAMLEvent.Place(line: number, column: line.count)
            }
            number += 1
            emptyLines()
        }
        if chomping != "-", let pending { builder.add("\n", at: pending) }
        if chomping == "+" {
            for place in empty { builder.add("\n", at: place) }
        }
        return builder.finished()
    }

    /// The next line of the block, which has text behind the indentation.
    private func nextLine() -> [Unicode.Scalar]? {
        guard number < end.line || (number == end.line && end.column > indent) else { return nil }
        let line = source.scalars(number)
        return line.count > indent && Self.spaces(line.prefix(indent)) == indent ? line : nil
    }

    /// What stands between two lines with text.
    private mutating func join(isFolding: Bool) {
        if let pending, !isFolding || empty.isEmpty { builder.add(isFolding ? " " : "\n", at: pending) }
        for place in empty { builder.add("\n", at: place) }
        pending = nil
        empty = []
    }

    /// Goes over lines that have nothing but indentation.
    private mutating func emptyLines() {
        while number + 1 < source.lineCount {
            let line = source.scalars(number)
            guard line.count <= indent, Self.spaces(line[...]) == line.count else { return }
            empty.append(YAMLEvent.Place(line: number, column: line.count))
            number += 1
        }
    }
}
