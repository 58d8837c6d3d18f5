import Engine
import PushWardAPI
import Testing
import Values

/// The daemon tells of itself over MQTT; what it tells must not make it do what it tells of.
@Suite("Topics of the daemon itself")
struct OwnTopicTests {
    private func rig(_ topic: String) throws -> Rig {
        try Rig(
            """
            notifications:
              all: {on: {topic: "\(topic)"}, title: News, body: "{{ value }}", dedupe: 0s}
            activities:
              log:
                inputs: {all: {topic: "\(topic)", value: "{{ value }}"}}
                start: "{{ all is string }}"
                content: {template: log, line: "{{ all }}"}
            widgets:
              last: {inputs: {all: {topic: "\(topic)", value: "{{ value }}"}}, content: {template: status, label: "{{ all }}"}}
            """
        )
    }

    @Test("a rule with a wildcard does not hear them", arguments: ["#", "pushward/#", "pushward/+/status"])
    func wildcard(topic: String) throws {
        let rig = try rig(topic)
        rig.say("pushward/bridge/status", "used: 1")
        rig.say("pushward/bridge/status", "used: 2")
        rig.pass(60)
        #expect(rig.changes.isEmpty && rig.state("log") == nil, "\(rig.changes)")
    }

    @Test(
        "a rule that names one does, and others are heard as ever",
        arguments: ["pushward/bridge/status", "pushward/x"]
    )
    func named(topic: String) throws {
        for filter in topic == "pushward/x" ? [topic, "pushward/#"] : [topic] {
            let rig = try rig(filter)
            rig.say(topic, "hello")
            rig.pass(60)
            #expect(rig.state("log") == "ongoing")
            #expect(rig.sent.contains { $0.request.path == "/notifications" })
            #expect(rig.sent.contains { $0.request.path == "/widgets" })
        }
    }
}
