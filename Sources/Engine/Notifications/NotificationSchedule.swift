import Mapping
import PushWardAPI
import Templates
import Values

/// When a notification is sent, where PushWard is to do that later (`pushward-api.md` section 11.9).
struct NotificationSchedule: Sendable {
    /// `send_at` and `recurrence` as PushWard takes them; none: it is sent now.
    var members: JSONObject = [:]
    /// When it is sent first, where that is known.
    var sendAt: Timestamp?
    /// When it is of no interest any more, where it recurs.
    var lastAt: Timestamp?
    /// The least time between two of it, where it recurs.
    var gap: Duration?

    var isLater: Bool { !members.isEmpty }

    /// Why there is no time at which it could be sent.
    struct Refusal: Error {
        var reason: String
    }

    /// What a rule's fields say now; a time that has just passed means at once.
    static func make(
        _ rule: NotificationRule,
        _ evaluator: FieldEvaluator,
        at now: Timestamp
    ) -> Result<NotificationSchedule, Refusal> {
        var schedule = NotificationSchedule()
        var recurrence: JSONObject?
        for field in rule.schedule {
            let kind = NotificationFields.schedule.first { $0.name == field.name }?.kind
            switch evaluator.evaluate(field.value, kind: kind) {
            case .value(let value):
                if let reason = schedule.take(field.name, value, rule.maxAge, at: now) {
                    return .failure(Refusal(reason: "\(field.name): \(reason)"))
                }
                recurrence = field.name == "recurrence" ? value.objectValue : recurrence
            case .clear, .keep: return .failure(Refusal(reason: "\(field.name) is not known"))
            case .invalid(let reason, _): return .failure(Refusal(reason: "\(field.name): \(reason)"))
            }
        }
        if let recurrence {
            let services = evaluator.scope.services
            if let reason = schedule.whyNever(recurrence, services, at: now) {
                return .failure(Refusal(reason: "recurrence: \(reason)"))
            }
            if let last = schedule.lastOfCount(services, at: now) { schedule.lastAt = last }
        }
        return .success(schedule)
    }

    /// Why a recurrence would never send.
    private func whyNever(_ recurrence: JSONObject, _ services: TemplateServices, at now: Timestamp)
        -> String?
    {
        let name = recurrence["timezone"]?.stringValue ?? ""
        guard let zone = services.zone(named: name) else { return "there is no zone `\(name)`" }
        guard let until = lastAt, recurrence["until"] != nil else { return nil }
        if let sendAt { return sendAt <= until ? nil : "`until` lies before `send_at`" }
        // The coercion has read it already.
        guard let line = try? CronLine(recurrence["cron"]?.stringValue ?? ""),
            let first = line.next(afterWall: now.wholeSeconds + zone.offset(at: now)),
            first <= until.wholeSeconds + zone.offset(at: until)
        else { return "`until` lies before the first time" }
        return nil
    }

    /// When a recurrence with a `count` is over, where that is less than a year ahead.
    private func lastOfCount(_ services: TemplateServices, at now: Timestamp) -> Timestamp? {
        let recurrence = members["recurrence"]
        guard let count = recurrence?["count"]?.intValue,
            let line = try? CronLine(recurrence?["cron"]?.stringValue ?? ""),
            let zone = services.zone(named: recurrence?["timezone"]?.stringValue ?? "")
        else { return nil }
        let begins = sendAt ?? now
        let farthest = (now + PushWardRequest.longestSchedule).wholeSeconds
        var wall = begins.wholeSeconds + zone.offset(at: begins)
        // The first of them is sent at `send_at`.
        for _ in 0..<(sendAt == nil ? count : count - 1) {
            guard let next = line.next(afterWall: wall), next < farthest else { return nil }
            wall = next
        }
        guard let local = Timestamp(unixSeconds: Double(wall)),
            let last = Timestamp(unixSeconds: Double(wall - zone.offset(at: local)))
        else { return nil }
        return max(last, begins)
    }

