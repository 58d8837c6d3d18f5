import Values

/// Taps on a notification's buttons (pushward-api.md sections 11.3 to 11.5, 11.7).
extension Simulator {
    mutating func tapNotification(_ id: Int, _ actionID: String, _ text: String?, _ parseJSON: JSONParser)
        -> Tap
    {
        guard let record = notifications[id] else { return .error(404, "there is no notification \(id)") }
        if actionID == "tap" || actionID == "url",
            !record.actions.contains(where: { $0.text("id") == actionID })
        {
            guard let url = record.resource.text("url"), !url.isEmpty else { return Tap("opens_app") }
            return .opens(url)
        }
        guard let action = record.actions.first(where: { $0.text("id") == actionID }) else {
            return .error(404, "notification \(id) has no action \(actionID)")
        }
        let url = action.text("url") ?? ""
        let opens = action.flag("foreground") == true
        if url.isEmpty {
            return opens ? Tap("opens_app") : record.answer == nil ? answer(id, action, text) : locked
        }
        guard Formats.isHTTP(url), !opens else { return .opens(url) }
        if record.answer != nil { return locked }
        var request = Self.request(action, url, defaultMethod: "GET")
        if action.flag("text_input") == true { Self.reply(text ?? "", in: &request, parseJSON) }
        return .webhook(request)
    }

    private var locked: Tap { Tap("ignored", ["reason": "the notification is answered"]) }

    private mutating func answer(_ id: Int, _ action: JSONObject, _ text: String?) -> Tap {
        let actionID = action.text("id") ?? ""
        let reply = action.flag("text_input") == true ? String((text ?? "").prefix(1024)) : nil
        notifications[id]?.answer = NotificationRecord.Answer(actionID: actionID, text: reply, at: now)
        phone.lock(id, actionID)
        finishReceipt(id, as: .acknowledged) { $0.actionID = actionID }
        var details: JSONObject = ["action": .string(actionID)]
        if let reply { details["text"] = .string(reply) }
        return Tap("recorded", details)
    }

    /// Puts a typed reply into a request: at `{{input}}`, else as `{"text": …}`.
    private static func reply(_ text: String, in request: inout HTTPRequest, _ parseJSON: JSONParser) {
        let body = String(decoding: request.body, as: UTF8.self)
        let placeholder = "{{input}}"
        if body.containsText(placeholder) {
            let isJSON = (request.header("Content-Type") ?? "").lowercased().containsText("json")
            let written = isJSON ? String(JSON.string(text).text.dropFirst().dropLast()) : text
            request.body = Array(body.replacingText(placeholder, with: written).utf8)
            return
        }
        // A body that is no JSON object is replaced, so it does not matter why it is none.
        let stored = try? parseJSON(request.body)
        var object = stored?.objectValue ?? JSONObject()
        object["text"] = .string(text)
        request.body = JSON.object(object).utf8
        if request.header("Content-Type") == nil {
            request.headers.append(HTTPRequest.Pair("Content-Type", "application/json"))
        }
    }
}
