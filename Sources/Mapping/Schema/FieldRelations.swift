import Values

/// Rules between the fields of a content, as an editor can know them: what needs, excludes or stands for what.
///
/// `check` says the same in words, and more. Source: `pushward-api.md` sections 8 and 12.2.
enum FieldRelations {
    /// The keywords of a schema that hold a card's content of that template to its rules.
    static func ofCard(_ template: String) -> JSONObject {
        var rules: [JSON] = []
        var needs = JSONObject()
        let ends = ["end_date", "duration"]
        switch template {
        case "countdown":
            let isUp: JSON = ["properties": ["direction": ["const": "up"]], "required": ["direction"]]
            let without = ["end_date", "duration", "warning_threshold", "completion_message", "alarm"]
            rules.append(["if": isUp, "then": ["not": anyOf(without)]])
            let isOpen: JSON = ["required": ["direction"]]
            rules.append(["if": ["not": isOpen], "then": ["anyOf": required(ends), "not": anyOf(["goal"])]])
            rules.append(["not": ["required": ["end_date", "duration"]]])
        case "generic", "steps":
            let alternatives = required(ends + ["eta"])
            rules.append(["if": ["required": ["live_progress"]], "then": ["anyOf": alternatives]])
            let sent = anyOf(["end_date", "duration", "live_progress"])
            rules.append(["if": ["required": ["eta"]], "then": ["not": sent]])
        case "approval": needs["on_expire"] = ["end_date"]
        default: break
        }
        return keywords(rules, needs)
    }

    /// The keywords of a schema that hold a widget's content of that template to its rules.
    static func ofWidget(_ template: String) -> JSONObject {
        switch template {
        // The number may be the last point, and the points may be what the number was.
        case "trend": ["oneOf": [["required": ["points"]], ["required": ["value", "history"]]]]
        case "progress":
            keywords(
                [["anyOf": required(["value", "start_date"])]],
                ["start_date": ["end_date"], "end_date": ["start_date"]]
            )
        case "schedule": keywords([["properties": ["periods": allOrNone("level")]]], [:])
        case "flow": keywords([["properties": ["flow": ["minProperties": 1]]]], [:])
        default: [:]
        }
    }

    /// A list whose elements all have the member, or none; what is no list has no elements.
    private static func allOrNone(_ member: String) -> JSON {
        let has: JSON = ["required": [.string(member)]]
        return ["anyOf": [["items": has], ["items": ["not": has]]]]
    }

    private static func required(_ names: [String]) -> JSON {
        .array(names.map { ["required": [.string($0)]] })
    }

    private static func anyOf(_ names: [String]) -> JSON { ["anyOf": required(names)] }

    private static func keywords(_ rules: [JSON], _ needs: JSONObject) -> JSONObject {
        var schema = JSONObject()
        if !rules.isEmpty { schema["allOf"] = .array(rules) }
        if !needs.isEmpty { schema["dependentRequired"] = .object(needs) }
        return schema
    }
}
