import Foundation
import PushWardAPI
import Replay
import TestSupport
import Testing
import Values

/// Whatever a mapping reads and whatever comes, PushWard refuses nothing (`pushward-api.md` sections 7 to 10).
///
/// `ANY_INPUT_ROUNDS` mappings a template are tried, from `ANY_INPUT_SEED`; a round has about forty messages.
@Suite("Random mappings of every template with random payloads")
struct AnyInputTests {
    private static let rounds =
        ProcessInfo.processInfo.environment["ANY_INPUT_ROUNDS"].flatMap(Int.init) ?? 12
    private static let seed =
        ProcessInfo.processInfo.environment["ANY_INPUT_SEED"].flatMap(UInt64.init) ?? 20_261_130

    @Test("no request is refused", arguments: ContentFields.templates.map(\.name))
    func accepted(_ name: String) throws {
        print("ANY_INPUT_SEED=\(Self.seed)")
        let template = try #require(ContentFields.template(named: name))
        var requests = 0
        for round in 0..<Self.rounds {
            var home = RandomHome(seed: Self.seed &+ UInt64(round), template: template)
            let yaml = home.mapping()
            let run = try Scenario(yaml, home.traffic(messages: 40).recording)
            requests += run.summary.requests
            #expect(
                run.summary.refusals.isEmpty,
                "round \(round): \(run.summary.refusals)\n\(yaml)\n\(run.requests)"
            )
            guard run.summary.refusals.isEmpty else { return }
        }
        #expect(requests > Self.rounds)
    }
}

/// A mapping whose fields are members of one JSON payload, and payloads of every kind.
private struct RandomHome {
    private var random: SeededGenerator
    private let template: TemplateSpec
    private var fields: [FieldSpec] = []

    init(seed: UInt64, template: TemplateSpec) {
        random = SeededGenerator(seed: seed)
        self.template = template
        for field in template.fields where template.required.contains(field.name) || chance(0.6) {
            fields.append(field)
        }
        // What `check` refuses is no mapping.
        let names = Set(fields.map(\.name))
        if !names.contains("direction") { fields.removeAll { $0.name == "goal" } }
        if !names.contains("end_date") { fields.removeAll { $0.name == "on_expire" } }
    }

    private mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

