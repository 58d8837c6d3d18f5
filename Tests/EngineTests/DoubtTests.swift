import Engine
import JSONReader
import PushWardAPI
import Simulator
import Testing
import Values

private let lamps = """
    taps: {listen: 127.0.0.1:8787, public_url: "https://taps.example.net"}
    activities:
      lamp:
        each: {topic: "lamp/{name}"}
        slug: "lamp-{{ name }}"
        name: "Lamp {{ name }}"
        inputs: {text: "lamp/{name}"}
        start: "{{ text != 'off' }}"
        end: "{{ text == 'off' }}"
        content:
          template: generic
          state: "{{ text }}"
          url_action: {title: Off, publish: {topic: set, payload: "off"}}
        outcomes: [{state: Out, url_action: null}]
        ended_ttl: 30d
    """

/// Doubt about what the server holds: requests without an answer, and answers that are older than they seem.
@Suite("What may or may not have arrived")
struct DoubtTests {
    private static let silence = RequestOutcome.failed(reason: "timeout", mayHaveReachedServer: true)

    private func settled() throws -> Rig {
        let rig = try Rig(lamps)
        rig.say("lamp/a", "on")
        rig.say("lamp/b", "on")
        rig.pass(20)
        rig.forgetSent()
        return rig
    }

    @Test("a listing says nothing of a card with a request under way when it began")
    func listingDuringRequest() throws {
        let rig = try settled()
        rig.carryOut(.deleteActivity(.from(text: "lamp-a")))
        let response = rig.carryOut(.listActivities(after: nil))
        let old = RequestOutcome.answered(
            status: 200,
            headers: [],
            body: try JSONReader.read(response.body)
        )
        rig.answer = { $0.method == "GET" && $0.path == "/activities" ? old : nil }
        rig.holdsAnswers = true
        rig.say("lamp/a", "news")
        rig.say("lamp/b", "news")
        rig.release()
        #expect(rig.sent.contains { $0.request.method == "GET" })
        rig.release()
        rig.holdsAnswers = false
        rig.release()
        rig.pass(60)
        #expect(rig.changes.filter { $0.contains("lamp-b") }.count == 1)
        #expect(rig.server.visibleCard("lamp-a")?["content"]?["state"] == "news")
    }

    @Test(
        "after an outage the next request leads to the truth from all that may have arrived",
        arguments: [1, 5, 60]
    )
    func manyOpen(_ changes: Int) throws {
        let rig = try settled()
        rig.say("lamp/a", "off")
        rig.pass(20)
        rig.answer = { _ in Self.silence }
        for number in 0..<changes {
            rig.say("lamp/a", "\(number)")
            rig.pass(100)
            if number % 7 == 3 { rig.say("lamp/a", "off") }
            rig.pass(20)
        }
        let open = rig.durable[.cards]?["lamp-a"]?["uncertain"]?.arrayValue?.count ?? 0
        #expect(open >= 1)
        #expect(open <= 8)
        rig.answer = nil
        rig.say("lamp/a", "last")
        rig.forgetSent()
        rig.pass(200)
        let card = rig.server.visibleCard("lamp-a")
        #expect(card?["state"] == "ongoing")
        #expect(card?["content"]?["state"] == "last")
        #expect(card?["content"]?["url_action"]?["url"] != nil)
        #expect(rig.sent.allSatisfy { $0.status < 300 })
    }

    @Test("of what arrived in an outage only a part, nothing is left over", arguments: 0..<6)
    func someArrived(_ arrived: Int) throws {
        let rig = try settled()
        var count = 0
        rig.answer = { request in
            if request.method == "PATCH" {
                if count == arrived { _ = rig.carryOut(request) }
                count += 1
            }
            return Self.silence
        }
        for number in 0..<6 {
            rig.say("lamp/a", "\(number)")
            rig.pass(100)
        }
        rig.say("lamp/a", "off")
        rig.pass(100)
        rig.answer = nil
        rig.pass(200)
        #expect(rig.state("lamp-a") == "ended")
        #expect(rig.row("lamp-a")?["content"]?["url_action"] == nil)
        #expect(rig.row("lamp-a")?["content"]?["state"] == "Out")
    }

