import JSONReader
import PushWardAPI
import Replay
import TestSupport
import Testing
import Values

extension Row {
    /// The body of the last request to that path, where the row is about nothing else.
    fileprivate func body(of method: String, _ path: String) -> JSONObject? {
        guard let line = lines.last else { return nil }
        let parts = line.split(separator: " ", maxSplits: 2)
        guard parts.count == 3, parts[0] == method else { return nil }
        let target = parts[1].split(separator: "?").first ?? ""
        guard target == path else { return nil }
        let text = UnixNow.expand(String(parts[2]), at: RuleRun.start)
        // What is no JSON cannot stand in a mapping.
        return (try? JSONReader.parser(Array(text.utf8)))?.objectValue
    }

    /// Whether the last request is right, and nothing before it matters.
    fileprivate var isKept: Bool { status < 300 && lines.count == 1 }
}

/// The requests of the reference's rows beside contents, each said by a mapping: the bridge sends none that is refused.
@Suite("Requests that break a rule of the reference, from mappings")
struct RequestRuleTests {
    private static func rows(_ method: String, _ path: String) -> [Row] {
        Reference.rows.filter { $0.body(of: method, path) != nil }
    }

    /// A card that is not the mapping's own is known to be there only to PushWard: one that is not is left out then.
    static let notifications = rows("POST", "/notifications").filter { row in
        let slug = row.body(of: "POST", "/notifications")?["activity_slug"]
        return slug == nil || slug == "a"
    }
    static let schedules = rows("POST", "/notifications/scheduled")
    static let widgets = rows("POST", "/widgets")
    static let settings = rows("PATCH", "/activities/a") + rows("POST", "/activities")

    /// Members of requests that a mapping cannot say: `check` refuses them.
    private static let unsayable: Set<String> = ["encrypted", "target", "callback_url"]

    /// Whether a mapping can say the widget: members of its template, dates as far ahead as a late arrival allows.
    private static func isSayable(_ content: JSONObject) -> Bool {
        let name = content["template"]?.stringValue ?? ""
        guard let template = WidgetFields.template(named: name),
            content.keys.allSatisfy({ $0 == "template" || template.field($0) != nil })
        else { return false }
        let background = content["tap_action"]?.objectValue ?? [:]
        return background["title"] == nil && background["icon"] == nil
            && content["end_date"] != "2027-11-19T17:30:00Z"
    }

    private func run(_ note: JSONObject, _ wording: Wording) throws -> RuleRun? {
        var rule = wording.words(of: note, "value_json")
        rule["on"] = ["topic": "note/x"]
        let lines = [
            Line.pass(1), Line.message(2, "note/x", JSON.object(note).text), Line.pass(20),
        ]
        // A card that a notification belongs to is one of the mapping's.
        let card: JSON = [
            "inputs": ["go": "a/go"], "start": "{{ go == 'on' }}", "content": ["template": "generic"],
        ]
        return try RuleRun(["notifications": ["note": .object(rule)], "activities": ["a": card]], lines)
    }

    @Test("No notification that breaks a rule is sent", arguments: notifications)
    func notification(_ row: Row) throws {
        let body = try #require(row.body(of: "POST", "/notifications"))
        for wording in Wording.allCases {
            let run = try run(body, wording)
            #expect(run?.refusals.isEmpty != false, "\(wording): \(run?.report ?? "")")
            guard row.isKept, Self.unsayable.isDisjoint(with: body.keys), body["actions"] != [] else {
                continue
            }
            #expect(run?.sent.contains { $0.path == "/notifications" } == true, "\(wording)")
        }
    }

    @Test("No schedule that breaks a rule is left", arguments: schedules)
    func schedule(_ row: Row) throws {
        let body = try #require(row.body(of: "POST", "/notifications/scheduled"))
        for wording in Wording.allCases {
            let run = try run(body, wording)
            #expect(run?.refusals.isEmpty != false, "\(wording): \(run?.report ?? "")")
            guard row.isKept, Self.unsayable.isDisjoint(with: body.keys) else { continue }
            #expect(run?.sent.contains { $0.path == "/notifications/scheduled" } == true, "\(wording)")
        }
    }

    @Test("No widget that breaks a rule is sent", arguments: widgets)
    func widget(_ row: Row) throws {
        let body = try #require(row.body(of: "POST", "/widgets"))
        let content = body["content"]?.objectValue ?? [:]
        for wording in Wording.allCases {
            var rule = body
            rule["slug"] = nil
            rule["inputs"] = ["c": "a/c"]
            rule["content"] = .object(wording.words(of: content, "c", plain: ["template"]))
            let run = try RuleRun(
                ["widgets": ["w": .object(rule)]],
                [Line.message(0, "a/c", JSON.object(content).text), Line.pass(60)]
            )
            #expect(run?.refusals.isEmpty != false, "\(wording): \(run?.report ?? "")")
            guard row.isKept, Self.isSayable(content) else { continue }
            #expect(run?.sent.contains { $0.path == "/widgets" } == true, "\(wording)")
        }
    }

    @Test("No setting that breaks a rule is sent", arguments: settings)
    func setting(_ row: Row) throws {
        let body = try #require(
            row.body(of: "PATCH", "/activities/a") ?? row.body(of: "POST", "/activities")
        )
        var rule: JSONObject = [
            "inputs": ["go": "a/go"], "start": "{{ go == 'on' }}", "content": ["template": "generic"],
        ]
        for name in ["name", "priority", "ended_ttl", "stale_ttl"] { rule[name] = body[name] }
        rule["dismiss_after"] = body["dismissal_ttl"]
        rule["sound"] = body["sound"].map { ["start": $0] }
        let name = body["slug"]?.stringValue ?? "card"
        let run = try RuleRun(
            ["activities": .object([name: .object(rule)])],
            [Line.message(0.1, "a/go", "on"), Line.message(60, "a/go", "off"), Line.pass(90)]
        )
        #expect(run?.refusals.isEmpty != false, "\(run?.report ?? "")")
    }
}
