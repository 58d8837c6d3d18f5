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

    private mutating func fail(_ text: String) { problems.append(text) }

    private mutating func check(_ content: JSONObject) {
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

    private mutating func noNulls(_ value: JSON, _ path: String) {
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

    private mutating func shared(_ content: JSONObject, _ template: String) {
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

    private mutating func images(_ content: JSONObject) {
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

    private mutating func times(_ content: JSONObject, _ template: String) {
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
    private mutating func fieldsOfOthers(_ content: JSONObject, _ template: String) {
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

    // MARK: templates

    private mutating func countdown(_ content: JSONObject) {
        if let direction = content["direction"], !["up", "down"].contains(direction.stringValue) {
            fail("direction")
        }
        for name in ["show_ruler", "paused"] {
            if let flag = content[name], flag.boolValue == nil { fail("\(name) is no bool") }
        }
        text(content, "completion_message", 512)
        if let threshold = content["warning_threshold"] { integer(threshold, "warning_threshold", 0, .max) }
        if content["direction"] == "up" {
            let refused = [
                "duration", "end_date", "warning_threshold", "completion_message", "alarm", "snooze_seconds",
            ]
            for name in refused where content[name] != nil { fail("\(name) on a count-up") }
            if let goal = content["goal"] { duration(goal, "goal") }
        } else {
            if content["goal"] != nil { fail("goal on a count-down") }
            if content["duration"] == nil, content["end_date"] == nil { fail("a count-down without an end") }
            if content["paused"] == true, let end = content["end_date"]?.intValue, end <= now {
                fail("a finished countdown is paused")
            }
        }
    }

    private mutating func steps(_ content: JSONObject) {
        guard let total = content["total_steps"]?.intValue, (1...64).contains(total) else {
            return fail("total_steps")
        }
        guard let current = content["current_step"]?.intValue, (0...total).contains(current) else {
            return fail("current_step")
        }
        for name in ["step_labels", "step_rows", "step_weights", "step_colors"] {
            guard let list = content[name] else { continue }
            guard let elements = list.arrayValue, elements.count == total else {
                fail("\(name) has not \(total) elements")
                continue
            }
            for element in elements {
                switch name {
                case "step_labels":
                    if (element.stringValue?.unicodeScalars.count ?? 99) > 32 { fail("a label is too long") }
                case "step_rows": integer(element, name, 1, 10)
                case "step_weights": if (element.doubleValue ?? 0) <= 0 { fail("a weight is not above 0") }
                default: if element != "" { color(element, name) }
                }
            }
        }
    }

    private mutating func gauge(_ content: JSONObject) {
        guard let low = content["min_value"]?.doubleValue, let high = content["max_value"]?.doubleValue,
            let value = content["value"]?.doubleValue
        else { return fail("a gauge without its numbers") }
        if low >= high { fail("bounds") }
        if value < low || value > high { fail("value out of bounds") }
        text(content, "unit", 32)
        if let decimals = content["decimals"] { integer(decimals, "decimals", 0, 10) }
    }

    private mutating func timeline(_ content: JSONObject) {
        guard let series = content["value"]?.objectValue, (1...10).contains(series.count) else {
            return fail("value")
        }
        for (name, value) in series {
            if name.isEmpty || name.unicodeScalars.count > 32 { fail("a series' name") }
            if value.doubleValue == nil { fail("a series' value") }
        }
        text(content, "unit", 32)
        for (name, unit) in content["units"]?.objectValue ?? [:] {
            if series[name] == nil { fail("a unit without its series") }
            if (unit.stringValue?.unicodeScalars.count ?? 99) > 32 { fail("a unit is too long") }
        }
        if let scale = content["scale"], !["linear", "logarithmic"].contains(scale.stringValue) {
            fail("scale")
        }
        if let decimals = content["decimals"] { integer(decimals, "decimals", 0, 10) }
        if let smoothing = content["smoothing"], smoothing.boolValue == nil { fail("smoothing") }
        if let thresholds = content["thresholds"] {
            guard let list = thresholds.arrayValue, list.count <= 5 else { return fail("thresholds") }
            for threshold in list {
                if threshold["value"]?.doubleValue == nil { fail("a threshold's value") }
                if let value = threshold["color"] { color(value, "threshold") }
                text(threshold.objectValue ?? [:], "label", 12)
            }
        }
        if let primary = content["primary_series"]?.stringValue, series[primary] == nil {
            fail("primary_series")
        }
        for (_, points) in content["history"]?.objectValue ?? [:] {
            for point in points.arrayValue ?? [] {
                if let at = point["timestamp"] {
                    time(at, "history", latest: now)
                } else {
                    fail("history")
                }
                if point["value"]?.doubleValue == nil { fail("history") }
            }
        }
    }

    private mutating func board(_ content: JSONObject) {
        guard let tiles = content["tiles"]?.arrayValue, (1...4).contains(tiles.count) else {
            return fail("tiles")
        }
        for tile in tiles {
            guard let tile = tile.objectValue else { return fail("a tile") }
            required(tile, "label", 32)
            required(tile, "value", 16)
            text(tile, "unit", 8)
            text(tile, "icon", 128)
            if let value = tile["color"] { color(value, "tile") }
            if let trend = tile["trend"], !["up", "down", "flat"].contains(trend.stringValue) {
                fail("trend")
            }
            if let value = tile["url_action"] { action(value, "tile") }
            known(tile, ["label", "value", "unit", "icon", "color", "trend", "url_action"], "tile")
        }
    }

    private mutating func log(_ content: JSONObject) {
        guard let lines = content["lines"]?.arrayValue, (1...20).contains(lines.count) else {
            return fail("lines")
        }
        for line in lines {
            guard let line = line.objectValue else { return fail("a line") }
            required(line, "text", 512)
            if let at = line["at"] { time(at, "at", latest: .max) }
            if let level = line["level"], !["info", "warn", "error"].contains(level.stringValue) {
                fail("level")
            }
            known(line, ["text", "at", "level"], "line")
        }
    }

    private mutating func media(_ content: JSONObject) {
        text(content, "media_title", 128)
        if let state = content["playback_state"],
            !["playing", "paused", "stopped", "buffering"].contains(state.stringValue)
        {
            fail("playback_state")
        }
        if let position = content["position_seconds"] { number(position, "position_seconds", 0, 604_800) }
        if let length = content["duration_seconds"] {
            number(length, "duration_seconds", 0, 604_800)
            if length.doubleValue == 0 { fail("duration_seconds is 0") }
        }
        if let at = content["position_at"] {
            time(at, "position_at", latest: now + 300)
            if (at.intValue ?? 0) < now - 43_200 { fail("position_at is too old") }
            if content["position_seconds"] == nil { fail("position_at alone") }
        }
        if let volume = content["volume"] { number(volume, "volume", 0, 1) }
        if let favorite = content["favorite"], favorite.boolValue == nil { fail("favorite") }
        let slots = [
            "previous", "play_pause", "play", "pause", "next", "stop", "favorite", "volume_down", "volume_up",
        ]
        for (slot, value) in content["controls"]?.objectValue ?? [:] {
            if slot == "extra" {
                guard let extra = value.arrayValue, extra.count <= 3 else { return fail("extra") }
                for button in extra {
                    action(button, "extra", silent: true)
                    if button["icon"]?.stringValue?.isEmpty != false { fail("extra without an icon") }
                }
            } else if slots.contains(slot) {
                action(value, slot, silent: true)
            } else {
                fail("unknown slot \(slot)")
            }
        }
    }

    private mutating func approval(_ content: JSONObject) {
        guard let options = content["options"]?.arrayValue, (2...4).contains(options.count) else {
            return fail("options")
        }
        var ids: [String] = []
        for option in options {
            guard let option = option.objectValue, let id = option["id"]?.stringValue else {
                return fail("an option")
            }
            let isName = id.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                    || byte == 45
                    || byte == 95
            }
            if !isName || id.isEmpty || id.utf8.count > 64 || id.hasPrefix("-") || id.hasPrefix("_") {
                fail("id")
            }
            if ids.contains(id) { fail("id stands twice") }
            ids.append(id)
            required(option, "title", 24)
            if let style = option["style"],
                !["primary", "secondary", "destructive"].contains(style.stringValue)
            {
                fail("style")
            }
            if options.count > 2, option["icon"] == nil { fail("an option without an icon") }
            if option["url"] != nil { action(.object(option), "option", silent: true) }
            let members = ["id", "title", "style", "icon", "url", "method", "headers", "body"]
            known(option, members, "option")
        }
        text(content, "source", 24)
        if let details = content["details"] {
            guard let rows = details.arrayValue, rows.count <= 2 else { return fail("details") }
            for row in rows {
                required(row.objectValue ?? [:], "label", 24)
                required(row.objectValue ?? [:], "value", 64)
            }
        }
        if let chosen = content["on_expire"]?.stringValue {
            if chosen != "none", !ids.contains(chosen) { fail("on_expire names no option") }
            if content["end_date"] == nil { fail("on_expire without end_date") }
        }
    }

    // MARK: values

    private mutating func known(_ object: JSONObject, _ names: [String], _ what: String) {
        for key in object.keys where !names.contains(key) { fail("\(key) in a \(what)") }
    }

    private mutating func text(_ object: JSONObject, _ name: String, _ max: Int) {
        guard let value = object[name] else { return }
        guard let text = value.stringValue else { return fail("\(name) is no text") }
        if text.unicodeScalars.count > max { fail("\(name) is longer than \(max)") }
    }

    private mutating func required(_ object: JSONObject, _ name: String, _ max: Int) {
        if object[name]?.stringValue?.contains(where: { !$0.isWhitespace }) != true {
            fail("\(name) is blank")
        }
        text(object, name, max)
    }

    private mutating func number(_ value: JSON, _ name: String, _ low: Double, _ high: Double) {
        guard let number = value.doubleValue, number >= low, number <= high else {
            return fail("\(name) out of range")
        }
    }

    private mutating func integer(_ value: JSON, _ name: String, _ low: Int, _ high: Int) {
        guard case .int(let number) = value, number >= low, number <= high else {
            return fail("\(name) out of range")
        }
    }

    private mutating func time(_ value: JSON, _ name: String, latest: Int) {
        integer(value, name, 1, latest)
    }

    private mutating func duration(_ value: JSON, _ name: String) {
        var seconds = 0
        switch value {
        case .int(let number): seconds = number
        case .string(let text):
            var digits = ""
            for character in text {
                if ("0"..."9").contains(character) {
                    digits.append(character)
                } else {
                    let unit = ["h": 3600, "m": 60, "s": 1][String(character)]
                    guard let unit, let count = Int(digits), count < 1_000_000_000 else { return fail(name) }
                    seconds += count * unit
                    digits = ""
                }
            }
            if !digits.isEmpty { seconds = seconds == 0 ? Int(digits) ?? 0 : -1 }
        default: break
        }
        if seconds < 1 || seconds > 157_788_000 { fail("\(name) out of range") }
    }

    private mutating func color(_ value: JSON, _ name: String) {
        let names = [
            "red", "orange", "yellow", "green", "blue", "purple", "pink", "indigo", "teal", "cyan", "mint",
            "brown",
        ]
        guard let text = value.stringValue else { return fail("\(name) is no text") }
        if names.contains(text) { return }
        let isHex = text.dropFirst().utf8.allSatisfy {
            (48...57).contains($0) || (65...70).contains($0 & 0xDF)
        }
        if !text.hasPrefix("#") || !isHex || ![7, 9].contains(text.utf8.count) {
            fail("\(name) is no color")
        }
    }

    private mutating func url(_ value: JSON, _ name: String, schemes: [String]?) {
        guard let text = value.stringValue else { return fail("\(name) is no text") }
        if text.unicodeScalars.count > 2048 { fail("\(name) is too long") }
        let scheme = text.prefix { $0 != ":" }.lowercased()
        if !text.contains(":") || scheme.isEmpty { fail("\(name) has no scheme") }
        if ["javascript", "data", "file", "vbscript"].contains(scheme) {
            fail("\(name) has a refused scheme")
        }
        if let schemes, !schemes.contains(scheme) { fail("\(name) has the scheme \(scheme)") }
        if ["http", "https"].contains(scheme) {
            let host = text.dropFirst(scheme.count).drop { $0 == ":" || $0 == "/" }
                .prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            if host.isEmpty || !text.dropFirst(scheme.count).hasPrefix("://") { fail("\(name) has no host") }
        }
        if text.unicodeScalars.contains(where: { $0.value < 33 || $0.value == 127 }) {
            fail("\(name) has a control")
        }
    }

    private mutating func action(_ value: JSON, _ name: String, silent: Bool = false) {
        guard let action = value.objectValue else { return fail("\(name) is no action") }
        guard let address = action["url"] else { return fail("\(name) without a url") }
        url(address, name, schemes: nil)
        let isWeb =
            address.stringValue?.lowercased().hasPrefix("http") == true
            && address.stringValue?.contains("://") == true
            && ["http", "https"].contains((address.stringValue ?? "").prefix { $0 != ":" }.lowercased())
        let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"]
        if let method = action["method"], !methods.contains(method.stringValue ?? "") {
            fail("\(name): method")
        }
        if !isWeb {
            for member in ["method", "headers", "body", "foreground"] where action[member] != nil {
                fail("\(name): \(member) with an app's link")
            }
        }
        if let foreground = action["foreground"], foreground.boolValue == nil { fail("\(name): foreground") }
        if silent, action["foreground"] == true { fail("\(name): foreground on a silent button") }
        if !silent, isWeb, action["foreground"] != true, action["method"] == nil {
            fail("\(name): ambiguous tap")
        }
        var bytes = 0
        for (key, value) in action["headers"]?.objectValue ?? [:] {
            bytes += key.utf8.count + (value.stringValue?.utf8.count ?? 9999)
            if key.isEmpty || key.contains(where: { " :()<>@,;\\\"/[]?={}".contains($0) || !$0.isASCII }) {
                fail("\(name): a header's name")
            }
            if value.stringValue?.unicodeScalars.contains(where: { [0, 10, 13].contains($0.value) }) != false
            {
                fail("\(name): a header's value")
            }
        }
        if bytes > 1024 { fail("\(name): headers are too long") }
        if let body = action["body"] {
            guard let text = body.stringValue, text.unicodeScalars.count <= 1024 else {
                return fail("\(name): body")
            }
        }
        text(action, "title", 64)
        text(action, "icon", 64)
        if action["icon"]?.stringValue?.hasPrefix("mdi:") == true { fail("\(name): mdi icon") }
    }
}
