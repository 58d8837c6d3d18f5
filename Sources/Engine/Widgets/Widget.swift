import Mapping
import PushWardAPI
import Templates
import Values

/// One widget: the inputs of its rule (and captures), and its slot at the server.
struct Widget: Sendable {
    let rule: Int
    let captures: [String: String]
    /// The place of its account among the mapping's.
    let account: Int
    let slug: Slug
    var inputs: [InputState]
    /// The inputs before the message that is being handled.
    var previous: [InputState]
    /// The last message, where the rule's templates read it.
    var lastMessage: EventContext?
    /// When its last message came: for its fields it is then, since what only time makes different is no news.
    var lastNews: Moment?
    /// When the burst of messages that the rule waits for is over, on the uptime clock.
    var settlesAt: Duration?
    var burstBeganAt: Duration?
    var slot: WidgetSlot
    var history = WidgetHistory()
    /// Whether a message came since it was last looked at.
    var isTouched = false
    /// When what is wanted may be sent, on the uptime clock.
    var sendsAt: Duration?
    /// Part of every token of its buttons.
    var tokenRun: String
    /// Problems that have been told, so that each is told once.
    var told: Set<String> = []
    /// What was saved last, so that equal states are not written again.
    var saved: JSON?

    init(_ key: CardKey, slug: Slug, inputs: [Input], tokenRun: String) {
        self.rule = key.rule
        self.captures = key.captures
        self.account = key.account
        self.slug = slug
        self.inputs = inputs.map { InputState(name: $0.name) }
        self.previous = self.inputs
        self.slot = WidgetSlot(slug: slug)
        self.tokenRun = tokenRun
    }

    /// The name under which its taps come back: slugs of widgets and of cards are apart.
    var tapOwner: String { TapAddress.widgetPrefix + slug.text }
}

/// All widgets of all accounts.
struct WidgetBook: Sendable {
    var list: [Widget] = []
    var bySlug: [CardAddress: Int] = [:]
    var byKey: [CardKey: Int] = [:]
    /// In the mapping's order.
    var accounts: [WidgetAccount] = []
}

/// What concerns the widgets of an account together.
struct WidgetAccount: Sendable {
    /// Widgets that wait for the host.
    var blocked: Set<Int> = []
    /// Slugs of rows that no rule makes any more: to be deleted.
    var removed: Set<String> = []
    /// Slugs of all rows, when it was last asked.
    var listed: Set<String> = []
    /// None is deleted before, on the uptime clock.
    var deletesAt: Duration?
    /// The account holds the most widgets that it may; none is made before, on the uptime clock.
    var fullUntil: Duration?
    /// Whether the server is being asked what it holds: widgets of which nothing is known wait for its answer.
    var isAsking = false
}
