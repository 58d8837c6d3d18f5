import PushWardAPI
import TestSupport
import Values

/// Makes mappings at random, rule by rule, and remembers what each topic should carry.
struct RandomMapping {
    /// A topic that a rule reads, and the kinds of the fields that show it.
    struct Feed {
        var topic: String
        var kinds: [FieldSpec.Kind]
        /// Whether it makes cards start and end.
        var isSwitch = false
    }

    var values: RandomValues
    private(set) var feeds: [Feed] = []
    /// The actions of the rules, as a tap names them.
    private(set) var buttons: [(rule: String, action: String)] = []
    private var rule = ""
    private var firstFeed = 0
    private static let inputs = 6

    init(values: RandomValues) {
        self.values = values
    }

    /// A mapping of a card of that template, and often a second card or a notification beside it.
    mutating func mapping(of template: TemplateSpec) -> JSON {
        feeds = []
        buttons = []
        var activities: JSONObject = ["card": activity("card", of: template)]
        if values.chance(0.4), let other = ContentFields.templates.randomElement(using: &values.generator) {
            activities["other"] = activity("other", of: other)
        }
        var file: JSONObject = [
            "version": 1, "mqtt": ["url": "mqtt://localhost"], "pushward": pushward(),
            "activities": .object(activities),
        ]
        if values.chance(0.7) {
            file["taps"] = ["listen": "127.0.0.1:0", "public_url": "https://taps.example.net"]
        }
        if values.chance(0.3) { file["notifications"] = ["note": notification()] }
        return .object(file)
    }

    /// A mapping of one notification.
    mutating func notifications() -> JSON {
        feeds = []
        buttons = []
        var file: JSONObject = [
            "version": 1, "mqtt": ["url": "mqtt://localhost"], "pushward": pushward(),
            "activities": ["card": activity("card", of: ContentFields.templates[0])],
            "notifications": ["note": notification()],
        ]
        if values.chance(0.7) {
            file["taps"] = ["listen": "127.0.0.1:0", "public_url": "https://taps.example.net"]
        }
        return .object(file)
    }

    private mutating func pushward() -> JSON {
        var settings: JSONObject = ["token": "hlk_test"]
        if values.chance(0.2) { settings["slug_prefix"] = "home-" }
        return .object(settings)
    }

    private mutating func activity(_ name: String, of template: TemplateSpec) -> JSON {
        begin(name)
        var rule: JSONObject = [
            "inputs": inputs(), "start": "{{ go != 'off' }}", "end": "{{ go == 'off' }}", "settle": "0s",
            "min_interval": values.pick(["0s", "0s", "1s", "30s"], else: "0s"), "max_starts_per_hour": 60,
        ]
        rule["content"] = .object(content(of: template))
        if values.chance(0.4) { rule["name"] = literal(.text(max: 256)).map { .string($0) } }
        if values.chance(0.5) { rule["outcomes"] = .array(outcomes(of: template)) }
        let options: [(String, [JSON])] = [
            ("priority", [0, 5, 10]), ("sound", ["chime", ["start": "bell", "end": "success"]]),
            ("dismiss_after", ["0s", "10m", "4h"]), ("final_for", ["0s", "4s", "5m"]),
            ("stale_ttl", ["10m", "12h", "30d"]), ("ended_ttl", ["1h", "30d"]),
            ("unavailable_after", ["1s", "10m"]), ("roll_over", ["true", "false"]),
            ("on_dismiss", ["restart", "stay_away"]), ("eta_tolerance", ["0s", "5m"]),
        ]
        for (name, choices) in options where values.chance(0.25) {
            rule[name] = values.pick(choices, else: .null)
        }
        return .object(rule)
    }

    private mutating func begin(_ name: String) {
        rule = name
        firstFeed = feeds.count
        for place in 0..<Self.inputs { feeds.append(Feed(topic: "\(name)/\(place)", kinds: [])) }
        feeds.append(Feed(topic: "\(name)/go", kinds: [], isSwitch: true))
    }

    private mutating func inputs() -> JSON {
        var inputs: JSONObject = ["go": .string("\(rule)/go")]
        for place in 0..<Self.inputs {
            let topic = JSON.string("\(rule)/\(place)")
            var input: JSONObject = ["topic": topic]
            if values.chance(0.1) {
                input["unit"] = values.pick(["s", "min", "iso", "clock", "ms"], else: "s")
            }
            if values.chance(0.1) { input["expire_after"] = "20s" }
            if values.chance(0.1) { input["empty"] = "none" }
            if values.chance(0.1) { input["valid"] = "{{ value | string | length < 500 }}" }
            if values.chance(0.1) { input["value"] = "{{ value_json.value }}" }
            if values.chance(0.03) { input["encoding"] = "binary" }
            inputs["i\(place)"] = input.count == 1 ? topic : .object(input)
        }
        return .object(inputs)
    }

