import Replay
import Testing
import Values

/// A question whose answers come over MQTT (`pushward-api.md` sections 8.10 and 16, row 19).
@Suite("Options that a template makes")
struct ListedOptionTests {
    private static let yaml = """
        activities:
          ask:
            inputs:
              q: {topic: q/ask, value: "{{ value_json.q }}"}
              opts: {topic: q/ask, value: "{{ value_json.opts }}"}
            start: "{{ q != 'off' }}"
            end: "{{ q == 'off' }}"
            content: {template: approval, state: "{{ q }}", options: "{{ opts }}"}
            outcomes:
              - {when: "{{ activity.answer == 'yes' }}", state: You said yes}
              - {when: "{{ activity.answer == 'no' }}", state: You said no}
              - {state: Withdrawn}
        """
    private static let options = #"[{"id":"yes","title":"Yes"},{"id":"no","title":"No"}]"#

    private static func ask(_ time: Double, _ question: String) -> String {
        Line.message(time, "q/ask", #"{"q":"\#(question)","opts":\#(options)}"#)
    }

    @Test("an answer is understood, and each run's options are its own")
    func answered() throws {
        let lines = [
            Self.ask(1, "Open?"), Line.tap(60, "ask", "yes"), Self.ask(100, "off"), Self.ask(200, "Again?"),
            Line.tap(260, "ask", "no"), Line.pass(300), Self.ask(400, "off"), Self.ask(500, "Third?"),
            Self.ask(600, "off"), Line.pass(700),
        ]
        let run = try Scenario(Self.yaml, lines.recording)
        let bodies = run.bodies("/activities/ask").compactMap { $0["content"] }
        #expect(
            bodies.compactMap { $0["state"]?.stringValue } == [
                "Open?", "You said yes", "Again?", "You said no", "Third?", "Withdrawn",
            ],
            "\(run.requests)"
        )
        let ids = bodies.compactMap { $0["options"]?.arrayValue?.compactMap { $0["id"]?.stringValue } }
        #expect(ids.count == 3 && Set(ids).count == 3, "\(ids)")
        #expect(ids.allSatisfy { $0.first?.hasPrefix("yes-") == true && $0.last?.hasPrefix("no-") == true })
        #expect(run.summary.refusals.isEmpty)
    }

    @Test("what else is said of a question leaves its options as they are")
    func kept() throws {
        let lines = [
            Self.ask(1, "Open?"), Self.ask(60, "Open now?"), Line.tap(90, "ask", "no"), Line.pass(200),
        ]
        let bodies = try Scenario(Self.yaml, lines.recording).bodies("/activities/ask")
        #expect(bodies.filter { $0["content"]?["options"] != nil }.count == 1, "\(bodies)")
        #expect(bodies.contains { $0["content"]?["state"] == "You said no" })
    }

    @Test("`on_expire` names one of them as the list does")
    func expires() throws {
        let yaml = Self.yaml.replacing(
            "options: \"{{ opts }}\"}",
            with: "options: \"{{ opts }}\", end_date: \"{{ activity.started_at + 600 }}\", on_expire: \"no\"}"
        )
        let run = try Scenario(yaml, [Self.ask(1, "Open?"), Line.pass(900)].recording)
        let start = try #require(run.bodies("/activities/ask").first?["content"])
        #expect(start["on_expire"] == start["options"]?.arrayValue?.last?["id"], "\(start)")
        #expect(start["on_expire"] != nil)
    }
}
