import Values

/// What the server refuses in a stored content, written from `pushward-api.md` without a look at the product's tables.
struct ServerChecker {
    let now: Int
    private(set) var problems: [String] = []

    init(now: Int) { self.now = now }

    /// The reasons to refuse; none where the server would take it.
    static func problems(_ content: JSONObject, now: Int) -> [String] {
        var checker = ServerChecker(now: now)
        checker.check(content)
        return checker.problems
    }

    mutating func fail(_ text: String) { problems.append(text) }

    mutating func check(_ content: JSONObject) {
        guard let template = content["template"]?.stringValue else { return fail("no template") }
        noNulls(.object(content), "content")
        shared(content, template)
        times(content, template)
        fieldsOfOthers(content, template)
        switch template {
        case "generic": break
        case "countdown": countdown(content)
        case "steps": steps(content)
        case "alert":
            if !["critical", "warning", "info"].contains(content["severity"]?.stringValue) {
                fail("severity")
            }
            text(content, "severity_label", 40)
            if let at = content["fired_at"] { time(at, "fired_at", latest: now + 300) }
        case "gauge": gauge(content)
        case "timeline": timeline(content)
        case "board": board(content)
        case "log": log(content)
        case "media": media(content)
        case "approval": approval(content)
        default: fail("unknown template \(template)")
        }
    }

    mutating func noNulls(_ value: JSON, _ path: String) {
        switch value {
        case .null: fail("\(path) is null")
        case .double(let number): if !number.isFinite { fail("\(path) is not finite") }
        case .string(let text):
            if text.unicodeScalars.contains(where: { $0 == "\0" }) { fail("\(path) holds NUL") }
        case .array(let elements): for element in elements { noNulls(element, path + "[]") }
        case .object(let object): for (key, member) in object { noNulls(member, "\(path).\(key)") }
        case .bool, .int: break
        }
    }

    // MARK: shared fields

    mutating func shared(_ content: JSONObject, _ template: String) {
        if let progress = content["progress"] { number(progress, "progress", 0, 1) }
        text(content, "state", 256)
        text(content, "subtitle", 256)
        text(content, "icon", 128)
        text(content, "compact_label", 4)
        if let left = content["remaining_time"] { integer(left, "remaining_time", 0, .max) }
        for name in ["accent_color", "background_color", "text_color"] {
            if let value = content[name] { color(value, name) }
        }
        for name in ["tap_action", "url_action", "secondary_url_action"] {
            if let value = content[name] { action(value, name) }
        }
        for name in ["url", "secondary_url"] {
            if let value = content[name] { url(value, name, schemes: ["http", "https"]) }
        }
        if let alarm = content["alarm"] {
            if alarm.boolValue == nil { fail("alarm is no bool") }
            if alarm == true, content["end_date"] == nil, content["duration"] == nil {
                fail("alarm without an end")
            }
        }
        if let snooze = content["snooze_seconds"] { integer(snooze, "snooze_seconds", 60, 3600) }
        images(content)
    }

    mutating func images(_ content: JSONObject) {
        if let image = content["image_url"] {
            url(image, "image_url", schemes: ["https"])
            let text = image.stringValue ?? ""
            if text.dropFirst(8).prefix(while: { $0 != "/" }).contains("@") { fail("image_url with a user") }
            if text.contains(where: \.isWhitespace) { fail("image_url with white space") }
        }
        if let shape = content["image_shape"], !["poster", "square", "circle"].contains(shape.stringValue) {
            fail("image_shape")
        }
        if let hash = content["image_thumbhash"]?.stringValue {
            if hash.count > 64 || hash.count % 4 != 0 { fail("image_thumbhash") }
        }
    }

    mutating func times(_ content: JSONObject, _ template: String) {
        if let end = content["end_date"] {
            time(end, "end_date", latest: now + 157_788_000)
            if let past = end.intValue, past < now - 157_788_000 { fail("end_date more than five years ago") }
        }
        if let start = content["start_date"] {
            time(start, "start_date", latest: now + 300)
            if let from = start.intValue, let to = content["end_date"]?.intValue, from >= to {
                fail("start after end")
            }
        }
        if let duration = content["duration"] {
            self.duration(duration, "duration")
            if content["end_date"] != nil { fail("duration with end_date") }
        }
        if let live = content["live_progress"] {
            if live.boolValue == nil { fail("live_progress is no bool") }
            if content["end_date"] == nil, content["duration"] == nil { fail("live_progress without an end") }
        }
    }

    /// Fields that only some templates take.
    mutating func fieldsOfOthers(_ content: JSONObject, _ template: String) {
        let owners: [([String], [String])] = [
            (
                ["direction", "goal", "show_ruler", "paused", "warning_threshold", "completion_message"],
                ["countdown"]
            ),
            (["options", "source", "details", "on_expire"], ["approval"]),
            (["image_url", "image_shape", "image_thumbhash"], ["generic", "steps", "media"]),
            (["live_progress"], ["generic", "steps"]),
            (["start_date", "duration"], ["generic", "countdown", "steps"]),
            (
                [
                    "media_title", "playback_state", "position_seconds", "duration_seconds", "position_at",
                    "volume",
                    "favorite", "controls",
                ],
                ["media"]
            ),
            (
                ["total_steps", "current_step", "step_labels", "step_rows", "step_weights", "step_colors"],
                ["steps"]
            ),
            (["severity", "severity_label", "fired_at"], ["alert"]),
            (["min_value", "max_value"], ["gauge"]),
            (["value", "unit", "decimals"], ["gauge", "timeline"]),
            (["units", "scale", "smoothing", "thresholds", "primary_series", "history"], ["timeline"]),
            (["tiles"], ["board"]),
            (["lines"], ["log"]),
        ]
        for (names, templates) in owners where !templates.contains(template) {
            for name in names where content[name] != nil { fail("\(name) on \(template)") }
        }
        if template == "approval" {
            for name in [
                "url_action", "secondary_url_action", "alarm", "snooze_seconds", "url", "secondary_url",
            ]
            where content[name] != nil { fail("\(name) on approval") }
        }
        let owned = [
            "snoozed_until", "warning_pushed", "log_backlog", "answer", "answer_round", "paused_at",
            "paused_seconds",
        ]
        for name in owned where content[name] != nil { fail("\(name) is the server's") }
    }
}
