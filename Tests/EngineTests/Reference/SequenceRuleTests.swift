import PushWardAPI
import Replay
import TestSupport
import Testing
import Values

/// The contents of the reference's rows, one after the other, as payloads of a mapping's one input.
@Suite("Contents that break a rule by what was stored before, from mappings")
struct SequenceRuleTests {
    /// A row's contents of one template; nil: it changes the template, or has buttons, which a mapping writes out.
    private static func contents(_ row: Row) -> (template: String, steps: [Reference.Step])? {
        guard let steps = Reference.steps(of: row, at: RuleRun.start) else { return nil }
        var templates: Set<String> = []
        for case .content(let content) in steps {
            if JSON.object(content).text.contains("\"url\"") || content["options"] != nil { return nil }
            templates.insert(content["template"]?.stringValue ?? "")
        }
        guard templates.count == 1, let template = templates.first else { return nil }
        return (template, steps)
    }

    static let rows = Reference.rows.filter { contents($0) != nil }

    @Test("No update is refused", arguments: rows)
    func sequence(_ row: Row) throws {
        let (template, steps) = try #require(Self.contents(row))
        var names: [String] = []
        for case .content(let content) in steps {
            for name in content.keys where name != "template" && !names.contains(name) { names.append(name) }
        }
        var fields: JSONObject = ["template": .string(template)]
        for name in names { fields[name] = .string("{{ c['\(name)'] }}") }
        let rule: JSONObject = [
            "inputs": ["c": "a/c"], "start": "{{ c.on == 1 }}", "settle": "0s", "min_interval": "0s",
            "content": .object(fields),
        ]
        var lines: [String] = []
        var time = 1.0
        for step in steps {
            switch step {
            case .passes(let seconds): time += seconds
            case .content(let content):
                var payload: JSONObject = ["on": 1]
                for name in names { payload[name] = content[name] ?? .null }
                lines.append(Line.message(time, "a/c", JSON.object(payload).text))
                time += 1
            }
        }
        lines.append(Line.pass(time + 30))
        let run = try RuleRun(["activities": ["card": .object(rule)]], lines)
        #expect(run?.refusals.isEmpty != false, "\(run?.report ?? "")")
    }
}
