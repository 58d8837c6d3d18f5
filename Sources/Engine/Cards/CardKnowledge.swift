import Mapping
import PushWardAPI
import Templates
import Values

/// What bears on whether a card may be kept alive, and may come back once it is off (design section 5).
struct CardKnowledge: Sendable {
    /// What the conditions said when they were last looked at.
    var verdict = Card.Verdict()
    /// Whether the run's card was on already: then a start brings it back, and shows nothing that is not known.
    var wasOn = false
    /// The inputs that had a value in this run before a restart; nil: the state does not say, any of them may have had.
    var heard: Set<String>? = []
    /// The inputs that were not known when the card was kept off, and since when, on the uptime clock: each must be heard
    /// again, for a source that is back has not thereby said its value.
    var lost: [Int: Duration] = [:]
    /// Whether the card was ended only to be started anew at once, before iOS ends it.
    var rollsOver = false
    /// For how long the run is known to have lasted, where the clock went back with a restart.
    var provenAge: Duration = .zero

    /// Whether an input plays a part in what the card shows.
    func counts(_ input: InputState) -> Bool {
        input.value != nil || heard?.contains(input.name) ?? true
    }

    /// Whether the conditions say that the run is on; it may be about to end.
    var isRunKnown: Bool { verdict.ends != nil || verdict.starts == true }

    /// Whether the run goes on, as far as the conditions say.
    var runGoesOn: Bool { verdict.ends == false || verdict.starts == true && verdict.ends != true }
}

/// Whether the broker is there, and how much of what it said before still counts.
struct BrokerWatch: Sendable {
    /// What the broker had stored comes within this time after it is back.
    static let grace: Duration = .seconds(5)
    /// After a longer outage it is not known what was missed: an input counts once it was heard again.
    static let shortOutage: Duration = .seconds(300)

    /// nil while the broker is gone, and before it is there for the first time.
    private(set) var connectedAt: Duration?
    private var lostAt: Duration?
    /// What was heard before counts no more, on the uptime clock.
    private(set) var countsFrom: Duration = .zero

    mutating func changed(_ isConnected: Bool, at uptime: Duration) {
        guard isConnected != (connectedAt != nil) else { return }
        connectedAt = isConnected ? uptime : nil
        if !isConnected { lostAt = uptime }
        if isConnected, let lostAt, uptime - lostAt > Self.shortOutage { countsFrom = uptime }
    }

    /// When what it had stored has come; nil: it is gone.
    var settledAt: Duration? { connectedAt.map { $0 + Self.grace } }
}

extension ActivityRule {
    /// The places of the inputs that decide what its card shows, and whether it is on.
    var inputsShown: [Int] {
        let names = namesRead.union(title?.freeNames ?? [])
        guard names.isDisjoint(with: ["since", "previous"]) else { return Array(inputs.indices) }
        return inputs.indices.filter { names.contains(inputs[$0].name) }
    }
}

extension Engine {
    /// Whether all that a card shows is known to be true at this moment, so that it may be kept alive.
    func isKnownToBeTrue(_ place: Int, _ rule: ActivityRule, at now: Moment) -> Bool {
        guard let settledAt = brokerWatch.settledAt, now.uptime >= settledAt else { return false }
        return cards[place].knowledge.isRunKnown && areInputsKnown(place, rule, at: now)
    }

    /// Why a card that was on in this run may not be started again yet; nil: it may.
    ///
    /// It comes back complete, and only while the run is known to go on: what nobody vouches for stays off until a
    /// message does.
    func whyStaysOff(_ place: Int, _ rule: ActivityRule, at now: Moment) -> String? {
        let knowledge = cards[place].knowledge
        guard knowledge.wasOn else {
            let verdict = knowledge.verdict
            return verdict.starts == nil && verdict.ends == nil
                ? "nobody knows any more whether the run is on" : nil
        }
        guard brokerWatch.connectedAt != nil else {
            return "the broker is gone: nobody knows whether it is true"
        }
        guard knowledge.runGoesOn else { return "it is not known that the run goes on" }
        if knowledge.rollsOver || areInputsKnown(place, rule, at: now) { return nil }
        return isVouchedFor(place, rule, at: now) ? nil : "not all that it shows is known to be true"
    }

    /// Whether a card that went stale has news of its run, though not all that it shows is known: one source that is gone
    /// for good keeps no card away that others still tell of.
    private func isVouchedFor(_ place: Int, _ rule: ActivityRule, at now: Moment) -> Bool {
        let card = cards[place]
        guard card.slot.acknowledged?.isStale == true, let pushed = card.lastPushAt,
            let limit = card.slot.believed.row.staleTTL
        else { return false }
        let shown = inputsShown[card.rule].map { (card.inputs[$0], rule.inputs[$0].expireAfter) }
        // What was not heard since a restart may still come.
        guard
            shown.allSatisfy({
                $0.0.receivedAt != nil && !$0.0.isRemembered || !card.knowledge.counts($0.0)
            })
        else { return false }
        return shown.contains { state, expireAfter in
            state.isKnown(at: now, expireAfter: expireAfter)
                && state.receivedAt.map { $0.wall > pushed + .seconds(limit) } ?? false
        }
    }

    private func areInputsKnown(_ place: Int, _ rule: ActivityRule, at now: Moment) -> Bool {
        let card = cards[place]
        return inputsShown[card.rule].allSatisfy { number in
            let state = card.inputs[number]
            guard card.knowledge.counts(state) else { return true }
            // What was known before a restart vouches for nothing.
            guard !state.isRemembered,
                state.isKnown(at: now, expireAfter: rule.inputs[number].expireAfter)
            else { return false }
            let countsFrom = max(brokerWatch.countsFrom, card.knowledge.lost[number] ?? .zero)
            return state.receivedAt.map { $0.uptime >= countsFrom } ?? false
        }
    }

    /// Keeps a card off until what is not known of it now was heard again.
    mutating func keepOff(_ place: Int, _ rule: ActivityRule, _ why: String, at now: Moment) {
        for number in inputsShown[cards[place].rule]
        where !cards[place].inputs[number].isKnown(at: now, expireAfter: rule.inputs[number].expireAfter)
            && cards[place].knowledge.lost[number] == nil
        {
            cards[place].knowledge.lost[number] = now.uptime
        }
        decide(rule.name, slug: cards[place].slug.text, "wait", why)
    }

    /// Takes that the broker came or went.
    mutating func noteBroker(_ isConnected: Bool, at now: Moment) {
        brokerWatch.changed(isConnected, at: now.uptime)
        guard isConnected else { return }
        // A touch may have waited for it.
        for place in cards.indices where cards[place].phase == .ongoing || cards[place].memory != nil {
            step(place, at: now)
        }
    }
}
