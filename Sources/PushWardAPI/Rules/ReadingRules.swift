import Values

extension Completion {
    /// How many decimals a reading is rounded to before it is compared with the last one.
    private var decimals: Int { self["decimals"]?.intValue ?? 6 }

    /// The bounds and a value between them (`pushward-api.md` section 8.5).
    mutating func applyGauge() {
        drop("progress", "PushWard works it out from the value")
        guard let low = self["min_value"]?.doubleValue, let high = self["max_value"]?.doubleValue else {
            return
        }
        guard low < high else {
            drop("min_value", "it is not below `max_value`")
            drop("max_value", "it is not above `min_value`")
            return
        }
        guard let value = self["value"]?.doubleValue else { return }
        let within = Numbers.clamped(value, to: low...high)
        let clamped = Numbers.clamped(Numbers.rounded(within, decimals: decimals), to: low...high)
        if value < low || value > high { remark("`value` is brought within `min_value` and `max_value`") }
        self["value"] = Numbers.json(clamped)
    }

    /// Units, the headline and the history belong to series that there are (section 8.6).
    mutating func applyTimeline() {
        guard let series = self["value"]?.objectValue else { return }
        var rounded = JSONObject()
        for (name, value) in series {
            rounded[name] =
                value.doubleValue.map { Numbers.json(Numbers.rounded($0, decimals: decimals)) } ?? value
        }
        self["value"] = .object(rounded)
        if let primary = self["primary_series"]?.stringValue, series[primary] == nil {
            drop("primary_series", "there is no series of that name")
        }
        keep("units", ofSeriesIn: series) { $0 }
        let latest = now
        keep("history", ofSeriesIn: series) { points in
            let past = (points.arrayValue ?? []).filter { ($0["timestamp"]?.intValue ?? .max) <= latest }
            return past.isEmpty ? nil : .array(past)
        }
        if self["thresholds"]?.arrayValue?.isEmpty == true { self["thresholds"] = nil }
    }

    /// Keeps the members of an object that are named like a series and that `change` keeps.
    private mutating func keep(
        _ name: String,
        ofSeriesIn series: JSONObject,
        change: (JSON) -> JSON?
    ) {
        guard let object = self[name]?.objectValue else { return }
        var kept = JSONObject()
        for (key, value) in object {
            guard series[key] != nil else {
                remark("`\(name)`: there is no series `\(key)`")
                continue
            }
            kept[key] = change(value)
        }
        self[name] = kept.isEmpty ? nil : .object(kept)
    }

    /// The step within the total, and arrays of the total's length (section 8.3).
    mutating func applySteps() {
        let arrays: [(name: String, filling: JSON)] = [
            ("step_labels", ""), ("step_rows", 1), ("step_weights", 1), ("step_colors", ""),
        ]
        if self["total_steps"] == nil {
            let lengths = arrays.compactMap { self[$0.name]?.arrayValue?.count }
            if let longest = lengths.max(), longest > 0 { self["total_steps"] = .int(min(longest, 64)) }
        }
        guard let total = self["total_steps"]?.intValue else { return }
        if let current = self["current_step"]?.intValue, current > total {
            self["current_step"] = .int(total)
            remark("`current_step` is brought to `total_steps`")
        }
        for (name, filling) in arrays {
            guard var elements = self[name]?.arrayValue, elements.count != total else { continue }
            remark("`\(name)` has \(elements.count) elements where `total_steps` is \(total)")
            elements = Array(elements.prefix(total))
            while elements.count < total { elements.append(filling) }
            self[name] = .array(elements)
        }
    }

    /// Unique answers, each with an icon where there are more than two (section 8.10).
    mutating func applyApproval() {
        if let options = self["options"]?.arrayValue { self["options"] = answers(options) }
        if self["details"]?.arrayValue?.isEmpty == true { self["details"] = nil }
        if let chosen = self["on_expire"]?.stringValue {
            let ids = (self["options"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
            if self["end_date"] == nil {
                drop("on_expire", "it needs `end_date`")
            } else if chosen != "none", !ids.contains(chosen) {
                drop("on_expire", "there is no answer with that `id`")
            }
        }
    }

    private mutating func answers(_ options: [JSON]) -> JSON? {
        var seen: Set<String> = []
        var kept: [JSONObject] = []
        for option in options {
            guard let object = option.objectValue, let id = object["id"]?.stringValue else { continue }
            if seen.insert(id).inserted {
                kept.append(object)
            } else {
                remark("`options`: the `id` \(id) stands twice; only the first counts")
            }
        }
        guard kept.count >= 2 else {
            drop("options", "two answers with different ids are needed")
            return nil
        }
        if kept.count > 2, kept.contains(where: { $0["icon"] == nil }) {
            remark("`options`: three or four answers need an icon each; a circle stands for the missing ones")
            kept = kept.map { option in
                var option = option
                if option["icon"] == nil { option["icon"] = "circle" }
                return option
            }
        }
        return .array(kept.map { .object($0) })
    }
}
