import Mapping
import Values

extension Engine {
    /// How often it is looked which rows of the durable state say nothing any more.
    private static let pruningInterval: Duration = .seconds(3600)
    /// What a rule of captured names remembers of one that has not been heard of for so long is forgotten.
    private static let watchMemory: Duration = .seconds(7 * 86_400)

    /// Forgets what cannot matter any more, now and then; what the mapping names itself is always kept.
    ///
    /// It has no timer of its own: where nothing happens, nothing grows.
    mutating func pruneNowAndThen(at now: Moment) {
        if let prunedAt, now.uptime - prunedAt < Self.pruningInterval { return }
        prunedAt = now.uptime
        forgetExpiredNotices(at: now)
        var changes: [StateChange] = []
        for (key, until) in taps.used.sorted(by: { $0.key < $1.key }) where until < now.wall {
            // What a clock told that had not been set says nothing.
            let isOfUnsetClock = !Moment(wall: until, uptime: now.uptime).isClockSet
            let kept = isOfUnsetClock ? now.wall + Self.clockDoubt : nil
            taps.used[key] = kept
            changes.append(StateChange(.usedTaps, key, kept.map { .double($0.unixSeconds) }))
        }
        for place in watches.indices where mayForget(watches[place], at: now) {
            let name = mapping.notifications[watches[place].rule].name
            changes.append(StateChange(.rules, watches[place].stateKey(ruleName: name), nil))
            watches[place].lastSentAt = nil
        }
        for place in cards.indices where mayForget(cards[place], at: now) {
            changes.append(StateChange(.cards, stateKey(ofCard: place), nil))
            cards[place].saved = nil
            cards[place].run = nil
            cards[place].finalFields = nil
            // The server freed the row long ago: a new start pays for its name again.
            cards[place].slot.adopt(nil)
        }
        if !changes.isEmpty { effects.append(.save(changes)) }
    }

    private func mayForget(_ watch: NotificationWatch, at now: Moment) -> Bool {
        guard !watch.captures.isEmpty, watch.holds != true, let last = watch.lastSentAt else { return false }
        return now.wall - last > max(Self.watchMemory, mapping.notifications[watch.rule].cooldown)
    }

    /// Whether a captured card ended so long ago that the server has freed its row.
    private func mayForget(_ card: Card, at now: Moment) -> Bool {
        guard !card.captures.isEmpty, card.saved != nil, card.phase == .idle, card.isArmed,
            card.slot.inFlight == nil, card.slot.uncertain.isEmpty, card.slot.believed.state != .ongoing
        else { return false }
        if isSinceYoung(card, at: now) { return false }
        guard let last = card.lastPushAt else { return true }
        let kept = card.slot.believed.row.endedTTL.map { Duration.seconds($0) } ?? .seconds(3600)
        return now.wall - last > kept + .seconds(3600)
    }
}
