import Mapping
import PushWardAPI
import Values

extension Engine {
    /// Asks the server what the account holds, at once or as soon as the host may be asked.
    mutating func askWhatIsThere(_ account: Int, at now: Moment) {
        guard accounts[account].reconciliation.listing == nil else {
            accounts[account].reconciliation.listing?.mustRepeat = true
            return
        }
        // What was planned has come; else a time in the past would be planned again, and wake without end.
        accounts[account].reconciliation.dueAt = nil
        if let until = waitingUntil(account, now.uptime) { return ask(account, at: until) }
        accounts[account].reconciliation.listing = Listing(
            beganAt: now.uptime,
            underWay: slugsUnderWay(account)
        )
        deadlines.set(nil, for: .reconciliation(account))
        askForPage(account, after: nil, at: now)
    }

    /// The slugs of an account's cards with a request in flight.
    private func slugsUnderWay(_ account: Int) -> Set<String> {
        var slugs: Set<String> = []
        for flight in requests.values where flight.account == account {
            switch flight.purpose {
            case .card(let place): slugs.insert(cards[place].slug.text)
            case .orphan(let address): slugs.insert(address.slug)
            default: break
            }
        }
        return slugs
    }

    /// Asks later, unless that is planned for an earlier time.
    private mutating func ask(_ account: Int, at uptime: Duration) {
        let due = min(accounts[account].reconciliation.dueAt ?? uptime, uptime)
        accounts[account].reconciliation.dueAt = due
        deadlines.set(due, for: .reconciliation(account))
    }

    /// Makes sure that it is asked before long, for the sake of cards that wait for a slot.
    mutating func askBefore(_ uptime: Duration, _ account: Int) {
        guard accounts[account].reconciliation.listing == nil else { return }
        ask(account, at: uptime)
    }

    private mutating func askForPage(_ account: Int, after cursor: String?, at now: Moment) {
        let request = PushWardRequest.listActivities(after: cursor)
        let id = depart(request, for: .reconciliation, to: account, at: now)
        effects.append(.request(id, request, account: account))
    }

    /// Takes a page of what the server holds; what was sent since the listing began counts more.
    mutating func reconcile(_ account: Int, _ answer: Answer, wait: Duration, at now: Moment) {
        guard var listing = accounts[account].reconciliation.listing else { return }
        guard answer.isSuccess, let page = answer.body, page["items"] != nil else {
            accounts[account].reconciliation.listing = nil
            let again: Duration =
                switch answer.kind {
                case .transient, .rateLimited: max(wait, .seconds(5))
                // A cursor that is not known any more: from the beginning.
                case .invalid, .success: .seconds(60)
                default: .seconds(3600)
                }
            return ask(account, at: now.uptime + again)
        }
        listing.serverTime = answer.serverTime
        for item in page["items"]?.arrayValue ?? [] { take(item, account, &listing, at: now) }
        accounts[account].reconciliation.listing = listing
        if let cursor = page["next_cursor"]?.stringValue, !cursor.isEmpty, listing.pages < Listing.mostPages {
            accounts[account].reconciliation.listing?.pages += 1
            return askForPage(account, after: cursor, at: now)
        }
        accounts[account].reconciliation.listing = nil
        accounts[account].reconciliation.foreign = listing.foreign
        accounts[account].reconciliation.slugs = listing.slugs
        accounts[account].reconciliation.listedAt = listing.beganAt
        forgetUnlisted(account, listing, at: now)
        offerSlots(account, isNews: true, at: now)
        if listing.mustRepeat { ask(account, at: now.uptime + .seconds(1)) }
    }

    private mutating func take(_ item: JSON, _ account: Int, _ listing: inout Listing, at now: Moment) {
        guard let slug = item["slug"]?.stringValue else { return }
        listing.slugs.insert(slug)
        let address = CardAddress(account, slug)
        if let place = cardsBySlug[address] {
            if cards[place].slot.isSettled(for: listing) { adopt(item, place, listing, at: now) }
            return
        }
        let server = ServerCard(listed: item)
        if orphans[address] != nil {
            if orphans[address]?.slot.isSettled(for: listing) == true {
                orphans[address]?.slot.adopt(server)
                orphans[address]?.endsAt = now.uptime
            }
            return
        }
        guard server.state == .ongoing else { return }
        listing.foreign[slug] = server.row.priority ?? 0
        let prefix = accounts[account].slugPrefix
        guard !prefix.isEmpty, slug.hasPrefix(prefix) else { return }
        // Ours by its name, though nothing is known of it: the message that makes its card may be yet to come.
        orphan(address, server, endsAt: now.uptime + Orphan.grace)
    }

