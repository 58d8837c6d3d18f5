import PushWardAPI
import Values

/// What may be spent of one kind until its reset: the server's count, our own since, and how the rest is planned.
///
/// The plan is a straight line from the whole limit at the start of the period to nothing at its end. What must be shown
/// is spent whenever there is anything left; text may run a quarter of the period ahead of the line, progress a tenth,
/// and both leave untouched what starts and ends will need until the reset, going by those so far.
struct Allowance: Sendable, Hashable {
    /// How far ahead of the line text may run, as a part of the period.
    private static let textLead = 0.25
    /// How far ahead of the line progress may run, as a part of the period.
    private static let progressLead = 0.1
    /// What starts and ends are taken to need where nothing is known yet, as a part of the limit.
    private static let firstGuess = 0.3
    /// How long that guess counts beside what was seen, ever less, as a part of the period.
    private static let guessWeight = 0.25
    /// What is left untouched to the end, for the runs of the last hours, as a part of the limit, and at most that.
    private static let lastReserve = (part: 0.02, most: 4.0)

    let isDaily: Bool
    /// Used by everybody, as the server said last; 0 after a reset.
    var used = 0
    /// The plan's limit; nil: none.
    var limit: Int?
    /// Our own limit for ``own``; nil: none.
    var cap: Int?
    /// Our own since the reading.
    var spent = 0
    /// Our own in this period.
    var own = 0
    /// How many of these were starts, ends and alerts.
    var vital = 0
    /// Since when ``vital`` counts.
    var countedSince: Timestamp
    /// When the count starts anew, on our clock.
    var resetsAt: Timestamp
    /// When it started anew last; nil: that was not seen.
    var beganAt: Timestamp?
    /// Starts, ends and alerts a second in the period before; nil: that is not known.
    var vitalRateBefore: Double?
    /// The server refused, until then.
    var parkedUntil: Timestamp? {
        didSet { if parkedUntil == nil { probe = .none } }
    }
    /// Whether one request may find out if the server still refuses.
    var probe = Probe.none
    /// Whether pace or limit is in danger; it stays so until there is room again.
    var isInDanger = false

    enum Probe: Sendable, Hashable {
        case none
        /// The next request may go.
        case allowed
        /// It went.
        case sent
    }

    init(isDaily: Bool, resetsAt: Timestamp, now: Timestamp) {
        self.isDaily = isDaily
        self.resetsAt = resetsAt
        countedSince = now
    }

    /// Whether anything limits it.
    var isCapped: Bool { limit != nil || cap != nil }

    /// What is left; nil: no end.
    var remaining: Int? {
        let plan = limit.map { $0 - used - spent }
        let mine = cap.map { $0 - own }
        return switch (plan, mine) {
        case (let plan?, let mine?): min(plan, mine)
        default: plan ?? mine
        }
    }

    /// What is used and of how much, by the limit that is nearer.
    var shown: (used: Int, limit: Int?) {
        if let cap, limit.map({ cap - own < $0 - used - spent }) ?? true { return (own, cap) }
        return (used + spent, limit)
    }

    /// The limit of the plan's line; nil: none.
    private var wholeLimit: Int? { [limit, cap].compactMap { $0 }.min() }

    /// No period is longer.
    private static let longestPeriod = 32 * 86_400.0

    private var period: Double {
        let start = QuotaPeriod.start(of: resetsAt, isDaily: isDaily)
        let seen = beganAt.map { (resetsAt - $0).inSeconds } ?? 0
        let isPlausible = seen > 0 && seen <= (isDaily ? 86_400 : Self.longestPeriod)
        return max(3600, isPlausible ? seen : (resetsAt - start).inSeconds)
    }

    /// Seconds until the reset, at most a period: a clock may be anywhere.
    private func rest(at now: Timestamp) -> Double { min(max(0, (resetsAt - now).inSeconds), period) }

    /// Starts, ends and alerts a second that are to be expected.
    func vitalRate(at now: Timestamp) -> Double {
        let guess = vitalRateBefore ?? Double(wholeLimit ?? 0) * Self.firstGuess / period
        let seen = max(0, (now - countedSince).inSeconds)
        let weight = max(0, Self.guessWeight * period - seen)
        return (Double(vital) + guess * weight) / max(1, seen + weight)
    }

