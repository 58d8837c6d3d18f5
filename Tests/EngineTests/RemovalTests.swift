import Engine
import PushWardAPI
import Simulator
import Testing
import Values

private func lamp(_ options: String = "", outcomes: String = "") -> String {
    """
    activities:
      lamp:
        name: Lamp
        inputs: {text: lamp}
        start: "{{ text != 'off' }}"
        end: "{{ text == 'off' }}"
        \(options)
        content: {template: generic, state: "{{ text }}"}
        \(outcomes)
    """
}

@Suite("Cards that are removed")
struct RemovalTests {
    @Test("`remove` deletes the row at the end of a run, and so the card at once")
    func option() throws {
        let rig = try Rig(lamp("remove: true"))
        rig.say("lamp", "on")
        rig.pass(20)
        rig.say("lamp", "off")
        rig.pass(20)
        #expect(rig.changes.last == "DELETE /activities/lamp")
        #expect(rig.row("lamp") == nil)
        #expect(rig.server.visibleCard("lamp") == nil)
        rig.pass(10_000)
        #expect(rig.changes.count == 3)
        rig.say("lamp", "again")
        rig.pass(20)
        #expect(rig.server.visibleCard("lamp")?["name"] == "Lamp")
    }

    @Test("an outcome with `remove` deletes the row, another one ends the card as ever")
    func outcome() throws {
        let outcomes = "outcomes: [{when: \"{{ activity.elapsed < 60 }}\", remove: true}, {state: Done}]"
        let rig = try Rig(lamp(outcomes: outcomes))
        rig.say("lamp", "on")
        rig.pass(30)
        rig.say("lamp", "off")
        rig.pass(20)
        #expect(rig.changes.last == "DELETE /activities/lamp")
        rig.say("lamp", "on")
        rig.pass(100)
        rig.say("lamp", "off")
        rig.pass(20)
        #expect(rig.state("lamp") == "ended")
        #expect(rig.server.visibleCard("lamp")?["content"]?["state"] == "Done")
    }

    @Test("a deletion of which nobody heard is made again, and one that was made already is no failure")
    func lostAnswer() throws {
        let rig = try Rig(lamp("remove: true"))
        rig.say("lamp", "on")
        rig.pass(20)
        var lost = 1
        rig.answer = { request in
            guard request.method == "DELETE", lost > 0 else { return nil }
            lost -= 1
            rig.carryOut(request)
            return .failed(reason: "timeout", mayHaveReachedServer: true)
        }
        rig.say("lamp", "off")
        rig.pass(200)
        #expect(rig.changes.suffix(2) == ["DELETE /activities/lamp", "DELETE /activities/lamp"])
        rig.pass(5000)
        #expect(rig.changes.suffix(3).first != "DELETE /activities/lamp")
    }

    @Test("a crash between the decision and the deletion loses nothing")
    func crash() throws {
        let yaml = lamp("remove: true")
        let rig = try Rig(yaml)
        rig.say("lamp", "on")
        rig.pass(20)
        rig.answer = { $0.method == "DELETE" ? .failed(reason: "down", mayHaveReachedServer: false) : nil }
        rig.say("lamp", "off")
        rig.answer = nil
        try rig.restart(yaml)
        rig.say("lamp", "off", retained: true)
        rig.pass(200)
        #expect(rig.row("lamp") == nil)
    }

    @Test("where the key may not delete, the card is ended instead")
    func forbidden() throws {
        let rig = try Rig(lamp("remove: true"))
        rig.say("lamp", "on")
        rig.pass(20)
        rig.answer = {
            $0.method == "DELETE"
                ? .answered(
                    status: 403,
                    headers: [],
                    body: ["code": "integration_key.permission_denied", "detail": "needs manage"]
                ) : nil
        }
        rig.say("lamp", "off")
        rig.pass(20)
        #expect(rig.state("lamp") == "ended")
    }
}

@Suite("Cards whose rule is gone")
struct OrphanTests {
    private static let other = """
        activities:
          other:
            inputs: {text: other}
            start: "{{ text == 'on' }}"
            content: {template: generic, state: "{{ text }}"}
        """

