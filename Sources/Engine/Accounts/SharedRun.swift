import Mapping
import Values

/// The runs of a rule whose cards go to several accounts: what happens to all of its cards is one event.
struct SharedRun: Sendable {
    /// Counts the runs.
    var number = 0
    /// The number of the last run of which each event was told.
    var told: [NotificationRule.ActivityEvent: Int] = [:]
}

extension Engine {
    /// Whether an event of a card is news to the rules that follow it, and not what another account's card has told.
    mutating func isNews(_ event: NotificationRule.ActivityEvent, ofCard place: Int) -> Bool {
        let card = cards[place]
        let rule = mapping.activities[card.rule]
        guard rule.accounts.count > 1 else { return true }
        let key = CardKey(rule: card.rule, captures: card.captures)
        var shared = sharedRuns[key] ?? SharedRun()
        defer { sharedRuns[key] = shared }
        if event == .start {
            let joins = rule.accounts.contains { account in
                guard account != card.account,
                    let other = cardsByKey[
                        CardKey(rule: card.rule, captures: card.captures, account: account)
                    ]
                else { return false }
                return cards[other].phase != .idle && cards[other].runNumber == shared.number
            }
            if !joins { shared.number += 1 }
            cards[place].runNumber = shared.number
        }
        guard shared.told[event] != cards[place].runNumber else { return false }
        shared.told[event] = cards[place].runNumber
        return true
    }

    /// Takes that what a card begins next is another run, though the other accounts' cards are still on.
    mutating func leaveSharedRun(_ place: Int) {
        let key = CardKey(rule: cards[place].rule, captures: cards[place].captures)
        guard let shared = sharedRuns[key], shared.number == cards[place].runNumber else { return }
        sharedRuns[key]?.number += 1
    }
}
