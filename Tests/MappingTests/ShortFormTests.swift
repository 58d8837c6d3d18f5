import Mapping
import PushWardAPI
import Templates
import Testing
import Values

/// A mapping with one activity; `lines` stand under it.
private func activity(_ lines: String, content: String = "template: generic, state: a") -> Decoded {
    Decoded(head + "activities:\n  washer:\n    start: \"{{ true }}\"\n    content: {\(content)}\n" + lines)
}

/// A mapping with one notification; `lines` stand under it.
private func notification(_ lines: String) -> Decoded {
    Decoded(head + "notifications:\n  bell:\n    title: Door\n    body: Hello\n" + lines)
}

private func action(_ text: String, captures: Bool = false) throws -> TapAction {
    let decoded =
        captures
        ? Decoded(
            head + "activities:\n  zone:\n    each: \"z/{zone}\"\n    slug: \"{{ zone }}\"\n"
                + "    inputs: {state: \"z/{zone}\"}\n    start: \"{{ state }}\"\n"
                + "    content: {template: generic, url_action: \(text)}\n"
        ) : activity("    inputs: {power: a/b}\n", content: "template: generic, url_action: \(text)")
    #expect(decoded.findings == [])
    let field = try #require(decoded.mapping?.activities.first?.content.fields.first)
    guard case .action(let action) = field.value else { throw NoAction() }
    return action
}

private struct NoAction: Error {}

@Suite("Short forms")
struct ShortFormTests {
    @Test("an input given as a text is its topic, whose other keys have their defaults")
    func input() throws {
        let decoded = activity("    inputs: {power: z2m/plug}\n")
        #expect(decoded.findings == [])
        let input = try #require(decoded.mapping?.activities.first?.inputs.first)
        #expect(input.name == "power")
        #expect(input.topic.subscription == "z2m/plug")
        #expect(input.value == nil)
        #expect(input.retained == .seed)
        #expect(input.encoding == .utf8)
        #expect(input.qos == 0)
        #expect(!input.emptyIsNone)
    }

    @Test("an input's keys are all read")
    func inputKeys() throws {
        let decoded = activity(
            """
                inputs:
                  left:
                    topic: a/b
                    value: "{{ value_json.left }}"
                    unit: clock
                    timezone: Europe/Berlin
                    qos: 1
                    encoding: binary
                    retained: ignore
                    expire_after: 1h
                    availability: {topic: a/status, online: ["1"], offline: ["0"]}
                    valid: "{{ value >= 0 }}"
                    empty: none

            """
        )
        #expect(decoded.findings == [])
        let input = try #require(decoded.mapping?.activities.first?.inputs.first)
        #expect(input.value?.source == "{{ value_json.left }}")
        #expect(input.unit == .clock)
        #expect(input.timeZone == "Europe/Berlin")
        #expect(input.qos == 1)
        #expect(input.encoding == .binary)
        #expect(input.retained == .ignore)
        #expect(input.expireAfter == .seconds(3600))
        #expect(input.availability?.topic.subscription == "a/status")
        #expect(input.availability?.online == ["1"])
        #expect(input.availability?.offline == ["0"])
        #expect(input.valid?.source == "{{ value >= 0 }}")
        #expect(input.emptyIsNone)
    }

    @Test(
        "availability takes a topic, or a topic with a preset",
        arguments: ["zigbee2mqtt", "tasmota", "esphome", "homeassistant"]
    )
    func availability(preset: String) throws {
        let keys =
            "inputs: {a: {topic: a/b, availability: {topic: a/s, preset: \(preset)}}, b: {topic: a/b, availability: a/s}}"
        let decoded = activity("    \(keys)\n")
        #expect(decoded.findings == [])
        let inputs = try #require(decoded.mapping?.activities.first?.inputs)
        let online = preset == "tasmota" ? "Online" : "online"
        #expect(inputs.allSatisfy { $0.availability?.online.contains(online) == true })
        #expect(inputs.allSatisfy { $0.availability?.topic.subscription == "a/s" })
        #expect((inputs.first?.availability?.value != nil) == (preset == "zigbee2mqtt"))
    }

    @Test("a condition is a template, or a map of `when` and `for`")
    func conditions() throws {
        let decoded = activity("    inputs: {power: a/b}\n    end: {when: \"{{ power < 3 }}\", for: 90}\n")
        #expect(decoded.findings == [])
        let rule = try #require(decoded.mapping?.activities.first)
        #expect(rule.start.when.template.source == "{{ true }}")
        #expect(rule.start.holdFor == .zero)
        #expect(rule.end?.when.template.source == "{{ power < 3 }}")
        #expect(rule.end?.holdFor == .seconds(90))
    }

    @Test("`each` takes a topic, or a map with one; slug and name may name what it captures")
    func each() throws {
        let text =
            head
            + "activities:\n  zone:\n    each: {topic: \"sonos/{zone}\"}\n    slug: \"zone-{{ zone }}\"\n"
            + "    name: \"{{ zone }}\"\n    inputs: {player: \"sonos/{zone}\"}\n    start: \"{{ player }}\"\n"
            + "    content: {template: generic, state: \"{{ zone }}\"}\n"
        let decoded = Decoded(text)
        #expect(decoded.findings == [])
        let rule = try #require(decoded.mapping?.activities.first)
        #expect(rule.each?.captureNames == ["zone"])
        #expect(rule.slug?.source == "zone-{{ zone }}")
        #expect(rule.title?.source == "{{ zone }}")
    }