    private mutating func take(_ name: String, _ value: JSON, _ maxAge: Duration, at now: Timestamp)
        -> String?
    {
        if name == "recurrence" {
            guard var recurrence = value.objectValue else { return "is no recurrence" }
            let until = recurrence["until"]?.doubleValue.flatMap(Timestamp.init(unixSeconds:))
            recurrence["until"] = until.map { .string($0.rfc3339) }
            // PushWard takes one of them.
            if until != nil { recurrence["count"] = nil }
            members["recurrence"] = .object(recurrence)
            gap = (try? CronLine(recurrence["cron"]?.stringValue ?? "")).map { .seconds($0.gap) }
            lastAt = until ?? now + PushWardRequest.longestSchedule
            return nil
        }
        guard let at = value.doubleValue.flatMap(Timestamp.init(unixSeconds:)) else { return "is no time" }
        guard at - now <= PushWardRequest.longestSchedule else { return "is more than a year ahead" }
        guard at > now else { return now - at <= maxAge ? nil : "has passed" }
        members["send_at"] = .string(at.rfc3339)
        sendAt = at
        return nil
    }
}

extension Engine {
    /// Whether PushWard keeps the same for later already: made anew it would count its sends from the start again.
    func isScheduled(
        _ body: JSONObject,
        _ rule: NotificationRule,
        _ captures: [String: String],
        _ account: Int,
        at now: Moment
    ) -> Bool {
        let said = fingerprint(body, rule)
        return notices.values.contains { notice in
            notice.rule == rule.name && notice.account == account && notice.event.captures == captures
                && notice.said == said && notice.isPending(at: now.wall) && !notice.isResolved
                && (notice.scheduleID != nil || outbox.waiting.contains { $0.id == notice.id })
        }
    }

    /// What tells one body from another, but for the credentials of its buttons, which are each notification's own.
    func fingerprint(_ body: JSONObject, _ rule: NotificationRule) -> String {
        var body = body
        body["actions"] = body["actions"]?.arrayValue.map { actions in
            .array(actions.map { withoutCredential($0, rule) })
        }
        return tokens.token(owner: rule.name, action: "schedule", run: JSON.object(body).text)
    }

    private func withoutCredential(_ action: JSON, _ rule: NotificationRule) -> JSON {
        guard let found = rule.actions.first(where: { $0.id == action["id"]?.stringValue }),
            found.publishes, var members = action.objectValue
        else { return action }
        members["headers"] = nil
        return .object(members)
    }

    /// Takes back what a rule has scheduled before: there is one for each rule and its captured names.
    mutating func takeBack(_ rule: String, _ captures: [String: String], _ account: Int, at now: Moment) {
        // What has expired was sent long ago, and PushWard keeps nothing of it.
        forgetExpiredNotices(at: now)
        let earlier = notices.values.filter {
            $0.rule == rule && $0.account == account && $0.event.captures == captures
                && $0.isPending(at: now.wall) && !$0.isResolved
        }
        for notice in earlier.sorted(by: { $0.id < $1.id }) { resolve(notice, at: now) }
    }

    /// Notes under which number PushWard keeps a notification for later.
    mutating func wasScheduled(_ id: String, _ sent: NotificationOutbox.Waiting, _ answer: Answer) {
        guard let number = answer.body?["id"]?.intValue else { return closeNotice(id) }
        notices[id]?.scheduleID = number
        let isAnswerable = mapping.wayHome == .recorded && isAnswerable(sent)
        notices[id]?.isAnswerable = isAnswerable
        polls.mustLook = true
    }

    /// When it is worth looking whether a scheduled notification was sent; nil: never.
    func scheduleWait(_ notice: Notice, at now: Moment) -> Duration? {
        guard notice.scheduleID != nil, !notice.recurs, notice.cancellation(at: now.wall) == nil,
            notice.isRepeating || notice.isAnswerable && !notice.isResolved
        else { return nil }
        return max(.zero, notice.sentAt + .seconds(2) - now.wall)
    }

    /// Takes what PushWard says of a scheduled notification.
    mutating func takeSchedule(_ id: String, _ schedule: JSON) {
        guard let notice = notices[id] else { return }
        switch schedule["status"]?.stringValue {
        case "sent":
            notices[id]?.scheduleID = nil
            notices[id]?.isScheduled = false
            notices[id]?.serverID = schedule["notification_id"]?.intValue
            notices[id]?.isAwaited = notice.isAnswerable
            saveNotification(id)
        case "failed", "canceled":
            let why = schedule["failure_reason"]?.stringValue ?? "it was taken back"
            log(.warning, "notifications", "\(notice.rule): a scheduled notification was not sent: \(why)")
            closeNotice(id)
        default: break
        }
    }
}
