import Values

/// What of stored content fits a push, and what the phone makes of it (pushward-api.md sections 8.9, 10).
enum PushPayload {
    static let maxBytes = 4096
    /// Bytes that a push needs beside its content.
    static let envelopeBytes = 300
    /// What a media push drops, in this order, until it fits.
    private static let mediaShedding = [
        ["extra"], ["volume_down", "volume_up"], ["favorite"], ["stop"], ["image_thumbhash"], ["image_url"],
        ["previous", "next"],
    ]

    /// The content that a push carries.
    static func content(_ stored: JSONObject, isEnd: Bool, at now: Timestamp) -> JSONObject {
        var content = stored
        content["log_backlog"] = nil
        if content["url_action"] != nil { content["url"] = nil }
        if content["secondary_url_action"] != nil { content["secondary_url"] = nil }
        if isEnd { settleEnd(&content, at: now) }
        switch content.text("template") {
        case "media": shedMedia(&content)
        case "timeline": thinHistory(&content)
        case "log": fitLines(&content)
        default: break
        }
        return content
    }

    static func size(_ content: JSONObject) -> Int { JSON.object(content).utf8.count + envelopeBytes }

    private static func settleEnd(_ content: inout JSONObject, at now: Timestamp) {
        if content.text("template") == "media" { content["playback_state"] = "stopped" }
        if content.text("direction") == "up", content["paused_at"] == nil {
            content["paused_at"] = .int(now.wholeSeconds)
        }
    }

    private static func shedMedia(_ content: inout JSONObject) {
        for names in mediaShedding where size(content) > maxBytes {
            for name in names {
                if name.hasPrefix("image_") {
                    content[name] = nil
                } else if var controls = content["controls"]?.objectValue {
                    controls[name] = nil
                    content["controls"] = .object(controls)
                }
            }
        }
    }

    /// Every second point goes until the push fits.
    private static func thinHistory(_ content: inout JSONObject) {
        while size(content) > maxBytes, let history = content["history"]?.objectValue,
            history.contains(where: { ($0.value.arrayValue?.count ?? 0) > 2 })
        {
            var thinner = JSONObject()
            for (name, value) in history {
                let points = value.arrayValue ?? []
                let kept = points.enumerated().filter { $0.offset % 2 == (points.count - 1) % 2 }
                thinner[name] = .array(kept.map(\.element))
            }
            content["history"] = .object(thinner)
        }
    }

    private static func fitLines(_ content: inout JSONObject) {
        while size(content) > maxBytes, let lines = content["lines"]?.arrayValue, lines.count > 1 {
            content["lines"] = .array(lines.dropLast())
        }
    }
}
