import Mapping
import PushWardAPI
import Values

/// What an account may spend of each kind, and what was said of it.
struct Budget: Sendable {
    let policy: BudgetPolicy
    var allowances: [QuotaKind: Allowance] = [:]
    /// Whether the server was asked and answered since the start.
    var hasRead = false
    /// Whether it is being asked.
    var isReading = false
    /// The resets before which a person was told of the danger, by kind.
    var told: [QuotaKind: Timestamp] = [:]

    init(_ policy: BudgetPolicy) {
        self.policy = policy
    }

    /// Whether anything is limited.
    var isCapped: Bool { allowances.values.contains(where: \.isCapped) }

    /// Whether the server refuses anything, as far as it said.
    func isParked(at now: Timestamp) -> Bool {
        allowances.values.contains { $0.parkedUntil.map { $0 > now } ?? false }
    }

    /// Whether anything of the plan is used up, by the server's word or by our own count.
    func isUsedUp(at now: Timestamp) -> Bool {
        isParked(at: now)
            || allowances.values.contains { allowance in
                allowance.limit.map { $0 <= allowance.used + allowance.spent } ?? false
            }
    }

    /// Whether to be careful, because pace or limit is in danger.
    var isInDanger: Bool { allowances.values.contains(where: \.isInDanger) }

    /// Makes the allowance that a cap of one's own needs, before the server has said anything.
    mutating func begin(at now: Moment) {
        guard case .updates(let most) = policy, allowances[.liveActivityUpdates] == nil,
            let date = CivilDate(now.wall)
        else { return }
        let reset = QuotaPeriod.nextMonth(after: date)
        var allowance = Allowance(isDaily: false, resetsAt: reset, now: now.wall)
        allowance.cap = most
        allowances[.liveActivityUpdates] = allowance
    }

    /// Takes what the server says; `inFlight` are our own that it may or may not have counted yet.
    ///
    /// `ahead` is how far the server's clock is ahead of ours.
    mutating func take(
        _ reading: AccountReading,
        inFlight: [QuotaKind: Int],
        ahead: Duration,
        at now: Timestamp
    ) {
        for (kind, quota) in reading.quotas {
            let reset = quota.resetsAt - ahead
            var allowance = Allowance(isDaily: quota.isDaily, resetsAt: reset, now: now)
            if let known = allowances[kind], known.isDaily == quota.isDaily {
                allowance = known
                // A little off is the same period; a new one begins with nothing of ours.
                if reset - known.resetsAt > .seconds(7200) { allowance.begin(at: now) }
                allowance.resetsAt = reset
            }
            allowance.used = quota.used
            allowance.limit = quota.limit
            allowance.cap = cap(of: kind, limit: quota.limit)
            allowance.spent = inFlight[kind] ?? 0
            if quota.limit.map({ quota.used < $0 }) ?? true { allowance.parkedUntil = nil }
            allowances[kind] = allowance
        }
    }

    private func cap(of kind: QuotaKind, limit: Int?) -> Int? {
        switch policy {
        case .plan, .off: nil
        case .updates(let most): kind == .liveActivityUpdates ? most : nil
        case .share(let part): limit.map { Int(Double($0) * part) }
        }
    }

    mutating func spend(_ kind: QuotaKind, isVital: Bool) {
        allowances[kind]?.spent += 1
        allowances[kind]?.own += 1
        if allowances[kind]?.probe == .allowed { allowances[kind]?.probe = .sent }
        if isVital { allowances[kind]?.vital += 1 }
    }

    /// Takes back what the server did not carry out.
    mutating func refund(_ kind: QuotaKind, isVital: Bool) {
        guard var allowance = allowances[kind] else { return }
        allowance.spent = max(0, allowance.spent - 1)
        allowance.own = max(0, allowance.own - 1)
        if isVital { allowance.vital = max(0, allowance.vital - 1) }
        allowances[kind] = allowance
    }

