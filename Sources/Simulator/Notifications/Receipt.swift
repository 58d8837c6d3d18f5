import Values

/// The state of an alert that repeats until it is acknowledged (pushward-api.md section 11.7).
struct Receipt: Sendable {
    enum Status: String, Sendable {
        case active, acknowledged, expired, canceled
    }

    static let maxActive = 25
    static let maxRepeats = 50
    static let retention = Duration.seconds(7 * 86_400)

    let notificationID: Int
    let keyID: String
    let repeatSeconds: Int
    let expiresAt: Timestamp
    let tags: [String]
    let collapseID: String?
    let callbackURL: String?
    let createdAt: Timestamp
    var status = Status.active
    var repeatsSent = 0
    var lastDeliveredAt: Timestamp
    var finishedAt: Timestamp?
    var actionID: String?
    var cancelReason: String?

    /// When the next repeat or the end is due, while it is active.
    var nextDue: Timestamp? {
        guard status == .active else { return nil }
        guard repeatsSent < Self.maxRepeats else { return expiresAt }
        return min(expiresAt, lastDeliveredAt + .seconds(repeatSeconds))
    }

    var json: JSON {
        var object: JSONObject = [
            "notification_id": .int(notificationID),
            "status": .string(status.rawValue),
            "repeat_seconds": .int(repeatSeconds),
            "expires_at": .string(TimeText.rfc3339(expiresAt)),
            "repeats_sent": .int(repeatsSent),
            "last_delivered_at": .string(TimeText.rfc3339(lastDeliveredAt)),
            "tags": .array(tags.map(JSON.string)),
            "created_at": .string(TimeText.rfc3339(createdAt)),
        ]
        let finish = finishedAt.map { JSON.string(TimeText.rfc3339($0)) }
        if status == .acknowledged {
            object["acknowledged_at"] = finish
            object["acknowledged_by"] = "user-simulator"
            object["acknowledged_by_device"] = "Simulated iPhone"
            object["action_id"] = actionID.map(JSON.string)
        }
        if status == .canceled {
            object["canceled_at"] = finish
            object["cancel_reason"] = cancelReason.map(JSON.string)
        }
        if callbackURL != nil { object["callback"] = ["status": "pending", "attempts": 0] }
        return .object(object)
    }
}

extension Simulator {
    func checkReceiptCap(_ body: JSONObject, _ key: Key) throws(Failure) {
        let collapse = body.text("collapse_id")
        let active = receipts.values.filter { receipt in
            receipt.status == .active
                && !(collapse != nil && receipt.collapseID == collapse && receipt.keyID == key.id)
        }
        guard active.count >= Receipt.maxActive else { return }
        throw Failure(
            409,
            "notification_receipt.limit_exceeded",
            "at most \(Receipt.maxActive) notifications repeat at once"
        )
    }

    mutating func openReceipt(
        _ acknowledge: JSONObject,
        _ body: JSONObject,
        for record: NotificationRecord
    ) -> Receipt {
        if let collapse = record.collapseID {
            for (id, receipt) in receipts
            where receipt.status == .active && receipt.collapseID == collapse && receipt.keyID == record.keyID
            {
                finishReceipt(id, as: .canceled) { $0.cancelReason = "superseded" }
            }
        }
        var tags: [String] = []
        for tag in (body["tags"]?.arrayValue ?? []).compactMap(\.stringValue) where !tags.contains(tag) {
            tags.append(tag)
        }
        let receipt = Receipt(
            notificationID: record.id,
            keyID: record.keyID,
            repeatSeconds: acknowledge.integer("repeat_seconds") ?? 60,
            expiresAt: now + .seconds(acknowledge.integer("expire_seconds") ?? 3600),
            tags: tags,
            collapseID: record.collapseID,
            callbackURL: body.text("callback_url"),
            createdAt: now,
            lastDeliveredAt: now
        )
        receipts[record.id] = receipt
        return receipt
    }

    mutating func finishReceipt(
        _ id: Int,
        as status: Receipt.Status,
        _ change: (inout Receipt) -> Void = { _ in }
    ) {
        guard var receipt = receipts[id], receipt.status == .active else { return }
        receipt.status = status
        receipt.finishedAt = now
        change(&receipt)
        receipts[id] = receipt
    }

    /// Repeats an alert, or ends its repeats.
    mutating func passReceipt(_ id: Int) {
        guard var receipt = receipts[id] else { return }
        guard now < receipt.expiresAt else {
            finishReceipt(id, as: .expired)
            return
        }
        receipt.repeatsSent += 1
        receipt.lastDeliveredAt = now
        receipts[id] = receipt
        if let record = notifications[id], configuration.devices > 0 { show(record) }
    }

    func readReceipt(_ id: String, _ call: Call, _ key: Key) throws(Failure) -> HTTPResponse {
        try key.require(notifications: .send)
        _ = try call.queryInteger("wait", in: 0...25, default: 0)
        return .json(try receipt(id, key).json)
    }

    mutating func cancelReceipt(_ id: String, _ key: Key) throws(Failure) -> HTTPResponse {
        try key.require(notifications: .send)
        let number = try receipt(id, key).notificationID
        finishReceipt(number, as: .canceled) { $0.cancelReason = "api" }
        return .json(receipts[number]?.json ?? .null)
    }

    mutating func cancelReceipts(_ call: Call, _ key: Key) throws(Failure) -> HTTPResponse {
        try key.require(notifications: .send)
        let body = try call.postBody()
        try Schema.object([.init("tag", .text(1...64))], required: ["tag"]).checkBody(body)
        let tag = body.text("tag") ?? ""
        let matching = receipts.values.filter {
            $0.status == .active && $0.keyID == key.id && $0.tags.contains(tag)
        }
        for receipt in matching {
            finishReceipt(receipt.notificationID, as: .canceled) { $0.cancelReason = "tag" }
        }
        return .json(["canceled": .int(matching.count)])
    }

    private func receipt(_ id: String, _ key: Key) throws(Failure) -> Receipt {
        guard let number = Int(id), let receipt = receipts[number], receipt.keyID == key.id,
            receipt.finishedAt.map({ now - $0 <= Receipt.retention }) ?? true
        else {
            throw .notFound("notification_receipt.not_found", "no receipt is kept for notification \(id)")
        }
        return receipt
    }
}
