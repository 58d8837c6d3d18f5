import Engine
import PushWardAPI
import Simulator
import Testing
import Values

/// Cards of the given priorities, each on while its topic says so.
private func cards(_ priorities: [Int]) -> String {
    let rules = priorities.enumerated().map { number, priority in
        """
          card\(number):
            priority: \(priority)
            inputs: {text: "card/\(number)"}
            start: "{{ text != 'off' }}"
            end: "{{ text == 'off' }}"
            content: {template: generic, state: "{{ text }}"}
        """
    }
    return "activities:\n" + rules.joined(separator: "\n")
}

@Suite("Slots and priorities")
struct SlotTests {
    private func ongoing(_ rig: Rig, _ count: Int) -> [Int] {
        (0..<count).filter { rig.state("card\($0)") == "ongoing" }
    }

    @Test("a card that was displaced comes back when a slot is free, with what is true then")
    func comesBack() throws {
        let rig = try Rig(cards([0, 1, 2, 3, 4, 5]))
        for number in 0..<6 {
            rig.say("card/\(number)", "on")
            rig.pass(20)
        }
        #expect(ongoing(rig, 6) == [1, 2, 3, 4, 5])
        rig.forgetSent()
        rig.say("card/0", "changed")
        rig.pass(3000)
        #expect(rig.changes.allSatisfy { !$0.contains("card0") })
        rig.say("card/3", "off")
        rig.pass(30)
        #expect(ongoing(rig, 6) == [0, 1, 2, 4, 5])
        #expect(rig.server.visibleCard("card0")?["content"]?["state"] == "changed")
        #expect(rig.sent.allSatisfy { $0.status < 300 })
    }

    @Test("a run of a lower priority than all that are on waits for a slot")
    func waits() throws {
        let rig = try Rig(cards([1, 5, 5, 5, 5, 5]))
        for number in [1, 2, 3, 4, 5, 0] { rig.say("card/\(number)", "on") }
        rig.pass(100)
        #expect(ongoing(rig, 6) == [1, 2, 3, 4, 5])
        #expect(rig.changes.count == 5)
        rig.say("card/5", "off")
        rig.pass(20)
        #expect(ongoing(rig, 6) == [0, 1, 2, 3, 4])
    }

    @Test("six cards of one priority do not chase each other")
    func equal() throws {
        let rig = try Rig(cards([0, 0, 0, 0, 0, 0, 0]))
        for number in 0..<7 {
            rig.say("card/\(number)", "on")
            rig.pass(20)
        }
        rig.pass(4000)
        #expect(ongoing(rig, 7) == [2, 3, 4, 5, 6])
        #expect(rig.changes.filter { $0.contains("\"state\":\"ongoing\"") }.count == 7)
    }

    @Test("a run that ends while it is displaced costs nothing; a captured one leaves no row")
    func endsDisplaced() throws {
        let zones = """

              zone:
                each: {topic: "zone/{name}"}
                slug: "zone-{{ name }}"
                inputs: {text: "zone/{name}"}
                start: "{{ text == 'on' }}"
                content: {template: generic, state: "{{ text }}"}
            """
        let rig = try Rig(cards([1, 1, 1, 1, 1]) + zones)
        rig.say("zone/a", "on")
        rig.pass(20)
        for number in 0..<5 {
            rig.say("card/\(number)", "on")
            rig.pass(20)
        }
        #expect(rig.state("zone-a") == "preempted")
        rig.say("zone/a", "off")
        rig.pass(20)
        #expect(rig.changes.last == "DELETE /activities/zone-a")
        #expect(rig.row("zone-a") == nil)
    }

    @Test("cards of others take slots, too; a displaced one looks now and then whether one is free")
    func foreign() throws {
        let rig = try Rig(cards([0]))
        rig.say("card/0", "on")
        rig.pass(20)
        for number in 0..<5 {
            rig.carryOut(
                .patchActivity(
                    .from(text: "other\(number)"),
                    body: [
                        "state": "ongoing", "priority": 3, "stale_ttl": 100_000,
                        "content": ["template": "generic", "state": "x"],
                    ],
                    upsert: true
                )
            )
        }
        rig.say("card/0", "news")
        rig.pass(3000)
        #expect(rig.state("card0") == "preempted")
        #expect(rig.changes.count <= 2)
        rig.carryOut(.patchActivity(.from(text: "other1"), body: ["state": "ended"], upsert: false))
        rig.pass(900)
        #expect(rig.state("card0") == "ongoing")
        #expect(rig.server.visibleCard("card0")?["content"]?["state"] == "news")
    }

    @Test("a displaced card comes back no more often than cards may start within an hour")
    func limited() throws {
        let rig = try Rig(cards([0, 1, 1, 1, 1, 1]))
        for number in 0..<5 { rig.say("card/\(number)", "on") }
        for _ in 0..<20 {
            rig.say("card/5", "on")
            rig.pass(60)
            rig.say("card/5", "off")
            rig.pass(60)
        }
        let starts = rig.changes.filter { $0.contains("/card0 ") && $0.contains("\"state\":\"ongoing\"") }
        #expect(starts.count <= 6)
        #expect(starts.count >= 2)
    }

    @Test("after a restart a displaced card still waits, and still comes back")
    func restart() throws {
        let yaml = cards([0, 1, 2, 3, 4, 5])
        let rig = try Rig(yaml)
        for number in 0..<6 {
            rig.say("card/\(number)", "on")
            rig.pass(20)
        }
        try rig.restart(yaml)
        for number in 0..<6 { rig.say("card/\(number)", "on", retained: true) }
        rig.forgetSent()
        rig.pass(400)
        #expect(rig.changes.isEmpty)
        rig.say("card/4", "off")
        rig.pass(30)
        #expect(ongoing(rig, 6) == [0, 1, 2, 3, 5])
    }
}
