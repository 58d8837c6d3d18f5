import Engine
import JSONReader
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
      zone:
        each: {topic: "zone/{name}"}
        slug: "zone-{{ name }}"
        inputs: {text: "zone/{name}"}
        start: "{{ text == 'on' }}"
        content: {template: generic, state: "{{ text }}"}
    """

private let timer = """
    activities:
      tea:
        inputs: {end: tea}
        start: "{{ end != '0' }}"
        end: "{{ end == '0' }}"
        content:
          template: countdown
          end_date: "{{ end | int }}"
          warning_threshold: 60
          accent_color: green
          alarm: true
    """

@Suite("What the server holds")
struct ReconciliationTests {
    @Test("all pages are read, and a card on the last one is known")
    func pages() throws {
        let rig = try Rig(lamp)
        for number in 0..<49 {
            rig.carryOut(
                .patchActivity(.from(text: "row\(number)"), body: ["state": "ended"], upsert: true)
            )
        }
        rig.say("zone/z", "on")
        rig.pass(20)
        // A server that gives ten at a time.
        rig.answer = { request in
            guard request.method == "GET", request.path == "/activities" else { return nil }
            var small = request
            small.query = [HTTPRequest.Pair("limit", "10")] + request.query.filter { $0.name == "after" }
            let response = rig.carryOut(small)
            return .answered(
                status: response.status,
                headers: response.headers,
                body: try? JSONReader.read(response.body)
            )
        }
        rig.forgetSent()
        try rig.restart(lamp)
        rig.say("zone/z", "on", retained: true)
        rig.pass(300)
        #expect(rig.sent.filter { $0.request.path == "/activities" }.count == 5)
        #expect(rig.changes.isEmpty)
    }

    @Test("a row that is on no page is made anew, with everything")
    func vanished() throws {
        let rig = try Rig(lamp)
        rig.say("lamp", "on")
        rig.pass(20)
        rig.control("dismiss", ["slug": "lamp"])
        rig.forgetSent()
        try rig.restart(lamp)
        rig.say("lamp", "on", retained: true)
        rig.pass(30)
        #expect(rig.state("lamp") == "ongoing")
        #expect(rig.server.visibleCard("lamp")?["name"] == "Lamp")
        #expect(rig.server.visibleCard("lamp")?["content"]?["state"] == "on")
    }

    @Test("a start that never arrived before a crash is made after it")
    func lostStart() throws {
        let rig = try Rig(lamp)
        rig.answer = { request in
            request.method == "PATCH" ? .failed(reason: "down", mayHaveReachedServer: true) : nil
        }
        rig.say("lamp", "on")
        rig.pass(1)
        rig.answer = nil
        try rig.restart(lamp)
        rig.say("lamp", "on", retained: true)
        rig.pass(30)
        #expect(rig.state("lamp") == "ongoing")
    }

    @Test("a start that arrived unheard before a crash is not made again")
    func unheardStart() throws {
        let rig = try Rig(lamp)
        rig.answer = { request in
            guard request.method == "PATCH" else { return nil }
            rig.carryOut(request)
            return .failed(reason: "timeout", mayHaveReachedServer: true)
        }
        rig.say("lamp", "on")
        rig.answer = nil
        rig.forgetSent()
        try rig.restart(lamp)
        rig.say("lamp", "on", retained: true)
        rig.pass(100)
        #expect(rig.changes.isEmpty)
    }

    @Test("after an outage of minutes it is asked what the server holds by now")
    func outage() throws {
        let rig = try Rig(lamp)
        rig.say("lamp", "on")
        rig.say("zone/a", "on")
        rig.pass(20)
        rig.answer = { _ in .failed(reason: "no route", mayHaveReachedServer: false) }
        rig.say("lamp", "news")
        rig.pass(900)
        rig.control("dismiss", ["slug": "zone-a"])
        rig.answer = nil
        rig.forgetSent()
        rig.pass(200)
        #expect(rig.sent.contains { $0.request.method == "GET" && $0.request.path == "/activities" })
        #expect(rig.server.visibleCard("lamp")?["content"]?["state"] == "news")
        #expect(rig.state("zone-a") == "ongoing")
    }

    @Test("a card that is gone makes it ask for the others, which are made anew without waiting for news")
    func oneGone() throws {
        let rig = try Rig(lamp)
        rig.say("lamp", "on")
        rig.say("zone/a", "on")
        rig.pass(20)
        rig.control("dismiss", ["slug": "zone-a"])
        rig.control("dismiss", ["slug": "lamp"])
        rig.say("lamp", "news")
        rig.pass(60)
        #expect(rig.state("lamp") == "ongoing")
        #expect(rig.state("zone-a") == "ongoing")
    }

    @Test("an end that the server made by itself while nobody looked is not undone")
    func endedAway() throws {
        let rig = try Rig(lamp)
        rig.say("lamp", "on")
        rig.pass(20)
        rig.carryOut(.patchActivity(.from(text: "lamp"), body: ["state": "ended"], upsert: false))
        rig.forgetSent()
        try rig.restart(lamp)
        rig.say("lamp", "on", retained: true)
        rig.pass(300)
        #expect(rig.changes.isEmpty)
    }

    @Test("a cursor that is not known any more begins the listing again")
    func badCursor() throws {
        let rig = try Rig(lamp)
        rig.say("lamp", "on")
        rig.pass(20)
        var isFirst = true
        rig.answer = { request in
            guard request.path == "/activities" else { return nil }
            if request.query.contains(where: { $0.name == "after" }) {
                return .answered(status: 400, headers: [], body: ["code": "cursor.invalid"])
            }
            guard isFirst else { return nil }
            isFirst = false
            return .answered(status: 200, headers: [], body: ["items": [], "next_cursor": "gone"])
        }
        rig.forgetSent()
        try rig.restart(lamp)
        rig.say("lamp", "on", retained: true)
        rig.pass(200)
        #expect(rig.sent.filter { $0.request.path == "/activities" }.count == 3)
        #expect(rig.changes.isEmpty)
        #expect(rig.state("lamp") == "ongoing")
    }

    @Test(
        "an empty page that says null is no page of nothing to be afraid of",
        arguments: ["null", "absent"]
    )
    func nullItems(_ form: String) throws {
        let rig = try Rig(lamp)
        rig.answer = { request in
            guard request.path == "/activities", request.method == "GET" else { return nil }
            return .answered(
                status: 200,
                headers: [],
                body: form == "null" ? ["items": .null, "next_cursor": .null] : [:]
            )
        }
        try rig.restart(lamp)
        rig.say("lamp", "on")
        rig.pass(30)
        #expect(rig.state("lamp") == "ongoing")
    }

    @Test("what the phone snoozed, and the colour of a warning, are left alone")
    func serverOwned() throws {
        let rig = try Rig(timer)
        let end = rig.now.wall.wholeSeconds + 300
        rig.say("tea", "\(end)")
        rig.pass(260)
        #expect(rig.row("tea")?["content"]?["warning_pushed"] == true)
        rig.control("snooze", ["slug": "tea"])
        rig.forgetSent()
        try rig.restart(timer)
        rig.say("tea", "\(end)", retained: true)
        rig.pass(30)
        #expect(rig.changes.isEmpty)
        #expect(rig.row("tea")?["content"]?["end_date"]?.intValue == end + 300)
    }
}
