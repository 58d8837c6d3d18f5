import Mapping
import PushWardAPI
import Values

/// A card of ours for which no rule stands any more: it is ended, then forgotten.
struct Orphan: Sendable {
    /// So long the rest of the home may take to tell of itself before a card that only its slug makes ours is ended.
    static let grace: Duration = .seconds(120)

    var slot: Slot
    /// Left alone until then, on the uptime clock.
    var endsAt: Duration
    /// Its row in the durable state; nil: there is none.
    var key: String?
}

extension Engine {
    /// Notes a card without a rule.
    mutating func orphan(_ address: CardAddress, _ server: ServerCard, endsAt: Duration) {
        let slug = Slug.from(text: address.slug)
        guard slug.text == address.slug else { return }
        var slot = Slot(slug: slug)
        slot.adopt(server)
        orphans[address] = Orphan(slot: slot, endsAt: endsAt)
    }

    /// Takes a row of the durable state whose rule, captures or slug are no longer in the mapping.
    mutating func restoreOrphan(_ key: String, _ account: Int, _ row: JSONObject, at now: Moment) {
        let text = key.split(separator: "\u{1F}").last.map(String.init) ?? key
        let address = CardAddress(account, text)
        let slug = Slug.from(text: text)
        guard slug.text == text, orphans[address] == nil else { return }
        var slot = Slot(slug: slug)
        slot.restore(row)
        // What was sent last is asked of the server first; where it does not say, this is as good as known.
        orphans[address] = Orphan(slot: slot, endsAt: now.uptime + Orphan.grace, key: key)
        if let place = cardsBySlug[address] { claim(address, by: place) }
    }

    /// Hands what is known of a slug over to the card that has it now.
    mutating func claim(_ address: CardAddress, by place: Int) {
        guard let orphan = orphans.removeValue(forKey: address) else { return }
        if let key = orphan.key, key != stateKey(ofCard: place) {
            outdatedRows.append(StateChange(.cards, key, nil))
        }
        cards[place].slot = orphan.slot
        for (id, flight) in requests where flight.purpose == .orphan(address) {
            requests[id]?.purpose = .card(place)
        }
        cards[place].isUnclaimed = cards[place].slot.isBelievedOngoing && cards[place].run == nil
    }

    /// Ends the cards for which no rule stands any more.
    mutating func deliverOrphans(at now: Moment) {
        guard !orphans.isEmpty else { return }
        var wake: Duration?
        for (address, orphan) in orphans.sorted(by: { $0.key.slug < $1.key.slug })
        where orphan.slot.inFlight == nil {
            let due = max(orphan.endsAt, orphan.slot.retryAt ?? .zero)
            if due > now.uptime {
                wake = min(wake ?? due, due)
                continue
            }
            let believed = orphan.slot.believed
            let desired = DesiredCard(lifecycle: .ended, content: believed.content, row: believed.row)
            guard let next = orphan.slot.nextRequest(to: desired) else {
                forgetOrphan(address)
                continue
            }
            if let until = waitingUntil(address.account, now.uptime, .vital, isWokenByAnswers: true) {
                wake = min(wake ?? until, until)
                continue
            }
            let id = depart(next.request, for: .orphan(address), to: address.account, at: now)
            orphans[address]?.slot.sent(id, step: next.step, body: next.request.body ?? [:], at: now.uptime)
            log(
                .notice,
                "rules",
                "the card \(address.slug) is ended: no rule of the mapping makes it any more"
            )
            effects.append(.request(id, next.request, account: address.account))
        }
        deadlines.set(wake.map { max($0, now.uptime + .milliseconds(1)) }, for: .orphans)
    }

    private mutating func forgetOrphan(_ address: CardAddress) {
        guard let orphan = orphans.removeValue(forKey: address), let key = orphan.key else { return }
        effects.append(.save([StateChange(.cards, key, nil)]))
    }

    mutating func respondOrphan(_ address: CardAddress, _ answer: Answer, wait: Duration, at now: Moment) {
        switch answer.kind {
        case .success: orphans[address]?.slot.acknowledge()
        case .transient:
            orphans[address]?.slot.leaveOpen(
                mayHaveArrived: answer.mayHaveArrived,
                retryAt: now.uptime + wait
            )
        case .rateLimited, .unauthorised:
            orphans[address]?.slot.withdraw()
            orphans[address]?.slot.retryAt = now.uptime + wait
        case .quota, .full:
            orphans[address]?.slot.withdraw()
            orphans[address]?.slot.retryAt = now.uptime + .seconds(3600)
        case .gone, .forbidden, .invalid, .preempted:
            // It is gone, or its `stale_ttl` must end it.
            forgetOrphan(address)
        }
    }
}