    @Test("a name that may not have arrived is said again")
    func lostName() throws {
        let rig = try Rig(lamps)
        rig.answer = { $0.method == "POST" ? Self.silence : nil }
        rig.say("lamp/a", "on")
        rig.pass(20)
        #expect(rig.row("lamp-a") == nil)
        rig.answer = nil
        rig.pass(200)
        #expect(rig.row("lamp-a")?["name"] == "Lamp a")
        #expect(rig.state("lamp-a") == "ongoing")
    }

    @Test("a row that a patch had to make gets its name")
    func unnamedRow() throws {
        let rig = try settled()
        rig.say("lamp/a", "off")
        rig.pass(20)
        rig.carryOut(.deleteActivity(.from(text: "lamp-a")))
        rig.say("lamp/a", "on")
        rig.pass(20)
        #expect(rig.row("lamp-a")?["name"] == "Lamp a")
        #expect(rig.state("lamp-a") == "ongoing")
        rig.forgetSent()
        rig.pass(600)
        #expect(rig.changes.isEmpty)
    }

    @Test("the row of a card that the server ended lives on from then, even if a listing tells it")
    func endedByServer() throws {
        let yaml = lamps.replacing("ended_ttl: 30d", with: "ended_ttl: 1h")
        let rig = try Rig(yaml)
        rig.say("lamp/a", "on")
        rig.pass(20)
        rig.say("lamp/a", "unknown")
        rig.pass(7300)
        #expect(rig.state("lamp-a") == "ended")
        try rig.restart(yaml)
        rig.pass(100)
        rig.forgetSent()
        rig.say("lamp/a", "on")
        rig.pass(20)
        #expect(rig.state("lamp-a") == "ongoing")
        #expect(rig.changes.count == 1)
    }

    @Test("a captured row that was named and never put on is not left over", arguments: [false, true])
    func neverOn(_ mayHaveArrived: Bool) throws {
        let rig = try Rig(lamps)
        rig.answer = { request in
            request.method == "PATCH"
                ? .failed(reason: "lost", mayHaveReachedServer: mayHaveArrived) : nil
        }
        rig.say("lamp/a", "on")
        rig.pass(5)
        #expect(rig.row("lamp-a") != nil)
        rig.say("lamp/a", "off")
        rig.pass(20)
        rig.answer = nil
        rig.pass(300)
        #expect(rig.row("lamp-a") == nil)
        rig.say("lamp/a", "on")
        rig.pass(20)
        #expect(rig.row("lamp-a")?["name"] == "Lamp a")
    }

    @Test("a row that the key may not delete is asked for once")
    func mayNotDelete() throws {
        let rig = try Rig(lamps)
        rig.answer = { request in
            switch request.method {
            case "PATCH": .failed(reason: "lost", mayHaveReachedServer: false)
            case "DELETE": .answered(status: 403, headers: [], body: ["detail": "insufficient permissions"])
            default: nil
            }
        }
        rig.say("lamp/a", "on")
        rig.pass(5)
        rig.say("lamp/a", "off")
        rig.pass(3000)
        #expect(rig.changes.filter { $0.hasPrefix("DELETE") }.count == 1)
    }

    @Test("an end of ours of which nobody heard is no dismissal of the run that follows")
    func openEnd() throws {
        let rig = try settled()
        rig.answer = { request in
            if request.body?["state"] == "ended" { _ = rig.carryOut(request) }
            return Self.silence
        }
        rig.say("lamp/a", "off")
        rig.pass(10)
        #expect(rig.state("lamp-a") == "ended")
        rig.say("lamp/a", "on")
        rig.pass(10)
        rig.answer = nil
        try rig.restart(lamps)
        rig.say("lamp/a", "on", retained: true)
        rig.pass(300)
        #expect(rig.state("lamp-a") == "ongoing")
    }

