import Mapping
import PushWardAPI
import TestSupport
import Values

/// Rules: cards, widgets, notifications.
extension RandomMapping {
    mutating func activity(_ name: String, of template: TemplateSpec) -> JSON {
        let captures = values.chance(0.15) ? ["what"] : []
        begin(name, captures: captures)
        if name == "card" { cardCaptures = captures }
        var rule = make(.activity, share: 0.2)
        rule["inputs"] = .object(inputs())
        rule["start"] = condition("{{ go != 'off' }}")
        rule["end"] = values.chance(0.9) ? condition("{{ go == 'off' }}") : nil
        rule["settle"] = rule["settle"] ?? "0s"
        rule["min_interval"] = rule["min_interval"] ?? "0s"
        rule["max_starts_per_hour"] = rule["max_starts_per_hour"] ?? "60"
        identify(&rule, captures)
        rule["content"] = .object(content(of: template))
        if values.chance(0.5) { rule["outcomes"] = .array(outcomes(of: template)) }
        return .object(rule)
    }

    mutating func widget(_ name: String, of template: TemplateSpec) -> JSON {
        let captures = values.chance(0.15) ? ["what"] : []
        begin(name, captures: captures, isWidget: true)
        var rule = make(.widget, share: 0.3)
        rule["inputs"] = .object(inputs())
        rule["push_throttle"] = rule["push_throttle"] ?? "1s"
        rule["settle"] = rule["settle"] ?? "0s"
        identify(&rule, captures)
        rule["content"] = .object(widgetContent(of: template))
        return .object(rule)
    }

    /// What a captured rule needs, and another one does not have; every rule has a slug of its own.
    private mutating func identify(_ rule: inout JSONObject, _ captures: [String]) {
        if captures.isEmpty {
            rule["each"] = nil
            if rule["slug"] != nil { rule["slug"] = .string("\(scope.name)-\(values.pick([1, 2], else: 1))") }
        } else {
            let topic = JSON.string(topic("go"))
            rule["each"] = values.chance(0.5) ? topic : ["topic": topic]
            rule["slug"] = .string("\(scope.name)-{{ \(captures.joined(separator: " }}-{{ ")) }}")
        }
    }

    private mutating func condition(_ when: String) -> JSON {
        guard values.chance(0.3) else { return .string(when) }
        var condition = make(.condition, share: 0.5)
        condition["when"] = .string(when)
        return .object(condition)
    }

    private mutating func outcomes(of template: TemplateSpec) -> [JSON] {
        (0..<values.pick([1, 2], else: 1)).map { place in
            var outcome = make(.outcome, share: 0.1)
            for field in template.fields where values.chance(0.2) {
                outcome[field.name] = node(field.kind, path: field.name)
            }
            if place == 0 { outcome["when"] = condition() }
            return .object(outcome)
        }
    }

    mutating func notification(_ name: String) -> JSON {
        begin(name)
        let ownInputs = scope.inputs
        scope.inputs = []
        var rule = make(.notification, share: 0.12)
        for key in ["on", "when", "inputs", "silent_for", "quiet_hours", "resolve_when"] { rule[key] = nil }
        rule["dedupe"] = rule["dedupe"] ?? "0s"
        if values.chance(0.05) { rule["quiet_hours"] = .object(make(.quietHours, share: 1)) }
        cause(&rule, ownInputs)
        for field in NotificationFields.fields
        where NotificationFields.required.contains(field.name) || values.chance(0.35) {
            rule[field.name] = notificationField(field)
        }
        if values.chance(0.2) { schedule(&rule) }
        if rule["acknowledge"] == nil || rule["acknowledge"] == .null {
            for key in ["tags", "callback_url"] { rule[key] = nil }
        }
        let isLater = ["acknowledge", "send_at", "recurrence"].contains { rule[$0] != nil }
        if isLater, rule["inputs"] != nil, values.chance(0.6) { rule["resolve_when"] = "{{ go == 'off' }}" }
        let actions = actions(of: name, mayPublish: rule["recurrence"] == nil)
        if !actions.isEmpty { rule["actions"] = .array(actions) }
        if rule["acknowledge"] != nil { buttons.append((name, "pw_ack")) }
        return .object(rule)
    }

