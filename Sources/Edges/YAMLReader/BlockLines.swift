/// Finds where each line of a block scalar's text stands in its file.
enum BlockLines {
    /// The places of the text's lines, or none where they cannot be told.
    ///
    /// For folded text the place of the first of the source lines that were joined to the line.
    static func places(of text: String, isFolded: Bool, header: Int, in source: SourceText) -> [YAMLEvent
        .Place]
    {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let indent = indent(of: lines, header: header, in: source) else { return [] }
        if !isFolded {
            return lines.indices.map { YAMLEvent.Place(line: header + 1 + $0, column: indent) }
        }
        return foldedPlaces(lines, indent: indent, header: header, in: source)
    }

    /// How far the block is indented: the first line with text tells.
    private static func indent(of lines: [Substring], header: Int, in source: SourceText) -> Int? {
        guard let first = lines.first(where: { !$0.allSatisfy { $0 == " " } }) else { return nil }
        var number = header + 1
        while number < source.lineCount, isBlank(source.line(number)) { number += 1 }
        let line = source.line(number)
        let indent = spaces(line) - spaces(first)
        return indent >= 0 && number < source.lineCount ? indent : nil
    }

    private static func foldedPlaces(
        _ lines: [Substring],
        indent: Int,
        header: Int,
        in source: SourceText
    ) -> [YAMLEvent.Place] {
        var places: [YAMLEvent.Place] = []
        var number = header + 1
        for line in lines {
            places.append(YAMLEvent.Place(line: min(number, source.lineCount - 1), column: indent))
            if line.isEmpty {
                number += 1
                continue
            }
            var joined = source.line(number).dropFirst(indent).count
            number += 1
            while joined < line.count, number < source.lineCount {
                joined += 1 + source.line(number).dropFirst(indent).count
                number += 1
            }
            // Between two lines with text, one empty line stands for the line break.
            if number < source.lineCount, isBlank(source.line(number)) { number += 1 }
        }
        return places
    }

    private static func spaces(_ line: Substring) -> Int {
        line.prefix { $0 == " " }.count
    }

    private static func isBlank(_ line: Substring) -> Bool {
        line.allSatisfy { $0 == " " }
    }
}