    private mutating func content(of template: TemplateSpec) -> JSONObject {
        let name = values.pick([template.name] + template.aliases, else: template.name)
        var content: JSONObject = ["template": .string(name)]
        let share = values.pick([0.15, 0.3, 0.3, 0.8], else: 0.3)
        for field in template.fields where template.required.contains(field.name) || values.chance(share) {
            content[field.name] = node(field.kind, path: field.name)
        }
        if ["generic", "steps"].contains(template.name), values.chance(0.3) {
            content["eta"] = .string(expression(.time, literals: 0))
            for name in ["end_date", "live_progress", "duration"] { content[name] = nil }
        }
        reconcile(&content, template)
        return content
    }

    private mutating func outcomes(of template: TemplateSpec) -> [JSON] {
        (0..<values.pick([1, 2], else: 1)).map { place in
            var outcome = JSONObject()
            for field in template.fields where values.chance(0.2) {
                outcome[field.name] = node(field.kind, path: field.name)
            }
            if place == 0 { outcome["when"] = .string("{{ i0 == 1 }}") }
            return .object(outcome)
        }
    }

    /// Takes out what `check` would refuse.
    private func reconcile(_ content: inout JSONObject, _ template: TemplateSpec) {
        func drop(_ names: [String]) { for name in names { content[name] = nil } }
        if content["end_date"] != nil { drop(["duration"]) }
        let hasEnd = content["end_date"] != nil || content["duration"] != nil || content["eta"] != nil
        if !hasEnd { drop(["alarm", "live_progress", "on_expire"]) }
        if let total = content["total_steps"]?.stringValue.flatMap(Int.init) {
            for (name, value) in content where value.arrayValue.map({ $0.count != total }) == true {
                drop([name])
            }
            if let current = content["current_step"]?.stringValue.flatMap(Int.init), current > total {
                content["current_step"] = .string("\(total)")
            }
        }
        guard template.name == "countdown" else { return }
        switch content["direction"]?.stringValue {
        case "up": drop(["end_date", "duration", "warning_threshold", "completion_message", "alarm"])
        case nil:
            drop(["goal"])
            if !hasEnd { content["duration"] = "10m" }
        default:
            if !hasEnd { content["duration"] = "{{ i0 }}" }
        }
    }

    private mutating func notification() -> JSON {
        begin("note")
        var rule: JSONObject = ["dedupe": "0s"]
        switch values.pick([0, 0, 0, 1, 2], else: 0) {
        case 0: rule["on"] = ["topic": "note/{place}"]
        case 1: rule["on"] = ["activity": "card", "event": values.pick(["start", "end"], else: "start")]
        default:
            rule["when"] = "{{ go != 'off' }}"
            rule["inputs"] = inputs()
        }
        let names = rule["on"]?["topic"] != nil ? ["value", "value_json", "place"] : nil
        for field in NotificationFields.fields
        where NotificationFields.required.contains(field.name) || values.chance(0.4) {
            // The card that a notification belongs to must be there, which nothing here can see to.
            guard field.name != "activity_slug" else { continue }
            rule[field.name] = node(field.kind, path: field.name, names: names)
        }
        if rule["acknowledge"] == nil || rule["acknowledge"] == .null {
            rule["tags"] = nil
        } else {
            // More than 25 that repeat at once are more than an account may have.
            rule["cooldown"] = "20m"
        }
        var ids: Set<String> = []
        let actions = (0..<values.pick([0, 1, 3, 10], else: 0)).compactMap { _ -> JSON? in
            guard let action = action(.notification, path: "", names: names)?.objectValue,
                let id = action["id"]?.stringValue, ids.insert(id).inserted
            else { return nil }
            buttons.append(("note", id))
            return .object(action)
        }
        if !actions.isEmpty { rule["actions"] = .array(actions) }
        return .object(rule)
    }

