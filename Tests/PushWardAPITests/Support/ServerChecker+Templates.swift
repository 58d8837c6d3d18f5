import Values

/// What each template wants.
extension ServerChecker {
    mutating func countdown(_ content: JSONObject) {
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

    mutating func steps(_ content: JSONObject) {
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

    mutating func gauge(_ content: JSONObject) {
        guard let low = content["min_value"]?.doubleValue, let high = content["max_value"]?.doubleValue,
            let value = content["value"]?.doubleValue
        else { return fail("a gauge without its numbers") }
        if low >= high { fail("bounds") }
        if value < low || value > high { fail("value out of bounds") }
        text(content, "unit", 32)
        if let decimals = content["decimals"] { integer(decimals, "decimals", 0, 10) }
    }

    mutating func timeline(_ content: JSONObject) {
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

    mutating func board(_ content: JSONObject) {
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

    mutating func log(_ content: JSONObject) {
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

    mutating func media(_ content: JSONObject) {
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

    mutating func approval(_ content: JSONObject) {
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
}
