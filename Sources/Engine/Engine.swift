package import Mapping
package import Templates
package import Values

/// The deterministic middle of the daemon: events in, effects out.
///
/// It reads no clock and does no I/O: the same events at the same moments give the same effects, in the daemon, in
/// `replay`, in mapping tests and in property tests (design section 2).
package struct Engine: Sendable {
    package struct Options: Sendable {
        /// Whether decisions are told (``Effect/decided(_:)``).
        package var tellsDecisions = false
        /// Whether the server is asked what it holds, even when the durable state knows of no card.
        package var reconcilesWithoutState = true
        /// Whether the account is read for its limits, at the start and from time to time.
        package var readsAccount = true
        /// Whether the clock is right whatever it shows, such as a virtual one.
        package var trustsClock = false
        /// The program's version, for what is announced of it.
        package var version = ""
        /// What PushWard's callbacks are checked with; nil: none are asked for.
        package var callbackCodes: CallbackCodes?
        /// Spreads retries; any number.
        package var seed: UInt64 = 1

        package init() {}
    }

    /// Who wants to be woken.
    enum Owner: Hashable, Sendable {
        case card(Int)
        case watch(Int)
        /// Notifications that wait to be sent.
        case outbox
        /// The conditions that read the clock.
        case clock
        /// Everything of an account that waits for its host.
        case host(Int)
        /// Asking the server what an account holds.
        case reconciliation(Int)
        /// Looking whether somebody has answered.
        case answers
        /// Reading an account's budget, or beginning its next period.
        case budget(Int)
        /// Saving that a button has expired.
        case buttons
        case widget(Int)
        case widgetReconciliation(Int)
        case widgetDeletion(Int)
        /// Ending cards for which no rule stands any more.
        case orphans
    }

    let mapping: Mapping
    let services: TemplateServices
    let tokens: TapTokens
    let options: Options
    /// By activity rule: whether its templates read the last message itself.
    let readsMessages: [Bool]
    /// By activity rule: how long it waits for the rest of a burst.
    let settles: [Duration]
    /// By activity rule: the inputs that decide what its card shows.
    let inputsShown: [[Int]]
    let clockConditions: ClockConditions
    let sinceReaders: SinceReaders
    /// By widget rule, as for activities.
    let widgetsReadMessages: [Bool]
    let widgetSettles: [Duration]

    var topics = TopicIndex<Reader>()
    var cards: [Card] = []
    var cardsBySlug: [CardAddress: Int] = [:]
    var cardsByKey: [CardKey: Int] = [:]
    var widgets = WidgetBook()
    var watches: [NotificationWatch] = []
    var watchesByKey: [CardKey: Int] = [:]
    var deadlines = DeadlineQueue<Owner>()
    var requests: [RequestID: Flight] = [:]
    var nextRequestID = 1
    /// The accounts of the mapping with what is known of each, in its order; at least one.
    var accounts: [Account]
    /// The rate of requests by host: accounts at one host share the limit of this machine's address.
    var windows: [String: RateWindow] = [:]
    /// The runs of rules whose cards go to several accounts.
    var sharedRuns: [CardKey: SharedRun] = [:]
    /// Rows of the durable state under keys of earlier versions, to be removed.
    var outdatedRows: [StateChange] = []
    /// Cards of ours for which no rule of the mapping stands any more.
    var orphans: [CardAddress: Orphan] = [:]
    /// By account; one that is not in it must be counted.
    var censuses: [Int: Census] = [:]
    /// How many cards were looked at to count those that are on: what it costs that there are many.
    package internal(set) var cardsCounted = 0
    var clock = ClockWatch()
    var early = EarlyMessages()
    /// When it was last looked what may be forgotten, on the uptime clock.
    var prunedAt: Duration?
    /// Whether the daemon ends, so that what is saved is all that was known.
    var isEnding = false
    var outbox = NotificationOutbox()
    var notices: [String: Notice] = [:]
    var taps = TapLedger()
    var buttonClock = ButtonClock()
    /// The slugs of running cards of accounts that are no longer in the mapping, by account.
    var stranded: [String: [String]] = [:]
    var polls = AnswerPolls()
    var isBrokerConnected = false
    var brokerWatch = BrokerWatch()
    package internal(set) var counters = Counters()
    var effects: [Effect] = []
    /// Whether something changed that the status tells.
    var hasNewStatus = true
    /// Whether the disk takes the durable state, as far as the edges have told.
    package internal(set) var isStateSaved = true
    /// The status that was published last; nil: none since the broker was connected.
    var lastStatus: JSON?

    /// Makes an engine for `mapping` that goes on from `state`.
    ///
    /// The state is what ``Effect/save(_:)`` made durable, by table and key.
    package init(
        mapping: Mapping,
        state: [StateChange] = [],
        services: TemplateServices,
        tokens: TapTokens,
        options: Options = Options(),
        at now: Moment
    ) {
        self.mapping = mapping
        self.services = services
        self.tokens = tokens
        self.options = options
        readsMessages = mapping.activities.map {
            !$0.namesRead.isDisjoint(with: ["value", "value_json", "topic"])
        }
        settles = mapping.activities.map(\.burstSettle)
        inputsShown = mapping.activities.map(\.inputsShown)
        clockConditions = ClockConditions(mapping)
        sinceReaders = SinceReaders(mapping)
        self.accounts = mapping.accounts.enumerated().map { place, settings in
            Account(settings, seed: options.seed &+ UInt64(place))
        }
        widgetsReadMessages = mapping.widgets.map {
            !$0.namesRead.isDisjoint(with: ["value", "value_json", "topic"])
        }
        widgetSettles = mapping.widgets.map(\.burstSettle)
        widgets.accounts = mapping.accounts.map { _ in WidgetAccount() }
        indexTopics()
        makeFixedOwners(at: now)
        restore(state, at: now)
    }

    /// The filters to subscribe to, each with its quality of service; what another one covers is left out.
    package var subscriptions: [(filter: TopicFilter, qos: Int)] { collapsedSubscriptions() }

    /// When the engine wants a ``Event/tick``, on the uptime clock; nil: nothing is due.
    package var nextWake: Duration? {
        mutating get { clock.looksAt ?? deadlines.next }
    }

    /// Handles an event and tells what is to be done, in order.
    package mutating func handle(_ event: Event, at now: Moment) -> [Effect] {
        effects = []
        watchClock(at: now)
        guard !clock.isHolding else {
            hold(event, at: now)
            defer { effects = [] }
            return effects
        }
        if clock.mustBegin {
            clock.mustBegin = false
            begin(at: now)
        }
        wakeDue(at: now)
        switch event {
        case .began: begin(at: now)
        case .message(let message):
            counters.messages += 1
            dispatch(message, at: now)
        case .tick: break
        case .tap(let id, let request, let peer, let age): tap(id, request, peer: peer, age: age, at: now)
        case .response(let id, let outcome): respond(id, outcome, at: now)
        case .published(let id, let succeeded): published(id, succeeded: succeeded, at: now)
        case .broker(let isConnected):
            brokerChanged(isConnected)
            noteBroker(isConnected, at: now)
            stepAllWidgets(at: now)
        }
        for account in accounts.indices { offerSlots(account, at: now) }
        deliverOrphans(at: now)
        deliverNotifications(at: now)
        if polls.mustLook {
            watchButtons(at: now)
            pollAnswers(at: now)
        }
        pruneNowAndThen(at: now)
        announceStatus(at: now)
        defer { effects = [] }
        return effects
    }

    /// Lets everything happen whose time has come.
    private mutating func wakeDue(at now: Moment) {
        // A bound, so that a deadline that is set again and again cannot hold the loop.
        for _ in 0..<10_000 {
            guard let owner = deadlines.popDue(at: now.uptime) else { return }
            switch owner {
            case .card(let place): step(place, at: now)
            case .watch(let place): wakeWatch(place, at: now)
            case .outbox: outbox.mustLook = true
            case .clock: lookAtClock(at: now)
            case .host(let account): releaseBlocked(account, at: now)
            case .reconciliation(let account): askWhatIsThere(account, at: now)
            case .orphans: break
            case .answers: polls.mustLook = true
            case .buttons: wakeButtons(at: now)
            case .budget(let account): wakeBudget(account, at: now)
            case .widget(let place): stepWidget(place, at: now)
            case .widgetReconciliation(let account): askForWidgets(account, at: now)
            case .widgetDeletion(let account): deleteRemovedWidgets(account, at: now)
            }
        }
    }

    /// Counts a message that was dropped before it came here, by the reason's name in the metrics.
    package mutating func countDropped(_ reason: String) {
        counters.dropped[reason, default: 0] += 1
    }

    mutating func log(_ level: LogRecord.Level, _ area: String, _ message: String) {
        effects.append(.log(LogRecord(level, area, message)))
    }

    mutating func decide(
        _ rule: String,
        slug: String? = nil,
        _ what: String,
        _ why: @autoclosure () -> String
    ) {
        guard options.tellsDecisions else { return }
        effects.append(.decided(Decision(rule: rule, slug: slug, what: what, why: why())))
    }
}

