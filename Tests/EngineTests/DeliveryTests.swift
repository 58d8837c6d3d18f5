import Replay
import PushWardAPI
import Simulator
import Testing
import Values

private let lamp = """
    activities:
      lamp:
        name: Lamp
        inputs: {text: lamp}
        start: "{{ text != 'off' }}"
        end: "{{ text == 'off' }}"
        content: {template: generic, state: "{{ text }}"}
    """

private func say(_ time: Double, _ text: String) -> String { Line.message(time, "lamp", text) }

@Suite("Delivery")
struct DeliveryTests {
    /// What the lamp says at its end goes along with it.
    private static let ended: JSON = ["state": "ended", "content": ["state": "off"]]

    @Test("a name is paid once, then a run costs its start and its end")
    func name() throws {
        let run = try Scenario(lamp, [say(0, "a"), say(20, "off"), say(40, "b"), say(60, "off")].recording)
        #expect(
            run.output.compactMap { $0["request"]?["method"]?.stringValue } == [
                "POST", "PATCH", "PATCH", "PATCH", "PATCH",
            ]
        )
        #expect(run.summary.refusals.isEmpty)
    }

    @Test("what changes faster than the interval is one request of the newest")
    func newestWins() throws {
        let lines = (0..<50).map { say(Double($0) * 0.5, "step \($0)") }
        let run = try Scenario(lamp, lines.recording)
        let states = run.bodies("/activities/lamp").compactMap { $0["content"]?["state"]?.stringValue }
        #expect(states == ["step 0", "step 19", "step 39", "step 49"])
    }

    @Test("a state that comes back before the interval is over costs nothing")
    func noDifference() throws {
        let run = try Scenario(
            lamp,
            [say(0, "a"), say(20, "b"), say(22, "c"), say(24, "b"), Line.pass(60)].recording
        )
        #expect(run.bodies("/activities/lamp").count == 2)
    }

    @Test("after an answer that was lost the next patch leads from wherever the server may be")
    func lostAnswer() throws {
        let lines = [
            say(0, "a"), Line.respond(15, "/activities/lamp", 0), say(20, "b"), say(20.5, "a"), Line.pass(60),
        ]
        let run = try Scenario(lamp, lines.recording)
        #expect(run.bodies("/activities/lamp").last == ["content": ["state": "a"]])
        #expect(run.bodies("/activities/lamp").count == 3)
    }

    @Test("a server error is tried again, with the newest state")
    func serverError() throws {
        let lines = [
            say(0, "a"), Line.respond(15, "/activities/lamp", 500, times: 2), say(20, "b"), say(21, "c"),
            Line.pass(120),
        ]
        let run = try Scenario(lamp, lines.recording)
        #expect(run.finalState["cards"]?.arrayValue?.first?["content"]?["state"] == "c")
        #expect(run.bodies("/activities/lamp").count == 4)
    }

    @Test("a card that is gone is made anew with everything, once in a row")
    func gone() throws {
        let rig = try Rig(lamp)
        rig.say("lamp", "a")
        rig.pass(20)
        rig.carryOut(.deleteActivity(.from(text: "lamp")))
        rig.forgetSent()
        rig.say("lamp", "b")
        rig.pass(60)
        let after = rig.sent.filter { $0.request.method != "GET" }
        #expect(after.map(\.status) == [404, 201, 200])
        #expect(after.last?.body["state"] == "ongoing")
        #expect(after.last?.body["content"] == ["template": "generic", "state": "b"])
    }

    @Test("a field that the server refuses is left out, and the rest goes on")
    func refusedField() throws {
        let yaml = lamp.replacingState("subtitle: \"{{ text }}!\"")
        let refusal: JSON = ["errors": [["location": "body.content.subtitle", "message": "too rude"]]]
        let lines = [Line.respond(0, "/activities/lamp", 422, body: refusal), say(1, "a"), Line.pass(30)]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.bodies("/activities/lamp").last?["content"] == ["template": "generic", "state": "a"])
    }

    @Test("a used-up quota parks the cards until the reset, then the state of that time is sent")
    func quota() throws {
        let body: JSON = [
            "code": "quota.exceeded", "kind": "live_activity_updates", "reset_at": "2026-03-02T20:30:00Z",
        ]
        let lines = [
            say(0, "a"), Line.respond(15, "/activities/lamp", 429, body: body, times: 3), say(20, "b"),
            say(500, "c"), Line.pass(12_000),
        ]
        let run = try Scenario(lamp, lines.recording)
        #expect(run.finalState["cards"]?.arrayValue?.first?["content"]?["state"] == "c")
        let times = run.requestTimes.filter { $0 > 15 && $0 < 9000 }
        #expect(times.count <= 3)
        #expect(run.summary.refusals.keys.contains { $0.contains("quota") })
    }

    @Test("after a restart nothing is sent that the server shows already")
    func restart() throws {
        let lines = [Line.message(0, "lamp", "a", retain: true), Line.restart(30), Line.pass(60)]
        let run = try Scenario(lamp, lines.recording)
        #expect(run.output.compactMap { $0["request"]?["method"]?.stringValue } == ["POST", "PATCH", "GET"])
    }

    @Test("what ended while the daemon was away is ended after the restart")
    func endedWhileAway() throws {
        let lines = [
            Line.message(0, "lamp", "a", retain: true), Line.restart(30),
            Line.message(31, "lamp", "off", retain: true), Line.pass(60),
        ]
        let run = try Scenario(lamp, lines.recording)
        #expect(run.bodies("/activities/lamp").last == Self.ended)
    }

    @Test(
        "a start and an end that something refused are tried again, ever more rarely",
        arguments: [302, 400, 409, 413, 418]
    )
    func refusedOnce(status: Int) throws {
        let start = [Line.respond(0, "/activities/lamp", status, times: 2), say(1, "a"), Line.pass(400)]
        let started = try Scenario(lamp, start.recording)
        #expect(started.finalState["cards"]?.arrayValue?.first?["state"] == "ongoing")
        #expect(started.bodies("/activities/lamp").count == 3)
        let end = [say(1, "a"), Line.respond(30, "/activities/lamp", status), say(31, "off"), Line.pass(400)]
        let ended = try Scenario(lamp, end.recording)
        #expect(ended.bodies("/activities/lamp").suffix(2) == [Self.ended, Self.ended])
        #expect(ended.finalState["activities"]?.arrayValue?.first?["state"] == "ended")
    }

    @Test("a value that the server refuses leaves the one before, and the next value is sent")
    func refusedValue() throws {
        let refusal: JSON = ["errors": [["location": "body.content.state", "message": "too rude"]]]
        let lines = [
            say(1, "a"), Line.respond(20, "/activities/lamp", 422, body: refusal), say(30, "b"), say(60, "c"),
            Line.pass(100),
        ]
        let run = try Scenario(lamp, lines.recording)
        let states = run.bodies("/activities/lamp").map { $0["content"]?["state"] }
        #expect(states == ["a", "b", "c"])
    }

    @Test("a sixth card displaces one, which costs nothing as long as no slot is free")
    func preempted() throws {
        let rules = (0..<6).map { number in
            """
              card\(number):
                priority: \(number)
                inputs: {text: "card/\(number)"}
                start: "{{ text != 'off' }}"
                end: "{{ text == 'off' }}"
                content: {template: generic, state: "{{ text }}"}
            """
        }
        var lines = (0..<6).map { Line.message(Double($0), "card/\($0)", "on") }
        lines += (1..<5).map { Line.message(Double($0) * 60, "card/0", "text \($0)") }
        lines += [
            Line.message(400, "card/0", "off"), Line.message(420, "card/5", "off"),
            Line.message(440, "card/0", "on"),
        ]
        let run = try Scenario(
            "activities:\n" + rules.joined(separator: "\n"),
            (lines + [Line.pass(460)]).recording
        )
        #expect(run.summary.refusals.isEmpty)
        #expect(run.bodies("/activities/card0").filter { $0["state"] == "ongoing" }.count == 2)
        #expect(run.bodies("/activities/card0").count == 2)
    }

    @Test("a card that nothing changes is kept from going stale")
    func keepAlive() throws {
        let run = try Scenario(lamp, [say(0, "a"), Line.pass(20_000)].recording)
        #expect(run.finalState["cards"]?.arrayValue?.first?["state"] == "ongoing")
        #expect(run.summary.requests <= 5)
    }
}

extension String {
    fileprivate func replacingState(_ addition: String) -> String {
        guard let range = firstRange(of: "state: \"{{ text }}\"") else { return self }
        return String(self[..<range.upperBound]) + ", " + addition + String(self[range.upperBound...])
    }
}
