import Values

/// The handler's rules for a notification: 400 `notification.invalid` (pushward-api.md sections 11.1 to 11.8).
enum NotificationRules {
    static let acknowledgeID = "pw_ack"

    static func check(_ body: JSONObject) throws(Failure) {
        if let url = body.text("url"), !url.isEmpty, let complaint = Formats.urlComplaint(url) {
            throw invalid("url \(complaint)")
        }
        if let url = body.text("icon_url"), !url.isEmpty, let complaint = Formats.webURLComplaint(url) {
            throw invalid("icon_url \(complaint)")
        }
        if let url = body["media"]?["url"]?.stringValue,
            let complaint = Formats.webURLComplaint(url, schemes: ["https"])
        {
            throw invalid("media.url \(complaint)")
        }
        if body["volume"] != nil, body.text("level") != "critical" {
            throw invalid("volume is for level critical only")
        }
        try checkMetadata(body)
        try checkActions(body)
        try checkAcknowledge(body)
        try checkEncrypted(body)
    }

    static func invalid(_ detail: String) -> Failure { Failure(400, "notification.invalid", detail) }

    private static func checkMetadata(_ body: JSONObject) throws(Failure) {
        guard let metadata = body["metadata"]?.objectValue else { return }
        if metadata.count > 20 { throw invalid("metadata has more than 20 keys") }
        var bytes = 0
        for (key, value) in metadata {
            let text = value.stringValue ?? ""
            if !(1...64).contains(key.codePoints) {
                throw invalid("metadata key \"\(key)\" must have 1 to 64 characters")
            }
            if text.codePoints > 4096 { throw invalid("metadata.\(key) is longer than 4096 characters") }
            bytes += key.utf8.count + text.utf8.count
        }
        if bytes > 8192 { throw invalid("metadata exceeds 8 KB") }
    }

    private static func checkActions(_ body: JSONObject) throws(Failure) {
        let actions = (body["actions"]?.arrayValue ?? []).compactMap(\.objectValue)
        var seen: Set<String> = []
        for action in actions {
            let id = action.text("id") ?? ""
            if !seen.insert(id).inserted { throw invalid("actions: the id \(id) is used twice") }
            if id == acknowledgeID { throw invalid("actions: the id \(acknowledgeID) is reserved") }
            if let complaint = complaint(action) { throw invalid("actions.\(id): \(complaint)") }
        }
    }

    private static func complaint(_ action: JSONObject) -> String? {
        let url = action.text("url").flatMap { $0.isEmpty ? nil : $0 }
        if let url, let complaint = Formats.urlComplaint(url) { return "url \(complaint)" }
        let isWeb = url.map(Formats.isHTTP) ?? false
        for name in ["method", "headers", "body"] where action.has(name) && !isWeb {
            return "\(name) is for http and https URLs only"
        }
        if let headers = action["headers"]?.objectValue, let complaint = ActionRules.headersComplaint(headers)
        {
            return complaint
        }
        if let text = action.text("body"), text.utf8.count > 1024 { return "body exceeds 1 KB" }
        let opens = action.flag("foreground") == true
        if opens, let url, Formats.scheme(url) != "https" { return "foreground opens https URLs only" }
        guard action.flag("text_input") == true else {
            let orphan = ["text_input_placeholder", "text_input_button_title"].first { action[$0] != nil }
            return orphan.map { "\($0) needs text_input" }
        }
        if opens || (url != nil && !isWeb) { return "text_input needs a silent http(s) url or none" }
        return nil
    }

    private static func checkAcknowledge(_ body: JSONObject) throws(Failure) {
        guard body["acknowledge"] != nil else {
            if body["tags"] != nil { throw invalid("tags need acknowledge") }
            if body["callback_url"] != nil { throw invalid("callback_url needs acknowledge") }
            return
        }
        if body.text("level") == "passive" { throw invalid("acknowledge is not for level passive") }
        if body.flag("push") == false { throw invalid("acknowledge needs push") }
        let actions = (body["actions"]?.arrayValue ?? []).compactMap(\.objectValue)
        if actions.count == 10, !actions.contains(where: isRecorded) {
            throw invalid("acknowledge needs room for its own button: at most 9 actions with a url")
        }
        for tag in body["tags"]?.arrayValue ?? [] {
            let text = tag.stringValue ?? ""
            guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy({ (33...126).contains($0) }) else {
                throw invalid("tags: \"\(text)\" must be 1 to 64 printable ASCII characters without spaces")
            }
        }
        if let url = body.text("callback_url") { try checkCallback(url) }
    }

    private static func checkCallback(_ url: String) throws(Failure) {
        if let complaint = Formats.webURLComplaint(url, schemes: ["https"]) {
            throw invalid("callback_url \(complaint)")
        }
        if isPrivate((Formats.host(url) ?? "").lowercased()) {
            throw invalid("callback_url must be a public host")
        }
    }

    /// Whether only a home's own network knows the host: a bare name, or an address of a private range.
    private static func isPrivate(_ host: String) -> Bool {
        if host.hasPrefix("[") {
            return ["[::1]", "[::]", "[fc", "[fd", "[fe8", "[fe9", "[fea", "[feb"]
                .contains { host.hasPrefix($0) }
        }
        if host == "localhost" || host.hasSuffix(".local") || !host.contains(".") { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        guard numbers.count == 4, let first = numbers[0], let second = numbers[1] else { return false }
        switch (first, second) {
        case (0, _), (10, _), (127, _), (169, 254), (192, 168), (100, 64...127), (172, 16...31): return true
        default: return false
        }
    }

    private static func checkEncrypted(_ body: JSONObject) throws(Failure) {
        guard let envelope = body.text("encrypted") else { return }
        for name in ["title", "subtitle", "body", "url"] where !(body.text(name) ?? "").isEmpty {
            throw invalid("\(name) must be empty when encrypted is sent")
        }
        let parts = envelope.split(separator: ".", omittingEmptySubsequences: false)
        let alphabet = Array("-_".utf8)
        guard parts.count == 3, parts[0] == "pw1", parts[1].utf8.count == 8,
            parts[1].utf8.allSatisfy(Formats.isHexDigit), !parts[2].isEmpty,
            parts[2].utf8.allSatisfy({ Formats.isAlphanumeric($0) || alphabet.contains($0) })
        else { throw invalid("encrypted must be pw1.<kid>.<base64url>") }
        if JSON.object(body).utf8.count > 4096 {
            throw Failure(422, "notification.encrypted_too_large", "with its actions it fits into no push")
        }
    }

    /// Whether a tap on the action is recorded by the server.
    static func isRecorded(_ action: JSONObject) -> Bool {
        (action.text("url") ?? "").isEmpty && action.flag("foreground") != true
    }
}
