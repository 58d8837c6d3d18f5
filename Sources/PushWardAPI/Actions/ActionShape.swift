import Values

/// Makes an action of typed members one that means the same to PushWard as to us, or says why it cannot be one.
enum ActionShape {
    /// Brings `action` into the shape that its place takes.
    ///
    /// - Returns: why it cannot be an action at `place`; nil where it can.
    static func complete(_ action: inout JSONObject, at place: FieldSpec.ActionPlace) -> String? {
        if let reason = action["headers"].flatMap({ ActionLimits.refusal(of: "headers", $0, at: place) }) {
            return reason
        }
        if let url = action["url"]?.stringValue {
            guard let parts = URLParts(url) else { return "its URL starts with no scheme" }
            if parts.isWeb {
                if place == .notification, action["foreground"] == true, parts.scheme != "https" {
                    return "a notification's button opens only https pages"
                }
                finishWeb(&action, at: place)
            } else {
                for name in ["foreground", "method", "headers", "body"] { action[name] = nil }
            }
        } else {
            // Without a URL PushWard records the tap; `foreground` alone just opens the app.
            for name in ["method", "headers", "body"] { action[name] = nil }
            if action["foreground"] == false { action["foreground"] = nil }
        }
        if place == .notification { finishTextInput(&action) }
        if let reason = identifierReason(&action, at: place) { return reason }
        if let absent = ActionFields.required(at: place).first(where: { action[$0] == nil }) {
            return "`\(absent)` is needed"
        }
        return nil
    }

    /// Whether the place only calls silently (`pushward-api.md` section 7.3).
    static func isSilentOnly(_ place: FieldSpec.ActionPlace) -> Bool {
        switch place {
        case .mediaControl, .mediaExtra, .approvalOption: true
        case .cardBackground, .cardButton, .notification, .widget, .widgetBackground: false
        }
    }

    private static func finishWeb(_ action: inout JSONObject, at place: FieldSpec.ActionPlace) {
        if isSilentOnly(place) {
            action["foreground"] = nil
            // The default, written out where the reference names no rule for what a re-sent button keeps.
            if place == .approvalOption, action["method"] == nil { action["method"] = "POST" }
            return
        }
        let isOpened = action["foreground"] == true
        let hasRequest = ["method", "headers", "body"].contains { action[$0] != nil }
        switch place {
        case .cardBackground, .cardButton:
            if isOpened {
                for name in ["method", "headers", "body"] { action[name] = nil }
            } else if hasRequest || action["foreground"] == false {
                // Without a method the tap may be dropped (section 16 no. 5).
                if action["method"] == nil { action["method"] = "POST" }
                action["foreground"] = nil
            } else {
                action["foreground"] = true
            }
        case .notification, .widget, .widgetBackground:
            if isOpened {
                for name in ["method", "headers", "body"] { action[name] = nil }
            } else if action["method"] == nil {
                action["method"] = action["body"] == nil ? "GET" : "POST"
            }
        case .mediaControl, .mediaExtra, .approvalOption: break
        }
    }

    /// A reply needs a silent call or a recorded tap (section 11.3).
    private static func finishTextInput(_ action: inout JSONObject) {
        let isWeb = action["url"]?.stringValue.flatMap(URLParts.init)?.isWeb ?? true
        if action["text_input"] == true, !isWeb || action["foreground"] == true { action["text_input"] = nil }
        if action["text_input"] != true {
            action["text_input_placeholder"] = nil
            action["text_input_button_title"] = nil
        }
    }

    private static func identifierReason(_ action: inout JSONObject, at place: FieldSpec.ActionPlace)
        -> String?
    {
        guard let id = action["id"]?.stringValue else { return nil }
        switch place {
        case .notification:
            return id == "pw_ack" ? "`pw_ack` is PushWard's own id" : nil
        case .approvalOption:
            let fitting = Identifier.fitting(id, max: 64)
            guard !fitting.isEmpty else { return "its id has no letter and no digit" }
            action["id"] = .string(fitting)
            return nil
        default: return nil
        }
    }
}

/// Makes names of PushWard's restricted alphabet: letters, digits, `-` and `_`, not starting with the latter two.
enum Identifier {
    /// The text with every other run of characters as one `-`, cut to `max`; empty where nothing is left.
    static func fitting(_ text: String, max: Int) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            if result.count == max { break }
            if isLetterOrDigit(byte) {
                result.append(byte)
            } else if !result.isEmpty {
                let isOwn = byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
                if isOwn || result.last != UInt8(ascii: "-") {
                    result.append(isOwn ? byte : UInt8(ascii: "-"))
                }
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
