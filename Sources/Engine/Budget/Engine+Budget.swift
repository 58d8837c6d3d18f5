import Mapping
import PushWardAPI
import Values

extension Engine {
    /// How often the account is read where something is capped: other bridges may spend of it, too.
    private static let cappedReading: Duration = .seconds(6 * 3600)
    /// How often it is read where something is used up: the one probe an hour.
    private static let closeReading: Duration = .seconds(3600)
    /// How often it is read where nothing is capped: a plan may change.
    private static let idleReading: Duration = .seconds(86_400)
    /// How long after a reset the server may still count in the old period.
    private static let resetMargin: Duration = .seconds(5)

    /// Begins with what is known of the budgets, and asks the server.
    mutating func beginBudgets(at now: Moment) {
        for account in accounts.indices {
            accounts[account].budget.begin(at: now)
            if options.readsAccount { readAccount(account, at: now) } else { planReading(account, at: now) }
        }
    }

    /// The time for a reading has come: of the server, or of the calendar.
    mutating func wakeBudget(_ account: Int, at now: Moment) {
        let hasRolled = rollBudget(account, at: now)
        if hasRolled {
            log(.notice, "budget", "\(accounts[account].label)a new period of PushWard's quotas has begun")
            noteBudget(account, at: now)
            saveBudget(account)
        }
        if options.readsAccount {
            readAccount(account, at: now)
        } else {
            mayProbe(account, at: now)
            planReading(account, at: now)
        }
        if hasRolled { releaseHeld(account, at: now) }
    }

    private mutating func rollBudget(_ account: Int, at now: Moment) -> Bool {
        var hasRolled = false
        for (kind, allowance) in accounts[account].budget.allowances {
            var allowance = allowance
            let wasCapped = allowance.isCapped
            guard allowance.roll(to: now.wall) else { continue }
            accounts[account].budget.allowances[kind] = allowance
            hasRolled = hasRolled || wasCapped
        }
        return hasRolled
    }

    private mutating func readAccount(_ account: Int, at now: Moment) {
        guard !accounts[account].budget.isReading else { return }
        if let until = waitingUntil(account, now.uptime) {
            return deadlines.set(until, for: .budget(account))
        }
        accounts[account].budget.isReading = true
        let id = depart(.me, for: .account, to: account, at: now)
        effects.append(.request(id, .me, account: account))
    }

    /// Takes what the server says of the account.
    mutating func respondAccount(_ account: Int, _ answer: Answer, wait: Duration, at now: Moment) {
        accounts[account].budget.isReading = false
        let ahead = answer.serverTime.map { $0 - now.wall } ?? .zero
        // A few minutes are the way there and clocks that are a little off.
        let isOff = ahead > .seconds(300) || ahead < .seconds(-300)
        guard answer.isSuccess,
            let reading = AccountReading(answer.body, now: answer.serverTime ?? now.wall)
        else {
            let first: Duration = accounts[account].budget.hasRead ? .seconds(60) : .seconds(5)
            let pause: Duration = answer.kind == .transient ? first : Self.closeReading
            if answer.kind != .transient { mayProbe(account, at: now) }
            return deadlines.set(now.uptime + max(wait, pause), for: .budget(account))
        }
        var inFlight: [QuotaKind: Int] = [:]
        for flight in requests.values where flight.account == account {
            if let kind = flight.quota { inFlight[kind, default: 0] += 1 }
        }
        accounts[account].budget.hasRead = true
        accounts[account].budget.take(reading, inFlight: inFlight, ahead: isOff ? ahead : .zero, at: now.wall)
        noteBudget(account, at: now)
        saveBudget(account)
        planReading(account, at: now)
        releaseHeld(account, at: now)
    }

    /// A server that does not tell what is left is asked by one request.
    private mutating func mayProbe(_ account: Int, at now: Moment) {
        guard accounts[account].budget.isParked(at: now.wall) else { return }
        for kind in QuotaKind.allCases { accounts[account].budget.allowances[kind]?.probe = .allowed }
        releaseHeld(account, at: now)
    }

    /// Takes that the server carried out what spends: where that was the probe, all may go on.
    mutating func noteSpent(_ account: Int, _ kind: QuotaKind, at now: Moment) {
        guard accounts[account].budget.allowances[kind]?.probe == .sent else { return }
        accounts[account].budget.allowances[kind]?.parkedUntil = nil
        noteBudget(account, at: now)
        releaseHeld(account, at: now)
    }