    /// A value for a field: written down, a template, or a structure of these.
    private mutating func node(
        _ kind: FieldSpec.Kind,
        path: String,
        names: [String]? = nil,
        mayBeNull: Bool = true
    ) -> JSON {
        if mayBeNull, values.chance(0.02) { return .null }
        switch kind {
        case .action(let place): return action(place, path: path, names: names) ?? .null
        case .list(.action(let place), let count):
            let length = Int.random(in: count, using: &values.generator)
            return .array(
                (0..<length).compactMap { number in
                    var action = action(place, path: "\(path).\(number)", names: names)?.objectValue
                    if place == .approvalOption { action?["id"] = .string("o\(number)") }
                    return action.map { .object($0) }
                }
            )
        case .object(let members, let required):
            let holdsActions = members.contains { if case .action = $0.kind { true } else { false } }
            if !holdsActions, values.chance(0.3) { break }
            var object = JSONObject()
            for member in members where required.contains(member.name) || values.chance(0.5) {
                object[member.name] = node(member.kind, path: "\(path).\(member.name)", names: names)
            }
            return .object(object)
        case .list(let inner, let count):
            if values.chance(0.5) { break }
            let length = Int.random(
                in: count.lowerBound...min(count.upperBound, count.lowerBound + 4),
                using: &values.generator
            )
            return .array(
                (0..<length).map { node(inner, path: "\(path).\($0)", names: names, mayBeNull: false) }
            )
        case .map(_, let inner, let count):
            if values.chance(0.4) { break }
            let length = Int.random(in: max(1, count.lowerBound)...3, using: &values.generator)
            return .object(
                JSONObject((0..<length).map { ("key \($0)", node(inner, path: path, names: names)) })
            )
        default: break
        }
        return .string(expression(kind, literals: 0.3, names: names))
    }

    /// A text that a scalar field can hold: a literal, or a template that reads inputs.
    private mutating func expression(
        _ kind: FieldSpec.Kind,
        literals: Double,
        names: [String]? = nil
    ) -> String {
        if values.chance(literals), let literal = literal(kind) { return literal }
        let place = values.pick(Array(0..<Self.inputs), else: 0)
        feeds[firstFeed + place].kinds.append(kind)
        let name = names.map { values.pick($0, else: "value") } ?? "i\(place)"
        let other = names.map { values.pick($0, else: "value") } ?? "i0"
        let forms = [
            "{{ \(name) }}", "{{ \(name) }}", "{{ \(name) }}", "{{ \(name) | default(none) }}",
            "{{ \(name) | float(0) * 1.7 }}", "{{ \(name) ~ \(other) }}", "a {{ \(name) }} b",
            "{{ as_timestamp(now()) + (\(name) | float(60)) }}", "{{ [\(name), \(other)] }}",
            "{{ {'a': \(name), 'value': \(other)} }}", "{{ \(name) | upper }}",
            "{{ 1 / (\(name) | int(0)) }}",
            "{% if \(name) %}{{ \(other) }}{% endif %}", "{{ \(name) if \(name) is number else 'unknown' }}",
        ]
        return values.pick(forms, else: "{{ \(name) }}")
    }

    /// A value that the field can take, written down.
    private mutating func literal(_ kind: FieldSpec.Kind) -> String? {
        guard case .value(let value) = kind.coerce(values.value(for: kind, junkShare: 0)) else { return nil }
        switch value {
        case .string(let text):
            let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "{" && $0.value != 0x7F }
            return isPlain ? text : nil
        case .array, .object, .null: return nil
        default: return value.text
        }
    }

    private mutating func action(
        _ place: FieldSpec.ActionPlace,
        path: String,
        names: [String]? = nil
    ) -> JSON? {
        var action = JSONObject()
        for member in ActionFields.members(of: place)
        where !ActionFields.effectNames.contains(member.name) && member.name != "id" {
            let isRequired =
                ActionFields.required(at: place).contains(member.name) || place == .approvalOption
            if isRequired || values.chance(0.4) {
                action[member.name] = node(member.kind, path: path, names: names)
            }
        }
        if action["text_input"] == nil {
            for name in ["text_input_placeholder", "text_input_button_title"] { action[name] = nil }
        }
        if place == .notification {
            action["id"] = .string("a\(Int.random(in: 0..<30, using: &values.generator))")
        }
        switch values.pick([0, 0, 1, 1, 2], else: 0) {
        case 0:
            action["publish"] = ["topic": .string("out/\(rule)"), "payload": "{{ text | default('x') }}"]
            if values.chance(0.3) { action["once"] = "true" }
            if names == nil, values.chance(0.3) {
                action["confirm"] = ["when": "{{ i0 == 1 }}", "within": "5s"]
            }
            if place != .notification { buttons.append((rule, path)) }
        case 2 where place == .notification || place == .approvalOption:
            if place == .notification, values.chance(0.3) { action["foreground"] = "true" }
        default:
            for member in ActionFields.members(of: place)
            where ActionFields.effectNames.contains(member.name)
                && (member.name == "url" || values.chance(0.3))
            {
                action[member.name] = node(member.kind, path: path, names: names)
            }
            if action["url"]?.stringValue?.contains("{") == false {
                action["url"] = "https://example.org/hook"
            }
        }
        return .object(action)
    }
}
