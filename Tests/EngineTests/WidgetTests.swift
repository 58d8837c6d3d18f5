import Replay
import Testing
import Values

private let tank = """
    widgets:
      tank:
        name: Rain tank
        inputs: {level: tank}
        content: {template: value, value: "{{ level }}", unit: L, label: Tank}
    """

private func say(_ time: Double, _ text: String) -> String { Line.message(time, "tank", text) }

@Suite("Widgets")
struct WidgetTests {
    @Test("a widget is posted with everything, then patched with what changed")
    func life() throws {
        let run = try Scenario(tank, [say(1, "640"), say(60, "630"), Line.pass(90)].recording)
        #expect(
            run.requests == [
                #"POST /widgets {"slug":"tank","name":"Rain tank","content":{"template":"value","value":640,"unit":"L","label":"Tank"}}"#,
                #"PATCH /widgets/tank {"content":{"value":630}}"#,
            ]
        )
        #expect(run.summary.refusals.isEmpty)
        #expect(run.finalState["widgets"]?.arrayValue?.first?["content"]?["value"] == 630)
    }

    @Test("a stored message makes the widget true, and nobody is notified")
    func retained() throws {
        let yaml =
            tank + """

                notifications:
                  low: {inputs: {level: tank}, when: "{{ level < 700 }}", title: Low, body: Tank}
                """
        let run = try Scenario(yaml, [Line.message(0, "tank", "640", retain: true), Line.pass(30)].recording)
        #expect(run.requests.count == 1)
        #expect(run.requests.first?.hasPrefix("POST /widgets") == true)
    }

    @Test("a change that nobody sees is no request")
    func rounding() throws {
        let run = try Scenario(tank, [say(1, "3.841"), say(60, "3.839"), say(120, "3.85")].recording)
        #expect(run.bodies("/widgets/tank") == [["content": ["value": 3.85]]])
    }

    @Test("nothing is sent before a value is known, nor again for an equal one")
    func unknown() throws {
        let run = try Scenario(
            tank,
            [say(1, "unknown"), Line.pass(30), say(31, "5"), say(60, "5"), say(90, "unavailable")].recording
        )
        #expect(run.requests.count == 1)
        #expect(run.requestTimes == [31])
    }

    @Test("what changes within the throttle is one request of the newest, and what comes back is none")
    func throttle() throws {
        let lines = [
            say(1, "1"), say(2, "2"), say(3, "3"), say(4, "4"), Line.pass(40), say(41, "5"), say(42, "4"),
        ]
        let run = try Scenario(tank, (lines + [Line.pass(80)]).recording)
        #expect(
            run.bodies("/widgets/tank") == [
                ["content": ["value": 4]], ["content": ["value": 5]], ["content": ["value": 4]],
            ]
        )
        #expect(run.requestTimes == [1, 16, 41, 56])
    }

    @Test("push_throttle goes along and is respected, min_interval makes it rarer")
    func intervals() throws {
        let options = tank + "\n    push_throttle: 1m\n"
        let run = try Scenario(options, [say(1, "1"), say(2, "2"), Line.pass(100)].recording)
        #expect(run.bodies("/widgets").first?["push_throttle"] == 60)
        #expect(run.requestTimes == [1, 61])
        let rarer = try Scenario(
            tank + "\n    min_interval: 10m\n",
            [say(1, "1"), say(2, "2"), say(3, "3"), Line.pass(700)].recording
        )
        #expect(rarer.requestTimes == [1, 601])
        #expect(rarer.bodies("/widgets/tank") == [["content": ["value": 3]]])
    }

    @Test("a severity that changes does not wait for min_interval")
    func severity() throws {
        let yaml = """
            widgets:
              alarm:
                inputs: {state: alarm}
                min_interval: 1h
                content:
                  template: status
                  label: "{{ state }}"
                  severity: "{{ 'critical' if state == 'triggered' else 'success' }}"
            """
        let lines = [
            Line.message(1, "alarm", "disarmed"), Line.message(60, "alarm", "armed"),
            Line.message(120, "alarm", "triggered"), Line.pass(200),
        ]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.requestTimes == [1, 120])
        #expect(
            run.bodies("/widgets/alarm") == [["content": ["label": "triggered", "severity": "critical"]]]
        )
    }

    @Test("a burst over several topics is one request")
    func settle() throws {
        let yaml = """
            widgets:
              energy:
                inputs: {pv: e/pv, grid: e/grid}
                content:
                  template: stat_list
                  stat_rows:
                    - {label: PV, value: "{{ pv }}", unit: kWh}
                    - {label: Grid, value: "{{ grid }}", unit: kWh}
            """
        let lines = [
            Line.message(1, "e/pv", "18.4"), Line.message(1.02, "e/grid", "2.1"), Line.pass(5),
            Line.message(30, "e/pv", "18.5"), Line.message(30.05, "e/grid", "2.2"),
        ]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.requestTimes == [1.12, 30.15])
        #expect(
            run.bodies("/widgets/energy") == [
                [
                    "content": [
                        "stat_rows": [
                            ["label": "PV", "value": "18.5", "unit": "kWh"],
                            ["label": "Grid", "value": "2.2", "unit": "kWh"],
                        ]
                    ]
                ]
            ]
        )
    }

    @Test("a row of which nothing is known yet is left out, and comes when it is")
    func partial() throws {
        let yaml = """
            widgets:
              batteries:
                inputs: {door: b/door, vacuum: b/vacuum}
                content:
                  template: battery
                  device_sort: [{field: level}]
                  devices:
                    - {name: Vacuum, level: "{{ vacuum }}"}
                    - {name: Door, level: "{{ door }}"}
            """
        let run = try Scenario(
            yaml,
            [Line.message(1, "b/vacuum", "88"), Line.message(60, "b/door", "12"), Line.pass(90)].recording
        )
        #expect(
            run.bodies("/widgets").first?["content"]?["devices"] == [["name": "Vacuum", "level": 88]]
        )
        #expect(
            run.bodies("/widgets/batteries").last?["content"]?["devices"]
                == [["name": "Door", "level": 12], ["name": "Vacuum", "level": 88]]
        )
        #expect(run.summary.refusals.isEmpty)
    }

    @Test("each captured name has a widget of its own")
    func each() throws {
        let yaml = """
            widgets:
              room:
                each: {topic: "climate/{room}"}
                slug: "room-{{ room }}"
                name: "{{ room }}"
                inputs: {temp: "climate/{room}"}
                content: {template: gauge, value: "{{ temp }}", min_value: 10, max_value: 30, unit: °C, label: "{{ room }}"}
            """
        let lines = [
            Line.message(1, "climate/kitchen", "21"), Line.message(2, "climate/attic", "45"),
            Line.message(30, "climate/attic", "29.5"), Line.pass(60),
        ]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.bodies("/widgets").map { $0["slug"] } == ["room-kitchen", "room-attic"])
        #expect(run.bodies("/widgets").last?["content"]?["value"] == 30)
        #expect(run.bodies("/widgets/room-attic") == [["content": ["value": 29.5]]])
    }

    @Test("a widget without inputs is there from the start, once")
    func fixed() throws {
        let yaml = """
            widgets:
              vacation:
                content: {template: countdown, end_date: "2026-12-20T06:00:00Z", label: Vacation}
            """
        let run = try Scenario(yaml, [Line.pass(100), Line.restart(200), Line.pass(300)].recording)
        #expect(run.requests.filter { $0.hasPrefix("POST") }.count == 1)
        #expect(run.requests.filter { $0.hasPrefix("PATCH") }.isEmpty)
    }

    @Test("what the source says is none is cleared, and an action goes whole")
    func clearing() throws {
        let yaml = """
            taps: {listen: 127.0.0.1:0, public_url: https://taps.example.net}
            widgets:
              lock:
                inputs: {state: lock, note: note}
                content:
                  template: status
                  label: "{{ state }}"
                  subtitle: "{{ note }}"
                  tap_action: homeassistant://navigate/lock
                  url_action: {title: Lock, icon: lock, publish: {topic: lock/set, payload: LOCK}}
            """
        let lines = [
            Line.message(1, "lock", "open"), Line.message(1, "note", "by Anna"),
            Line.message(30, "note", "null"), Line.tap(40, "lock", "url_action"), Line.pass(60),
        ]
        let run = try Scenario(yaml, lines.recording)
        let content = run.bodies("/widgets").first?["content"]
        #expect(content?["tap_action"] == ["url": "homeassistant://navigate/lock"])
        #expect(content?["url_action"]?["method"] == "POST")
        #expect(content?["url_action"]?["url"] == "https://taps.example.net/t/widget.lock/url_action")
        #expect(
            content?["url_action"]?["headers"]?["Authorization"]?.stringValue?.hasPrefix("Bearer ") == true
        )
        #expect(run.bodies("/widgets/lock") == [["content": ["subtitle": nil]]])
        #expect(run.publications == ["lock/set LOCK"])
        #expect(run.summary.notes.isEmpty)
    }

    @Test("a button for single use works once, and then with the credential of its next patch")
    func once() throws {
        let yaml = """
            taps: {listen: 127.0.0.1:0, public_url: https://taps.example.net}
            widgets:
              gate:
                inputs: {state: gate}
                content:
                  template: status
                  label: "{{ state }}"
                  url_action: {title: Open, once: true, publish: {topic: gate/set, payload: OPEN}}
            """
        let lines = [
            Line.message(1, "gate", "closed"), Line.tap(20, "gate", "url_action"), Line.pass(40),
            Line.tap(50, "gate", "url_action"), Line.pass(90),
        ]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.publications.count == 2)
        let patches = run.bodies("/widgets/gate")
        #expect(patches.count == 2)
        #expect(patches.allSatisfy { $0["content"]?["url_action"]?.objectValue?.keys == ["headers"] })
    }
}