    private mutating func planReading(_ account: Int, at now: Moment) {
        let budget = accounts[account].budget
        var wait =
            budget.isUsedUp(at: now.wall)
            ? Self.closeReading : budget.isCapped ? Self.cappedReading : Self.idleReading
        if budget.policy == .off, !budget.isParked(at: now.wall) { wait = Self.idleReading }
        var isNeeded = options.readsAccount || budget.isParked(at: now.wall)
        for allowance in budget.allowances.values where allowance.isCapped || allowance.parkedUntil != nil {
            isNeeded = true
            let reset = allowance.resetsAt - now.wall + Self.resetMargin
            if reset > .zero { wait = min(wait, reset) }
        }
        deadlines.set(isNeeded ? now.uptime + wait : nil, for: .budget(account))
    }

    /// Takes that the server refuses more of a kind, and goes on at its reset.
    mutating func parkQuota(
        _ account: Int,
        _ kind: QuotaKind,
        _ until: Timestamp?,
        _ answer: Answer,
        at now: Moment
    ) {
        accounts[account].budget.park(kind, until: until, said: answer.body, at: now.wall)
        noteBudget(account, at: now)
        saveBudget(account)
        planReading(account, at: now)
    }

    /// Counts a request that spends, or one that was refused after all.
    mutating func countSpending(
        _ account: Int,
        _ kind: QuotaKind,
        isVital: Bool,
        isRefund: Bool = false,
        at now: Moment
    ) {
        if isRefund {
            accounts[account].budget.refund(kind, isVital: isVital)
        } else {
            accounts[account].budget.spend(kind, isVital: isVital)
        }
        guard accounts[account].budget.allowances[kind]?.isCapped == true else { return }
        noteBudget(account, at: now)
        saveBudget(account)
        if accounts[account].budget.isUsedUp(at: now.wall) { planReading(account, at: now) }
    }

    /// Judges the budget and tells a person once a period where it is in danger.
    private mutating func noteBudget(_ account: Int, at now: Moment) {
        hasNewStatus = true
        for kind in QuotaKind.allCases {
            guard var allowance = accounts[account].budget.allowances[kind] else { continue }
            allowance.judge(at: now.wall)
            // Who does not want a plan is told only what PushWard refuses.
            if accounts[account].budget.policy == .off {
                allowance.isInDanger = allowance.parkedUntil.map { $0 > now.wall } ?? false
            }
            accounts[account].budget.allowances[kind] = allowance
            guard allowance.isInDanger else { continue }
            // A reset that moved by a little is the same one.
            if let told = accounts[account].budget.told[kind], allowance.resetsAt - told < .seconds(7200) {
                continue
            }
            accounts[account].budget.told[kind] = allowance.resetsAt
            log(
                .warning,
                "budget",
                accounts[account].label + BudgetText.danger(kind, allowance, at: now.wall)
            )
        }
    }

    private mutating func saveBudget(_ account: Int) {
        let record = accounts[account].budget.record
        guard record != accounts[account].savedBudget,
            record.objectValue?.isEmpty == false
                || accounts[account].savedBudget != nil
        else { return }
        accounts[account].savedBudget = record
        effects.append(.save([StateChange(.accounts, accounts[account].stateName, record)]))
    }

    /// Takes over what was saved before a restart.
    mutating func restoreBudget(_ key: String, _ record: JSON, at now: Moment) {
        guard let account = accounts.firstIndex(where: { $0.stateName == key }) else { return }
        accounts[account].budget.restore(record, at: now.wall)
        accounts[account].savedBudget = record
    }

    /// Lets everything of an account be looked at again that was held back.
    private mutating func releaseHeld(_ account: Int, at now: Moment) {
        for place in cards.indices where cards[place].account == account && cards[place].sendsAt != nil {
            step(place, at: now)
        }
        for place in widgets.list.indices
        where widgets.list[place].account == account && widgets.list[place].sendsAt != nil {
            stepWidget(place, at: now)
        }
        outbox.mustLook = true
    }

    /// When an update of that kind and worth may leave, on the uptime clock; nil: at once.
    ///
    /// `lastSentAt` is when the same card or widget was updated last.
    func budgetWait(
        _ account: Int,
        _ kind: QuotaKind,
        _ spending: Spending,
        lastSentAt: Timestamp?,
        at now: Moment
    ) -> Duration? {
        let budget = accounts[account].budget
        guard let until = budget.waitingUntil(kind, spending, lastSentAt: lastSentAt, at: now.wall) else {
            return nil
        }
        // Not in one leap: what was spent elsewhere, or the clock, may change it.
        return now.uptime + min(max(until - now.wall, .milliseconds(1)), Self.cappedReading)
    }

    /// Whether the account's updates are so few that a run is shown with the fewest: its start and its end.
    func savesUpdates(_ account: Int, at now: Moment) -> Bool {
        accounts[account].budget.waitingUntil(.liveActivityUpdates, .text, lastSentAt: nil, at: now.wall)
            != nil
    }
}
