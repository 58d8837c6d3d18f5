import Values

/// The handler's rules for merged widget content: 422 `widget.content_invalid` (pushward-api.md section 12.2).
enum WidgetRules {
    static let earliest = CivilTime.instant(year: 2000, month: 1, day: 1)
    static let horizon = Duration.seconds(366 * 86_400)

    static func check(_ content: JSONObject, at now: Timestamp) throws(Failure) {
        for complaint in [
            colours(content), actions(content), required(content), bounds(content), dates(content, now),
            devices(content), periods(content), flow(content),
        ] {
            if let complaint { throw invalid(complaint) }
        }
    }

    static func invalid(_ detail: String) -> Failure { Failure(422, "widget.content_invalid", detail) }

    private static func colours(_ content: JSONObject) -> String? {
        for name in ["accent_color", "background_color", "text_color"] {
            if let text = content.text(name), !Formats.isColour(text) {
                return "content.\(name) is no colour"
            }
        }
        return nil
    }

    private static func actions(_ content: JSONObject) -> String? {
        for name in ["tap_action", "url_action", "secondary_url_action"] {
            guard let action = content[name]?.objectValue else { continue }
            if let complaint = ActionRules.complaint(action, silentOnly: false) {
                return "content.\(name): \(complaint)"
            }
        }
        return nil
    }

    private static func required(_ content: JSONObject) -> String? {
        let template = content.text("template") ?? ""
        let names: [String] =
            switch template {
            case "progress": content.has("start_date") && content.has("end_date") ? [] : ["value"]
            case "gauge": ["value", "min_value", "max_value"]
            case "stat_list": ["stat_rows"]
            case "trend": ["value", "points"]
            case "countdown": ["end_date"]
            case "battery": ["devices"]
            case "schedule": ["periods"]
            case "flow": ["flow"]
            default: []
            }
        return names.first { content[$0] == nil }.map { "content.\($0) is required for template \(template)" }
    }

    private static func bounds(_ content: JSONObject) -> String? {
        let low = content.number("min_value")
        let high = content.number("max_value")
        if let low, let high, low >= high { return "content.min_value must be less than max_value" }
        guard let value = content.number("value") else { return nil }
        switch content.text("template") {
        case "progress": return (0...1).contains(value) ? nil : "content.value must be from 0 to 1"
        case "gauge":
            guard let low, let high else { return nil }
            return (low...high).contains(value) ? nil : "content.value must be from min_value to max_value"
        default: return nil
        }
    }

    private static func dates(_ content: JSONObject, _ now: Timestamp) -> String? {
        var instants: [String: Timestamp] = [:]
        for name in ["start_date", "end_date"] {
            guard let instant = content.text(name).flatMap(TimeText.parse) else { continue }
            if instant <= earliest { return "content.\(name) must be after 2000-01-01" }
            if instant > now + horizon { return "content.\(name) must be at most 366 days ahead" }
            instants[name] = instant
        }
        if let start = instants["start_date"], let end = instants["end_date"], start >= end {
            return "content.start_date must be before end_date"
        }
        if content.text("template") == "progress",
            (instants["start_date"] == nil) != (instants["end_date"] == nil)
        {
            return "content.start_date and end_date go together for template progress"
        }
        return nil
    }

    private static func devices(_ content: JSONObject) -> String? {
        for (place, device) in (content["devices"]?.arrayValue ?? []).enumerated() {
            if let colour = device["color"]?.stringValue, !Formats.isColour(colour) {
                return "content.devices[\(place)].color is no colour"
            }
        }
        let fields = (content["device_sort"]?.arrayValue ?? []).compactMap { $0["field"]?.stringValue }
        return Set(fields).count < fields.count ? "content.device_sort names a field twice" : nil
    }

    private static func periods(_ content: JSONObject) -> String? {
        let periods = content["periods"]?.arrayValue ?? []
        let starts = periods.compactMap { $0["start"]?.stringValue.flatMap(TimeText.parse) }
        for (earlier, later) in zip(starts, starts.dropFirst()) where earlier >= later {
            return "content.periods: start must increase strictly"
        }
        let levels = periods.filter { $0["level"] != nil }.count
        return levels == 0 || levels == periods.count ? nil : "content.periods: level on all or on none"
    }

    private static func flow(_ content: JSONObject) -> String? {
        guard let flow = content["flow"]?.objectValue else { return nil }
        let isEmpty = flow.allSatisfy { $0.value.arrayValue?.isEmpty == true }
        if isEmpty { return "content.flow needs at least one of inputs, output, storage, exchange" }
        let nodes = flow.flatMap { $0.value.arrayValue ?? [$0.value] }
        for node in nodes {
            if let colour = node["color"]?.stringValue, !Formats.isColour(colour) {
                return "content.flow: no colour"
            }
        }
        return nil
    }

    /// The devices in the order that `device_sort` asks for: the server stores them so.
    static func sortDevices(_ content: inout JSONObject) {
        guard let devices = content["devices"]?.arrayValue else { return }
        var sorted = devices
        for key in (content["device_sort"]?.arrayValue ?? []).reversed() {
            let field = key["field"]?.stringValue ?? ""
            let isDescending = key["direction"]?.stringValue == "desc"
            let pairs = sorted.enumerated().sorted { left, right in
                let order = compare(left.element[field], right.element[field])
                return order == 0 ? left.offset < right.offset : isDescending ? order > 0 : order < 0
            }
            sorted = pairs.map(\.element)
        }
        content["devices"] = .array(sorted)
    }

    private static func compare(_ left: JSON?, _ right: JSON?) -> Int {
        if let left = left?.doubleValue, let right = right?.doubleValue {
            return left < right ? -1 : left > right ? 1 : 0
        }
        let (first, second) = (left?.stringValue ?? "", right?.stringValue ?? "")
        return first < second ? -1 : first > second ? 1 : 0
    }
}
