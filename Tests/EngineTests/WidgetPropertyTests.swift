import Foundation
import PushWardAPI
import Replay
import TestSupport
import Testing
import Values

@Suite("Whatever comes, PushWard takes what a widget sends")
struct WidgetPropertyTests {
    /// The first seed, from `PUSHWARD_SEED`, so that a failure can be repeated.
    static let seed = ProcessInfo.processInfo.environment["PUSHWARD_SEED"].flatMap(UInt64.init) ?? 1

    /// Values of all kinds, sound ones and junk, that any field may get.
    static let values: [JSON] = [
        0, 1, -1, 0.5, 66, 1e300, -1e300, 20, 100, 101, nil, true, false, "", " ", "unknown", "NaN", "None",
        "21.5",
        "🎉👩‍👩‍👧‍👦", "a\u{0}b", "red", "#12", "bolt.fill", "mdi:home", "up", "falling", "warning", "critical",
        "2026-03-02T18:00:00Z", "2026-03-02T19:00:00+01:00", "1999-12-31T00:00:00Z", "9999-12-31T23:59:59Z",
        1_772_480_000, 1_772_470_000_000, .string(String(repeating: "ü", count: 400)), [], [1, 2, 3],
        [1, "x", nil],
        .array(Array(repeating: 7, count: 60)), ["a": 1], "https://example.org", "javascript:alert(1)",
        [["label": "A", "value": 5], ["label": "", "value": ""], "x"],
        [["name": "D", "level": 250], ["name": "E", "level": "7", "charging": "on", "color": "nope"]],
        .array(Array(repeating: ["name": "F", "level": 3], count: 12)),
        [["field": "level", "direction": "desc"], ["field": "level"], ["field": "size"]],
        [
            ["start": "2026-03-02T19:00:00Z", "value": 1, "level": "low"],
            ["start": 1_772_470_000, "value": "x"],
        ],
        [["start": 1_772_480_000, "value": 2], ["start": 1_772_470_000, "value": 3, "level": "CHEAP"]],
        ["inputs": [["rate": 1, "name": "PV"], ["rate": "x"]], "output": ["rate": 5, "total": -4]],
        ["storage": ["rate": -3, "level": 900], "other": 1], ["inputs": []],
        ["date": "2026-03-02T20:00:00Z", "style": "relative"], ["date": "soon"],
    ]

    @Test("random payloads for every field of each template", arguments: WidgetFields.templates.map(\.name))
    func random(name: String) throws {
        let template = try #require(WidgetFields.template(named: name))
        let fields = template.fields.filter { if case .action = $0.kind { false } else { true } }
        let lines = fields.map { "      \($0.name): \"{{ x.\($0.name) }}\"" }.joined(separator: "\n")
        let yaml = """
            widgets:
              w:
                inputs: {x: x}
                stale_after: 60s
                content:
                  template: \(name)
            \(lines.split(separator: "\n").map { "      " + $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n"))
            """
        var generator = SeededGenerator(seed: Self.seed)
        var requests = 0
        for round in 0..<4 {
            let recording = (0..<60).map { step -> String in
                // Mostly sound bounds and numbers, so that a gauge is one at times.
                var payload: JSONObject = [
                    "min_value": 0, "max_value": 100,
                    "value": .int(Int.random(in: -20...120, using: &generator)),
                ]
                for field in fields where Int.random(in: 0..<10, using: &generator) < 6 {
                    payload[field.name] = Self.values.randomElement(using: &generator) ?? .null
                }
                return Line.message(Double(step) * 20, "x", JSON.object(payload).text)
            }
            let run = try Scenario(yaml, recording.recording)
            requests += run.summary.requests
            #expect(run.summary.refusals.isEmpty, "seed \(Self.seed), round \(round)")
        }
        #expect(requests > 4, "seed \(Self.seed)")
    }
}
