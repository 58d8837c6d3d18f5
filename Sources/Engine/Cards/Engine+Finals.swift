import Mapping
import Values

/// What still comes of a run after its end was decided.
extension Engine {
    /// The final frame as the request that takes the card off may bring it: with what was heard while it was shown.
    ///
    /// nil where nothing was, or where it is not yet time. It costs no request of its own.
    func latestFrame(_ place: Int, _ rule: ActivityRule, at now: Moment) -> JSONObject? {
        let card = cards[place]
        guard case .finishing(let until) = card.phase, now.uptime >= until, let frame = card.finalFields,
            let finale = card.finale, let news = card.lastNews, news.wall > finale.at, card.answer == nil
        else { return nil }
        var outcome: Outcome?
        if let chosen = finale.outcome {
            guard rule.outcomes.indices.contains(chosen) else { return nil }
            outcome = rule.outcomes[chosen]
        }
        return composer(place, rule, at: now).refreshFinal(card, frame, outcome)
    }
}