    @Test("a card whose rule was taken out of the mapping is ended once, then forgotten")
    func ruleGone() throws {
        let rig = try Rig(lamp())
        rig.say("lamp", "on")
        rig.pass(20)
        rig.forgetSent()
        try rig.restart(Self.other)
        rig.pass(300)
        #expect(rig.changes == ["PATCH /activities/lamp {\"state\":\"ended\"}"])
        #expect(rig.state("lamp") == "ended")
        #expect(rig.durable[.cards]?["lamp"] == nil)
        rig.forgetSent()
        try rig.restart(Self.other)
        rig.pass(300)
        #expect(rig.changes.isEmpty)
    }

    @Test("one that has ended already costs nothing")
    func alreadyEnded() throws {
        let rig = try Rig(lamp())
        rig.say("lamp", "on")
        rig.pass(20)
        rig.say("lamp", "off")
        rig.pass(20)
        rig.forgetSent()
        try rig.restart(Self.other)
        rig.pass(300)
        #expect(rig.changes.isEmpty)
        #expect(rig.durable[.cards]?["lamp"] == nil)
    }

    @Test("it is ended though the server fails at first, and after another crash")
    func faults() throws {
        let rig = try Rig(lamp())
        rig.say("lamp", "on")
        rig.pass(20)
        rig.answer = { _ in .failed(reason: "down", mayHaveReachedServer: false) }
        try rig.restart(Self.other)
        rig.pass(400)
        try rig.restart(Self.other)
        rig.pass(100)
        rig.answer = nil
        rig.pass(600)
        #expect(rig.state("lamp") == "ended")
        #expect(rig.durable[.cards]?["lamp"] == nil)
    }

    @Test("a rule that only got another name takes its card over without a request")
    func renamed() throws {
        let rig = try Rig(lamp())
        rig.say("lamp", "on")
        rig.pass(20)
        rig.forgetSent()
        let renamed = """
            activities:
              light:
                name: Lamp
                each: {topic: "lamp/{which}/unused"}
                slug: "lamp-{{ which }}"
                inputs: {text: "lamp/{which}/text"}
                start: "{{ text != 'off' }}"
                end: "{{ text == 'off' }}"
                content: {template: generic, state: "{{ text }}"}
              lamp2:
                inputs: {text: lamp}
                slug: lamp
                name: Lamp
                start: "{{ text != 'off' }}"
                end: "{{ text == 'off' }}"
                content: {template: generic, state: "{{ text }}"}
            """
        try rig.restart(renamed)
        rig.say("lamp", "on", retained: true)
        rig.pass(300)
        #expect(rig.state("lamp") == "ongoing")
        rig.say("lamp", "off")
        rig.pass(20)
        #expect(rig.state("lamp") == "ended")
    }

    @Test("cards of others are never touched; those with our prefix are ended after a while")
    func owned() throws {
        let prefixed = """
            version: 1
            mqtt: {host: localhost, port: 1883}
            pushward: {token: hlk_test, slug_prefix: home-}
            activities:
              zone:
                each: {topic: "zone/{name}"}
                slug: "{{ name }}"
                inputs: {text: "zone/{name}"}
                start: "{{ text == 'on' }}"
                content: {template: generic, state: "{{ text }}"}
            """
        let rig = try Rig(prefixed)
        for slug in ["home-left", "home-late", "homely", "work"] {
            rig.carryOut(
                .patchActivity(
                    .from(text: slug),
                    body: ["state": "ongoing", "content": ["template": "generic", "state": "x"]],
                    upsert: true
                )
            )
        }
        try rig.restart(prefixed)
        rig.pass(30)
        rig.say("zone/late", "on", retained: true)
        rig.pass(300)
        #expect(rig.state("home-left") == "ended")
        #expect(rig.state("home-late") == "ongoing")
        #expect(rig.state("homely") == "ongoing")
        #expect(rig.state("work") == "ongoing")
        #expect(!rig.changes.contains { $0.contains("work") || $0.contains("homely") })
    }
}
