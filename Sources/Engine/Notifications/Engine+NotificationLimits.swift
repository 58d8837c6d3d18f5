import PushWardAPI
import Values

/// What an account may have at once (`pushward-api.md` section 4.3), kept to rather than heard of as a refusal.
extension Engine {
    /// The server counts from when the request arrives, and its clock may differ from ours.
    private static let limitMargin: Duration = .seconds(30)

    /// Leaves the repeats out where as many repeat as may: the person is told once all the same.
    mutating func limitRepeats(of waiting: NotificationOutbox.Waiting, at now: Moment) {
        let most = NotificationFields.maxRepeating
        guard waiting.body["acknowledge"] != nil, repeating(besides: waiting, at: now) >= most else { return }
        leaveOut(["acknowledge"], of: waiting.id, why: "\(most) repeat already", label: "limit")
        saveNotification(waiting.id)
    }

    /// How many notifications of the account repeat now, or may; of one `collapse_id` only the last does.
    private func repeating(besides waiting: NotificationOutbox.Waiting, at now: Moment) -> Int {
        let own = waiting.body["collapse_id"]?.stringValue
        var count = 0
        var collapsed: Set<String> = []
        for notice in notices.values
        where notice.id != waiting.id && notice.account == waiting.account && notice.isRepeating {
            guard let until = notice.repeatsUntil, now.wall <= until,
                !notice.isScheduled || notice.recurs || now.wall >= notice.sentAt - Self.limitMargin
            else { continue }
            guard let name = notice.collapseID else {
                count += notice.mostRepeats
                continue
            }
            if name != own, collapsed.insert(name).inserted { count += 1 }
        }
        return count
    }

    /// Notes that a notification leaves, whose repeats count from now on.
    mutating func noteRepeats(of waiting: NotificationOutbox.Waiting, at now: Moment) {
        guard let notice = notices[waiting.id], let life = Acknowledgement.life(of: waiting.body) else {
            return
        }
        let begins = notice.recurs ? notice.expiresAt : max(notice.sentAt, now.wall)
        notices[waiting.id]?.repeatsUntil = begins + life + Self.limitMargin
    }

    /// When a notification for later may leave, on the uptime clock: PushWard keeps only so many; nil: at once.
    mutating func scheduleWait(of waiting: NotificationOutbox.Waiting, at now: Moment) -> Duration? {
        guard waiting.isScheduled else { return nil }
        let pending = notices.values.filter { notice in
            notice.id != waiting.id && notice.account == waiting.account
                && (notice.scheduleID != nil && notice.isPending(at: now.wall - Self.limitMargin)
                    || outbox.isUnderWay(notice.id))
        }
        let most = NotificationFields.maxScheduled
        guard pending.count >= most else { return nil }
        if outbox.deliveryTold.insert("schedules \(waiting.account)").inserted {
            log(
                .warning,
                "notifications",
                "\(waiting.rule): waits, for \(most) notifications wait at PushWard for their time already"
            )
        }
        let next = pending.filter { !$0.recurs }.map(\.sentAt).min().map { $0 + Self.limitMargin - now.wall }
        let end = waiting.createdAt + waiting.maxAge - now.wall
        return now.uptime + min(max(next ?? end, .seconds(1)), max(end, .zero) + .seconds(1))
    }

    /// Makes one whose time came while it waited a notification for now; whether it can still be sent.
    mutating func catchUp(_ waiting: NotificationOutbox.Waiting, at now: Moment) -> Bool {
        guard waiting.isScheduled else { return true }
        let isSoon = { (text: JSON?) in
            text?.stringValue.flatMap(Timestamp.init(rfc3339:)).map { $0 - now.wall < .seconds(5) } ?? false
        }
        if isSoon(waiting.body["recurrence"]?["until"]) {
            give(up: waiting.id, "the last of its times has passed")
            return false
        }
        guard isSoon(waiting.body["send_at"]) else { return true }
        let recurs = waiting.body["recurrence"] != nil
        outbox.update(waiting.id) {
            $0.body["send_at"] = nil
            $0.isScheduled = recurs
        }
        notices[waiting.id]?.isScheduled = recurs
        notices[waiting.id]?.sentAt = now.wall
        saveNotification(waiting.id)
        return true
    }
}

extension NotificationOutbox {
    /// Whether a request of it is on its way, or may have been carried out.
    func isUnderWay(_ id: String) -> Bool {
        waiting.contains { $0.id == id && $0.isScheduled && ($0.isInFlight || $0.mayHaveArrived) }
    }
}