    private mutating func pick<T>(_ elements: [T]) -> T {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    /// The content's fields, and buttons, written out.
    mutating func mapping() -> String {
        var lines = [
            "version: 1", "mqtt: {host: localhost, port: 1883}", "pushward: {token: hlk_test}",
            "taps: {listen: \"127.0.0.1:8787\", public_url: \"https://taps.example.net\"}", "activities:",
            "  card:",
            "    inputs: {c: a/c, go: a/go}", "    start: \"{{ go == 1 }}\"", "    end: \"{{ go == 0 }}\"",
            "    min_interval: 1s", "    content:", "      template: \(template.name)",
        ]
        var hasEnd = false
        for field in fields {
            if ["duration", "live_progress", "alarm", "snooze_seconds"].contains(field.name), !hasEnd {
                continue
            }
            if field.name == "duration" { continue }
            if field.name == "end_date" { hasEnd = true }
            lines += written(field).map { "      " + $0 }
        }
        if template.name == "countdown", !hasEnd { lines.append("      end_date: \"{{ c.end_date }}\"") }
        lines += [
            "    outcomes:", "      - {state: \"{{ c.state }}\", accent_color: \"{{ c.accent_color }}\"}",
        ]
        return lines.joined(separator: "\n")
    }

    private mutating func written(_ field: FieldSpec) -> [String] {
        let name = field.name
        switch field.kind {
        case .action: return ["\(name): {publish: {topic: a/set, payload: x}}"]
        case .object where name == "controls":
            return [
                "controls:", "  next: {publish: {topic: a/set, payload: next}}",
                "  play_pause: {when: \"{{ c.favorite }}\", publish: {topic: a/set, payload: toggle}}",
            ]
        case .list(.action(.approvalOption), _):
            return ["options:", "  - {id: yes, title: \"{{ c.source }}\"}", "  - {id: no, title: Never}"]
        case .map(_, .number, _) where chance(0.5):
            return ["\(name): {one: \"{{ c.\(name).one }}\", two: \"{{ c.\(name).two }}\"}"]
        case .list(.object(let members, _), _) where chance(0.5),
            .pool(.object(let members, _), _, _) where chance(0.5):
            let inner = members.filter { if case .action = $0.kind { false } else { true } }
                .map { "\($0.name): \"{{ c.\(name)[0].\($0.name) }}\"" }
            return ["\(name):", "  - {\(inner.joined(separator: ", "))}"]
        default: return ["\(name): \"{{ c.\(name) }}\""]
        }
    }

    mutating func traffic(messages: Int) -> [String] {
        var lines: [String] = []
        var time = 1.0
        for _ in 0..<messages {
            time += pick([0.01, 0.5, 3, 20, 400, 4000])
            if chance(0.12) {
                lines.append(Line.message(time, "a/go", pick(["1", "1", "1", "0", "unavailable", ""])))
            } else if chance(0.03) {
                lines.append(Line.restart(time))
            } else {
                lines.append(Line.message(time, "a/c", payload(Int(time))))
            }
            if lines.count == 3 { lines.append(Line.message(time + 0.2, "a/go", "1")) }
        }
        return lines
    }

    private mutating func payload(_ time: Int) -> String {
        if chance(0.1) { return pick(["", "null", "unknown", "[]", "{", "NaN", "\u{0}", "🎉"]) }
        var object = JSONObject()
        for field in fields where chance(0.9) { object[field.name] = value(field.kind, time) }
        object["state"] = value(.text(max: 256), time)
        object["accent_color"] = value(.color, time)
        object["end_date"] = object["end_date"] ?? value(.time, time)
        return JSON.object(object).text
    }

    private mutating func value(_ kind: FieldSpec.Kind, _ time: Int) -> JSON {
        if chance(0.15) { return pick(Self.junk) }
        switch kind {
        case .text(let max):
            let character = pick(["a", "é", "👩‍👩‍👧‍👦", "🇩🇪"])
            return .string(String(repeating: character, count: pick([1, max, max + 1])))
        case .number(let range), .length(let range): return .double(Double.random(in: range, using: &random))
        case .integer(let range): return .int(Int.random(in: range, using: &random))
        case .bool: return pick([true, false, "on", "off", 1])
        case .color: return pick(["red", "#abc", "white", [255, 0, 0], [0.3, 0.3], 2700, "nocolor"])
        case .icon: return pick(["bolt.fill", "mdi:home", " flame ", "a b"])
        case .choice(let choices): return .string(pick(choices))
        case .duration: return pick(["5m", 300, "PT5M", -5, 1e300])
        case .url:
            return pick(["https://example.org/a", "http://example.org", "/api/x?token=1", "javascript:x"])
        case .thumbHash: return pick(["3PcNNYSFeXh/d3eld0iHZoZgVwh2", "abc"])
        case .action: return ["url": "https://example.org"]
        case .list(let element, let count), .pool(let element, let count, _):
            return .array(
                (0..<pick([count.lowerBound, 1, 2, count.upperBound + 1])).map { _ in value(element, time) }
            )
        case .object(let members, _):
            return .object(JSONObject(members.map { ($0.name, value($0.kind, time)) }))
        case .map(_, let element, _):
            return .object(JSONObject(["one", "two", "three"].map { ($0, value(element, time)) }))
        default:
            let now = 1_772_474_400 + time
            return .int(now + pick([-50_000, -100, 0, 60, 600, 5000, 100_000, 157_900_000]))
        }
    }

    private static let junk: [JSON] = [
        .null, true, 0, -1, .int(.max), .int(.min), .double(1e308), .double(-1e308), "", " ", "nan",
        "unknown", "None",
        "1e999", "e\u{301}\u{301}\u{301}", "a\u{202E}b", "\r\n", [], [[]], [1, [2]], ["a": ["b": 1]],
        "javascript:alert(1)",
    ]
}
