/// What a card gathers message by message instead of reading it from one (design section 6).
package struct Gathering: Sendable {
    package enum Kind: Sendable, Hashable {
        /// The lines of a log, newest first.
        case lines
        /// The tiles of a board, one for each label.
        case tiles
        /// What the series of a timeline were before the card began.
        case history

        /// The field that is made of it.
        package var field: String {
            switch self {
            case .lines: "lines"
            case .tiles: "tiles"
            case .history: "history"
            }
        }
    }

    /// One expression that makes an element whenever a message comes that it reads.
    package struct Part: Sendable {
        package var node: ContentNode
        /// Whether an element equal to the last one counts again.
        package var repeats: Bool

        package init(node: ContentNode, repeats: Bool = false) {
            self.node = node
            self.repeats = repeats
        }
    }

    package var kind: Kind
    /// None for `history`, which reads the field `value`.
    package var parts: [Part]
    /// How many elements are kept; for `history`, how many points of each series.
    package var keep: Int
    /// How much of the past counts, for `history`.
    package var span: Duration

    package init(kind: Kind, parts: [Part] = [], keep: Int, span: Duration = .zero) {
        self.kind = kind
        self.parts = parts
        self.keep = keep
        self.span = span
    }
}
