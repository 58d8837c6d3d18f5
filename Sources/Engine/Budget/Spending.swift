import Values

/// How much an update is worth where not all can be had: the less, the earlier it is held back (design section 7).
enum Spending: Sendable, Hashable {
    /// What takes a card off, its last frame, and an alert.
    case end
    /// What puts a card on or keeps it on; `open` cards still need their ends.
    case start(open: Int)
    /// What a person reads.
    case text
    /// What creeps.
    case progress

    /// Whether it is among what must be shown as long as there is anything left.
    var isVital: Bool {
        switch self {
        case .end, .start: true
        case .text, .progress: false
        }
    }
}