    /// Takes that rows which no page lists are gone.
    private mutating func forgetUnlisted(_ account: Int, _ listing: Listing, at now: Moment) {
        guard listing.pages < Listing.mostPages else { return }
        for place in cards.indices
        where cards[place].account == account && cards[place].slot.mayExist
            && !listing.slugs.contains(cards[place].slug.text)
            && cards[place].slot.isSettled(for: listing)
        {
            vanished(place, mapping.activities[cards[place].rule], at: now)
            saveCard(place, at: now)
            step(place, at: now)
        }
        for (address, orphan) in orphans
        where address.account == account && !listing.slugs.contains(address.slug)
            && orphan.slot.isSettled(for: listing)
        {
            orphans[address]?.slot.adopt(nil)
            orphans[address]?.endsAt = now.uptime
        }
    }

    /// Takes over what the server holds of a card.
    private mutating func adopt(_ item: JSON, _ place: Int, _ listing: Listing, at now: Moment) {
        let before = cards[place].slot.acknowledged
        // An end of ours of which nobody heard is no one else's.
        let wasOngoing = cards[place].slot.isSurelyOngoing
        let mayHaveBeenOn = cards[place].slot.mayBeOngoing
        let server = take(item, place, at: now)
        if takeAnswer(ofCard: place, item, serverTime: now.wall, at: now) { return }
        let rule = mapping.activities[cards[place].rule]
        if cards[place].phase == .idle, server.state == .ongoing, cards[place].run == nil {
            cards[place].isUnclaimed = true
        } else if cards[place].phase == .ongoing, wasOngoing, server.state == .ended {
            // One of which the start was never acknowledged has not been on yet.
            if endedByItself(place, showing: server.content, at: now) {
                endedByItself(place, rule, showing: server.content, at: now)
            } else {
                endedElsewhere(place, rule, .ended, item)
            }
        } else if mayHaveBeenOn, server.state == .preempted {
            displaced(place, rule, at: listing.beganAt)
        }
        if server.state == .ongoing, let serverTime = listing.serverTime,
            let updated = item["updated_at"]?.stringValue.flatMap(Timestamp.init(rfc3339:))
        {
            // When it was last updated the server knows better than a clock that may have been set since.
            cards[place].lastPushAt = now.wall - max(.zero, serverTime - updated)
            cards[place].sentAt = cards[place].lastPushAt
            if server.state == .ongoing { cards[place].barBeganAt = cards[place].lastPushAt }
        }
        if server.state == .ongoing, let serverTime = listing.serverTime,
            let since = cards[place].shownSinceThere
        {
            cards[place].shownSince = now.wall - max(.zero, serverTime - since)
        }
        let isSince = cards[place].shownSince.map { now.wall - $0 <= Card.longestOnPhone } ?? false
        // One that is on has not been on for longer than it can be.
        if server.state == .ongoing, !isSince { cards[place].shownSince = now.wall }
        if cards[place].slot.acknowledged != before { saveCard(place, at: now) }
        step(place, at: now)
    }

    /// Takes the server's word for a card's row, but for what it does to one by itself; what it holds.
    @discardableResult mutating func take(_ item: JSON, _ place: Int, at now: Moment) -> ServerCard {
        let slot = cards[place].slot
        let stored = item["content"]?.objectValue ?? [:]
        var server = ServerCard(listed: item)
        // What was sent without an answer may have come, or not.
        let ours = slot.acknowledged.map { [$0.content, slot.believed.content] } ?? []
        server.content = ServerOwned.leftAlone(server.content, stored: stored, ours: ours, now: now)
        let time = { (name: String) in stored[name]?.doubleValue.flatMap(Timestamp.init(unixSeconds:)) }
        if let pausedAt = time("paused_at") {
            server.content["paused"] = true
            cards[place].pausedAt = pausedAt
        }
        if let position = stored["position_seconds"]?.doubleValue, let at = time("position_at") {
            // What the server has counts: the last request before a crash may have arrived.
            let isPlaying = stored["playback_state"] == "playing"
            cards[place].playhead = Playhead(position: position, at: at, isPlaying: isPlaying)
        }
        server.content["position_at"] = nil
        cards[place].slot.adopt(server)
        return server
    }
}

extension ServerCard {
    /// What an item of `GET /activities` says.
    init(listed item: JSON) {
        var row = RowSettings()
        row.adopt(item.objectValue ?? [:])
        let state = item["state"]?.stringValue.flatMap { State(rawValue: $0.lowercased()) }
        self.init(
            state: state ?? .ended,
            content: StoredContent.comparable(item["content"]?.objectValue ?? [:]),
            row: row
        )
        isStale = self.state == .ended && content["state"]?.stringValue == Self.staleText
        learn(item)
    }
}

extension Slot {
    /// Whether nothing was sent since the listing began or was under way then, so that what it says is the truth.
    func isSettled(for listing: Listing) -> Bool {
        inFlight == nil && (lastSentAt.map { $0 < listing.beganAt } ?? true)
            && !listing.underWay.contains(slug.text)
    }
}
