import Mapping
import PushWardAPI
import Values

/// What becomes of a notification that was sent (design section 7).
extension Engine {
    mutating func respondNotification(_ id: String, _ answer: Answer, wait: Duration, at now: Moment) {
        outbox.update(id) {
            $0.isInFlight = false
            $0.attempts += 1
        }
        switch answer.kind {
        case .success:
            if let sent = outbox.remove(id) {
                if sent.isScheduled {
                    wasScheduled(id, sent, answer)
                } else {
                    awaitAnswer(to: id, sent, answer)
                }
                saveNotification(id)
                noteDelivery(sent, answer)
            }
        case .transient:
            outbox.update(id) {
                $0.retryAt = now.uptime + max(wait, answer.rest(after: $0.attempts - 1))
                // After a 503 a repeat is allowed.
                $0.mayHaveArrived = $0.mayHaveArrived || answer.mayHaveArrived && !answer.isUnavailable
            }
            saveNotification(id)
        case .rateLimited, .unauthorised:
            outbox.update(id) { $0.retryAt = now.uptime + wait }
            saveNotification(id)
        case .quota(let until):
            if let account = outbox.waiting.first(where: { $0.id == id })?.account {
                parkQuota(account, .notifications, until, answer, at: now)
            }
            saveNotification(id)
        case .forbidden:
            if !mend(id, answer) { park(id, answer, at: now) }
            saveNotification(id)
        case .gone, .full, .invalid, .preempted:
            if mend(id, answer) { return saveNotification(id) }
            let account = outbox.waiting.first { $0.id == id }?.account ?? 0
            log(.error, "pushward", "\(accounts[account].label)a notification was refused: \(answer.text)")
            give(up: id, answer.text)
        }
    }

    /// How long a notification rests that the key may not send: somebody may give it the permission.
    private static let permissionRest: Duration = .seconds(300)

    /// Lets a notification wait that the key may not send, up to its age (design section 7).
    private mutating func park(_ id: String, _ answer: Answer, at now: Moment) {
        guard let account = outbox.waiting.first(where: { $0.id == id })?.account else { return }
        outbox.update(id) { $0.retryAt = now.uptime + Self.permissionRest }
        guard outbox.deliveryTold.insert("permission \(account) \(answer.label)").inserted else { return }
        log(
            .error,
            "pushward",
            "\(accounts[account].label)PushWard refuses notifications (\(answer.text)); they wait up to `max_age`: "
                + "give the key the permission `notifications:send`"
        )
    }

    mutating func give(up id: String, _ why: String) {
        guard let dropped = outbox.remove(id) else { return }
        counters.notificationsDropped += 1
        decide(dropped.rule, "drop", why)
        let label = accounts[dropped.account].label
        log(.warning, "notifications", "\(label)\(dropped.rule): a notification was not sent: \(why)")
        saveNotification(id)
    }

    /// Drops notifications in whose place a newer one of the same `collapse_id` will be shown.
    mutating func dropReplaced() {
        var newest: [String: NotificationOutbox.Waiting] = [:]
        var replaced: [String] = []
        for waiting in outbox.newestFirst {
            guard let name = waiting.body["collapse_id"]?.stringValue else { continue }
            let key = "\(waiting.account) \(name)"
            if newest[key] == nil {
                newest[key] = waiting
            } else if !waiting.isInFlight {
                replaced.append(waiting.id)
            }
        }
        for id in replaced { give(up: id, "a newer one of its `collapse_id` takes its place") }
    }
}

extension NotificationOutbox {
    /// All that wait, the newest first; of two of one instant the one that came later.
    var newestFirst: [Waiting] {
        waiting.enumerated()
            .sorted { ($0.element.createdAt, $0.offset) > ($1.element.createdAt, $1.offset) }
            .map(\.element)
    }

    /// Whether one that this one would replace on the phone is still under way: it must not come after it.
    func isHeldBack(_ waiting: Waiting) -> Bool {
        guard let name = waiting.body["collapse_id"] else { return false }
        return self.waiting.contains { other in
            other.isInFlight && other.account == waiting.account && other.body["collapse_id"] == name
        }
    }
}
