import Mapping
import PushWardAPI
import Values

/// `activity_slug`: the card that a notification belongs to, which must exist before it (`pushward-api.md` section 11.1).
extension Engine {
    /// How long a notification waits for a card that is just being started.
    private static let longestWaitForCard: Duration = .seconds(15)
    /// So long what was listed is taken for true.
    private static let listingLife: Duration = .seconds(60)
    /// After so many attempts the notification goes out without its card.
    private static let mostRemakes = 2

    /// The body with the slug that the named card has at PushWard: the mapping's names have no prefix.
    func naming(cardOf account: Int, in body: JSONObject) -> JSONObject {
        guard let name = body["activity_slug"]?.stringValue, let place = linkedCard(name, account) else {
            return body
        }
        var body = body
        body["activity_slug"] = .string(cards[place].slug.text)
        return body
    }

    private func linkedCard(_ name: String, _ account: Int) -> Int? {
        cardsBySlug[CardAddress(account, name)]
            ?? cardsBySlug[CardAddress(account, accounts[account].slugPrefix + name)]
    }

    /// Makes sure that the card exists; when to look again, nil: it does, or nothing is known of it here.
    mutating func prepareActivity(of waiting: NotificationOutbox.Waiting, at now: Moment) -> Duration? {
        guard let slug = waiting.body["activity_slug"]?.stringValue else { return nil }
        guard let place = cardsBySlug[CardAddress(waiting.account, slug)] else {
            return lookFor(slug, waiting, at: now)
        }
        noteElapsed(place, mapping.activities[cards[place].rule], at: now)
        guard cards[place].slot.acknowledged == nil else { return nil }
        let isComing = cards[place].slot.inFlight != nil || cards[place].phase != .idle
        if isComing, now.wall - waiting.createdAt < Self.longestWaitForCard {
            return now.uptime + .milliseconds(500)
        }
        guard cards[place].slot.inFlight == nil else { return nil }
        if now.wall - waiting.createdAt < Self.longestWaitForCard, let until = makeRow(for: place, at: now) {
            return min(until, now.uptime + Self.longestWaitForCard)
        }
        let row = row(place, mapping.activities[cards[place].rule], at: now)
        let request = PushWardRequest.postActivity(
            cards[place].slug,
            name: row.name ?? slug,
            priority: row.priority,
            staleTTL: row.staleTTL,
            endedTTL: row.endedTTL,
            dismissalTTL: row.dismissalTTL
        )
        let purpose = Purpose.linkedActivity(place, notification: waiting.id)
        let id = depart(request, for: purpose, to: waiting.account, at: now)
        outbox.update(waiting.id) { $0.isInFlight = true }
        effects.append(.request(id, request, account: waiting.account))
        // Its answer wakes the outbox.
        return now.uptime + .seconds(60)
    }

    /// Looks among all rows of the account for a card that is none of ours; when to look again, nil: it is settled.
    private mutating func lookFor(_ slug: String, _ waiting: NotificationOutbox.Waiting, at now: Moment)
        -> Duration?
    {
        let known = accounts[waiting.account].reconciliation
        if let listedAt = known.listedAt {
            if known.slugs.contains(slug), now.uptime - listedAt <= Self.listingLife { return nil }
            // Only what was listed since says that there is none: it may have been made just before.
            if listedAt >= now.uptime - (now.wall - waiting.createdAt) {
                leaveOut(["activity_slug"], of: waiting.id, why: "PushWard has no such card", label: slug)
                return nil
            }
        }
        guard now.wall - waiting.createdAt < Self.longestWaitForCard else { return nil }
        askWhatIsThere(waiting.account, at: now)
        return now.uptime + .milliseconds(500)
    }

    /// Takes that PushWard has no such card after all; whether it is to be made anew before the notification goes out.
    mutating func remakeActivity(of waiting: NotificationOutbox.Waiting) -> Bool {
        guard waiting.attempts <= Self.mostRemakes, let slug = waiting.body["activity_slug"]?.stringValue,
            let place = cardsBySlug[CardAddress(waiting.account, slug)], cards[place].phase == .idle,
            cards[place].slot.inFlight == nil, cards[place].slot.uncertain.isEmpty
        else { return false }
        cards[place].slot.adopt(nil)
        return true
    }

    /// Takes how the making of a card for a notification ended.
    mutating func respondLinkedActivity(
        _ place: Int,
        _ id: String,
        _ answer: Answer,
        wait: Duration,
        at now: Moment
    ) {
        outbox.update(id) { $0.isInFlight = false }
        switch answer.kind {
        case .success:
            guard cards[place].slot.acknowledged == nil else { return }
            var row = RowSettings()
            row.adopt(answer.body?.objectValue ?? [:])
            var made = ServerCard(state: .ended, content: [:], row: row)
            made.isLasting = true
            cards[place].slot.adopt(made)
            cards[place].lastPushAt = now.wall
            saveCard(place, at: now)
        case .transient, .rateLimited, .unauthorised:
            outbox.update(id) { $0.retryAt = now.uptime + wait }
        case .quota, .forbidden, .gone, .full, .invalid, .preempted:
            // The person is told all the same.
            outbox.update(id) { $0.body["activity_slug"] = nil }
            saveNotification(id)
        }
    }
}
