import Replay
import Testing
import Values

@Suite("What is repeated, and in whose place")
struct AcknowledgeNameTests {
    private func bodies(_ rule: String, _ lines: [String]) throws -> [JSON] {
        try Scenario("notifications:\n  leak: \(rule)", lines.recording).bodies("/notifications")
    }

    @Test(
        "without a word of its own it has all defaults",
        arguments: ["{}", "{repeat_seconds: null}", "{repeat_seconds: \"{{ none }}\"}"]
    )
    func defaults(written: String) throws {
        let rule = "{on: t/leak, title: Leak, body: B, acknowledge: \(written), tags: [leak]}"
        let sent = try bodies(rule, [Line.message(1, "t/leak", "wet")])
        #expect(sent.map { $0["acknowledge"] } == [.object([:])])
        #expect(sent.first?["tags"] == ["leak"])
    }

    @Test("what is told again of one thing takes the place of the first; another thing has its own place")
    func places() throws {
        let rule = "{on: \"t/leak/{room}\", title: Leak, body: \"{{ value }}\", acknowledge: {}}"
        let lines = [
            Line.message(1, "t/leak/bath", "wet"), Line.message(10, "t/leak/bath", "wetter"),
            Line.message(20, "t/leak/kitchen", "wet"), Line.restart(30),
            Line.message(40, "t/leak/bath", "flood"),
        ]
        let names = try bodies(rule, lines).compactMap { $0["collapse_id"]?.stringValue }
        #expect(names.count == 4)
        #expect(Set(names).count == 2)
        #expect(names[0] == names[1] && names[1] == names[3])
    }

    @Test("names that are too long for a place are told apart all the same")
    func longNames() throws {
        let rule = "{on: \"t/leak/{room}\", title: Leak, body: B, acknowledge: {}}"
        let room = String(repeating: "ä", count: 60)
        let lines = [
            Line.message(1, "t/leak/\(room)1", "wet"), Line.message(10, "t/leak/\(room)2", "wet"),
            Line.message(20, "t/leak/\(room)1", "wetter"),
        ]
        let names = try bodies(rule, lines).compactMap { $0["collapse_id"]?.stringValue }
        #expect(names.count == 3 && Set(names).count == 2 && names.first == names.last)
        #expect(names.allSatisfy { $0.utf8.count <= 64 })
    }

    @Test("a place that the mapping names is kept")
    func own() throws {
        let rule = "{on: t/leak, title: Leak, body: B, acknowledge: {}, collapse_id: mine}"
        #expect(try bodies(rule, [Line.message(1, "t/leak", "wet")]).map { $0["collapse_id"] } == ["mine"])
    }
}
