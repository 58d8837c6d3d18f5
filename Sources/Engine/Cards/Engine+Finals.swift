import Mapping
import Values

/// What still comes of a run after its end was decided.
extension Engine {
    /// An end waits no longer for the rest of its burst.
    private static let longestBurst: Duration = .seconds(1)

    /// How a run whose end was just decided goes on: a final frame is shown for a while; else the rest of the burst that
    /// brought the end is waited for, as a rule that reads several topics does, so that one request tells all of it.
    func closing(_ place: Int, _ rule: ActivityRule, at now: Moment) -> Card.Phase {
        let card = cards[place]
        var rest = card.showsFrame(rule) ? rule.options.finalFor : min(settles[card.rule], Self.longestBurst)
        // A question that has its answer is off already.
        if card.answer != nil, !card.showsFrame(rule) { rest = .zero }
        return rest > .zero ? .finishing(until: now.uptime + rest) : .idle
    }

    /// The final frame as the request that takes the card off may bring it: with what was heard while it was shown.
    ///
    /// nil where nothing was, or where it is not yet time. It costs no request of its own.
    func latestFrame(_ place: Int, _ rule: ActivityRule, at now: Moment) -> JSONObject? {
        let card = cards[place]
        guard case .finishing(let until) = card.phase, now.uptime >= until, let frame = card.finalFields,
            let finale = card.finale, let news = card.lastNews, card.answer == nil,
            news.wall > finale.at || !card.showsFrame(rule)
        else { return nil }
        var outcome: Outcome?
        if let chosen = finale.outcome {
            guard rule.outcomes.indices.contains(chosen) else { return nil }
            outcome = rule.outcomes[chosen]
        }
        return composer(place, rule, at: now).refreshFinal(card, frame, outcome)
    }
}

extension Card {
    /// Whether its final frame is shown before the card is off.
    func showsFrame(_ rule: ActivityRule) -> Bool { finale?.outcome != nil && rule.options.finalFor > .zero }
}