    @Test("an activity's options are all read, and `defaults` fills in")
    func options() throws {
        let text =
            head + """
                defaults: {stale_ttl: 1h, cooldown: 30s, priority: 3, max_age: 1m}
                activities:
                  washer:
                    inputs: {power: a/b}
                    start: "{{ power }}"
                    content: {template: generic, eta: "{{ power }}", eta_tolerance: 90}
                    priority: 5
                    ended_ttl: 1d
                    dismiss_after: 0
                    min_interval: 15s
                    settle: 250ms
                    final_for: 10s
                    max_starts_per_hour: 12
                    roll_over: off
                    on_dismiss: restart
                    unavailable_after: 10m
                    sound: {start: chime, end: success}
                    outcomes: [{state: Done}]
                notifications:
                  bell: {on: door/bell, title: a, body: b, dedupe: 1s, quiet_hours: {from: "22:30", to: "7:00"}}

                """
        let decoded = Decoded(text)
        #expect(decoded.findings == [])
        let options = try #require(decoded.mapping?.activities.first?.options)
        var expected = ActivityOptions()
        expected.priority = 5
        expected.staleTTL = .seconds(3600)
        expected.endedTTL = .seconds(86_400)
        expected.dismissAfter = .zero
        expected.minInterval = .seconds(15)
        expected.settle = .milliseconds(250)
        expected.finalFor = .seconds(10)
        expected.maxStartsPerHour = 12
        expected.rollOver = false
        expected.onDismiss = .restart
        expected.unavailableAfter = .seconds(600)
        expected.startSound = "chime"
        expected.endSound = "success"
        expected.etaTolerance = .seconds(90)
        #expect(options == expected)
        let bell = try #require(decoded.mapping?.notifications.first)
        #expect(bell.cooldown == .seconds(30))
        #expect(bell.dedupe == .seconds(1))
        #expect(bell.maxAge == .seconds(60))
        #expect(bell.quietHours == NotificationRule.QuietHours(from: 1350, to: 420))
    }

    @Test("`timer` is stored as `countdown`")
    func timer() {
        let decoded = activity("    inputs: {a: b/c}\n", content: "template: timer, duration: 5m")
        #expect(decoded.findings == [])
        #expect(decoded.mapping?.activities.first?.content.template == "countdown")
    }

    @Test("a field written as nothing clears")
    func null() throws {
        let decoded = activity(
            "    inputs: {a: b/c}\n",
            content: "template: generic, subtitle: null, icon: ~"
        )
        #expect(decoded.findings == [])
        let fields = try #require(decoded.mapping?.activities.first?.content.fields)
        #expect(fields.map(\.name) == ["subtitle", "icon"])
        for field in fields {
            guard case .null = field.value else {
                Issue.record("\(field.name) is not cleared")
                continue
            }
        }
    }
}

@Suite("Actions")
struct ActionTests {
    @Test("an action given as a text opens that URL")
    func url() throws {
        let action = try action("\"https://example.net\"")
        #expect(action.id == "url_action")
        guard case .open(let fields) = action.effect else { throw NoAction() }
        #expect(fields.map(\.name) == ["url"])
    }

    @Test("an action publishes with QoS 1, not retained, unless it says otherwise")
    func publish() throws {
        let plain = try action("{title: Off, icon: power, publish: {topic: a/set, payload: 'OFF'}}")
        guard case .publish(let publish) = plain.effect else { throw NoAction() }
        #expect(publish.topic.template.source == "a/set")
        #expect(publish.payload.template.source == "OFF")
        #expect(publish.qos == 1)
        #expect(!publish.isRetained)
        #expect(plain.fields.map(\.name) == ["title", "icon"])
        #expect(!plain.once)
        #expect(plain.expires == nil)
        let other = try action("{once: yes, expires: 5m, publish: {topic: a/set, payload: '', qos: 0}}")
        #expect(other.once)
        #expect(other.expires == .seconds(300))
    }

    @Test(
        "a topic to publish to may name what was captured",
        arguments: ["z/{zone}/set", "z/plug_{zone}/set"]
    )
    func capture(topic: String) throws {
        let action = try action("{publish: {topic: \"\(topic)\", payload: 'OFF'}}", captures: true)
        guard case .publish(let publish) = action.effect else { throw NoAction() }
        #expect(publish.topic.template.source == topic.replacing("{zone}", with: "{{ zone }}"))
    }

