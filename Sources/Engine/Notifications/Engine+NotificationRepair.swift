import PushWardAPI
import Values

extension Engine {
    /// Without these a notification that must be repeated goes out once (`pushward-api.md` section 11.7).
    private static let repeatFields = ["acknowledge", "tags", "callback_url"]
    /// Refusals after which it is sent once more without its repeats.
    private static let repeatRefusals: Set<String> = [
        Problem.Known.receiptLimit.rawValue, Problem.Known.receiptDisabled.rawValue,
        Problem.Known.answerURLUnavailable.rawValue, Problem.Known.encryptedTooLarge.rawValue,
        Problem.Known.encryptionUnavailable.rawValue,
    ]

    /// Leaves out what the server refused, so that the rest still goes out; whether there was anything to leave out.
    ///
    /// A refused notification was not stored, so sending another one is no repeat.
    mutating func mend(_ id: String, _ answer: Answer) -> Bool {
        guard let waiting = outbox.waiting.first(where: { $0.id == id }) else { return false }
        if answer.code == .linkedActivityNotFound, remakeActivity(of: waiting) { return true }
        let fields = refusedFields(waiting.body, answer)
        guard !fields.isEmpty else { return false }
        leaveOut(fields, of: id, why: answer.text, label: answer.label)
        return true
    }

    /// Takes fields out of a notification that waits, and tells why, once for each rule and `label`.
    mutating func leaveOut(_ fields: [String], of id: String, why: String, label: String) {
        guard let waiting = outbox.waiting.first(where: { $0.id == id }) else { return }
        var body = waiting.body
        for field in fields { body[field] = nil }
        if body["acknowledge"] == nil {
            for field in Self.repeatFields { body[field] = nil }
            notices[id]?.isRepeating = false
            notices[id]?.repeatsUntil = nil
        }
        outbox.update(id) {
            $0.body = body
            $0.retryAt = nil
            $0.mayHaveArrived = false
        }
        if fields.contains("callback_url") { accounts[waiting.account].refusesCallbacks = true }
        let list = fields.map { "`\($0)`" }.joined(separator: ", ")
        decide(waiting.rule, "mend", "sent without \(list): \(why)")
        if outbox.deliveryTold.insert("\(waiting.rule) \(list) \(label)").inserted {
            log(.warning, "pushward", "\(waiting.rule): sent without \(list): \(why)")
        }
    }

    private func refusedFields(_ body: JSONObject, _ answer: Answer) -> [String] {
        if Self.repeatRefusals.contains(answer.label), body["acknowledge"] != nil { return ["acknowledge"] }
        if answer.label == Problem.Known.answerURLUnavailable.rawValue, body["actions"] != nil {
            return ["actions"]
        }
        if answer.label == Problem.Known.linkedActivityNotFound.rawValue || answer.kind == .forbidden
            || answer.kind == .gone
        {
            // Naming a card needs a permission of its own.
            return body["activity_slug"] == nil ? [] : ["activity_slug"]
        }
        guard case .invalid(let named) = answer.kind else { return [] }
        // An address that PushWard cannot call is refused without a name (section 11.7); the rest is worth more.
        if named.isEmpty, body["callback_url"] != nil { return ["callback_url"] }
        var fields: [String] = []
        for path in named {
            let name = String(path.prefix { $0 != "." && $0 != "[" })
            guard body[name] != nil, !NotificationFields.required.contains(name), !fields.contains(name)
            else {
                continue
            }
            fields.append(name)
        }
        return fields
    }

    /// Tells how far a notification came: once for each way in which it can fail (`pushward-api.md` section 11.6).
    mutating func noteDelivery(_ sent: NotificationOutbox.Waiting, _ answer: Answer) {
        guard let delivery = answer.body?["delivery"]?.stringValue else { return }
        let reason = answer.body?["reason"]?.stringValue ?? ""
        let name = delivery == "all" ? "all" : "\(delivery),\(reason)"
        counters.deliveries[name, default: 0] += 1
        let label = accounts[sent.account].label
        let mine = { (text: String) in "delivery \(sent.account) \(text)" }
        if delivery == "all" {
            let hadTrouble = outbox.deliveryTold.contains { $0.hasPrefix(mine("")) }
            guard hadTrouble else { return }
            outbox.deliveryTold = outbox.deliveryTold.filter { !$0.hasPrefix(mine("")) }
            return log(.notice, "notifications", "\(label)notifications reach all devices again")
        }
        // What is not to be pushed is not missing.
        guard reason != "push_disabled", outbox.deliveryTold.insert(mine(name)).inserted else { return }
        let what = delivery == "none" ? "no device" : "not every device"
        let why =
            switch reason {
            case "no_apns_token": "no device is registered; open the PushWard app and allow notifications"
            case "apns_rejected": "Apple refused it"
            default: reason
            }
        log(.warning, "notifications", "\(label)\(sent.rule): PushWard reached \(what): \(why)")
    }
}

/// What is asked for with `acknowledge`.
enum Acknowledgement {
    /// How long a notification is repeated at most; nil: it is not.
    static func life(of body: JSONObject) -> Duration? {
        guard let acknowledge = body["acknowledge"] else { return nil }
        return .seconds(acknowledge["expire_seconds"]?.intValue ?? 3600)
    }

    /// Gives a notification that is to be repeated the `collapse_id` of its rule and captured names, unless it has one.
    ///
    /// What is told again of the same thing takes the place of the first, on the phone and among what is repeated, and
    /// it may be sent again when nobody knows whether it arrived (`pushward-api.md` section 5.3). Else two loops would
    /// go on at once, and nobody could stop the first one.
    static func makeRepeatable(
        _ body: inout JSONObject,
        rule: String,
        captures: [String: String],
        _ tokens: TapTokens
    ) {
        guard body["acknowledge"] != nil, body["collapse_id"] == nil else { return }
        let names = captures.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let all = ([rule] + names).joined(separator: " ")
        let isShort = all.utf8.count <= longestName
        body["collapse_id"] = .string(
            isShort ? all : tokens.token(owner: rule, action: "collapse_id", run: all)
        )
    }

    /// The most bytes of a `collapse_id`.
    private static let longestName = 64
}
