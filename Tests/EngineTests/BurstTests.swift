import Engine
import PushWardAPI
import Testing
import Values

private func zones(_ priority: Int) -> String {
    """
    activities:
      zone:
        each: {topic: "zone/{name}"}
        slug: "zone-{{ name }}"
        priority: \(priority)
        inputs: {text: "zone/{name}"}
        start: "{{ text != 'off' }}"
        end: "{{ text == 'off' }}"
        content: {template: generic, state: "{{ text }}"}
    """
}

@Suite("Many starts at once")
struct BurstTests {
    private func started(_ rig: Rig) -> [String] {
        rig.sent.filter { $0.request.body?["state"] == "ongoing" }.map(\.request.path)
    }

    @Test("of twelve starts at once five appear, and none is gone at once", arguments: [true, false])
    func twelve(holdsAnswers: Bool) throws {
        let rig = try Rig(zones(0))
        rig.pass(5)
        rig.holdsAnswers = holdsAnswers
        for number in 0..<12 { rig.say("zone/\(number)", "on") }
        for _ in 0..<30 {
            rig.release()
            rig.pass(0.2)
        }
        rig.holdsAnswers = false
        rig.pass(3600)
        #expect(Set(started(rig)).count == 5)
        #expect(started(rig).count == 5)
        rig.say("zone/0", "off")
        rig.pass(20)
        #expect(Set(started(rig)).count == 6)
        #expect((0..<12).allSatisfy { rig.state("zone-\($0)") != "preempted" })
    }

    @Test("one that begins later still takes the place of the oldest")
    func later() throws {
        let rig = try Rig(zones(0))
        for number in 0..<5 { rig.say("zone/\(number)", "on") }
        rig.pass(30)
        rig.say("zone/5", "on")
        rig.pass(30)
        #expect(rig.state("zone-5") == "ongoing")
    }
}
