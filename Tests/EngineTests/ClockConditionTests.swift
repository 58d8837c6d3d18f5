import Engine
import PushWardAPI
import Testing
import Values

/// Conditions that time alone makes true, as Home Assistant renders what reads `now()` again each minute.
@Suite("Conditions that read the clock")
struct ClockConditionTests {
    private static let yaml = """
        activities:
          door:
            inputs: {door: door}
            start: "{{ door == 'open' and since('door') > 600 }}"
            end: "{{ door == 'closed' or activity.elapsed > 1200 }}"
            content: {template: generic, state: "The door is open", progress: 0.5}
        notifications:
          long:
            inputs: {door: door}
            when: "{{ door == 'open' and since('door') > 600 }}"
            title: The door is open
            body: It has been so for ten minutes
          evening:
            inputs: {lamp: lamp}
            when: "{{ lamp == 'on' and now().hour >= 19 }}"
            title: Good evening
            body: The lamp is on
        """

    private func titles(_ rig: Rig) -> [String] {
        rig.sent.filter { $0.request.path == "/notifications" }.compactMap { $0.body["title"]?.stringValue }
    }

    @Test("a card starts and ends by time alone, within ten seconds")
    func card() throws {
        let rig = try Rig(Self.yaml)
        rig.say("door", "open")
        rig.pass(595)
        #expect(rig.state("door") == nil)
        rig.pass(17)
        #expect(rig.state("door") == "ongoing")
        rig.pass(1195)
        #expect(rig.state("door") == "ongoing")
        rig.pass(17)
        #expect(rig.state("door") == "ended")
        #expect(titles(rig) == ["The door is open"])
    }

    @Test("a notification comes once, when time has made its condition true")
    func notification() throws {
        // The clock says 18:00 at the start.
        let rig = try Rig(Self.yaml)
        rig.say("lamp", "on")
        rig.pass(3595)
        #expect(titles(rig).isEmpty)
        rig.pass(3600)
        #expect(titles(rig) == ["Good evening"])
    }

    @Test("what time did while the daemon did not run fires nothing")
    func restart() throws {
        let rig = try Rig(Self.yaml)
        rig.say("lamp", "on")
        rig.pass(60)
        rig.sleepWithoutEngine(4000)
        try rig.restart(Self.yaml)
        rig.say("lamp", "on", retained: true)
        rig.pass(600)
        #expect(titles(rig).isEmpty)
        // Until 19:00 of the next day.
        rig.pass(86_400)
        #expect(titles(rig) == ["Good evening"])
    }

    @Test("nothing wakes the daemon where no condition reads the clock")
    func idle() throws {
        let rig = try Rig(
            """
            activities:
              door:
                inputs: {door: door}
                start: "{{ door == 'open' }}"
                content: {template: generic, state: "{{ now().hour }}", progress: 0.5}
            """
        )
        rig.say("door", "closed")
        let before = rig.engine.counters.ruleEvaluations
        rig.pass(3600)
        #expect(rig.engine.counters.ruleEvaluations == before)
    }
}
