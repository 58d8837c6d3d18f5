import Mapping
import PushWardAPI
import Values

/// `activity_slug`: the card that a notification belongs to, which must exist before it (`pushward-api.md` section 11.1).
extension Engine {
    /// How long a notification waits for a card that is just being started.
    private static let longestWaitForCard: Duration = .seconds(15)

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
        guard let slug = waiting.body["activity_slug"]?.stringValue,
            let place = cardsBySlug[CardAddress(waiting.account, slug)],
            cards[place].slot.acknowledged == nil
        else { return nil }
        let isComing = cards[place].slot.inFlight != nil || cards[place].phase != .idle
        if isComing, now.wall - waiting.createdAt < Self.longestWaitForCard {
            return now.uptime + .milliseconds(500)
        }
        guard cards[place].slot.inFlight == nil else { return nil }
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
            cards[place].slot.adopt(ServerCard(state: .ended, content: [:], row: row))
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
