/// A place in a file's text that moves forward.
struct SourceCursor {
    let source: SourceText
    private(set) var place: YAMLEvent.Place
    private var scalars: [Unicode.Scalar]

    init(_ source: SourceText, at place: YAMLEvent.Place) {
        self.source = source
        self.place = place
        self.scalars = source.scalars(place.line)
    }

    /// The character here, or nil at the end of the line.
    var current: Unicode.Scalar? {
        scalars.indices.contains(place.column) ? scalars[place.column] : nil
    }

    /// Whether a space or a tab stands here.
    var isAtBlank: Bool { current == " " || current == "\t" }

    /// Goes over characters of the line.
    mutating func skip(_ count: Int = 1) { place.column += count }

    mutating func skipBlanks() {
        while isAtBlank { skip() }
    }

    /// Goes to the start of the next line; false where there is none.
    mutating func skipLine() -> Bool {
        guard place.line + 1 < source.lineCount else { return false }
        place = YAMLEvent.Place(line: place.line + 1, column: 0)
        scalars = source.scalars(place.line)
        return true
    }

    /// Goes over a tag, an anchor and comments to where the scalar itself starts.
    mutating func skipProperties() {
        while true {
            skipBlanks()
            switch current {
            case nil, "#":
                if !skipLine() { return }
            case "!", "&":
                while current != nil, !isAtBlank { skip() }
            default: return
            }
        }
    }
}