    /// What fires it, and what it may read.
    private mutating func cause(_ rule: inout JSONObject, _ ownInputs: [(name: String, feed: Int)]) {
        let mode = values.pick([0, 0, 1, 1, 2, 3, 3, 4], else: 0)
        if mode == 3 || values.chance(0.3) {
            scope.inputs = ownInputs
            rule["inputs"] = .object(inputs())
        }
        if mode < 2 || mode == 4 {
            feeds.append(Feed(topic: "\(scope.name)/event/{place}", role: .event))
            scope.captures = ["place"]
            let feed = feeds.count - 1
            scope.message = mode == 4 ? [] : [("value", feed), ("value_json", feed)]
        }
        let topic = JSON.string("\(scope.name)/event/{place}")
        switch mode {
        case 0:
            rule["on"] = topic
            if values.chance(0.2) { rule["when"] = "{{ value != 'off' }}" }
        case 1:
            var on = make(.on, share: 0.15)
            for key in ["activity", "event", "silent_for"] { on[key] = nil }
            on["topic"] = topic
            if on["when"] != nil { on["when"] = "{{ value != 'off' }}" }
            rule["on"] = .object(on)
        case 2:
            scope.inputs = scope.inputs.isEmpty ? ownInputs : scope.inputs
            scope.captures = cardCaptures
            rule["on"] = [
                "activity": "card",
                "event": .string(values.pick(["start", "end", "outcome"], else: "start")),
            ]
        case 3: rule["when"] = "{{ go != 'off' }}"
        default:
            let silence: JSON = values.pick(["5s", "1m"], else: "5s")
            if values.chance(0.5) {
                rule["on"] = ["topic": topic, "silent_for": silence]
            } else {
                rule["on"] = topic
                rule["silent_for"] = silence
            }
        }
    }

    private mutating func notificationField(_ field: FieldSpec) -> JSON {
        switch field.name {
        case "title", "body": return node(field.kind, path: field.name, mayBeNull: false)
        case "activity_slug" where values.chance(0.8):
            let first = cardCaptures.isEmpty ? "card" : "card-one"
            return values.pick([.string(first), "other", "elsewhere", "no slug!"], else: "card")
        case "collapse_id" where values.chance(0.5): return values.pick(["one", "two"], else: "one")
        default: return node(field.kind, path: field.name)
        }
    }

    private mutating func schedule(_ rule: inout JSONObject) {
        let forms = [
            "{{ as_timestamp(now()) + 60 }}", "{{ now() + timedelta(hours=1) }}",
            "{{ as_timestamp(now()) + 1 }}",
            "{{ as_timestamp(now()) + 40000000 }}",
        ]
        if values.chance(0.7) {
            rule["send_at"] = .string(
                values.chance(0.6) ? values.pick(forms, else: "") : expression(.time, literals: 0)
            )
        }
        guard rule["send_at"] == nil || values.chance(0.2) else { return }
        var recurrence: JSONObject = [
            "cron": values.pick(
                [
                    "@daily", "0 19 * * 2", "*/15 * * * *", "0 8-20 * * mon-fri", "0 0 31 2 *",
                    .string(cronText()),
                ],
                else: "@daily"
            ),
            "timezone": values.pick(
                ["Europe/Berlin", "UTC", "Mars/Olympus", .string(cronText())],
                else: "UTC"
            ),
        ]
        if values.chance(0.3) {
            recurrence["count"] = "3"
        } else if values.chance(0.4) {
            recurrence["until"] = .string(values.pick(forms, else: ""))
        }
        if values.chance(0.1), let whole = reading() {
            rule["recurrence"] = .string("{{ \(whole) }}")
        } else {
            rule["recurrence"] = .object(recurrence)
        }
    }

    private mutating func cronText() -> String {
        expression(.choice(["@daily", "*/5 * * * *", "0 0 * * *", "UTC", "Europe/Paris"]), literals: 0)
    }

    private mutating func actions(of rule: String, mayPublish: Bool) -> [JSON] {
        var ids: Set<String> = []
        return (0..<values.pick([0, 1, 3, 10], else: 0)).compactMap { _ in
            guard var action = action(.notification, path: "", mayPublish: mayPublish)?.objectValue,
                let id = action["id"]?.stringValue, ids.insert(id).inserted
            else { return nil }
            if action["publish"] == nil { action["once"] = nil }
            buttons.append((rule, id))
            return .object(action)
        }
    }
}
