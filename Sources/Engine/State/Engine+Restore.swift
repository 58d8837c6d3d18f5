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
            case .accounts: restoreBudget(row.key, value, at: now)
            case .rules: restoreWatch(row.key, value.objectValue ?? [:], at: now)
            case .widgets: restoreWidget(row.key, value.objectValue ?? [:])
            case .usedTaps:
                if let until = value.doubleValue.flatMap(Timestamp.init(unixSeconds:)) {
                    taps.used[row.key] = until
                }
            }
        }
        completeRings(at: now)
    }

    private mutating func restoreCard(_ key: String, _ row: JSONObject, at now: Moment) {
        guard let name = row["rule"]?.stringValue,
            let rule = mapping.activities.firstIndex(where: { $0.name == name })
        else { return }
        var captures: [String: String] = [:]
        for (key, text) in row["captures"]?.objectValue ?? [:] { captures[key] = text.stringValue }
        guard let account = account(named: row["account"]?.stringValue),
            mapping.activities[rule].accounts.contains(account),
            let place = card(CardKey(rule: rule, captures: captures, account: account), at: now)
        else { return }
        let isOutdated = key == cards[place].slug.text && key != stateKey(ofCard: place)
        guard isOutdated || key == stateKey(ofCard: place) else { return }
        cards[place].restore(row, at: now)
        if isOutdated {
            cards[place].saved = nil
            outdatedRows.append(StateChange(.cards, key, nil))
        }
        deadlines.set(now.uptime + .milliseconds(1), for: .card(place))
    }

    private mutating func restoreWatch(_ key: String, _ row: JSONObject, at now: Moment) {
        let parts = key.split(separator: "\u{1F}").map(String.init)
        guard let name = parts.first, let rule = mapping.notifications.firstIndex(where: { $0.name == name })
        else { return }
        var captures: [String: String] = [:]
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { captures[String(pair[0])] = String(pair[1]) }
        }
        if let place = watch(CardKey(rule: rule, captures: captures), at: now) { watches[place].restore(row) }
    }

    /// Asks the server what it holds, so that nothing is sent that it shows already.
    mutating func begin(at now: Moment) {
        forgetExpiredNotices(at: now)
        polls.mustLook = true
        for (key, until) in taps.used where until < now.wall {
            taps.used[key] = nil
            effects.append(.save([StateChange(.usedTaps, key, nil)]))
        }
        if !outdatedRows.isEmpty {
            effects.append(.save(outdatedRows))
            outdatedRows = []
            for place in cards.indices { saveCard(place, at: now) }
        }
        for account in accounts.indices {
            let knowsCards = cards.contains {
                $0.account == account && ($0.slot.acknowledged != nil || !$0.slot.uncertain.isEmpty)
            }
            if knowsCards || options.reconcilesWithoutState { askWhatIsThere(account, after: nil, at: now) }
        }
        beginBudgets(at: now)
        beginWidgets(at: now)
    }

    mutating func askWhatIsThere(_ account: Int, after cursor: String?, at now: Moment) {
        let request = PushWardRequest.listActivities(after: cursor)
        let id = depart(request, for: .reconciliation, to: account, at: now)
        effects.append(.request(id, request, account: account))
    }

    /// Takes what the server holds, for the cards that have not sent anything since.
    mutating func reconcile(_ account: Int, _ answer: Answer, wait: Duration, at now: Moment) {
        guard answer.isSuccess, let page = answer.body else {
            let again = now.uptime + max(wait, .seconds(answer.kind == .transient ? 5 : 3600))
            return deadlines.set(again, for: .reconciliation(account))
        }
        for item in page["items"]?.arrayValue ?? [] {
            guard let slug = item["slug"]?.stringValue, let place = cardsBySlug[CardAddress(account, slug)],
                cards[place].slot.inFlight == nil, cards[place].slot.lastSentAt == nil
            else { continue }
            adopt(item, place, at: now)
        }
        if let cursor = page["next_cursor"]?.stringValue, !cursor.isEmpty {
            return askWhatIsThere(account, after: cursor, at: now)
        }
        let isSendingCards = requests.values.contains { flight in
            if case .card = flight.purpose { flight.account == account } else { false }
        }
        let listed = Set((page["items"]?.arrayValue ?? []).compactMap { $0["slug"]?.stringValue })
        for place in cards.indices
        where cards[place].account == account && cards[place].slot.acknowledged != nil
            && cards[place].slot.lastSentAt == nil
        {
            // Only where all rows fit on one page is what is not listed known to be gone.
            guard !isSendingCards, listed.count < 100,
                !listed.contains(cards[place].slug.text)
            else {
                continue
            }
            cards[place].slot.adopt(nil)
            step(place, at: now)
        }
    }

    private mutating func adopt(_ item: JSON, _ place: Int, at now: Moment) {
        var row = RowSettings()
        row.adopt(item.objectValue ?? [:])
        let state =
            item["state"]?.stringValue.flatMap { ServerCard.State(rawValue: $0.lowercased()) } ?? .ended
        let stored = item["content"]?.objectValue ?? [:]
        var content = StoredContent.comparable(stored)
        let time = { (name: String) in stored[name]?.doubleValue.flatMap(Timestamp.init(unixSeconds:)) }
        if let pausedAt = time("paused_at") {
            content["paused"] = true
            cards[place].pausedAt = pausedAt
        }
        if let position = stored["position_seconds"]?.doubleValue, let at = time("position_at") {
            // What the server has counts: the last request before a crash may have arrived.
            let isPlaying = stored["playback_state"] == "playing"
            cards[place].playhead = Playhead(position: position, at: at, isPlaying: isPlaying)
        }
        content["position_at"] = nil
        let sent = cards[place].slot.acknowledged?.content
        if let sent, let warned = stored["warning_pushed"], warned != false, !warned.isNull {
            // The server has coloured it for its last seconds: that is not to be undone.
            content["accent_color"] = sent["accent_color"]
        }
        if let snoozed = time("snoozed_until"), snoozed > now.wall {
            // The person moved the end; what we sent last is what still counts as sent, so that nothing moves it back.
            content["end_date"] = sent?["end_date"] ?? content["end_date"]
        }
        cards[place].slot.adopt(ServerCard(state: state, content: content, row: row))
        if takeAnswer(ofCard: place, item, serverTime: now.wall, at: now) { return }
        if cards[place].phase == .ongoing, state != .ongoing {
            endedElsewhere(place, mapping.activities[cards[place].rule], state)
        } else if cards[place].phase == .idle, state == .ongoing, cards[place].run == nil {
            cards[place].isUnclaimed = true
        }
        step(place, at: now)
    }
}