    /// Takes that the server refuses more of a kind.
    mutating func park(_ kind: QuotaKind, until: Timestamp?, said: JSON?, at now: Timestamp) {
        let reset = until ?? now + .seconds(3600)
        var allowance = allowances[kind] ?? Allowance(isDaily: false, resetsAt: reset, now: now)
        allowance.parkedUntil = max(reset, now + .seconds(5))
        allowance.probe = .none
        if let until { allowance.resetsAt = until }
        if let used = said?["used"]?.intValue, let limit = said?["limit"]?.intValue {
            (allowance.used, allowance.limit, allowance.spent) = (max(0, used), max(0, limit), 0)
        }
        allowances[kind] = allowance
    }

    /// When an update of that kind and worth may leave: nil at once, else an instant at which to look again.
    func waitingUntil(_ kind: QuotaKind, _ spending: Spending, lastSentAt: Timestamp?, at now: Timestamp)
        -> Timestamp?
    {
        guard let allowance = allowances[kind] else { return nil }
        if policy == .off {
            return allowance.probe == .allowed ? nil : allowance.parkedUntil.flatMap { $0 > now ? $0 : nil }
        }
        return allowance.waitingUntil(spending, lastSentAt: lastSentAt, at: now)
    }
}

extension Allowance {
    /// Forgets what was spent of our own: a new period begins.
    mutating func begin(at now: Timestamp) {
        beganAt = resetsAt <= now ? resetsAt : nil
        vitalRateBefore = isCapped ? vitalRate(at: min(now, resetsAt)) : nil
        (used, spent, own, vital) = (0, 0, 0, 0)
        countedSince = now
        parkedUntil = nil
        isInDanger = false
    }
}

extension Budget {
    /// What must survive a restart.
    var record: JSON {
        var rows = JSONObject()
        for (kind, allowance) in allowances.sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where allowance.isCapped || allowance.parkedUntil != nil {
            var row: JSONObject = [
                "daily": .bool(allowance.isDaily), "used": .int(allowance.used + allowance.spent),
                "own": .int(allowance.own), "vital": .int(allowance.vital),
                "since": .double(allowance.countedSince.unixSeconds),
                "resets_at": .double(allowance.resetsAt.unixSeconds),
                "danger": .bool(allowance.isInDanger),
            ]
            row["began_at"] = allowance.beganAt.map { .double($0.unixSeconds) }
            row["limit"] = allowance.limit.map(JSON.int)
            row["vital_rate"] = allowance.vitalRateBefore.map(JSON.double)
            row["parked_until"] = allowance.parkedUntil.map { .double($0.unixSeconds) }
            row["told"] = told[kind].map { .double($0.unixSeconds) }
            rows[kind.rawValue] = .object(row)
        }
        return .object(rows)
    }

    /// Takes over what was saved before a restart.
    mutating func restore(_ record: JSON, at now: Timestamp) {
        let time = { (json: JSON?) in json?.doubleValue.flatMap(Timestamp.init(unixSeconds:)) }
        for kind in QuotaKind.allCases {
            guard let row = record[kind.rawValue], let resets = time(row["resets_at"]) else { continue }
            var allowance = Allowance(isDaily: row["daily"]?.boolValue ?? false, resetsAt: resets, now: now)
            allowance.used = max(0, row["used"]?.intValue ?? 0)
            allowance.limit = row["limit"]?.intValue
            allowance.cap = cap(of: kind, limit: allowance.limit)
            allowance.own = max(0, row["own"]?.intValue ?? 0)
            allowance.vital = max(0, row["vital"]?.intValue ?? 0)
            allowance.countedSince = time(row["since"]) ?? now
            allowance.beganAt = time(row["began_at"])
            allowance.vitalRateBefore = row["vital_rate"]?.doubleValue.flatMap {
                $0.isFinite && $0 >= 0 ? $0 : nil
            }
            allowance.parkedUntil = time(row["parked_until"])
            allowance.isInDanger = row["danger"]?.boolValue ?? false
            told[kind] = time(row["told"])
            allowances[kind] = allowance
        }
    }
}
