import Mapping
import PushWardAPI
import Values

/// The places that iOS and PushWard have for cards that are on (`pushward-api.md` sections 4.3 and 6.3).
extension Engine {
    static let mostOngoing = 5
    /// How often it is looked whether others have left a slot.
    private static let slotPoll: Duration = .seconds(600)

    /// Why a card must wait for a slot; nil: it may start.
    ///
    /// A new run takes the place of a card of a lower priority, or of the same and older, as the server would choose.
    /// One that was displaced comes back only to a free slot or over a lower priority: else two cards would chase each
    /// other.
    mutating func whyNoSlot(_ place: Int, _ rule: ActivityRule, at now: Moment) -> String? {
        let account = cards[place].account
        let isBack = cards[place].slot.believed.state == .preempted
        if isBack {
            let recent = cards[place].starts.filter { $0 <= now.wall && now.wall - $0 <= .seconds(3600) }
            if recent.count >= rule.options.maxStartsPerHour {
                return "\(recent.count) starts within the hour are enough"
            }
            // Who is on must be known first: what displaced it may be a card of somebody else's.
            let listedAt = accounts[account].reconciliation.listedAt
            guard let listedAt, listedAt >= cards[place].slot.displacedAt ?? listedAt else {
                return "it was displaced; PushWard is asked by whom"
            }
        }
        let others = prioritiesOn(account, besides: place)
        guard others.count >= Self.mostOngoing, let lowest = others.min() else { return nil }
        let own = rule.options.priority
        if !isBack, own == lowest, isOfOneBurst(place, with: lowest, count: others.count { $0 == lowest }) {
            return
                "all \(Self.mostOngoing) slots are taken by cards that are no older and of no lower priority"
        }
        guard isBack ? own <= lowest : own < lowest else { return nil }
        return isBack
            ? "it was displaced, and no slot is free"
            : "all \(Self.mostOngoing) slots are taken by cards of a higher priority"
    }

    /// The priorities of all cards that are on, ours and others'.
    private mutating func prioritiesOn(_ account: Int, besides place: Int) -> [Int] {
        var found = census(account).priorities.filter { $0.key != place }.map(\.value)
        for (address, orphan) in orphans where address.account == account && orphan.slot.isBelievedOngoing {
            found.append(orphan.slot.believed.row.priority ?? 0)
        }
        for (slug, priority) in accounts[account].reconciliation.foreign
        where cardsBySlug[CardAddress(account, slug)] == nil && orphans[CardAddress(account, slug)] == nil {
            found.append(priority)
        }
        return found
    }

    /// Lets a card wait for a slot.
    mutating func awaitSlot(_ place: Int, _ why: String, at now: Moment) {
        let account = cards[place].account
        if accounts[account].reconciliation.waiters.isEmpty {
            accounts[account].reconciliation.taken = prioritiesOn(account, besides: place).count
        }
        accounts[account].reconciliation.waiters.insert(place)
        askBefore(now.uptime + Self.slotPoll, account)
        decide(mapping.activities[cards[place].rule].name, slug: cards[place].slug.text, "wait", why)
    }

    /// Lets cards start that wait for a slot, those of the highest priority first, where one was left.
    mutating func offerSlots(_ account: Int, isNews: Bool = false, at now: Moment) {
        if isNews { censuses[account] = nil }
        guard !accounts[account].reconciliation.waiters.isEmpty else { return }
        let taken = prioritiesOn(account, besides: -1).count
        guard isNews || taken < accounts[account].reconciliation.taken else {
            accounts[account].reconciliation.taken = taken
            return
        }
        let waiters = accounts[account].reconciliation.waiters.sorted { left, right in
            let (first, second) = (priority(left), priority(right))
            return first == second ? left < right : first > second
        }
        accounts[account].reconciliation.waiters = []
        for place in waiters {
            let rule = mapping.activities[cards[place].rule]
            // What would only wait again is not worth a look at all of it.
            if case .ongoing = cards[place].phase, !cards[place].slot.isBelievedOngoing,
                let why = whyNoSlot(place, rule, at: now)
            {
                awaitSlot(place, why, at: now)
            } else {
                step(place, at: now)
            }
        }
        accounts[account].reconciliation.taken = prioritiesOn(account, besides: -1).count
    }

    private func priority(_ place: Int) -> Int { mapping.activities[cards[place].rule].options.priority }

    /// Takes that another card has taken the place of this one: the run goes on without being seen.
    ///
    /// `uptime` is when that was known.
    mutating func displaced(_ place: Int, _ rule: ActivityRule, at uptime: Duration) {
        cards[place].slot.displacedAt = uptime
        if cards[place].slot.acknowledged == nil { cards[place].slot.adopt(ServerCard()) }
        cards[place].slot.acknowledged?.state = .preempted
        cards[place].shownSince = nil
        cards[place].shownSinceThere = nil
        decide(rule.name, slug: cards[place].slug.text, "displaced", "another card has taken its place")
    }

    /// Asks who had to go, where a start may have displaced one.
    mutating func noteStarted(_ place: Int, at now: Moment) {
        let account = cards[place].account
        guard prioritiesOn(account, besides: place).count >= Self.mostOngoing else { return }
        askWhatIsThere(account, at: now)
    }
}
