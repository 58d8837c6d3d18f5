import Mapping
import PushWardAPI
import Values

/// Nothing old is shown as if it were true (design sections 1 and 5).
extension Engine {
    /// Whether a card that is not on may be put on: nothing old is shown as if it were true.
    ///
    /// It must be known that the run goes on. One that went stale because of what nobody knew waits until somebody
    /// does, or until the next word.
    func mayBeShown(_ place: Int, _ rule: ActivityRule, at now: Moment) -> Bool {
        let card = cards[place]
        guard card.isRunKnown else { return false }
        guard card.slot.acknowledged?.isStale == true, !isKnown(place, rule, at: now) else { return true }
        guard let pushed = card.lastPushAt, let limit = card.slot.believed.row.staleTTL else { return true }
        return card.inputs.contains { state in
            state.receivedAt.map { $0.wall > pushed + .seconds(limit) } ?? false
        }
    }

    /// Whether all that the card shows is known to be true: an input that it shows nothing of needs no value.
    func isKnown(_ place: Int, _ rule: ActivityRule, at now: Moment) -> Bool {
        let shown = cards[place].slot.believed.content
        return zip(cards[place].inputs, rule.inputs).allSatisfy { state, input in
            if state.isKnown(at: now, expireAfter: input.expireAfter) { return true }
            return state.value == nil
                && !rule.content.fields.contains { field in
                    let name = field.name == "eta" ? "end_date" : field.name
                    return shown[name] != nil && field.value.namesRead.contains(input.name)
                }
        }
    }
}
