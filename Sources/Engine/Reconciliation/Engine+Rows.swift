import Mapping
import PushWardAPI
import Values

/// The rows that an account may have, whatever their state (`pushward-api.md` section 4.3).
extension Engine {
    /// So long it takes until it is looked again whether there is room.
    private static let rowPoll: Duration = .seconds(600)

    /// Makes room for a card's row where the account holds as many as it may; when to look again, nil: there is room.
    ///
    /// Rows of cards of ours that have ended make room, those of captured names first: the name of a fixed one would
    /// have to be paid for again. What others keep is left alone.
    mutating func makeRow(for place: Int, at now: Moment) -> Duration? {
        let account = cards[place].account
        guard !cards[place].slot.mayExist else { return nil }
        for other in cards.indices where cards[other].account == account { noteDeleted(other, at: now) }
        guard countRows(account) >= ActivitySettings.maxActivities else { return nil }
        if isDeletingRow(account) { return now.uptime + .seconds(1) }
        guard let victim = dispensableRow(account) else {
            askBefore(now.uptime + Self.rowPoll, account)
            let rule = mapping.activities[cards[place].rule]
            tell(place, "activity limit", "PushWard holds its most activities; end or delete some", rule.mark)
            return now.uptime + Self.rowPoll
        }
        if let until = waitingUntil(account, now.uptime) { return until }
        decide(
            mapping.activities[cards[victim].rule].name,
            slug: cards[victim].slug.text,
            "forget",
            "its row makes room for another card"
        )
        send(victim, .remove, .deleteActivity(cards[victim].slug), at: now)
        return now.uptime + .seconds(1)
    }

    /// The rows that the account has, for all that is known.
    private func countRows(_ account: Int) -> Int {
        var slugs = accounts[account].reconciliation.slugs.filter {
            cardsBySlug[CardAddress(account, $0)] == nil && orphans[CardAddress(account, $0)] == nil
        }
        for card in cards where card.account == account && card.slot.mayExist { slugs.insert(card.slug.text) }
        for address in orphans.keys where address.account == account { slugs.insert(address.slug) }
        return slugs.count
    }

    private func isDeletingRow(_ account: Int) -> Bool {
        cards.contains { $0.account == account && $0.slot.inFlight?.step == .remove }
    }

    /// The row that is missed least.
    private func dispensableRow(_ account: Int) -> Int? {
        let ended = cards.indices.filter { place in
            let card = cards[place]
            return card.account == account && card.phase == .idle && card.slot.inFlight == nil
                && card.slot.mayExist && !card.slot.isBelievedOngoing && !card.slot.mayNotManage
        }
        func rank(_ place: Int) -> (Int, Timestamp, Int) {
            let card = cards[place]
            return (
                card.captures.isEmpty ? 1 : 0, card.lastPushAt ?? Timestamp(microseconds: 0), place
            )
        }
        return ended.min { rank($0) < rank($1) }
    }
}