    /// When an update of that worth may leave: nil at once, else an instant at which to look again.
    func waitingUntil(_ spending: Spending, lastSentAt: Timestamp?, at now: Timestamp) -> Timestamp? {
        if let parkedUntil, parkedUntil > now { return probe == .allowed ? nil : parkedUntil }
        guard let remaining, let whole = wholeLimit else { return nil }
        switch spending {
        case .end: return remaining >= 1 ? nil : resetsAt
        case .start(let open): return remaining >= 2 + open ? nil : resetsAt
        case .text: return waiting(remaining, whole, lead: Self.textLead, spread: 60, lastSentAt, now)
        case .progress: return waiting(remaining, whole, lead: Self.progressLead, spread: 20, lastSentAt, now)
        }
    }

    private func waiting(
        _ remaining: Int,
        _ whole: Int,
        lead: Double,
        spread: Double,
        _ lastSentAt: Timestamp?,
        _ now: Timestamp
    ) -> Timestamp? {
        let after = Double(remaining - 1)
        let line = line(whole, lead: lead, at: now)
        let rest = rest(at: now)
        guard after >= line.floor(rest) else {
            let wait = max(1, rest - line.rest(where: after))
            return now + .seconds(min(wait, 40 * 86_400))
        }
        // The nearer the line, the further apart: the lead is not spent within minutes.
        guard let lastSentAt, line.free > 0 else { return nil }
        let room = min(1, max(0, (after - line.floor(rest)) / max(1, line.free * line.lead)))
        let gap = rest / max(1, after) / spread * (1 - room) * (1 - room)
        let next = lastSentAt + .seconds(min(gap, 86_400))
        return next > now ? next : nil
    }

    private func line(_ whole: Int, lead: Double, at now: Timestamp) -> Line {
        let vital = vitalRate(at: now)
        let free = max(0, Double(whole) - vital * period)
        let reserve = min(Self.lastReserve.most, (Double(whole) * Self.lastReserve.part).rounded(.down))
        return Line(vital: vital, freeRate: free / period, lead: lead * period, reserve: reserve)
    }

    /// What must be left at any time before the reset.
    private struct Line {
        /// Kept for starts and ends, a second.
        var vital: Double
        /// What else there is, a second.
        var freeRate: Double
        /// Seconds ahead of the line.
        var lead: Double
        /// Kept to the end.
        var reserve: Double

        var free: Double { freeRate }

        /// What must be left where that many seconds remain.
        func floor(_ rest: Double) -> Double { reserve + vital * rest + freeRate * max(0, rest - lead) }

        /// The seconds that may remain where so much is left.
        func rest(where left: Double) -> Double {
            let left = left - reserve
            guard left > 0 else { return 0 }
            if left <= vital * lead || freeRate <= 0 { return vital > 0 ? left / vital : 0 }
            return (left + freeRate * lead) / (vital + freeRate)
        }
    }
}

extension Allowance {
    /// What is said of an allowance.
    enum State: String, Sendable, Hashable {
        case ok
        /// Progress is held back.
        case thinned
        /// Text is held back, too.
        case saving
        case usedUp = "used_up"
    }

    func state(at now: Timestamp) -> State {
        if let parkedUntil, parkedUntil > now { return .usedUp }
        guard let remaining else { return .ok }
        if remaining <= 0 { return .usedUp }
        if waitingUntil(.text, lastSentAt: nil, at: now) != nil { return .saving }
        return waitingUntil(.progress, lastSentAt: nil, at: now) == nil ? .ok : .thinned
    }

    /// Looks whether pace or limit is in danger.
    mutating func judge(at now: Timestamp) {
        let state = state(at: now)
        let isLow: Bool =
            if let remaining, let whole = wholeLimit {
                remaining * 10 <= whole && rest(at: now) * 10 > period
            } else {
                false
            }
        if state == .saving || state == .usedUp || isLow {
            isInDanger = true
        } else if state == .ok {
            isInDanger = false
        }
    }

    /// Begins the next period, where the time of the reset has come.
    mutating func roll(to now: Timestamp) -> Bool {
        guard now >= resetsAt else { return false }
        begin(at: now)
        while resetsAt <= now {
            let next = QuotaPeriod.next(after: resetsAt, isDaily: isDaily)
            guard next > resetsAt else { break }
            beganAt = resetsAt
            resetsAt = next
        }
        return true
    }
}
