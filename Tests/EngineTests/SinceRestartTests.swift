import Engine
import PushWardAPI
import Testing
import Values

/// `since('door')` is as old after a restart as it was before.
@Suite("Since when an input has its value, across restarts")
struct SinceRestartTests {
    private static let yaml = """
        activities:
          door:
            inputs: {door: door}
            start: "{{ door == 'open' and since('door') > 600 }}"
            content: {template: generic, state: "The door is open", progress: 0.5}
        notifications:
          long:
            inputs: {door: door}
            when: "{{ door == 'open' and since('door') > 600 }}"
            title: The door is open
            body: It has been so for ten minutes
        """

    enum Way: String, CaseIterable { case killed, stopped }

    private func restart(_ rig: Rig, _ way: Way, after seconds: Double = 1) throws {
        switch way {
        case .killed:
            rig.sleepWithoutEngine(seconds)
            try rig.restart(Self.yaml)
        case .stopped: try rig.stopAndStart(Self.yaml, after: seconds)
        }
    }

    private func told(_ rig: Rig) -> Int {
        rig.sent.filter { $0.request.path == "/notifications" }.count
    }

    /// A home whose door was opened that long ago.
    private func open(_ seconds: Double) throws -> Rig {
        let rig = try Rig(Self.yaml)
        rig.say("door", "closed")
        rig.pass(100)
        rig.say("door", "open")
        rig.pass(seconds)
        return rig
    }

    @Test("before the time, both come at the real time", arguments: Way.allCases, [true, false])
    func before(way: Way, retained: Bool) throws {
        let rig = try open(400)
        try restart(rig, way)
        rig.say("door", "open", retained: retained)
        rig.pass(190)
        #expect(rig.state("door") == nil)
        #expect(told(rig) == 0)
        rig.pass(25)
        #expect(rig.state("door") == "ongoing")
        #expect(told(rig) == 1)
        rig.pass(2000)
        #expect(told(rig) == 1)
    }

    @Test(
        "after the time, the card goes on and nothing is told twice",
        arguments: Way.allCases,
        [true, false]
    )
    func after(way: Way, retained: Bool) throws {
        let rig = try open(800)
        #expect(rig.state("door") == "ongoing")
        #expect(told(rig) == 1)
        rig.forgetSent()
        try restart(rig, way)
        rig.say("door", "open", retained: retained)
        rig.pass(1500)
        #expect(rig.state("door") == "ongoing")
        #expect(rig.changes.filter { $0.contains("ended") || $0.hasPrefix("POST") }.isEmpty)
        rig.say("door", "closed")
        rig.pass(30)
        #expect(rig.state("door") == "ended")
    }

    @Test("a time that came while it did not run shows the card and tells nothing", arguments: Way.allCases)
    func whileAway(way: Way) throws {
        for retained in [true, false] {
            let rig = try open(400)
            try restart(rig, way, after: 400)
            rig.say("door", "open", retained: retained)
            rig.pass(1000)
            #expect(rig.state("door") == "ongoing")
            #expect(told(rig) == 0)
        }
    }

    @Test("a time that came while it ran unheard is told by the message that says so")
    func unheard() throws {
        let rig = try open(400)
        try restart(rig, .stopped)
        rig.pass(1000)
        #expect(rig.state("door") == nil)
        #expect(told(rig) == 0)
        rig.say("door", "open")
        rig.pass(1)
        #expect(rig.state("door") == "ongoing")
        #expect(told(rig) == 1)
    }

    @Test("a value that is another one after the restart counts from then", arguments: Way.allCases)
    func changed(way: Way) throws {
        let rig = try Rig(Self.yaml)
        rig.say("door", "closed")
        rig.pass(1000)
        try restart(rig, way)
        rig.say("door", "open", retained: true)
        rig.pass(595)
        #expect(rig.state("door") == nil)
        #expect(told(rig) == 0)
        rig.pass(20)
        #expect(rig.state("door") == "ongoing")
        #expect(told(rig) == 1)
    }

    @Test("after a long absence it begins anew")
    func longAbsence() throws {
        let rig = try open(300)
        try restart(rig, .stopped, after: 3700)
        rig.say("door", "open", retained: true)
        rig.pass(590)
        #expect(rig.state("door") == nil)
        rig.pass(25)
        #expect(rig.state("door") == "ongoing")
    }

    @Test("a crash long after a peaceful restart loses nothing")
    func twice() throws {
        let rig = try open(800)
        try restart(rig, .stopped)
        rig.say("door", "open", retained: true)
        rig.pass(7200)
        rig.forgetSent()
        try restart(rig, .killed)
        rig.say("door", "open", retained: true)
        rig.pass(1000)
        #expect(rig.state("door") == "ongoing")
        #expect(told(rig) == 0)
    }

    @Test("a clock that is set after the restart makes it as old as it is")
    func clockIsBehind() throws {
        let rig = try open(300)
        rig.setClock(by: -200)
        try restart(rig, .stopped, after: 100)
        rig.say("door", "open", retained: true)
        rig.pass(20)
        rig.setClock(by: 200)
        rig.pass(170)
        #expect(rig.state("door") == nil)
        rig.pass(25)
        #expect(rig.state("door") == "ongoing")
    }

    @Test("what is the same is not written again, and what changes is once a minute at most")
    func writes() throws {
        let rig = try open(60)
        let before = (rig.writes[.cards] ?? 0, rig.writes[.rules] ?? 0)
        for _ in 0..<50 {
            rig.say("door", "open")
            rig.pass(5)
        }
        #expect((rig.writes[.cards] ?? 0, rig.writes[.rules] ?? 0) == before)
        for number in 0..<60 {
            rig.say("door", number.isMultiple(of: 2) ? "closed" : "open")
            rig.pass(5)
        }
        #expect((rig.writes[.cards] ?? 0) - before.0 <= 7)
        #expect((rig.writes[.rules] ?? 0) - before.1 <= 7)
        #expect((rig.writes[.cards] ?? 0) - before.0 >= 4)
    }

    @Test("a replay keeps it, too")
    func replay() throws {
        let recording = [
            Line.message(0, "door", "closed", retain: true), Line.message(10, "door", "open", retain: true),
            Line.restart(400), Line.pass(640), Line.restart(800), Line.pass(3000),
        ]
        let scenario = try Scenario(Self.yaml, recording.recording)
        #expect(scenario.bodies("/notifications").count == 1)
        #expect(scenario.bodies("/activities/door").filter { $0["state"] == "ended" }.isEmpty)
        let starts = zip(scenario.requests, scenario.requestTimes).filter { $0.0.contains("ongoing") }
        #expect(starts.first.map { (610...621).contains($0.1) } == true, "\(scenario.requests)")
    }
}
