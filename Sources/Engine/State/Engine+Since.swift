import Mapping
import Templates
import Values

/// Since when inputs have their values, across restarts, for the rules that read it.
extension Engine {
    /// How often it is saved at most that an input has another value.
    private static let sinceSaveInterval: Duration = .seconds(60)

    /// Whether a card's memory is kept for the sake of since when its inputs have their values.
    func keepsSince(ofCard place: Int) -> Bool {
        sinceReaders.activities[cards[place].rule] != nil
            && cards[place].inputs.contains { $0.changedAt != nil }
    }

    /// The same of a watch.
    func keepsSince(ofWatch place: Int) -> Bool {
        sinceReaders.notifications[watches[place].rule] != nil
            && watches[place].inputs.contains { $0.changedAt != nil }
    }

    /// Whether a card still waits to hear what was known of it before a restart.
    func isSinceAwaited(_ place: Int) -> Bool {
        sinceReaders.activities[cards[place].rule] != nil && cards[place].memory?.isWaiting == true
    }

    /// Whether a card of a captured name was heard of so lately that its memory may be of use.
    func isSinceYoung(_ card: Card, at now: Moment) -> Bool {
        guard sinceReaders.activities[card.rule] != nil,
            let heard = card.inputs.compactMap({ $0.receivedAt?.uptime }).max()
        else { return false }
        return now.uptime - heard <= InputPast.longestUnknown
    }

    /// Gives a card's inputs what was known before a restart of since when they have their values.
    mutating func restoreSince(ofCard place: Int, at now: Moment) {
        guard sinceReaders.allActivities.contains(cards[place].rule), let memory = cards[place].memory else {
            return
        }
        cards[place].savedSince = SavedSince(memory, givenTo: &cards[place].inputs, at: now)
    }

    /// The same of a watch.
    mutating func restoreSince(ofWatch place: Int, at now: Moment) {
        guard sinceReaders.notifications[watches[place].rule] != nil, let memory = watches[place].memory
        else {
            return
        }
        watches[place].savedSince = SavedSince(memory, givenTo: &watches[place].inputs, at: now)
    }

    /// Saves that an input of a card has another value, at once or before long.
    ///
    /// Whatever reads the clock is looked at again and again, so what waits needs no deadline of its own.
    mutating func noteSince(ofCard place: Int, at now: Moment) {
        guard let numbers = sinceReaders.activities[cards[place].rule], !clock.isHolding,
            mustSave(cards[place].savedSince, cards[place].inputs, numbers, at: now)
        else { return }
        cards[place].savedSince.savedAt = now.uptime
        saveCard(place, isForced: true, at: now)
    }

    /// The same of a watch.
    mutating func noteSince(ofWatch place: Int, at now: Moment) {
        guard let numbers = sinceReaders.notifications[watches[place].rule], !clock.isHolding,
            mustSave(watches[place].savedSince, watches[place].inputs, numbers, at: now)
        else { return }
        watches[place].savedSince.savedAt = now.uptime
        saveWatch(place, at: now)
    }

    private func mustSave(_ saved: SavedSince, _ inputs: [InputState], _ numbers: [Int], at now: Moment)
        -> Bool
    {
        let isSettled = brokerWatch.settledAt.map { now.uptime >= $0 } ?? false
        guard saved.differs(inputs, numbers) || saved.isFarewell && isSettled else { return false }
        return saved.savedAt.map { now.uptime - $0 >= Self.sinceSaveInterval } ?? true
    }

    /// Whether a condition held already when the daemon began: what came to be while it did not run is no event.
    ///
    /// Only where a message said again what was known before the restart; else nobody can tell.
    func heldAtRestart(_ place: Int, _ when: LocatedTemplate, at now: Moment) -> Bool {
        guard let past = watches[place].inputs.lazy.compactMap(\.past).first(where: { $0.heardAt != nil })
        else { return false }
        let began = Moment(wall: past.wall(of: past.restoredAt, at: now), uptime: past.restoredAt)
        let scope = watchScope(place, nil, at: began, forFields: false)
        let holds = try? when.template.evaluate(in: scope).isTrueAsCondition
        return holds == true
    }

    /// Counts anew how old is what was known before a restart, after the clock was set.
    mutating func recountSince(at now: Moment) {
        for place in cards.indices {
            for number in cards[place].inputs.indices { cards[place].inputs[number].recountPast(at: now) }
        }
        for place in watches.indices {
            for number in watches[place].inputs.indices { watches[place].inputs[number].recountPast(at: now) }
        }
    }
}
