import Mapping
import PushWardAPI
import Values

extension Engine {
    /// Takes over what was durable before the restart.
    mutating func restore(_ state: [StateChange], at now: Moment) {
        for row in state {
            guard let value = row.value else { continue }
            switch row.table {
            case .cards: restoreCard(row.key, value.objectValue ?? [:], at: now)
            case .rings: restoreRing(row.key, value, at: now)
            case .notifications: restoreNotification(row.key, value.objectValue ?? [:], at: now)
            case .accounts:
                if !restoreRate(row.key, value, at: now) { restoreBudget(row.key, value, at: now) }
            case .rules: restoreWatch(row.key, value.objectValue ?? [:], at: now)
            case .widgets: restoreWidget(row.key, value.objectValue ?? [:])
            case .clock: buttonClock.saved = value.doubleValue.flatMap(Timestamp.init(unixSeconds:))
            case .usedTaps:
                if let until = value.doubleValue.flatMap(Timestamp.init(unixSeconds:)) {
                    taps.used[row.key] = until
                }
            }
        }
        completeRings(at: now)
        outbox.orderRestored(at: now)
        resumeButtons(at: now)
    }

    private mutating func restoreCard(_ key: String, _ row: JSONObject, at now: Moment) {
        guard let account = account(named: row["account"]?.stringValue) else {
            return noteStranded(row, key, at: now)
        }
        guard let place = ownerOfCard(key, account, row, at: now) else {
            return restoreOrphan(key, account, row, at: now)
        }
        cards[place].restore(row, at: now)
        cards[place].memory = RuleMemory(row["memory"], mapping.activities[cards[place].rule].inputs)
        restoreSince(ofCard: place, at: now)
        if key != stateKey(ofCard: place) {
            cards[place].saved = nil
            outdatedRows.append(StateChange(.cards, key, nil))
        }
        deadlines.set(now.uptime + .milliseconds(1), for: .card(place))
    }

    /// The card that a row of the durable state is of; nil: the mapping makes no such card any more.
    private mutating func ownerOfCard(_ key: String, _ account: Int, _ row: JSONObject, at now: Moment)
        -> Int?
    {
        guard let name = row["rule"]?.stringValue,
            let rule = mapping.activities.firstIndex(where: { $0.name == name }),
            mapping.activities[rule].accounts.contains(account)
        else { return nil }
        var captures: [String: String] = [:]
        for (key, text) in row["captures"]?.objectValue ?? [:] { captures[key] = text.stringValue }
        let names = mapping.activities[rule].each?.captureNames ?? []
        guard Set(captures.keys) == Set(names),
            let place = card(CardKey(rule: rule, captures: captures, account: account), at: now),
            key == cards[place].slug.text || key == stateKey(ofCard: place)
        else { return nil }
        return place
    }

    private mutating func restoreWatch(_ key: String, _ row: JSONObject, at now: Moment) {
        let parts = key.split(separator: "\u{1F}").map(String.init)
        guard let name = parts.first, let rule = mapping.notifications.firstIndex(where: { $0.name == name })
        else {
            // Of a rule that is no more.
            return outdatedRows.append(StateChange(.rules, key, nil))
        }
        var captures: [String: String] = [:]
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { captures[String(pair[0])] = String(pair[1]) }
        }
        guard let place = watch(CardKey(rule: rule, captures: captures), at: now) else { return }
        watches[place].restore(row)
        watches[place].memory = RuleMemory(row["memory"], mapping.notifications[rule].inputs)
        restoreSince(ofWatch: place, at: now)
        resumeSilence(place, row, at: now)
        resumeHold(place, row, at: now)
    }

    /// Asks the server what it holds, so that nothing is sent that it shows already.
    mutating func begin(at now: Moment) {
        forgetExpiredNotices(at: now)
        polls.mustLook = true
        if !outdatedRows.isEmpty {
            effects.append(.save(outdatedRows))
            outdatedRows = []
            for place in cards.indices { saveCard(place, at: now) }
        }
        for account in accounts.indices {
            let knowsCards =
                cards.contains { $0.account == account && $0.slot.mayExist }
                || orphans.keys.contains { $0.account == account }
            if knowsCards || options.reconcilesWithoutState { askWhatIsThere(account, at: now) }
        }
        beginButtons(at: now)
        lookAtClock(at: now)
        tellStranded()
        beginBudgets(at: now)
        beginWidgets(at: now)
    }
}
