import Values

/// What somebody may still answer.
enum AnswerTarget: Hashable, Sendable {
    /// A notification's buttons, by the notice's id.
    case notice(String)
    /// An approval card.
    case card(Int)
    /// Whether a repeating notification was acknowledged, by the notice's id.
    case receipt(String)
    /// Whether a scheduled notification was sent, by the notice's id.
    case schedule(String)
    /// The end of a notification's repeats, which is asked for and not only looked for.
    case cancellation(String)
}

/// A tap that PushWard recorded and that is being carried out.
struct RecordedTap: Sendable, Hashable {
    var target: AnswerTarget
    /// The action's id in the mapping.
    var action: String
    /// `user`, or `expired` where the deadline chose.
    var by: String
}

/// Where a tap came from.
enum TapSource: Sendable, Hashable {
    /// A request to the listener, which waits for its answer.
    case request(TapID)
    case recorded(RecordedTap)
}

/// The looks for answers: which are under way, and when the next ones are due (`pushward-api.md` section 11.5).
///
/// The two that were asked last are waited for with requests that the server holds; the others are read now and then.
struct AnswerPolls: Sendable {
    /// A look that is under way.
    struct Look: Sendable {
        var isHeld: Bool
        var account: Int
        /// On the uptime clock.
        var sentAt: Duration
    }

    /// How many requests of an account may be held at once (`pushward-api.md` section 16, row 30).
    static let mostHeld = 2
    /// How many answers are awaited at most, the newest.
    static let mostAwaited = 50
    /// How long no request is held once the server said that too many are.
    static let plainTime: Duration = .seconds(60)
    /// The least time between two plain reads of one answer.
    static let plainInterval: Duration = .seconds(10)
    /// The time between two plain reads of what was asked last, until a request can be held for it.
    static let freshInterval: Duration = .seconds(2)
    /// A held request that ends sooner than that was not held.
    static let shortestHold: Duration = .seconds(1)
    /// How long an answer whose message could not be published waits for another try.
    static let retry: Duration = .seconds(1)

    var looks: [AnswerTarget: Look] = [:]
    /// On the uptime clock.
    var nextAt: [AnswerTarget: Duration] = [:]
    /// When an answer was last read without holding the request, on the uptime clock.
    var lookedAt: [AnswerTarget: Duration] = [:]
    var failures: [AnswerTarget: Int] = [:]
    /// By account: no request is held before, on the uptime clock.
    var plainUntil: [Int: Duration] = [:]
    /// Whether something may have changed in what is awaited.
    var mustLook = false
    /// Answers whose messages are on their way to the broker.
    var carryingOut: Set<AnswerTarget> = []
    /// Problems that have been told, so that each is told once.
    var told: Set<String> = []

    /// How many requests of an account are held now.
    func held(_ account: Int) -> Int { looks.values.count { $0.isHeld && $0.account == account } }

    /// How long until a plain read is repeated, with `count` answers awaited: 30 reads a minute at most.
    static func interval(_ count: Int) -> Duration { max(plainInterval, .seconds(2 * count)) }

    /// Forgets what is not awaited any more.
    mutating func keep(_ targets: Set<AnswerTarget>) {
        nextAt = nextAt.filter { targets.contains($0.key) }
        lookedAt = lookedAt.filter { targets.contains($0.key) }
        failures = failures.filter { targets.contains($0.key) }
    }
}
