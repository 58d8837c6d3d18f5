import Replay
import Testing
import Values

/// A question whose deadline comes from a topic.
private let garage = """
    activities:
      garage:
        inputs: {door: g/door, until: {topic: g/deadline, unit: iso}}
        start: "{{ door == 'open' }}"
        content:
          template: approval
          state: Close the garage?
          end_date: "{{ until }}"
          on_expire: close
          options:
            - {id: close, title: Close, publish: {topic: garage/set, payload: CLOSE}}
            - {id: keep, title: Keep}
    """

private func deadline(_ time: Double, in seconds: Int, stored: Bool = false) -> String {
    let instant = Timestamp(microseconds: Scenario.epoch.microseconds + Int64(seconds) * 1_000_000)
    return Line.message(time, "g/deadline", instant.rfc3339, retain: stored)
}

private func door(_ time: Double, _ state: String, stored: Bool = false) -> String {
    Line.message(time, "g/door", state, retain: stored)
}

@Suite("Questions whose time to answer has passed")
struct AnswerDeadlineTests {
    @Test("what the broker had stored asks nothing once its time has passed, and does nothing")
    func stored() throws {
        let lines = [deadline(0, in: -3600, stored: true), door(0, "open", stored: true), Line.pass(200)]
        let run = try Scenario(garage, lines.recording)
        #expect(run.publications.isEmpty)
        #expect(run.requests.isEmpty)
    }

    @Test("nor does a door that opens while the deadline is still the last one's")
    func old() throws {
        let lines = [deadline(0, in: -3600, stored: true), door(10, "open"), Line.pass(200)]
        let run = try Scenario(garage, lines.recording)
        #expect(run.publications.isEmpty)
        #expect(run.requests.isEmpty)
    }

    @Test("it is asked once the deadline is one that can be kept, and then `on_expire` is done")
    func later() throws {
        let lines = [
            deadline(0, in: -3600, stored: true), door(0, "open", stored: true), deadline(100, in: 400),
            Line.pass(300),
        ]
        let asked = try Scenario(garage, lines.recording)
        #expect(asked.bodies("/activities/garage").count == 1)
        #expect(asked.publications.isEmpty)
        let expired = try Scenario(garage, (lines + [Line.pass(500)]).recording)
        #expect(expired.publications == ["garage/set CLOSE"])
    }

    @Test("a deadline that is moved into the past while the card asks changes nothing")
    func moved() throws {
        let lines = [
            deadline(0, in: 1000), door(1, "open"), deadline(60, in: -60), Line.pass(900),
        ]
        let run = try Scenario(garage, lines.recording)
        #expect(run.publications.isEmpty)
        #expect(run.bodies("/activities/garage").count == 1)
    }

    @Test("nor does a first deadline that has passed already")
    func added() throws {
        let lines = [door(1, "open"), deadline(60, in: -60, stored: true), Line.pass(900)]
        let run = try Scenario(garage, lines.recording)
        #expect(run.publications.isEmpty)
        #expect(run.bodies("/activities/garage").count == 1)
    }
}

/// A card with sounds, and notifications of its life.
private let washer = """
    activities:
      washer:
        inputs: {power: w/power, door: w/door}
        start: "{{ power > 10 }}"
        end: "{{ power < 5 }}"
        content: {template: generic, state: Washing}
        outcomes: [{state: Done}]
        sound: {start: chime, end: success}
    notifications:
      began: {on: {activity: washer, event: start}, title: Washer, body: began}
      ended: {on: {activity: washer, event: end}, title: Washer, body: ended}
      done: {on: {activity: washer, event: outcome}, title: Washer, body: done}
    """

private func power(_ time: Double, _ watts: Int, stored: Bool = false) -> String {
    Line.message(time, "w/power", String(watts), retain: stored)
}

@Suite("What the broker had stored is no event")
struct StoredStateTests {
    private func told(_ run: Scenario) -> [String] {
        run.bodies("/notifications").compactMap { $0["body"]?.stringValue }
    }

    private func sounds(_ run: Scenario) -> [String] {
        run.bodies("/activities/washer").compactMap { $0["sound"]?.stringValue }
    }

    @Test("a card that a stored message starts is shown, tells nobody and makes no sound")
    func start() throws {
        let run = try Scenario(washer, [power(0, 95, stored: true), Line.pass(60)].recording)
        #expect(run.bodies("/activities/washer").first?["state"] == "ongoing")
        #expect(told(run).isEmpty)
        #expect(sounds(run).isEmpty)
    }

    @Test("its end is one that happens, and is told")
    func liveEnd() throws {
        let lines = [power(0, 95, stored: true), power(60, 0), Line.pass(120)]
        let run = try Scenario(washer, lines.recording)
        #expect(told(run) == ["ended", "done"] || told(run) == ["done", "ended"])
        #expect(sounds(run) == ["success"])
    }

    @Test("a start that must hold for a while is as silent as what made it hold")
    func held() throws {
        let yaml = washer.replacing(
            "start: \"{{ power > 10 }}\"",
            with: "start: {when: \"{{ power > 10 }}\", for: 1m}"
        )
        let lines = [power(0, 95, stored: true), power(30, 96), Line.pass(120)]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.bodies("/activities/washer").count == 1)
        #expect(told(run).isEmpty)
        #expect(sounds(run).isEmpty)
    }

    @Test("what is replayed after a reconnect ends the card silently")
    func storedEnd() throws {
        let rig = try Rig(washer)
        rig.say("w/power", "95")
        rig.pass(60)
        rig.say("w/power", "0", retained: true)
        rig.pass(60)
        #expect(rig.banners.map { $0["body"] } == ["began"])
        #expect(rig.sent.compactMap { $0.body["sound"]?.stringValue } == ["chime"])
        #expect(rig.state("washer") == "ended")
    }

    @Test("a message is an event though another topic's message was stored")
    func besideStored() throws {
        let lines = [Line.message(0, "w/door", "closed", retain: true), power(0.05, 95), Line.pass(60)]
        let run = try Scenario(washer, lines.recording)
        #expect(told(run) == ["began"])
        #expect(sounds(run) == ["chime"])
    }

    @Test("`retained: event` makes one of it")
    func optedIn() throws {
        let yaml = washer.replacing("power: w/power", with: "power: {topic: w/power, retained: event}")
        let run = try Scenario(yaml, [power(0, 95, stored: true), Line.pass(60)].recording)
        #expect(told(run) == ["began"])
        #expect(sounds(run) == ["chime"])
    }

    private static let timer = """
        activities:
          egg:
            inputs: {end: {topic: egg/end, unit: iso}}
            start: "{{ end is not none }}"
            content: {template: countdown, end_date: "{{ end }}"}
        notifications:
          ready: {on: {activity: egg, event: end}, title: Egg, body: ready}
        """

    @Test("a countdown that ran out while the daemon did not run is told no more", arguments: [30.0, 4000.0])
    func ranOut(downtime: Double) throws {
        let rig = try Rig(Self.timer)
        rig.say("egg/end", (Scenario.epoch + .seconds(600)).rfc3339)
        rig.pass(590)
        rig.sleep(downtime)
        try rig.restart(Self.timer)
        rig.say("egg/end", (Scenario.epoch + .seconds(600)).rfc3339, retained: true)
        rig.pass(60)
        #expect(rig.banners.count == (downtime < 60 ? 1 : 0), "\(rig.changes)")
    }
}
