package import Values

/// What the server makes of a content that it stores (`pushward-api.md` sections 5.1, 8.2 and 8.9).
///
/// A card that we acknowledged and the same card read back are equal once both have gone through here.
package enum StoredContent {
    /// The members that belong to the server: it strips them from requests.
    package static let readOnly: Set<String> = [
        "snoozed_until", "warning_pushed", "log_backlog", "answer", "answer_round", "paused_at",
        "paused_seconds",
        "history",
    ]

    /// The content that is stored when `content` is sent at `instant`.
    ///
    /// `timer` becomes `countdown`, a duration becomes a start and an end, a goal becomes seconds, the `paused`
    /// switch goes, and a playhead without its time gets it.
    package static func normalising(_ content: JSONObject, at instant: Timestamp) -> JSONObject {
        var stored = content
        stored["paused"] = nil
        stored["history"] = nil
        if stored["template"] == "timer" { stored["template"] = "countdown" }
        if let duration = stored["duration"] {
            if stored["end_date"] == nil, let seconds = seconds(of: duration) {
                stored["start_date"] = .int(instant.wholeSeconds)
                stored["end_date"] = .int(instant.wholeSeconds &+ seconds)
            }
            stored["duration"] = nil
        }
        if let goal = stored["goal"], let seconds = seconds(of: goal) { stored["goal"] = .int(seconds) }
        if stored["direction"] == "up", stored["start_date"] == nil {
            stored["start_date"] = .int(instant.wholeSeconds)
        }
        if stored["position_seconds"] != nil, stored["position_at"] == nil {
            stored["position_at"] = .int(instant.wholeSeconds)
        }
        return stored
    }

    /// The content without what the server owns, works out or fills in, with every number in one form.
    package static func comparable(_ content: JSONObject) -> JSONObject {
        var result = JSONObject()
        for (name, value) in content where !readOnly.contains(name) && name != "paused" && !value.isNull {
            result[name] = canonical(value)
        }
        if result["template"] == "timer" { result["template"] = "countdown" }
        if let goal = result["goal"], let seconds = seconds(of: goal) { result["goal"] = .int(seconds) }
        if result["template"] == "gauge" || result["template"] == "media" { result["progress"] = nil }
        for (name, value) in defaults where result[name] == value { result[name] = nil }
        if let controls = result["controls"]?.objectValue {
            result["controls"] = .object(JSONObject(controls.map { ($0.key, withMethods($0.value)) }))
        }
        if let options = result["options"]?.arrayValue {
            result["options"] = .array(options.map(withMethods))
        }
        return result
    }

    /// What a field means when it is not there.
    private static let defaults: [(String, JSON)] = [
        ("direction", "down"), ("show_ruler", true), ("scale", "linear"), ("smoothing", false),
        ("progress", 0),
        ("alarm", false), ("live_progress", false), ("image_shape", "square"), ("favorite", false),
        ("image_url", ""), ("playback_state", "paused"),
    ]

    private static func seconds(of value: JSON) -> Int? {
        if let number = value.intValue { return number }
        guard let text = value.stringValue, let seconds = DurationText.seconds(text) else { return nil }
        return Int(exactly: seconds.rounded())
    }

    /// Silent-only actions call with `POST` unless they say otherwise.
    private static func withMethods(_ value: JSON) -> JSON {
        switch value {
        case .array(let elements): return .array(elements.map(withMethods))
        case .object(var object):
            if object["method"] == "POST" { object["method"] = nil }
            return .object(object)
        default: return value
        }
    }

    /// Whole numbers as integers, absent members in place of nulls, all the way down.
    private static func canonical(_ value: JSON) -> JSON {
        switch value {
        case .double(let number): return Numbers.json(number)
        case .array(let elements): return .array(elements.map(canonical))
        case .object(let object):
            var result = JSONObject()
            for (key, member) in object where !member.isNull { result[key] = canonical(member) }
            return .object(result)
        case .null, .bool, .int, .string: return value
        }
    }
}