    @Test("a row that was named and waits for a value is there still, however long that takes")
    func namedAndWaiting() throws {
        let yaml = """
            activities:
              tank:
                each: {topic: "tank/{name}/on"}
                slug: "tank-{{ name }}"
                name: "Tank {{ name }}"
                inputs: {on: "tank/{name}/on", level: "tank/{name}/level"}
                start: "{{ on == 'on' }}"
                content: {template: gauge, value: "{{ level }}", min_value: 0, max_value: 100}
            """
        let rig = try Rig(yaml)
        rig.answer = { $0.method == "PATCH" ? .failed(reason: "lost", mayHaveReachedServer: false) : nil }
        rig.say("tank/a/on", "on")
        rig.say("tank/a/level", "5")
        rig.pass(2)
        try rig.restart(yaml)
        rig.say("tank/a/on", "on", retained: true)
        rig.answer = nil
        rig.pass(20_000)
        rig.forgetSent()
        rig.say("tank/a/level", "7")
        rig.pass(20)
        #expect(rig.changes.count == 1)
        #expect(rig.server.visibleCard("tank-a")?["content"]?["value"] == 7)
    }

    @Test("after a deletion of which nobody heard the next run is put on", arguments: [false, true])
    func openDeletion(_ isCarriedOut: Bool) throws {
        let yaml = lamps.replacing("ended_ttl: 30d", with: "remove: true")
        let rig = try Rig(yaml)
        rig.say("lamp/a", "on")
        rig.pass(20)
        rig.answer = { request in
            if request.method == "DELETE", isCarriedOut { _ = rig.carryOut(request) }
            return Self.silence
        }
        rig.say("lamp/a", "off")
        rig.pass(1)
        rig.say("lamp/a", "again")
        rig.pass(1)
        rig.answer = nil
        rig.pass(300)
        #expect(rig.state("lamp-a") == "ongoing")
        #expect(rig.row("lamp-a")?["name"] == "Lamp a")
        #expect(rig.server.visibleCard("lamp-a")?["content"]?["state"] == "again")
        #expect(rig.sent.allSatisfy { $0.status < 300 })
    }

    @Test(
        "a card that the server ended for want of updates comes back, though an update was the first to tell"
    )
    func staleAtUpdate() throws {
        let rig = try settled()
        // The clock went wrong while the daemon was down, and the listing does not come.
        rig.answer = { $0.method == "GET" ? .failed(reason: "lost", mayHaveReachedServer: false) : nil }
        rig.say("lamp/a", "unknown")
        rig.pass(7300)
        rig.setClock(by: -7000)
        try rig.restart(lamps)
        rig.say("lamp/a", "news")
        rig.pass(300)
        #expect(rig.state("lamp-a") == "ongoing")
        let content = rig.server.visibleCard("lamp-a")?["content"]
        #expect(content?["state"] == "news")
        #expect(content?["icon"] == nil)
        #expect(content?["accent_color"] == nil)
    }

    @Test("a card that the server shows is known to be on, whatever the clock was set to")
    func listedAsOn() throws {
        let rig = try settled()
        rig.setClock(by: 8000)
        try rig.restart(lamps)
        rig.say("lamp/a", "off", retained: true)
        rig.pass(60)
        #expect(rig.state("lamp-a") == "ended")
        #expect(rig.row("lamp-a")?["content"]?["state"] == "Out")
    }

    @Test("a widget's patch that was lost for certain leaves no doubt")
    func lostWidget() throws {
        let rig = try Rig(
            "widgets: {tank: {inputs: {level: tank}, content: {template: gauge, value: \"{{ level }}\", "
                + "min_value: 0, max_value: 100}}}"
        )
        rig.say("tank", "5")
        rig.pass(60)
        rig.answer = { _ in .failed(reason: "lost", mayHaveReachedServer: false) }
        rig.say("tank", "6")
        rig.pass(1)
        rig.say("tank", "5")
        rig.forgetSent()
        rig.answer = nil
        rig.pass(300)
        #expect(rig.changes.isEmpty)
    }
}
