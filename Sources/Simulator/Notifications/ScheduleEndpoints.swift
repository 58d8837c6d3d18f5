import Values

/// `/notifications/scheduled` (pushward-api.md section 11.9).
extension Simulator {
    mutating func createSchedule(_ call: Call, _ key: Key) throws(Failure) -> HTTPResponse {
        try key.require(notifications: .schedule)
        let body = try call.postBody()
        try ScheduleRules.post.checkBody(body)
        try checkFeatures(ofNotification: body)
        try NotificationSchema.checkRequired(body)
        try checkNotification(body, key)
        let timing = try ScheduleRules.timing(body, at: now, zones: Zones(utcOffset: configuration.utcOffset))
        trimSchedules()
        guard schedules.values.filter({ $0.status == .scheduled }).count < Schedule.maxPending else {
            throw Failure(
                409,
                "scheduled_notification.limit_exceeded",
                "at most \(Schedule.maxPending) notifications may wait"
            )
        }
        quotas.roll(to: now)
        try quotas.check(.notifications, at: now)
        var notification = body
        notification.remove(["send_at", "recurrence"])
        lastScheduleID += 1
        let schedule = Schedule(
            id: lastScheduleID,
            keyID: key.id,
            notification: notification,
            recurrence: body["recurrence"]?.objectValue,
            cron: timing.cron,
            until: timing.until,
            count: body["recurrence"]?.objectValue?.integer("count"),
            createdAt: now,
            sendAt: timing.first
        )
        schedules[schedule.id] = schedule
        return .json(schedule.json, status: 201)
    }

    func listSchedules(_ call: Call, _ key: Key) throws(Failure) -> HTTPResponse {
        try key.require(notifications: .schedule)
        let limit = try call.queryInteger("limit", in: 1...100, default: 50)
        let status = call.queryValue("status") ?? "scheduled"
        guard ["scheduled", "sent", "failed", "canceled", "all"].contains(status) else {
            throw .schema(
                "query.status",
                "expected value to be one of \"scheduled, sent, failed, canceled, all\""
            )
        }
        var after = Int.min
        if let cursor = try Cursor.decode(call.queryValue("cursor")) {
            guard let number = Int(cursor) else {
                throw Failure(400, "cursor.invalid", "the cursor is not one of this list")
            }
            after = number
        }
        let found = schedules.values
            .filter {
                $0.keyID == key.id && $0.id > after && $0.isKept(at: now)
                    && (status == "all" || $0.status.rawValue == status)
            }
            .sorted { $0.id < $1.id }
        var page: JSONObject = ["items": .array(found.prefix(limit).map(\.json))]
        if found.count > limit { page["next_cursor"] = .string(Cursor.encode(String(found[limit - 1].id))) }
        return .json(.object(page))
    }

    func readSchedule(_ id: String, _ key: Key) throws(Failure) -> HTTPResponse {
        try key.require(notifications: .schedule)
        return .json(try schedule(id, key).json)
    }

    mutating func deleteSchedule(_ id: String, _ call: Call, _ key: Key) throws(Failure) -> HTTPResponse {
        try key.require(notifications: .schedule)
        var schedule = try schedule(id, key)
        if try call.queryFlag("purge") {
            schedules[schedule.id] = nil
        } else if schedule.status == .scheduled {
            schedule.status = .canceled
            schedule.finishedAt = now
            schedules[schedule.id] = schedule
        }
        return HTTPResponse(status: 204)
    }

    private func schedule(_ id: String, _ key: Key) throws(Failure) -> Schedule {
        guard let number = Int(id), let schedule = schedules[number], schedule.keyID == key.id,
            schedule.isKept(at: now)
        else { throw .notFound("scheduled_notification.not_found", "no schedule has the id \(id)") }
        return schedule
    }

    /// Sends what is due; a series that cannot be charged skips a send.
    mutating func runSchedule(_ id: Int) {
        guard var schedule = schedules[id] else { return }
        let isCharged: Bool
        do throws(Failure) {
            try charge(.notifications)
            isCharged = true
        } catch {
            isCharged = false
        }
        if isCharged {
            let record = send(schedule.notification, from: schedule.keyID)
            schedule.occurrence += 1
            schedule.lastSentAt = now
            schedule.notificationID = record.id
            schedule.delivery = record.resource["delivery"]
        }
        let zone = schedule.recurrence?.text("timezone") ?? ""
        let zones = Zones(utcOffset: configuration.utcOffset)
        let next = schedule.cron.flatMap { zones.next($0, in: zone, after: now) }
        let isOver =
            schedule.count.map { schedule.occurrence >= $0 } ?? false
            || schedule.until.map { limit in next.map { $0 > limit } ?? true } ?? false
        if let next, !isOver {
            schedule.sendAt = next
        } else {
            schedule.status = isCharged || schedule.occurrence > 0 ? .sent : .failed
            schedule.failureReason = schedule.status == .failed ? "quota_exceeded" : nil
            schedule.finishedAt = now
        }
        schedules[id] = schedule
    }

    private mutating func trimSchedules() {
        schedules = schedules.filter { $0.value.isKept(at: now) }
    }
}
