import Engine
import PushWardAPI
import Replay
import Simulator
import Testing
import Values

private let tank = """
    widgets:
      tank:
        inputs: {level: tank, color: color}
        settle: 0s
        content: {template: value, value: "{{ level }}", accent_color: "{{ color | default('blue') }}"}
    """

private func say(_ time: Double, _ text: String) -> String { Line.message(time, "tank", text) }

@Suite("Delivery of widgets")
struct WidgetDeliveryTests {
    @Test("a widget that is gone is made anew with everything")
    func gone() throws {
        let gone = Line.respond(30, "/widgets/tank", 404, body: ["code": "widget.not_found"])
        let run = try Scenario(
            tank,
            [say(1, "1"), gone, say(40, "2"), say(80, "3"), Line.pass(120)].recording
        )
        #expect(
            run.output.compactMap { $0["request"]?["method"]?.stringValue } == [
                "POST", "PATCH", "POST", "PATCH",
            ]
        )
        #expect(run.bodies("/widgets").last?["content"]?["value"] == 2)
    }

    @Test("what is deleted again and again is left alone for an hour")
    func goneAgain() throws {
        let gone = Line.respond(30, "/widgets/tank", 404, body: ["code": "widget.not_found"], times: 9)
        let lines = [say(1, "1"), gone] + (1..<20).map { say(Double($0) * 60, String($0)) }
        let run = try Scenario(tank, lines.recording)
        #expect(run.summary.requests == 4)
    }

    @Test("a refused repeat of a patch without an answer leaves it as doubtful as it was")
    func refusedRepeat() throws {
        let rig = try Rig(tank)
        rig.say("tank", "1")
        rig.pass(60)
        var answers = 0
        rig.answer = { request in
            guard request.method == "PATCH" else { return nil }
            answers += 1
            guard answers == 1 else {
                return .answered(status: 429, headers: [], body: ["code": "rate_limit.exceeded"])
            }
            rig.carryOut(request)
            return .failed(reason: "timeout", mayHaveReachedServer: true)
        }
        rig.say("tank", "2")
        rig.pass(30)
        #expect(answers == 2)
        rig.answer = nil
        rig.say("tank", "1")
        rig.pass(300)
        #expect(rig.server.stateJSON["widgets"]?.arrayValue?.first?["content"]?["value"] == 1)
    }

    @Test("after an answer that was lost the next patch leads from wherever the server may be")
    func lostPatch() throws {
        let lines = [
            say(1, "1"), Line.respond(30, "/widgets/tank", 0), say(40, "2"), say(40.5, "1"), Line.pass(90),
        ]
        let run = try Scenario(tank, lines.recording)
        #expect(run.bodies("/widgets/tank").last == ["content": ["value": 1]])
        #expect(run.bodies("/widgets/tank").count == 2)
        #expect(run.finalState["widgets"]?.arrayValue?.first?["content"]?["value"] == 1)
    }

    @Test("a post that was not answered is sent again")
    func lostPost() throws {
        let run = try Scenario(
            tank,
            [Line.respond(0, "/widgets", 0, times: 2), say(1, "1"), Line.pass(60)].recording
        )
        #expect(run.bodies("/widgets").count == 3)
        #expect(run.finalState["widgets"]?.arrayValue?.count == 1)
    }

    @Test("a server error is tried again, with the newest state")
    func serverError() throws {
        let lines = [
            say(1, "1"), Line.respond(15, "/widgets/tank", 500, times: 2), say(20, "2"), say(20.5, "3"),
            Line.pass(120),
        ]
        let run = try Scenario(tank, lines.recording)
        #expect(run.finalState["widgets"]?.arrayValue?.first?["content"]?["value"] == 3)
    }

    @Test("a field that PushWard refuses is left out, and the rest goes on at once")
    func refusedField() throws {
        let refusal = Line.respond(
            0,
            "/widgets",
            422,
            body: ["code": "widget.content_invalid", "detail": "content.accent_color is no colour"]
        )
        let lines = [
            refusal, say(1, "1"), Line.pass(20), say(40, "2"), Line.message(80, "color", "red"),
            Line.pass(120),
        ]
        let run = try Scenario(tank, lines.recording)
        #expect(run.bodies("/widgets").map { $0["content"]?["accent_color"] } == ["blue", nil])
        #expect(
            run.bodies("/widgets/tank") == [["content": ["value": 2]], ["content": ["accent_color": "red"]]]
        )
        #expect(run.requestTimes == [1, 1, 40, 80])
    }

    @Test("a refusal that names nothing is tried again ever more rarely")
    func refusedWhole() throws {
        let refusal = Line.respond(0, "/widgets", 422, body: ["detail": "no"], times: 3)
        let run = try Scenario(tank, [refusal, say(1, "1"), Line.pass(600)].recording)
        #expect(run.requestTimes == [1, 61, 181, 421])
    }

    @Test("when the month's updates are used up it asks once an hour, and then sends what is true")
    func quota() throws {
        let body: JSON = [
            "code": "quota.exceeded", "kind": "widget_updates", "used": 50, "limit": 50,
            "reset_at": "2026-03-02T22:00:00Z",
        ]
        let refusal = Line.respond(20, "/widgets/tank", 429, body: body, times: 2)
        let lines = [say(1, "1"), refusal] + (1...300).map { say(Double($0) * 60, String($0)) }
        let run = try Scenario(tank, lines.recording)
        #expect(Array(run.requestTimes.prefix(4)) == [1, 120, 3720, 7320])
        #expect(
            run.bodies("/widgets/tank").prefix(3).map { $0["content"]?["value"] }
                == [2, 61, 121]
        )
    }

    @Test("a widget that waits for the budget is sent as soon as there is room, without another message")
    func recovered() throws {
        let rig = try Rig(tank, plan: .free)
        rig.say("tank", "1")
        rig.pass(60)
        rig.control("quota", ["plan": "free", "kind": "widget_updates", "used": 50, "limit": 50])
        try rig.restart(tank)
        rig.say("tank", "2", retained: true)
        rig.pass(1800)
        #expect(rig.changes.count == 1)
        rig.control("quota", ["plan": "free", "kind": "widget_updates", "used": 5, "limit": 50])
        rig.pass(7200)
        #expect(rig.changes.count == 2)
        let read = rig.sent.last { $0.request.path == "/auth/me" }
        #expect(rig.sent.last { $0.request.method == "PATCH" }?.at == read?.at)
    }

    @Test("a widget that waits for the budget is sent at the reset")
    func reset() throws {
        let body: JSON = [
            "code": "quota.exceeded", "kind": "widget_updates", "used": 50, "limit": 50,
            "reset_at": "2026-04-01T00:00:00Z",
        ]
        let lines = [
            say(1, "1"), Line.respond(20, "/widgets/tank", 429, body: body), say(60, "2"), Line.pass(3000),
        ]
        let eve = try #require(Timestamp(rfc3339: "2026-03-31T23:30:00Z"))
        let run = try Scenario(tank, lines.recording, epoch: eve)
        #expect(run.requestTimes.count == 3)
        #expect(run.requestTimes.last.map { (1800..<1810).contains($0) } == true, "\(run.requestTimes)")
        #expect(run.bodies("/widgets/tank").last == ["content": ["value": 2]])
    }

    @Test("an account that is full is asked again in an hour, whatever else wants to be made")
    func full() throws {
        let yaml = """
            widgets:
              room:
                each: {topic: "t/{room}"}
                slug: "{{ room }}"
                inputs: {temp: "t/{room}"}
                content: {template: value, value: "{{ temp }}"}
            """
        let refusal = Line.respond(0, "/widgets", 429, body: ["code": "widget.limit_exceeded"])
        let lines =
            [refusal] + (1...20).map { Line.message(Double($0), "t/r\($0)", "1") } + [Line.pass(3700)]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.requestTimes.filter { $0 < 3600 } == [1])
        #expect(run.finalState["widgets"]?.arrayValue?.count == 20)
    }

    @Test("after a restart nothing is sent that is true already")
    func restart() throws {
        let lines = [
            Line.message(1, "tank", "5", retain: true), Line.pass(30), Line.restart(60), Line.pass(100),
            say(101, "6"), Line.pass(130),
        ]
        let run = try Scenario(tank, lines.recording)
        #expect(
            run.output.compactMap { $0["request"]?["method"]?.stringValue } == ["POST", "GET", "PATCH"]
        )
        #expect(run.bodies("/widgets/tank") == [["content": ["value": 6]]])
    }

    @Test("a widget that was deleted meanwhile is there again after a restart")
    func deletedMeanwhile() throws {
        let empty: JSON = ["items": []]
        let lines = [
            Line.message(1, "tank", "5", retain: true), Line.respond(50, "/widgets", 200, body: empty),
            Line.restart(60), Line.pass(100),
        ]
        let run = try Scenario(tank, lines.recording)
        #expect(run.output.compactMap { $0["request"]?["method"]?.stringValue } == ["POST", "GET", "POST"])
    }

    @Test("a widget is said to be true before it is dimmed, and only while it is")
    func heartbeat() throws {
        let yaml = """
            widgets:
              t:
                stale_after: 1000s
                inputs:
                  temp: {topic: t, availability: t/online}
                content: {template: value, value: "{{ temp }}"}
            """
        let lines = [
            Line.message(0, "t", "5"), Line.message(2000, "t", "6"),
            Line.message(2500, "t/online", "offline"), Line.pass(9000),
            Line.message(9000, "t/online", "online"), Line.pass(9100),
        ]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.bodies("/widgets").first?["stale_after"] == 1000)
        #expect(run.requestTimes == [0, 900, 1800, 2000, 9000])
        #expect(run.bodies("/widgets/t").first == ["content": ["template": "value"]])
        #expect(run.finalState["widgets"]?.arrayValue?.first?["is_stale"] == false)
    }

    @Test("an input that expired is not said to be true")
    func expired() throws {
        let yaml = """
            widgets:
              t:
                stale_after: 1000s
                inputs: {temp: {topic: t, expire_after: 10m}}
                content: {template: value, value: "{{ temp }}"}
            """
        let run = try Scenario(yaml, [Line.message(0, "t", "5"), Line.pass(5000)].recording)
        #expect(run.requestTimes == [0])
        #expect(run.finalState["widgets"]?.arrayValue?.first?["is_stale"] == true)
    }

    @Test("silence is told where the rule says so, and what is heard again clears it")
    func silence() throws {
        let yaml = """
            widgets:
              t:
                unavailable_after: 10m
                inputs: {temp: t}
                content: {template: value, value: "{{ temp }}"}
            """
        let run = try Scenario(
            yaml,
            [Line.message(0, "t", "5"), Line.message(900, "t", "5"), Line.pass(950)].recording
        )
        #expect(run.requestTimes == [0, 600, 900])
        let subtitle = run.bodies("/widgets/t").first?["content"]?["subtitle"]?.stringValue
        #expect(subtitle?.hasPrefix("No news since ") == true)
        #expect(run.bodies("/widgets/t").last == ["content": ["subtitle": nil]])
    }
}
