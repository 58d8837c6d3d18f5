import Mapping
import PushWardAPI
import Templates
import Values

/// One card: the inputs of its rule (and captures), where it is in its life, and its slot at the server.
struct Card: Sendable {
    enum Phase: Sendable, Hashable {
        case idle
        case ongoing
        /// The final frame is shown until then, on the uptime clock.
        case finishing(until: Duration)
    }

    /// A card's time from its start to its end.
    struct Run: Sendable, Hashable {
        /// Part of every token of its buttons.
        var id: String
        var startedAt: Timestamp
        /// Whether the server has taken its start: what brings it back later makes no sound.
        var hasAppeared = false
        /// Whether what the broker had stored made it begin, or end: nobody is told of that, and nothing is heard.
        var beganStored = false
        var endedStored = false
    }

    /// The end of a run.
    struct Finale: Sendable, Hashable {
        /// The place of the outcome that was chosen among the rule's; nil: none.
        var outcome: Int?
        var at: Timestamp
    }

    /// What a person answered to the question of an approval card.
    struct Answer: Sendable, Hashable {
        /// The `id` of the option in the mapping, or `none`.
        var option: String
        /// `user`, or `expired` where nobody answered in time.
        var by: String
        /// Whether PushWard recorded it, and so ends the card by itself.
        var isRecorded: Bool
    }

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
    /// When something last happened that its fields may tell of: a message, its start, its end, a tap.
    ///
    /// For its fields it is then: what only time makes different is no news, and would be sent again and again.
    var lastNews: Moment?
    var phase: Phase = .idle
    var run: Run?
    /// Which of the rule's runs this is, where its cards go to several accounts.
    var runNumber = 0
    /// The answer to its question in this run.
    var answer: Answer?
    /// Whether `start` may begin a run: after a dismissal or a timer that ran out it must first cease to hold.
    var isArmed = true
    /// Where it may not: whether only because the window that it showed, or would have shown, is over.
    var isSpent = false
    /// Whether the server shows the card though nothing here remembers a run: to be ended once `start` is known not to
    /// hold.
    var isUnclaimed = false
    var startHeldSince: Duration?
    /// Until then, on the uptime clock, there were starts enough.
    var startsAgainAt: Duration?
    /// Whether a message that the broker had stored was heard since the card was last looked at.
    var hasHeardStored = false
    /// Whether `start` began to hold, or `end`, by what the broker had stored.
    var startIsStored = false
    var endIsStored = false
    var endHeldSince: Duration?
    /// What was known before a restart and was not heard since.
    var memory: RuleMemory?
    var savedSince = SavedSince()
    /// Which beginning to hold was saved last, and when that was, on the uptime clock.
    var savedHeldSince: Duration?
    var holdSavedAt: Duration?
    /// What the card shows last, once its end is decided.
    var finalFields: JSONObject?
    /// How the run ended; nil while it goes on.
    var finale: Finale?
    /// Whether the run's end deletes the row.
    var removes = false
    var knowledge = CardKnowledge()
    var silence = SourceSilence()
    /// When the burst of messages that the rule waits for is over, on the uptime clock.
    var settlesAt: Duration?
    var burstBeganAt: Duration?
    /// When runs began within the last hour.
    var starts: [Timestamp] = []
    var slot: Slot
    /// What the card gathers message by message.
    var ring = Ring()
    /// The inputs that got a value since the card was last looked at, and whether the broker had stored it.
    var heard: [Int: Bool] = [:]
    /// The same for the message that is being handled.
    var heardNow: [Int: Bool] = [:]
    var lastPushAt: Timestamp?
    /// When the request left that last made the device animate its bar anew.
    var barBeganAt: Timestamp?
    /// When the card last appeared on the phone.
    var shownSince: Timestamp?
    /// The same by the server's clock, which is never set; nil: not known.
    var shownSinceThere: Timestamp?
    /// When the request in flight left.
    var sentAt: Timestamp?
    /// When what is wanted may be sent, on the uptime clock.
    var sendsAt: Duration?
    var playhead: Playhead?
    var pausedAt: Timestamp?
    /// The last pause of this run's timer that is over.
    var rest: ClosedRange<Timestamp>?
    var pauses = RunPauses()
    /// Problems that have been told, so that each is told once.
    var told: Set<String> = []
    /// What was saved last, so that equal states are not written again.
    var saved: JSON?
    var confirmation: PendingConfirmation?
    /// Whether the card may still show what it said of a tap: what follows must not wait.
    var mayShowConfirmation = false

    init(rule: Int, captures: [String: String], account: Int = 0, slug: Slug, inputs: [Input]) {
        self.rule = rule
        self.captures = captures
        self.account = account
        self.slug = slug
        self.inputs = inputs.map { InputState(name: $0.name) }
        self.previous = self.inputs
        self.slot = Slot(slug: slug)
    }
}

/// A tap whose effect is awaited, or did not come.
struct PendingConfirmation: Sendable {
    /// What the button is called.
    var title: String
    var confirmation: Confirmation
    /// On the uptime clock: until then the effect may come; afterwards, until when the card says that it did not.
    var until: Duration
    var hasFailed = false

    /// What the card says meanwhile.
    var text: String { hasFailed ? "\(title): nothing happened" : "\(title) …" }
}