    @Test(
        "a payload written as a structure becomes JSON text",
        arguments: [
            ("{state: \"OFF\"}", #"{"state":"OFF"}"#),
            (
                "{brightness: 128, on: true, none: null, name: \"128\", half: 0.5, code: 0123}",
                #"{"brightness":128,"on":true,"none":null,"name":"128","half":0.5,"code":"0123"}"#
            ),
            ("[1, two, {three: 3}]", #"[1,"two",{"three":3}]"#),
            ("{text: \"{{ text }}\"}", #"{"text":{{ (text) | tojson }}{{ '}' }}"#),
            ("{text: \"said: {{ text }}!\"}", #"{"text":{{ ('said: ' ~ (text) ~ '!') | tojson }}{{ '}' }}"#),
            (
                "{text: \"{% if text %}a{% endif %}\"}",
                #"{"text":{% set payload_text %}{% if text %}a{% endif %}{% endset %}{{ payload_text | tojson }}{{ '}' }}"#
            ),
            ("{quote: \"it's\"}", #"{"quote":"it's"}"#),
            ("{a: \"{{ {'b': '}}'} }}\"}", #"{"a":{{ ({'b': '}}'}) | tojson }}{{ '}' }}"#),
            ("{}", "{}"),
        ]
    )
    func structure(payload: String, template: String) throws {
        let action = try action("{publish: {topic: a/set, payload: \(payload)}}")
        guard case .publish(let publish) = action.effect else { throw NoAction() }
        #expect(publish.payload.template.source == template)
    }

    @Test("each action is known by where it stands")
    func identities() throws {
        let text =
            head + """
                activities:
                  player:
                    inputs: {state: a/b}
                    start: "{{ state }}"
                    content:
                      template: media
                      tap_action: "https://example.net"
                      controls:
                        next: {publish: {topic: a/set, payload: next}}
                        extra:
                          - {icon: shuffle, publish: {topic: a/set, payload: shuffle}}
                          - {icon: repeat, publish: {topic: a/set, payload: repeat}}
                  board:
                    inputs: {state: a/b}
                    start: "{{ state }}"
                    content:
                      template: board
                      secondary_url_action: "https://example.net"
                      tiles:
                        - {label: A, value: "1", url_action: "https://example.net"}
                        - {label: B, value: "2", url_action: {publish: {topic: a/set, payload: b}}}
                  gate:
                    inputs: {state: a/b}
                    start: "{{ state }}"
                    content:
                      template: approval
                      state: Open?
                      options:
                        - {id: open, title: Open, publish: {topic: a/set, payload: open}}
                        - {title: Later}

                """
        let decoded = Decoded(text)
        #expect(decoded.findings == [])
        let rules = try #require(decoded.mapping?.activities)
        #expect(
            rules.map { $0.content.fields.flatMap { Self.ids($0.value) } } == [
                ["tap_action", "controls.next", "controls.extra.0", "controls.extra.1"],
                ["secondary_url_action", "tiles.0", "tiles.1"],
                ["open", "options.1"],
            ]
        )
    }

    private static func ids(_ node: ContentNode) -> [String] {
        switch node {
        case .action(let action): [action.id]
        case .list(let nodes): nodes.flatMap(ids)
        case .map(let fields): fields.flatMap { ids($0.value) }
        case .template, .null: []
        }
    }
}

@Suite("Notification triggers")
struct TriggerTests {
    @Test("`on` given as a text is a topic, and `when` may stand beside it")
    func topic() throws {
        let decoded = notification("    on: door/{name}\n    when: \"{{ name == value }}\"\n")
        #expect(decoded.findings == [])
        guard case .topic(let input, let when)? = decoded.mapping?.notifications.first?.trigger else {
            Issue.record("no topic")
            return
        }
        #expect(input.topic.captureNames == ["name"])
        #expect(when?.template.source == "{{ name == value }}")
    }

    @Test("`on` takes the options of an input")
    func topicOptions() throws {
        let decoded = notification(
            "    on: {topic: door/bell, value: \"{{ value }}\", qos: 2, when: \"{{ value }}\"}\n"
        )
        #expect(decoded.findings == [])
        guard case .topic(let input, _)? = decoded.mapping?.notifications.first?.trigger else {
            Issue.record("no topic")
            return
        }
        #expect(input.qos == 2)
        #expect(input.value?.source == "{{ value }}")
    }

    @Test(
        "`silent_for` turns a topic into its silence",
        arguments: ["    on: {topic: a/+, silent_for: 10m}\n", "    on: a/+\n    silent_for: 10m\n"]
    )
    func silence(lines: String) {
        let decoded = notification(lines)
        #expect(decoded.findings == [])
        guard case .silence(let topic, let time)? = decoded.mapping?.notifications.first?.trigger else {
            Issue.record("no silence")
            return
        }
        #expect(topic.subscription == "a/+")
        #expect(time == .seconds(600))
    }

    @Test("`when` with inputs fires when it becomes true, after `for`")
    func becomesTrue() throws {
        let decoded = notification("    inputs: {power: a/b}\n    when: \"{{ power > 1 }}\"\n    for: 5m\n")
        #expect(decoded.findings == [])
        let rule = try #require(decoded.mapping?.notifications.first)
        #expect(rule.holdFor == .seconds(300))
        guard case .becomesTrue(let when) = rule.trigger else {
            Issue.record("no condition")
            return
        }
        #expect(when.template.source == "{{ power > 1 }}")
    }
}
