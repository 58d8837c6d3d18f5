import Mapping
import PushWardAPI
import TestSupport
import Values

/// Keys of the mapping file, whatever the table says that there is.
extension RandomMapping {
    /// Values that fit one key, where its kind says too little.
    private static let choices: [String: [JSON]] = [
        "mqtt.url": ["mqtt://localhost", "mqtts://user:secret@broker.example.net:8883"],
        "mqtt.discovery": ["false", "homeassistant"], "mqtt.topic_prefix": ["pushward", "home/bridge"],
        "mqtt.protocol": ["auto", "5", "3.1.1"],
        "pushward.url": ["https://api.pushward.app", "http://127.0.0.1:8788"],
        "pushward.budget": ["off", "100%", "100000"], "pushward.slug_prefix": ["home-"],
        "pushward.min_app_version": ["1.19.0", "1.19.0", "1.19.0", "1.5.0"],
        "taps.public_url": ["https://taps.example.net"],
        "taps.trusted_proxies": ["127.0.0.1", ["127.0.0.1", "172.16.0.0/12"]],
        "http.listen": ["127.0.0.1:0"], "taps.listen": ["127.0.0.1:0"],
        "activity.min_interval": ["0s", "0s", "0s", "0s", "1s", "30s"], "activity.settle": ["0s", "100ms"],
        "activity.dismiss_after": ["0s", "10m", "4h"], "activity.final_for": ["0s", "0s", "4s", "5m"],
        "activity.stale_ttl": ["10m", "2h", "30d"], "activity.ended_ttl": ["1s", "1m", "1h", "30d"],
        "activity.unavailable_after": ["1s", "10m"], "activity.eta_tolerance": ["0s", "5m"],
        "activity.max_starts_per_hour": ["60", "60", "1"],
        "activity.slug": ["a-card", "Card_2"], "activity.remove": ["true", "false", "false"],
        "widget.slug": ["a-widget"],
        "content.eta_tolerance": ["0s", "5m"], "content.history": ["1m", "1h", "7d"],
        "content.keep": ["1", "2", "4"],
        "widget.push_throttle": ["1s", "1s", "15s", "1h"], "widget.min_interval": ["0s", "1s", "1m"],
        "widget.stale_after": ["1m", "1m", "10m", "7d"], "widget.unavailable_after": ["1s", "10m"],
        "widget.settle": ["0s", "100ms"], "widget_content.history": ["1m", "1h", "30d"],
        "condition.for": ["0s", "0s", "1s"], "notification.for": ["0s", "1s"],
        "notification.silent_for": ["5s", "1m"], "on.silent_for": ["5s", "1m"],
        "notification.cooldown": ["0s", "1s", "20s"], "notification.dedupe": ["0s", "500ms"],
        "notification.max_age": ["1s", "1m", "1d"], "action.expires": ["10s", "1h", "30d"],
        "confirm.within": ["2s", "1m"], "input.expire_after": ["5s", "10m"],
        "input.timezone": ["Europe/Berlin", "UTC"], "input.retained": ["seed", "seed", "ignore", "event"],
        "input.unit": ["s", "min", "h", "ms", "iso", "clock", "mm:ss", "time"],
        "availability.online": ["up", ["up", "yes"]], "availability.offline": ["down", ["down", "no"]],
        "availability.value": ["{{ value }}", "{{ value_json.state }}"],
        "input.value": ["{{ value_json.value }}", "{{ value }}", "{{ value_json }}"],
        "input.valid": ["{{ value | string | length < 500 }}", "{{ value != 'x' }}"],
        "activity.image_base": ["https://ha.example.net", "https://x.example/ha/"],
        "quiet_hours.from": ["22:00"], "quiet_hours.to": ["22:10"],
        "publish.topic": ["out/all", "out/{{ 1 + 1 }}"],
        "publish.payload": [
            "{{ text | default('x') }}", "ON", "", ["state": "OFF", "text": "{{ text }}"], ["a", 1],
        ],
    ]

    /// A map of a section's keys, each with that chance, beside those that it needs.
    mutating func make(_ section: KeySection, share: Double) -> JSONObject {
        var object = JSONObject()
        for key in KeyTable.keys(of: section) where key.isRequired || values.chance(share) {
            if let value = value(of: key, in: section) { object[key.name] = value }
        }
        return object
    }

