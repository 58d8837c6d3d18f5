import Replay
import Testing
import Values

private let doorbell = """
    taps: {listen: "127.0.0.1:0", public_url: "https://taps.example.net"}
    notifications:
      doorbell:
        on: {topic: "button/{door}", when: "{{ value_json.action == 'single' }}"}
        title: "{{ door }} door"
        body: Someone is there
        cooldown: 20s
        actions:
          - {id: unlock, title: Unlock, once: true, expires: 5m, publish: {topic: "lock/{door}/set", payload: UNLOCK}}
          - {id: reply, title: Reply, text_input: true, publish: {topic: hall/tts, payload: "{{ {'message': text} | to_json }}"}}
    """

private func press(_ time: Double, _ action: String = "single", door: String = "front", retain: Bool = false)
    -> String
{
    Line.message(time, "button/\(door)", "{\"action\": \"\(action)\"}", retain: retain)
}

@Suite("Notifications of events")
struct NotificationTests {
    @Test("a press notifies once, its repeats and its empty action do not")
    func onePress() throws {
        let run = try Scenario(doorbell, [press(1), press(1.2), press(1.4, "")].recording)
        #expect(run.bodies("/notifications").count == 1)
        #expect(run.bodies("/notifications").first?["title"] == "front door")
        #expect(run.summary.refusals.isEmpty)
    }

    @Test("what the broker had stored, and a restart's replay of it, notify nobody")
    func retained() throws {
        let run = try Scenario(doorbell, [press(0, retain: true), Line.restart(10), Line.pass(20)].recording)
        #expect(run.bodies("/notifications").isEmpty)
    }

    @Test("the cooldown is each door's own, and counts what was sent")
    func cooldown() throws {
        let lines = [press(1), press(5), press(6, door: "back"), press(25)]
        let run = try Scenario(doorbell, lines.recording)
        #expect(
            run.bodies("/notifications").map { $0["title"]?.stringValue } == [
                "front door", "back door", "front door",
            ]
        )
    }

    @Test("a tap publishes what the mapping names, a single-use one only once")
    func taps() throws {
        let lines = [
            press(1, door: "back"), Line.tap(5, "doorbell", "unlock"), Line.tap(6, "doorbell", "unlock"),
            Line.tap(7, "doorbell", "reply", text: "say \"hi\"\u{0}+#"),
        ]
        let run = try Scenario(doorbell, lines.recording)
        #expect(run.publications == ["lock/back/set UNLOCK", #"hall/tts {"message":"say \"hi\"+#"}"#])
    }

    @Test("a reply without a text publishes nothing")
    func emptyReply() throws {
        let run = try Scenario(doorbell, [press(1), Line.tap(5, "doorbell", "reply")].recording)
        #expect(run.publications.isEmpty)
        #expect(run.summary.notes == ["a tap was answered 400"])
    }

    @Test("a button works no longer than it may")
    func expiry() throws {
        let run = try Scenario(doorbell, [press(1), Line.tap(302, "doorbell", "unlock")].recording)
        #expect(run.publications.isEmpty)
        #expect(run.summary.notes == ["a tap was answered 401"])
    }

    @Test("a tap works after a restart, and a used one stays used")
    func restart() throws {
        let lines = [
            press(1), Line.restart(3), Line.tap(5, "doorbell", "unlock"), Line.restart(6),
            Line.tap(7, "doorbell", "unlock"),
        ]
        #expect(try Scenario(doorbell, lines.recording).publications == ["lock/front/set UNLOCK"])
    }

    private static let leak = """
        notifications:
          leak:
            inputs: {wet: leak}
            when: "{{ wet == 'on' }}"
            title: Leak
            body: Water
        """

    @Test("a condition fires when it becomes true, and again only after it was false")
    func edge() throws {
        let states = ["off", "on", "on", "unavailable", "on", "off", "on"]
        let lines = states.enumerated().map { Line.message(Double($0.offset) * 10, "leak", $0.element) }
        #expect(try Scenario(Self.leak, lines.recording).bodies("/notifications").count == 2)
    }

    @Test("a state that was true before a restart does not fire after it")
    func edgeAcrossRestart() throws {
        let lines = [
            Line.message(1, "leak", "on", retain: true), Line.restart(10),
            Line.message(20, "leak", "on", retain: true),
        ]
        #expect(try Scenario(Self.leak, lines.recording).bodies("/notifications").count == 1)
    }

    @Test("a lost answer is not followed by a second notification, a refused connection is no loss")
    func atMostOnce() throws {
        let lost = [Line.respond(0, "/notifications", 0), press(1), Line.pass(120)]
        #expect(try Scenario(doorbell, lost.recording).bodies("/notifications").count == 1)
        let busy = [Line.respond(0, "/notifications", 503, times: 2), press(1), Line.pass(120)]
        #expect(try Scenario(doorbell, busy.recording).bodies("/notifications").count == 3)
    }

    @Test("with a collapse id it is sent until it arrived")
    func collapse() throws {
        let yaml = doorbell + "\n    collapse_id: door\n"
        let lost = [Line.respond(0, "/notifications", 0, times: 2), press(1), Line.pass(120)]
        #expect(try Scenario(yaml, lost.recording).bodies("/notifications").count == 3)
    }
}
