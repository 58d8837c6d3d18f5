/// How soon a request leaves where not all can: each keeps places free for what weighs more.
enum RequestWeight: Int, Sendable, Comparable {
    /// What takes a card off, and a notification that must break through.
    case vital
    case notification
    /// What puts a card on, and what must be known for that.
    case start
    /// A change of what is shown.
    case update
    /// A look for an answer.
    case look

    /// How many of the requests that may leave at once it leaves to others.
    var reserve: Int { rawValue * 5 }

    static func < (left: RequestWeight, right: RequestWeight) -> Bool { left.rawValue < right.rawValue }
}
