import Mapping
import PushWardAPI
import TestSupport
import Values

/// What cards and widgets show.
extension RandomMapping {
    mutating func content(of template: TemplateSpec) -> JSONObject {
        var content = fields(of: template)
        let own = make(.content, share: 0.2)
        if ["generic", "steps"].contains(template.name), values.chance(0.3) {
            content["eta"] = .string(expression(.time, literals: 0))
            content["eta_tolerance"] = own["eta_tolerance"]
            for name in ["end_date", "live_progress", "duration"] { content[name] = nil }
        }
        if template.name == "timeline", let history = own["history"] { content["history"] = history }
        if let (key, field) = [("log", ("line", "lines")), ("board", ("tile", "tiles"))]
            .first(where: { $0.0 == template.name })?.1, values.chance(0.4),
            let element = template.field(field)?.kind.elements?.kind
        {
            content[field] = nil
            content[key] = gathered(key, element)
            content["keep"] = own["keep"]
        }
        reconcile(&content, template)
        return content
    }

    mutating func widgetContent(of template: TemplateSpec) -> JSONObject {
        var content = fields(of: template)
        if template.name == "trend", values.chance(0.4) {
            content["history"] = make(.widgetContent, share: 1)["history"]
            content["points"] = nil
        }
        if template.name == "progress" {
            if content["start_date"] == nil || content["end_date"] == nil {
                for name in ["start_date", "end_date"] { content[name] = nil }
                content["value"] = content["value"] ?? .string(expression(.number(0...1), literals: 0.1))
            }
        }
        order(&content, ["min_value", "max_value"])
        if let start = content["start_date"]?.stringValue, let end = content["end_date"]?.stringValue,
            !start.contains("{"), !end.contains("{"), start >= end
        {
            content["end_date"] = .string(expression(.instant, literals: 0))
        }
        // Their bands belong to all of them or to none.
        if case .array(let periods)? = content["periods"] {
            let hasLevels = values.chance(0.5)
            content["periods"] = .array(
                periods.map { period in
                    guard var members = period.objectValue else { return period }
                    members["level"] = hasLevels ? members["level"] ?? "low" : nil
                    return .object(members)
                }
            )
        }
        return content
    }

    private mutating func fields(of template: TemplateSpec) -> JSONObject {
        let name = values.pick([template.name] + template.aliases, else: template.name)
        var content: JSONObject = ["template": .string(name)]
        let share = values.pick([0.15, 0.3, 0.3, 0.8], else: 0.3)
        for field in template.fields where template.required.contains(field.name) || values.chance(share) {
            content[field.name] =
                field.name == "on_expire" && values.chance(0.7)
                ? values.pick(["o0", "o1", "none"], else: "none") : node(field.kind, path: field.name)
        }
        return content
    }

    /// What makes a line or a tile of each message.
    private mutating func gathered(_ key: String, _ element: FieldSpec.Kind) -> JSON {
        func part() -> JSON {
            if key == "line", values.chance(0.4) {
                return .string(expression(.text(max: 512), literals: 0.1))
            }
            if key == "tile", values.chance(0.2) { return .string(expression(element, literals: 0)) }
            guard var object = node(element, path: key, mayBeNull: false, isWhole: true).objectValue else {
                return .string("x")
            }
            object["url_action"] = nil
            if values.chance(0.2) { object["repeat"] = "true" }
            return .object(object)
        }
        guard values.chance(0.4) else { return part() }
        return .array((0..<values.pick([1, 2, 3], else: 1)).map { _ in part() })
    }

    /// Brings bounds that are written down into their order, which `check` wants.
    private mutating func order(_ content: inout JSONObject, _ names: [String]) {
        let numbers = names.compactMap { content[$0]?.stringValue.flatMap(Double.init) }
        guard numbers.count == 2, numbers[0] >= numbers[1] else { return }
        content[names[1]] = .string(expression(.number(0...100), literals: 0))
    }

    /// Takes out what `check` would refuse.
    private mutating func reconcile(_ content: inout JSONObject, _ template: TemplateSpec) {
        func drop(_ names: [String]) { for name in names { content[name] = nil } }
        if content["end_date"] != nil { drop(["duration"]) }
        let hasEnd = content["end_date"] != nil || content["duration"] != nil || content["eta"] != nil
        if !hasEnd { drop(["alarm", "live_progress", "on_expire"]) }
        order(&content, ["min_value", "max_value"])
        if let total = content["total_steps"]?.stringValue.flatMap(Int.init) {
            for (name, value) in content where value.arrayValue.map({ $0.count != total }) == true {
                drop([name])
            }
            if let current = content["current_step"]?.stringValue.flatMap(Int.init), current > total {
                content["current_step"] = .string("\(total)")
            }
        }
        guard template.name == "countdown" else { return }
        switch content["direction"]?.stringValue?.lowercased() {
        case "up": drop(["end_date", "duration", "warning_threshold", "completion_message", "alarm"])
        case nil:
            drop(["goal"])
            if !hasEnd { content["duration"] = "10m" }
        default:
            if !hasEnd { content["duration"] = .string(expression(.duration(1...1000), literals: 0)) }
        }
    }
}
