import Templates
import Values

extension Engine {
    /// Saves what is known of a notification, or forgets it where nothing is left to know.
    mutating func saveNotification(_ id: String, isLeaving: Bool = false) {
        polls.mustLook = true
        var row = JSONObject()
        if let waiting = outbox.waiting.first(where: { $0.id == id }) {
            row["rule"] = .string(waiting.rule)
            let account = accounts[waiting.account].name
            if !account.isEmpty { row["account"] = .string(account) }
            row["body"] = .object(waiting.body)
            if waiting.isScheduled { row["scheduled"] = true }
            row["created_at"] = .double(waiting.createdAt.unixSeconds)
            row["max_age"] = .double(waiting.maxAge.inSeconds)
            // Before it leaves: after a crash nobody could tell whether it had arrived.
            row["open"] = .bool(waiting.mayHaveArrived || isLeaving)
        }
        if let notice = notices[id] { row["notice"] = record(notice) }
        effects.append(.save([StateChange(.notifications, id, row.isEmpty ? nil : .object(row))]))
    }

    private func record(_ notice: Notice) -> JSON {
        var row: JSONObject = [
            "rule": .string(notice.rule),
            "sent_at": .double(notice.sentAt.unixSeconds),
            "expires_at": .double(notice.expiresAt.unixSeconds),
        ]
        let account = accounts[notice.account].name
        if !account.isEmpty { row["account"] = .string(account) }
        row["server_id"] = notice.serverID.map(JSON.int)
        if notice.isAwaited { row["awaited"] = true }
        if notice.isAnswerable { row["answerable"] = true }
        if notice.isScheduled { row["scheduled"] = true }
        row["schedule_id"] = notice.scheduleID.map(JSON.int)
        if notice.isRepeating { row["repeating"] = true }
        if notice.isResolved { row["resolved"] = true }
        row["collapse_id"] = notice.collapseID.map(JSON.string)
        row["repeats_until"] = notice.repeatsUntil.map { .double($0.unixSeconds) }
        if notice.mostRepeats > 1 { row["most_repeats"] = .int(notice.mostRepeats) }
        if notice.recurs { row["recurs"] = true }
        if notice.provenAge > .zero { row["proven_age"] = .double(notice.provenAge.inSeconds) }
        row["said"] = notice.said.map(JSON.string)
        row["topic"] = notice.event.topic.map(JSON.string)
        row["value"] = notice.event.value.flatMap { $0.utf8.count <= 4096 ? .string($0) : nil }
        row["reading"] = notice.event.reading.flatMap { $0.utf8.count <= 4096 ? $0 : nil }
        row["captures"] = .object(
            JSONObject(notice.event.captures.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
        )
        return .object(row)
    }

    mutating func restoreNotification(_ id: String, _ row: JSONObject, at now: Moment) {
        let time = { (json: JSON?) in json?.doubleValue.flatMap(Timestamp.init(unixSeconds:)) }
        if let body = row["body"]?.objectValue, let created = time(row["created_at"]),
            let account = account(named: row["account"]?.stringValue)
        {
            var waiting = NotificationOutbox.Waiting(
                id: id,
                rule: row["rule"]?.stringValue ?? "",
                account: account,
                body: body,
                createdAt: created,
                maxAge: .seconds(row["max_age"]?.doubleValue ?? 600)
            )
            waiting.isScheduled = row["scheduled"]?.boolValue ?? false
            waiting.mayHaveArrived = row["open"]?.boolValue ?? false
            outbox.waiting.append(waiting)
        }
        if let notice = row["notice"], let sent = time(notice["sent_at"]),
            let account = account(named: notice["account"]?.stringValue),
            let expires = time(notice["expires_at"])
        {
            let value = notice["value"]?.stringValue
            var captures: [String: String] = [:]
            for (name, text) in notice["captures"]?.objectValue ?? [:] { captures[name] = text.stringValue }
            notices[id] = Notice(
                id: id,
                rule: notice["rule"]?.stringValue ?? "",
                event: EventContext(
                    topic: notice["topic"]?.stringValue,
                    value: value,
                    // A text that is no JSON has no JSON.
                    json: value.flatMap { try? services.parseJSON($0) },
                    reading: notice["reading"],
                    captures: captures
                ),
                sentAt: sent,
                expiresAt: expires,
                account: account,
                serverID: notice["server_id"]?.intValue,
                isAwaited: notice["awaited"]?.boolValue ?? false,
                isAnswerable: notice["answerable"]?.boolValue ?? false,
                isScheduled: notice["scheduled"]?.boolValue ?? false,
                scheduleID: notice["schedule_id"]?.intValue,
                isRepeating: notice["repeating"]?.boolValue ?? false,
                isResolved: notice["resolved"]?.boolValue ?? false,
                collapseID: notice["collapse_id"]?.stringValue,
                repeatsUntil: time(notice["repeats_until"]),
                mostRepeats: notice["most_repeats"]?.intValue ?? 1,
                recurs: notice["recurs"]?.boolValue ?? false,
                provenAge: ButtonClock.age(notice["proven_age"]),
                said: notice["said"]?.stringValue
            )
        }
    }

    /// Forgets notifications whose buttons have expired.
    mutating func forgetExpiredNotices(at now: Moment) {
        for (id, notice) in notices.sorted(by: { $0.key < $1.key }) where notice.expiresAt < now.wall {
            notices[id] = nil
            saveNotification(id)
        }
    }
}
