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
    /// For each line of the text, the place in the file where that line starts; one place where that is not known.
    ///
    /// Lets an error inside a template that is written as a block point at the file's own line and column.
    package var lineMarks: [SourceMark]

    package init(
        text: String,
        isPlain: Bool,
        isSecret: Bool = false,
        hasTrailingComment: Bool = false,
        isUnresolved: Bool = false,
        mark: SourceMark,
        lineMarks: [SourceMark] = []
    ) {
        self.text = text
        self.isPlain = isPlain
        self.isSecret = isSecret
        self.hasTrailingComment = hasTrailingComment
        self.isUnresolved = isUnresolved
        self.mark = mark
        self.lineMarks = lineMarks.isEmpty ? [mark] : lineMarks
    }
}