    /// A value for a key; nil: it has no place here.
    mutating func value(of key: KeySpec, in section: KeySection) -> JSON? {
        // What a section shares with another one means the same there.
        let place = section == .defaults ? Self.home(of: key.name) : "\(section.rawValue).\(key.name)"
        switch place {
        case "activity.to", "notification.to", "widget.to": return recipients()
        case "activity.inputs", "notification.inputs", "widget.inputs": return .object(inputs())
        case "activity.each", "widget.each":
            let topic = JSON.string(topic("go"))
            return values.chance(0.5) ? topic : ["topic": topic]
        case "activity.name", "widget.name": return title()
        case "activity.outcomes", "activity.content", "widget.content", "notification.actions": return nil
        case "input.availability": return availability()
        case "availability.topic": return .string(availabilityTopic())
        case "condition.when", "outcome.when", "action.when", "confirm.when": return condition()
        case "content.line", "content.tile": return nil
        default: break
        }
        if let choices = Self.choices[place] ?? Self.choices[place.replacing("on.", with: "input.")] {
            return values.pick(choices, else: .null)
        }
        return value(key.value)
    }

    private static func home(of name: String) -> String {
        let sections: [KeySection] = [.activity, .notification, .widget]
        let home = sections.first { KeyTable.keys(of: $0).contains { $0.name == name } } ?? .activity
        return "\(home.rawValue).\(name)"
    }

    private mutating func value(_ kind: KeyValue) -> JSON? {
        switch kind {
        case .text: return "x"
        case .template: return .string(expression(.text(max: 64), literals: 0.3))
        case .topic: return "some/topic"
        case .texts: return values.pick(["a", ["a", "b"]], else: "a")
        case .bool: return values.pick(["true", "false"], else: "true")
        case .integer(let range): return .string("\(Int.random(in: range, using: &values.generator))")
        case .duration: return values.pick(["1s", "20s", "1m"], else: "1s")
        case .size: return "64k"
        case .choice(let words): return .string(values.pick(words, else: ""))
        case .section(let section): return .object(make(section, share: 0.5))
        case .names(let inner): return value(inner).map { ["rules": $0] }
        case .list(let inner): return value(inner).map { [$0] }
        case .anyOf(let kinds): return value(values.pick(kinds, else: .text))
        case .content, .widgetContent, .outcome, .gathered, .payload, .actions: return nil
        }
    }

    private mutating func recipients() -> JSON? {
        guard !accounts.isEmpty else { return nil }
        return values.chance(0.5)
            ? .array(accounts.map(JSON.string)) : .string(values.pick(accounts, else: ""))
    }

    private mutating func title() -> JSON? {
        if let name = scope.captures.first, values.chance(0.5) { return .string("The {{ \(name) }}") }
        return literal(.text(max: 256)).flatMap { $0.isEmpty ? nil : .string($0) }
    }

    /// A condition that mostly holds and reads something.
    mutating func condition() -> JSON {
        let name = values.pick(scope.readable.map(\.name), else: "")
        guard !name.isEmpty else { return "{{ true }}" }
        return .string(
            values.pick(
                [
                    "{{ \(name) != 'off' }}", "{{ \(name) == 1 }}", "{{ \(name) is defined }}",
                    "{{ \(name) }}",
                ],
                else: "{{ true }}"
            )
        )
    }

    // MARK: Topics and inputs

    /// A topic of the rule's own, with what it captures.
    func topic(_ name: String) -> String {
        ([scope.name] + scope.captures.map { "{\($0)}" } + [name]).joined(separator: "/")
    }

    private static let inputCount = 6

    /// Begins a rule with its inputs, of which nothing reads yet.
    mutating func begin(_ name: String, captures: [String] = [], isWidget: Bool = false) {
        scope = RuleScope(name: name, captures: captures, isWidget: isWidget)
        for place in 0..<Self.inputCount {
            scope.inputs.append(("i\(place)", feeds.count))
            feeds.append(Feed(topic: topic("\(place)")))
        }
        feeds.append(Feed(topic: topic("go"), role: .toggle))
    }

    mutating func inputs() -> JSONObject {
        var inputs: JSONObject = ["go": .string(topic("go"))]
        for (name, feed) in scope.inputs {
            let topic = JSON.string(feeds[feed].topic)
            guard values.chance(0.3) else {
                inputs[name] = topic
                continue
            }
            var input = make(.input, share: 0.12)
            input["topic"] = topic
            if input["encoding"] == "binary" { feeds[feed].role = .picture }
            inputs[name] = .object(input)
        }
        return inputs
    }

    private mutating func availability() -> JSON {
        if values.chance(0.3) { return .string(availabilityTopic()) }
        return .object(make(.availability, share: 0.4))
    }

    private mutating func availabilityTopic() -> String {
        let topic = topic("there")
        if !feeds.contains(where: { $0.topic == topic }) {
            feeds.append(Feed(topic: topic, role: .availability))
        }
        return topic
    }
}
