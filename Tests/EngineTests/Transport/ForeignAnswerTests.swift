import Engine
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

private let bell = """
    notifications:
      bell: {on: {topic: bell}, title: Bell, body: "{{ value }}", dedupe: 0s}
      door: {on: {topic: door}, title: Door, body: "{{ value }}", collapse_id: door, dedupe: 0s}
    """

private let tank = """
    widgets:
      tank: {inputs: {level: tank}, settle: 0s, content: {template: value, value: "{{ level }}"}}
    """

/// What a proxy, or the page of a hotel, answers in PushWard's place; none of it is JSON.
private let statuses = [200, 201, 302, 400, 401, 403, 404, 407, 409, 410, 418, 500, 502, 503, 504]

@Suite("Something between here and PushWard answers")
struct ForeignAnswerTests {
    /// Lets the next changing requests be answered by something else.
    private func disturb(_ rig: Rig, _ status: Int, times: Int, body: JSON? = nil) {
        var left = times
        rig.answer = { request in
            guard left > 0, request.method != "GET" else { return nil }
            left -= 1
            return .answered(status: status, headers: [], body: body)
        }
    }

    private func tellings(_ rig: Rig) -> Int {
        rig.logs.filter { $0.message.contains("without PushWard's JSON") && $0.level == .warning }.count
    }

    @Test("a card is started, updated and ended all the same", arguments: statuses)
    func card(status: Int) throws {
        let rig = try Rig(lamp)
        disturb(rig, status, times: 3)
        rig.say("lamp", "a")
        rig.pass(60)
        #expect(rig.server.visibleCard("lamp")?["content"]?["state"] == "a")
        disturb(rig, status, times: 3)
        rig.say("lamp", "b")
        rig.pass(60)
        #expect(rig.server.visibleCard("lamp")?["content"]?["state"] == "b")
        disturb(rig, status, times: 3)
        rig.say("lamp", "off")
        rig.pass(60)
        #expect(rig.state("lamp") == "ended")
        // Once an outage.
        #expect((1...3).contains(tellings(rig)))
    }

    @Test("what is not PushWard's JSON is no answer of it", arguments: ["text", "list", "other"])
    func shape(_ kind: String) throws {
        let body: JSON = kind == "text" ? "ok" : kind == "list" ? [1] : ["message": "no route"]
        let rig = try Rig(lamp)
        rig.say("lamp", "a")
        rig.pass(30)
        disturb(rig, kind == "other" ? 404 : 200, times: 2, body: body)
        rig.say("lamp", "b")
        rig.pass(60)
        #expect(rig.server.visibleCard("lamp")?["content"]?["state"] == "b")
    }

    @Test("it is asked ever more rarely for as long as it lasts", arguments: statuses)
    func lasting(status: Int) throws {
        let rig = try Rig(lamp)
        rig.say("lamp", "a")
        rig.pass(30)
        disturb(rig, status, times: 10_000)
        rig.forgetSent()
        rig.say("lamp", "b")
        rig.pass(3600)
        #expect((20...80).contains(rig.changes.count), "\(rig.changes.count)")
        rig.answer = nil
        rig.pass(90)
        #expect(rig.server.visibleCard("lamp")?["content"]?["state"] == "b")
    }

    @Test("what disturbs one card alone neither keeps others off nor is asked every second")
    func oneOnly() throws {
        let two = """
            activities:
              lamp:
                each: {topic: "lamp/{room}"}
                slug: "lamp-{{ room }}"
                inputs: {text: "lamp/{room}"}
                min_interval: 0s
                start: "{{ text != 'off' }}"
                content: {template: generic, state: "{{ text }}"}
            """
        let rig = try Rig(two)
        rig.say("lamp/a", "0")
        rig.say("lamp/b", "0")
        rig.pass(30)
        rig.forgetSent()
        rig.answer = { $0.path.hasSuffix("lamp-a") ? .answered(status: 403, headers: [], body: nil) : nil }
        rig.say("lamp/a", "1")
        for second in 1...600 {
            rig.say("lamp/b", "\(second)")
            rig.pass(1)
        }
        #expect(rig.server.visibleCard("lamp-b")?["content"]?["state"] == "600")
        let refused = rig.sent.filter { $0.status == 403 }.count
        #expect((8...20).contains(refused), "\(refused)")
        #expect(tellings(rig) == 1)
    }

    @Test("a widget is made and updated all the same", arguments: statuses)
    func widget(status: Int) throws {
        let rig = try Rig(tank)
        disturb(rig, status, times: 2)
        rig.say("tank", "5")
        rig.pass(120)
        disturb(rig, status, times: 2)
        rig.say("tank", "6")
        rig.pass(900)
        let row = rig.server.stateJSON["widgets"]?.arrayValue?.first
        #expect(row?["content"]?["value"]?.doubleValue == 6)
    }

    @Test("a notification with a `collapse_id` comes all the same", arguments: statuses)
    func repeatable(status: Int) throws {
        let rig = try Rig(bell)
        disturb(rig, status, times: 2)
        rig.say("door", "open")
        rig.pass(60)
        #expect(rig.banners.compactMap { $0["body"]?.stringValue } == ["open"])
    }

    @Test(
        "one without waits where it cannot have been delivered, and else is not sent twice",
        arguments: statuses
    )
    func plain(status: Int) throws {
        let rig = try Rig(bell)
        disturb(rig, status, times: 1)
        rig.say("bell", "one")
        rig.pass(700)
        let isKnown = (300..<500).contains(status) || status == 503
        #expect(rig.changes.count == (isKnown ? 2 : 1))
        #expect(rig.banners.count == (isKnown ? 1 : 0))
    }

    @Test("a listing that is none takes no card off")
    func listing() throws {
        let rig = try Rig(lamp)
        rig.say("lamp", "a")
        rig.pass(30)
        rig.answer = { request in
            request.method == "GET" && request.path == "/activities"
                ? .answered(status: 200, headers: [], body: ["message": "welcome"]) : nil
        }
        try rig.restart(lamp)
        rig.pass(20)
        rig.forgetSent()
        rig.answer = nil
        rig.say("lamp", "a")
        rig.pass(60)
        #expect(rig.changes.isEmpty, "\(rig.changes)")
    }
}
