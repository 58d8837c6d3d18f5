import Engine
import PushWardAPI
import Simulator
import Testing
import Values

private let zones = """
    activities:
      zone:
        each: {topic: "zone/{name}"}
        slug: "zone-{{ name }}"
        inputs: {text: "zone/{name}"}
        start: "{{ text != 'off' }}"
        content: {template: generic, state: "{{ text }}"}
    """

@Suite("Many cards that wait")
struct BacklogTests {
    /// The looks at cards, and the evaluations of rules, that so many waiting cards cost in a minute.
    private func cost(_ count: Int, plan: Quotas.Plan) throws -> (counted: Int, evaluated: Int) {
        let rig = try Rig(zones, plan: plan)
        rig.pass(10)
        rig.answer = { $0.method == "GET" ? nil : .failed(reason: "no route", mayHaveReachedServer: false) }
        for number in 0..<count { rig.say("zone/\(number)", "on") }
        rig.pass(20)
        let before = (rig.engine.cardsCounted, rig.engine.counters.ruleEvaluations)
        rig.answer = nil
        rig.pass(60)
        #expect(rig.sent.contains { $0.request.method == "PATCH" && $0.status < 300 })
        return (rig.engine.cardsCounted - before.0, rig.engine.counters.ruleEvaluations - before.1)
    }

    @Test(
        "four times as many cost little more than four times as much",
        arguments: [Quotas.Plan.free, .paid]
    )
    func linear(plan: Quotas.Plan) throws {
        let few = try cost(50, plan: plan)
        let many = try cost(200, plan: plan)
        #expect(many.evaluated > 0)
        #expect(many.counted <= 8 * max(few.counted, 50), "\(few.counted) \(many.counted)")
        #expect(many.evaluated <= 8 * max(few.evaluated, 50), "\(few.evaluated) \(many.evaluated)")
    }
}
