import Values

/// `POST /notifications` and `GET /notifications/answers/{id}` (pushward-api.md sections 11.1 to 11.6).
extension Simulator {
    mutating func createNotification(_ call: Call, _ key: Key) throws(Failure) -> HTTPResponse {
        try key.require(notifications: .send)
        let body = try call.postBody()
        try NotificationSchema.post.checkBody(body)
        try checkFeatures(ofNotification: body)
        try NotificationSchema.checkRequired(body)
        try checkNotification(body, key)
        try charge(.notifications)
        let record = send(body, from: key.id)
        return .json(.object(record.resource), status: 201)
    }

    /// The handler's rules, for notifications that are sent now and later.
    func checkNotification(_ body: JSONObject, _ key: Key) throws(Failure) {
        try NotificationRules.check(body)
        if let slug = body.text("activity_slug"), !slug.isEmpty {
            try key.require(activities: .read)
            try key.requireActivity(slug: slug)
            guard activities[slug] != nil else {
                throw Failure(422, "notification.activity_not_found", "no activity has the slug \(slug)")
            }
        }
        if body["acknowledge"] != nil { try checkReceiptCap(body, key) }
    }

    /// Stores a notification, shows it, and starts its repeats.
    mutating func send(_ body: JSONObject, from keyID: String) -> NotificationRecord {
        lastNotificationID += 1
        var resource = Self.resource(body, id: lastNotificationID, at: now)
        let actions = (resource["actions"]?.arrayValue ?? []).compactMap(\.objectValue)
        let isAnswerable = actions.contains(where: NotificationRules.isRecorded)
        let isPushed = body.flag("push") != false && configuration.devices > 0
        resource["pushed"] = .bool(isPushed)
        resource["delivery"] = isPushed ? "all" : "none"
        if !isPushed { resource["reason"] = body.flag("push") == false ? "push_disabled" : "no_apns_token" }
        if isAnswerable { resource["answerable"] = true }
        var record = NotificationRecord(
            id: lastNotificationID,
            keyID: keyID,
            createdAt: now,
            collapseID: body.text("collapse_id"),
            resource: resource,
            isAnswerable: isAnswerable
        )
        if let acknowledge = body["acknowledge"]?.objectValue {
            let receipt = openReceipt(acknowledge, body, for: record)
            record.resource["receipt"] = receipt.json
        }
        notifications[record.id] = record
        trimNotifications()
        if isPushed { show(record) }
        return record
    }

    mutating func show(_ record: NotificationRecord) {
        phone.show(
            Banner(
                id: record.id,
                collapseID: record.collapseID ?? (receipts[record.id] == nil ? nil : "pw-\(record.id)"),
                threadID: record.resource.text("thread_id"),
                shownAt: now,
                notification: record.resource
            )
        )
    }

    private static func resource(_ body: JSONObject, id: Int, at now: Timestamp) -> JSONObject {
        let echoed = [
            "title", "subtitle", "body", "thread_id", "level", "source", "source_display_name", "url",
            "icon_url",
            "metadata", "activity_slug", "actions", "encrypted", "volume",
        ]
        var resource: JSONObject = ["id": .int(id), "level": "active"]
        for name in echoed { if let value = body[name] { resource[name] = value } }
        if body.has("encrypted") {
            resource["title"] = "Encrypted notification"
            resource["body"] = "Open PushWard to read it"
        }
        if let media = body["media"] {
            resource["media_url"] = media["url"]
            resource["media_type"] = media["type"]
        }
        if body["acknowledge"] != nil { appendAcknowledgeAction(body, &resource) }
        resource["created_at"] = .string(TimeText.rfc3339(now))
        return resource
    }

    /// An alert that no action answers gets a button of the server's.
    private static func appendAcknowledgeAction(_ body: JSONObject, _ resource: inout JSONObject) {
        let actions = body["actions"]?.arrayValue ?? []
        guard !actions.compactMap(\.objectValue).contains(where: NotificationRules.isRecorded) else { return }
        let title = body["acknowledge"]?["action_title"] ?? "Acknowledge"
        resource["actions"] = .array(
            actions + [["id": .string(NotificationRules.acknowledgeID), "title": title]]
        )
    }

    func readAnswer(_ id: String, _ call: Call, _ key: Key) throws(Failure) -> HTTPResponse {
        try key.require(notifications: .send)
        _ = try call.queryInteger("wait", in: 0...25, default: 0)
        guard let number = Int(id), let record = notifications[number], record.isAnswerable,
            record.keyID == key.id, now - record.createdAt <= NotificationRecord.retention
        else { throw .notFound("notification_answer.not_found", "no answer is kept for notification \(id)") }
        return .json(record.answerJSON)
    }

    /// Forgets what is older than thirty days.
    private mutating func trimNotifications() {
        guard notifications.count > 64 else { return }
        let oldest = now - NotificationRecord.retention
        notifications = notifications.filter { $0.value.createdAt > oldest }
    }
}
