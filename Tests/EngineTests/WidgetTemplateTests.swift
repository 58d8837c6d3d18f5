import Replay
import Testing
import Values

@Suite("Widgets of every template")
struct WidgetTemplateTests {
    /// A mapping's content, what is published, and the content that comes of it.
    struct Case: CustomTestStringConvertible {
        var content: String
        var payload: String
        var expected: JSON

        var testDescription: String { content }
    }

    static let cases: [Case] = [
        Case(
            content:
                "{template: value, value: \"{{ x.t }}\", unit: °C, label: Outside, trend: \"{{ x.trend }}\"}",
            payload: #"{"t": 3.8, "trend": "falling"}"#,
            expected: ["template": "value", "value": 3.8, "unit": "°C", "label": "Outside", "trend": "down"]
        ),
        Case(
            content: "{template: progress, value: \"{{ x / 100 }}\", icon: bolt.car, accent_color: green}",
            payload: "66",
            expected: ["template": "progress", "value": 0.66, "icon": "bolt.car", "accent_color": "green"]
        ),
        Case(
            content: "{template: progress, start_date: \"{{ x.from }}\", end_date: \"{{ x.to }}\"}",
            payload: #"{"from": "2026-03-02T17:00:00Z", "to": 1772480000}"#,
            expected: [
                "template": "progress", "start_date": "2026-03-02T17:00:00Z",
                "end_date": "2026-03-02T19:33:20Z",
            ]
        ),
        Case(
            content: "{template: status, severity: success, label: \"{{ x }}\", subtitle: All closed}",
            payload: "Disarmed",
            expected: [
                "template": "status", "severity": "success", "label": "Disarmed", "subtitle": "All closed",
            ]
        ),
        Case(
            content: "{template: gauge, value: \"{{ x }}\", min_value: 0, max_value: 1000, unit: L}",
            payload: "640",
            expected: ["template": "gauge", "value": 640, "min_value": 0, "max_value": 1000, "unit": "L"]
        ),
        Case(
            content: "{template: stat_list, stat_rows: \"{{ x }}\"}",
            payload: #"[{"label": "PV", "value": 18.4, "unit": "kWh"}, {"label": "", "value": 1}]"#,
            expected: [
                "template": "stat_list", "stat_rows": [["label": "PV", "value": "18.4", "unit": "kWh"]],
            ]
        ),
        Case(
            content: "{template: trend, value: \"{{ x[-1] }}\", points: \"{{ x }}\", unit: W}",
            payload: "[420, 460, 510, 540]",
            expected: ["template": "trend", "value": 540, "points": [420, 460, 510, 540], "unit": "W"]
        ),
        Case(
            content: "{template: countdown, end_date: \"{{ x }}\", expired_text: Have fun}",
            payload: "2026-12-20T07:00:00+01:00",
            expected: [
                "template": "countdown", "end_date": "2026-12-20T06:00:00Z", "expired_text": "Have fun",
            ]
        ),
        Case(
            content: "{template: battery, devices: \"{{ x }}\", device_sort: [{field: level}]}",
            payload: #"[{"name": "Vacuum", "level": 88, "charging": true}, {"name": "Door", "level": "12"}]"#,
            expected: [
                "template": "battery", "device_sort": [["field": "level"]],
                "devices": [
                    ["name": "Door", "level": 12], ["name": "Vacuum", "level": 88, "charging": true],
                ],
            ]
        ),
        Case(
            content: "{template: schedule, unit: ct, periods: \"{{ x }}\"}",
            payload: #"[{"start": "2026-11-18T21:00:00+01:00", "value": 31.2, "level": "EXPENSIVE"}]"#,
            expected: [
                "template": "schedule", "unit": "ct",
                "periods": [["start": "2026-11-18T20:00:00Z", "value": 31.2, "level": "high"]],
            ]
        ),
        Case(
            content:
                "{template: flow, unit: W, flow: {inputs: [{name: PV, rate: \"{{ x.pv }}\"}], exchange: {rate: \"{{ -x.out }}\"}}}",
            payload: #"{"pv": 4200, "out": 600}"#,
            expected: [
                "template": "flow", "unit": "W",
                "flow": ["inputs": [["name": "PV", "rate": 4200]], "exchange": ["rate": -600]],
            ]
        ),
    ]

    @Test("what is published is what the widget shows", arguments: cases)
    func shown(_ example: Case) throws {
        let yaml = """
            version: 1
            mqtt: {host: localhost}
            pushward: {token: hlk_test, min_app_version: 1.6.0}
            widgets:
              w:
                inputs: {x: x}
                content: \(example.content)
            """
        let run = try Scenario(yaml, [Line.message(1, "x", example.payload), Line.pass(30)].recording)
        #expect(run.bodies("/widgets").first?["content"] == example.expected)
        #expect(run.summary.refusals.isEmpty)
        #expect(run.summary.requests == 1)
    }

    @Test("a template that the declared app cannot read is never sent")
    func gated() throws {
        let yaml = """
            version: 1
            mqtt: {host: localhost}
            pushward: {token: hlk_test, min_app_version: 1.5.9}
            widgets:
              old:
                inputs: {x: x}
                content: {template: value, value: "{{ x }}"}
              new:
                inputs: {x: x}
                content: {template: trend, value: "{{ x }}", points: [1, 2]}
            """
        let run = try Scenario(yaml, [Line.message(1, "x", "5"), Line.pass(30)].recording)
        #expect(run.bodies("/widgets").map { $0["slug"] } == ["old"])
    }
}
