import Values

/// What an account has used of each metered kind in its period (pushward-api.md section 4.2).
package struct Quotas: Sendable, Hashable {
    /// A kind of request that counts, by its name in a 429's body.
    package enum Kind: String, Sendable, CaseIterable {
        case notifications
        case liveActivityUpdates = "live_activity_updates"
        case widgetUpdates = "widget_updates"
        case emails
    }

    /// What an account may use.
    package enum Plan: String, Sendable {
        /// 500 notifications, 250 updates, 50 widget updates, 50 e-mails a calendar month.
        case free
        /// 5000 notifications a day, 200 e-mails a month, the rest without limit.
        case paid
        /// No limit at all.
        case unlimited
    }

    struct Counter: Sendable, Hashable {
        var used = 0
        /// The same over the calendar month, where `used` is a day's.
        var usedInMonth = 0
        /// Nil for no limit.
        var limit: Int?
        /// Whether it starts anew each day, else each month.
        var isDaily = false
    }

    private(set) var plan: Plan
    private(set) var counters: [Kind: Counter]
    private var month = 0
    private var day = 0

    init(plan: Plan) {
        self.plan = plan
        counters = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0, Self.counter($0, plan)) })
    }

    private static func counter(_ kind: Kind, _ plan: Plan) -> Counter {
        switch (plan, kind) {
        case (.free, .notifications): Counter(limit: 500)
        case (.free, .liveActivityUpdates): Counter(limit: 250)
        case (.free, .widgetUpdates), (.free, .emails): Counter(limit: 50)
        case (.paid, .notifications): Counter(limit: 5000, isDaily: true)
        case (.paid, .emails): Counter(limit: 200)
        default: Counter()
        }
    }

    /// Starts new periods where `now` lies in another one.
    mutating func roll(to now: Timestamp) {
        let time = CivilTime(now)
        let newMonth = time.year * 100 + time.month
        let newDay = newMonth * 100 + time.day
        for (kind, counter) in counters where counter.isDaily ? day != newDay : month != newMonth {
            counters[kind]?.used = 0
        }
        if month != newMonth { for kind in Kind.allCases { counters[kind]?.usedInMonth = 0 } }
        (month, day) = (newMonth, newDay)
    }

    func counter(_ kind: Kind) -> Counter { counters[kind] ?? Counter() }

    /// Refuses where the kind is used up.
    func check(_ kind: Kind, at now: Timestamp) throws(Failure) {
        let counter = counter(kind)
        guard let limit = counter.limit, counter.used >= limit else { return }
        let reset = resetInstant(of: counter, at: now)
        var failure = Failure(429, "quota.exceeded", "the \(kind.rawValue) quota of this period is used up")
        failure.members = [
            "kind": .string(kind.rawValue),
            "used": .int(counter.used),
            "limit": .int(limit),
            "reset_at": .string(TimeText.rfc3339(reset)),
        ]
        failure.retryAfter = reset - now
        throw failure
    }

    mutating func charge(_ kind: Kind) {
        counters[kind]?.used += 1
        counters[kind]?.usedInMonth += 1
    }

    /// Sets what is used and allowed, for tests.
    mutating func set(_ kind: Kind, used: Int?, limit: Int??) {
        if let used { counters[kind]?.used = max(0, used) }
        if let limit { counters[kind]?.limit = limit }
    }

    func resetInstant(of counter: Counter, at now: Timestamp) -> Timestamp {
        let time = CivilTime(now)
        if counter.isDaily {
            let today = CivilTime.instant(year: time.year, month: time.month, day: time.day)
            return today + .seconds(CivilTime.secondsPerDay)
        }
        return time.month == 12
            ? CivilTime.instant(year: time.year + 1, month: 1, day: 1)
            : CivilTime.instant(year: time.year, month: time.month + 1, day: 1)
    }

    /// The month as `YYYYMM`.
    var periodMonth: Int { month }

    var json: JSON {
        var object: JSONObject = ["plan": .string(plan.rawValue)]
        for kind in Kind.allCases {
            let counter = counter(kind)
            object[kind.rawValue] = [
                "used": .int(counter.used), "limit": counter.limit.map(JSON.int) ?? .null,
            ]
        }
        return .object(object)
    }
}
