import Mapping
import PushWardAPI
import Values

/// What follows when the server says no to a card's request (`pushward-api.md` section 14.3).
extension Engine {
    /// Takes that the server has no such row: the card is made anew, once in a row.
    mutating func gone(_ place: Int, _ rule: ActivityRule, at now: Moment) {
        cards[place].slot.withdraw()
        let account = cards[place].account
        vanished(place, rule, at: now)
        // What took this row may have taken others, of which nobody would hear before their next change.
        if cards.indices.contains(where: { other in
            other != place && cards[other].account == account && cards[other].slot.isBelievedOngoing
        }) {
            askWhatIsThere(account, at: now)
        }
    }

    /// Takes that a row is not there any more.
    mutating func vanished(_ place: Int, _ rule: ActivityRule, at now: Moment) {
        cards[place].slot.adopt(nil)
        cards[place].shownSince = nil
        cards[place].shownSinceThere = nil
        guard cards[place].phase == .ongoing else { return }
        if cards[place].slot.mayNotManage {
            // Nothing that we may do makes it come back.
            cards[place].slot.retryAt = now.uptime + .seconds(3600)
            return tell(
                place,
                "permission",
                "the key may update cards, but not create them; give it `activities: manage`",
                rule.mark
            )
        }
        guard !cards[place].slot.hasRecreated else {
            cards[place].phase = .idle
            cards[place].isArmed = false
            return
        }
        cards[place].slot.hasRecreated = true
        decide(rule.name, slug: cards[place].slug.text, "recreate", "the server has no such card any more")
    }

    /// Takes that the key may not do this.
    mutating func forbidden(
        _ place: Int,
        _ rule: ActivityRule,
        _ step: Slot.Step,
        _ answer: Answer,
        at now: Moment
    ) {
        cards[place].slot.withdraw()
        switch step {
        case .remove:
            // A card that cannot be removed is ended, and goes at once all the same.
            cards[place].removes = false
            cards[place].slot.mayNotDelete = true
            tell(place, "permission", answer.text, rule.mark)
        case .name where !cards[place].slot.mayNotManage, .start where !cards[place].slot.mayNotManage:
            // Without naming and creating, a card that is there can still be kept true.
            cards[place].slot.mayNotManage = true
            tell(place, "permission", answer.text, rule.mark)
        default:
            cards[place].slot.retryAt = now.uptime + .seconds(3600)
            tell(place, "permission", answer.text, rule.mark)
        }
    }

    /// How long a request that was refused as it is rests at first; each time twice as long.
    private static let refusalRest: Duration = .seconds(3600)

    /// Leaves out the values that the server refused and tries once more; where it named none of what was sent, with all
    /// that the card shows (design section 7).
    mutating func repair(
        _ place: Int,
        _ rule: ActivityRule,
        _ body: JSONObject,
        _ fields: [String],
        _ answer: Answer,
        at now: Moment
    ) {
        cards[place].slot.withdraw()
        let content = body["content"]?.objectValue ?? [:]
        let names = fields.map { field in
            field.hasPrefix("content.") ? String(field.dropFirst(8).prefix { $0 != "." && $0 != "[" }) : field
        }
        let named = names.filter { content[$0] != nil && $0 != "template" }
        log(
            .error,
            "pushward",
            "\(accounts[cards[place].account].label)\(rule.name): PushWard refused the card: \(answer.text)"
        )
        let isNews = named.contains { cards[place].slot.refusedValues[$0] != content[$0] }
        guard isNews else {
            if cards[place].slot.refused == body { cards[place].slot.attempts += 1 }
            let wait = Self.refusalRest * (1 << min(cards[place].slot.attempts, 4))
            // The same one is tried again ever more rarely: the server may have been mended.
            cards[place].slot.refused = body
            cards[place].slot.refusedUntil = now.uptime + wait
            cards[place].slot.sendsAll = true
            return
        }
        for name in named { cards[place].slot.refusedValues[name] = content[name] }
    }
}
