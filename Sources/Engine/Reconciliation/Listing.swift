import Values

/// What the server says it holds for an account, page by page.
struct Listing: Sendable {
    /// On the uptime clock: what was sent since then may be newer than what is listed.
    let beganAt: Duration
    /// Slugs with a request under way when it began: nobody knows which of the two the server took first.
    let underWay: Set<String>
    /// The server's clock when it gave the last page, where it told it.
    var serverTime: Timestamp?
    /// Slugs of the pages so far.
    var slugs: Set<String> = []
    /// Priorities of cards that are on and are not ours.
    var foreign: [String: Int] = [:]
    /// Whether the server must be asked once more, since something happened meanwhile.
    var mustRepeat = false
    /// A server that never comes to an end of its pages is not followed for ever.
    var pages = 1

    static let mostPages = 100
}

/// What is known of an account's rows besides our own cards.
struct Reconciliation: Sendable {
    /// An outage of so long leaves nothing certain.
    static let longOutage: Duration = .seconds(300)

    var listing: Listing?
    /// When the server will be asked, on the uptime clock.
    var dueAt: Duration?
    /// Since when the host does not answer, on the uptime clock.
    var unreachableSince: Duration?
    /// Priorities of cards that others keep on, when it was last asked.
    var foreign: [String: Int] = [:]
    /// Slugs of all rows, when it was last asked.
    var slugs: Set<String> = []
    /// When the last complete listing began, on the uptime clock.
    var listedAt: Duration?
    /// Our cards that wait for one of the slots.
    var waiters: Set<Int> = []
    /// How many slots were taken when those that wait were last looked at.
    var taken = 0
}
