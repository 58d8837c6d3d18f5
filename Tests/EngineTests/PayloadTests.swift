import Engine
import PushWardAPI
import Replay
import Testing
import Values

@Suite("What does not fit into a push")
struct PayloadTests {
    /// A build of many steps with long names of two bytes a letter.
    private static let build = """
        activities:
          job:
            inputs:
              steps: {topic: ci/job, value: "{{ value_json.steps }}"}
              current: {topic: ci/job, value: "{{ value_json.current }}"}
            start: "{{ current > 0 }}"
            content:
              template: steps
              state: Building
              total_steps: "{{ steps | length }}"
              current_step: "{{ current }}"
              step_labels: "{{ steps }}"
        """

    private func job(_ time: Double, steps: Int, current: Int) -> String {
        let names = (1...steps).map { JSON.string("Шаг проверки дома и сада утром \($0 % 10)") }
        let payload: JSON = ["steps": .array(names), "current": .int(current)]
        return Line.message(time, "ci/job", payload.text)
    }

    @Test("names of steps that are not drawn anyway are left out, and that is told once")
    func steps() throws {
        let rig = try Rig(Self.build)
        for current in 1...3 {
            let names = (1...64).map { JSON.string("Шаг проверки дома и сада утром \($0 % 10)") }
            let payload: JSON = ["steps": .array(names), "current": .int(current)]
            rig.say("ci/job", payload.text)
            rig.pass(60)
        }
        let content = rig.row("job")?["content"]?.objectValue ?? [:]
        #expect(content["step_labels"] == nil)
        #expect(content["current_step"] == 3)
        #expect(PayloadBudget.estimate(content) <= PayloadBudget.pushedLimit)
        #expect(rig.logs.count { $0.message.contains("step_labels") } == 1)
    }

    @Test("what fits is sent whole")
    func fits() throws {
        let run = try Scenario(Self.build, [job(1, steps: 6, current: 1)].recording)
        #expect(run.bodies("/activities/job").first?["content"]?["step_labels"]?.arrayValue?.count == 6)
    }

    private static let news = """
        taps: {listen: "127.0.0.1:0", public_url: "https://taps.example.net"}
        notifications:
          news:
            on: n/news
            title: News
            body: "{{ value }}"
            actions: [{id: ok, title: Ok, publish: {topic: p, payload: x}}]
        """

    @Test(
        "a text is cut until its notification fits, and ends with a sign of it",
        arguments: ["x", "ü", "\n.", "👩‍👩‍👧"]
    )
    func longText(unit: String) throws {
        let text = String(repeating: unit, count: 4096)
        let body = try #require(
            try Scenario(Self.news, [Line.message(1, "n/news", text)].recording).bodies("/notifications")
                .first
        )
        let bytes = PayloadBudget.estimate(body.objectValue ?? [:])
        #expect(bytes <= PayloadBudget.pushedLimit)
        // Not more than needed.
        #expect(bytes > PayloadBudget.pushedLimit - 64)
        #expect(body["body"]?.stringValue?.hasSuffix("…") == true)
        #expect(body["actions"]?.arrayValue?.count == 1)
    }

    @Test("one that is only for the inbox is not cut")
    func inbox() throws {
        let yaml = Self.news + "\n    push: false"
        let text = String(repeating: "x", count: 4096)
        let run = try Scenario(yaml, [Line.message(1, "n/news", text)].recording)
        #expect(run.bodies("/notifications").first?["body"] == .string(text))
    }
}
