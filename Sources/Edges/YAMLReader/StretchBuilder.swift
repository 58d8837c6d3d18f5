internal import Values

/// Puts together where a scalar's text stands in its file, and holds it against the text that the library read.
struct StretchBuilder {
    private let file: String
    private var wanted: String.UnicodeScalarView.Iterator
    private var stretches: [TextStretch] = []
    private var isRight = true
    /// The place in the text of the next character, from 1.
    private var line = 1
    private var column = 1
    private var isAfterReturn = false
    /// The place in the file where the current stretch would go on.
    private var following: YAMLEvent.Place?
    /// Where the text ends if nothing comes after its line break.
    private var ending: YAMLEvent.Place?

    init(_ text: String, file: String) {
        self.file = file
        self.wanted = text.unicodeScalars.makeIterator()
    }

    /// Adds the text's next character, which stands for what is at a place of the file.
    mutating func add(_ scalar: Unicode.Scalar, at place: YAMLEvent.Place) {
        guard isRight, wanted.next() == scalar else {
            isRight = false
            return
        }
        if following?.line != place.line || following?.column != place.column { begin(at: place) }
        following = YAMLEvent.Place(line: place.line, column: place.column + 1)
        column += 1
        if scalar == "\n" || scalar == "\r" {
            // CR LF is one line break, as the template language counts.
            if !(scalar == "\n" && isAfterReturn) { line += 1 }
            column = 1
            isAfterReturn = scalar == "\r"
            ending = following
            following = nil
        } else {
            isAfterReturn = false
            ending = nil
        }
    }

    private mutating func begin(at place: YAMLEvent.Place) {
        let mark = SourceMark(file: file, line: place.line + 1, column: place.column + 1)
        stretches.append(TextStretch(line: line, column: column, mark: mark))
    }

    /// The stretches in the text's order, or none where the file does not give the text that the library read.
    mutating func finished() -> [TextStretch] {
        guard isRight, wanted.next() == nil else { return [] }
        if let ending { begin(at: ending) }
        return stretches
    }
}
