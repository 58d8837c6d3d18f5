/// A node of a file's tree that knows its place: what a YAML reader yields, with tags resolved.
///
/// Scalars are plain text: the field that reads one gives it its type.
package indirect enum MarkedNode: Sendable, Hashable {
    case scalar(MarkedScalar)
    case sequence([MarkedNode], SourceMark)
    case mapping([Entry], SourceMark)

    /// A key with its value; equal keys are all kept, in order, so that they can be told.
    package struct Entry: Sendable, Hashable {
        package var key: String
        package var keyMark: SourceMark
        package var value: MarkedNode

        package init(key: String, keyMark: SourceMark, value: MarkedNode) {
            self.key = key
            self.keyMark = keyMark
            self.value = value
        }
    }

    package var mark: SourceMark {
        switch self {
        case .scalar(let scalar): scalar.mark
        case .sequence(_, let mark), .mapping(_, let mark): mark
        }
    }
}

/// A scalar's text and how it was written.
package struct MarkedScalar: Sendable, Hashable {
    package var text: String
    /// Whether it was written without quotes and not as a block, so that an empty or `null` text means no value.
    package var isPlain: Bool
    /// Whether the text came through `!secret`, `!env` or `!file`, so that no message may show it.
    package var isSecret: Bool
    /// Whether a comment follows on the line where it ends: a `#` in a topic may have been meant as text.
    package var hasTrailingComment: Bool
    /// Whether its tag could not be resolved, which was reported: whoever reads it need say no more about it.
    package var isUnresolved: Bool
    package var mark: SourceMark
    /// Where the text stands in the file, in the text's order; none: unbroken from `mark` on, or not known.
    ///
    /// Lets an error inside a template point at the file's own line and column, however the template is written.
    package var stretches: [TextStretch]

    package init(
        text: String,
        isPlain: Bool,
        isSecret: Bool = false,
        hasTrailingComment: Bool = false,
        isUnresolved: Bool = false,
        mark: SourceMark,
        stretches: [TextStretch] = []
    ) {
        self.text = text
        self.isPlain = isPlain
        self.isSecret = isSecret
        self.hasTrailingComment = hasTrailingComment
        self.isUnresolved = isUnresolved
        self.mark = mark
        self.stretches = stretches
    }

    /// Where its text stands in the file; of a secret only where it is named.
    package var origin: TextOrigin {
        TextOrigin(mark: mark, stretches: isSecret ? [] : stretches, isElsewhere: isSecret)
    }

    /// The place in the file of a line and a column of the text, both from 1, the column in code points.
    package func mark(line: Int, column: Int) -> SourceMark { origin.mark(line: line, column: column) }
}

/// A part of a scalar's text that stands in the file as it is, in one line.
package struct TextStretch: Sendable, Hashable {
    /// Where it starts in the text; from 1, the column in code points.
    package var line: Int
    package var column: Int
    /// Where it starts in the file.
    package var mark: SourceMark

    package init(line: Int, column: Int, mark: SourceMark) {
        self.line = line
        self.column = column
        self.mark = mark
    }
}
