import Values

/// A notification that is to be sent later, once or by cron (pushward-api.md section 11.9).
struct Schedule: Sendable {
    enum Status: String, Sendable, CaseIterable {
        case scheduled, sending, sent, failed, canceled
    }

    static let maxPending = 25
    static let maxAhead = Duration.seconds(365 * 86_400)
    static let minSpacingSeconds = 900

    let id: Int
    let keyID: String
    /// The notification's own members.
    let notification: JSONObject
    let recurrence: JSONObject?
    let cron: Cron?
    let until: Timestamp?
    let count: Int?
    let createdAt: Timestamp
    var status = Status.scheduled
    var sendAt: Timestamp
    var occurrence = 0
    var lastSentAt: Timestamp?
    var notificationID: Int?
    var delivery: JSON?
    var failureReason: String?
    var finishedAt: Timestamp?

    var nextDue: Timestamp? { status == .scheduled ? sendAt : nil }

    /// How long a finished record is kept: sent and failed 7 days, canceled 24 hours.
    func isKept(at now: Timestamp) -> Bool {
        guard let finishedAt else { return true }
        return now - finishedAt <= .seconds(status == .canceled ? 86_400 : 7 * 86_400)
    }

    var json: JSON {
        var object = notification
        object["id"] = .int(id)
        object["status"] = .string(status.rawValue)
        object["send_at"] = .string(TimeText.rfc3339(sendAt))
        object["recurrence"] = recurrence.map(JSON.object)
        object["occurrence"] = .int(occurrence)
        object["last_sent_at"] = lastSentAt.map { .string(TimeText.rfc3339($0)) }
        if status == .sent { object["sent_at"] = object["last_sent_at"] }
        object["notification_id"] = notificationID.map(JSON.int)
        object["delivery"] = delivery
        object["failure_reason"] = failureReason.map(JSON.string)
        if status == .canceled { object["canceled_at"] = finishedAt.map { .string(TimeText.rfc3339($0)) } }
        object["created_at"] = .string(TimeText.rfc3339(createdAt))
        return .object(object)
    }
}

/// The time zones that are known, for recurrences.
struct Zones: Sendable {
    let utcOffset: (@Sendable (_ zone: String, _ instant: Timestamp) -> Int?)?

    func knows(_ zone: String, at now: Timestamp) -> Bool { utcOffset.map { $0(zone, now) != nil } ?? true }

    /// The next instant of the expression on the zone's wall clock.
    func next(_ cron: Cron, in zone: String, after instant: Timestamp) -> Timestamp? {
        let offset = { (at: Timestamp) in Duration.seconds(utcOffset?(zone, at) ?? 0) }
        guard let local = cron.next(after: instant + offset(instant)) else { return nil }
        let guess = local - offset(instant)
        let next = local - offset(guess)
        return next > instant ? next : guess
    }
}

/// The schema and rules of `POST /notifications/scheduled`.
enum ScheduleRules {
    static let post = Schema.object(
        NotificationSchema.fields + [.init("send_at", .instant), .init("recurrence", recurrence)],
        required: []
    )

    private static let recurrence = Schema.object(
        [
            .init("cron", .text(1...128)),
            .init("timezone", .text(1...64)),
            .init("until", .instant),
            .init("count", .integer(1...1000)),
        ],
        required: ["cron", "timezone"]
    )

    static func invalid(_ detail: String) -> Failure {
        Failure(400, "scheduled_notification.invalid", detail)
    }

    /// When it is sent first, and by which expression.
    static func timing(
        _ body: JSONObject,
        at now: Timestamp,
        zones: Zones
    ) throws(Failure) -> (first: Timestamp, cron: Cron?, until: Timestamp?) {
        let sendAt = body.text("send_at").flatMap(TimeText.parse)
        if let sendAt {
            if sendAt <= now { throw invalid("send_at must be in the future") }
            if sendAt > now + Schedule.maxAhead { throw invalid("send_at must be at most 365 days ahead") }
        }
        guard let recurrence = body["recurrence"]?.objectValue else {
            guard let sendAt else { throw invalid("send_at or recurrence is required") }
            return (sendAt, nil, nil)
        }
        guard let cron = Cron(recurrence.text("cron") ?? "") else {
            throw invalid("recurrence.cron is not valid")
        }
        if cron.isCloser(than: Schedule.minSpacingSeconds) {
            throw invalid("recurrence.cron: sends must be at least 15 minutes apart")
        }
        let zone = recurrence.text("timezone") ?? ""
        guard isZoneName(zone), zones.knows(zone, at: now) else {
            throw invalid("recurrence.timezone is no IANA name")
        }
        if recurrence["until"] != nil, recurrence["count"] != nil {
            throw invalid("recurrence has both until and count")
        }
        let until = recurrence.text("until").flatMap(TimeText.parse)
        guard let first = sendAt ?? zones.next(cron, in: zone, after: now), until.map({ first <= $0 }) ?? true
        else {
            throw invalid("recurrence never sends")
        }
        return (first, cron, until)
    }

    /// Whether the text has the form of a zone's name, such as `Europe/Berlin` or `UTC`.
    private static func isZoneName(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let others = Array("_-+".utf8)
        return (text == "UTC" || (2...3).contains(parts.count))
            && parts.allSatisfy { part in
                part.first?.isLetter == true
                    && part.utf8.allSatisfy { Formats.isAlphanumeric($0) || others.contains($0) }
            }
    }
}