/// A rule together with the names it captured, and the account that the card goes to.
struct CardKey: Hashable, Sendable {
    var rule: Int
    var captures: [String: String]
    /// Its place among the mapping's; of no meaning for watches.
    var account = 0
}

/// What a request in flight is for.
enum Purpose: Sendable, Hashable {
    case card(Int)
    case notification(String)
    /// `GET /activities` after a start; the cards that have sent something since are left alone.
    case reconciliation
    /// Looking whether a person has answered.
    case poll(AnswerTarget)
    /// Stopping the repeats of a notification.
    case cancellation(String)
    /// Making the card that a notification names.
    case linkedActivity(Int, notification: String)
    case widget(Int)
    case widgetDeletion(CardAddress)
    /// `GET /widgets` after a start.
    case widgetReconciliation

    var isPoll: Bool { if case .poll = self { true } else { false } }
    /// `GET /auth/me`.
    case account
    /// Ends a card for which no rule stands any more.
    case orphan(CardAddress)
}

/// What the engine counts for the metrics and `status`.
package struct Counters: Sendable, Hashable {
    package var messages = 0
    package var dropped: [String: Int] = [:]
    package var ruleEvaluations = 0
    package var taps: [String: Int] = [:]
    /// Notifications by how far they came: `all`, or `none,` and `partial,` with the reason.
    package var deliveries: [String: Int] = [:]
    /// Repeating notifications by how they ended: `acknowledged`, `expired`, `canceled`.
    package var receipts: [String: Int] = [:]
    package var notificationsDropped = 0
    package var requests: [String: Int] = [:]

    package init() {}
}
