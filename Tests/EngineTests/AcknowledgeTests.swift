import Engine
import PushWardAPI
import Replay
import Simulator
import Testing
import Values

private let leak = """
    notifications:
      leak:
        inputs: {wet: leak}
        when: "{{ wet == 'on' }}"
        resolve_when: "{{ wet == 'off' }}"
        title: Leak
        body: Water
        acknowledge: {repeat_seconds: 120, expire_seconds: 3600, action_title: On it}
        tags: [leak]
    """

private func leak(_ time: Double, _ state: String) -> String { Line.message(time, "leak", state) }

@Suite("Notifications that repeat until somebody acknowledges them")
struct AcknowledgeTests {
    private static let cancel = "POST /notifications/receipts/4001/cancel"

    private func cancellations(_ run: Scenario) -> Int { run.requests.count { $0 == Self.cancel } }

    private func receipt(_ run: Scenario) -> String? {
        run.finalState["receipts"]?.arrayValue?.first?["status"]?.stringValue
    }

    @Test("they stop once their cause is gone, and that is asked for once")
    func resolved() throws {
        let run = try Scenario(
            leak,
            [leak(1, "on"), leak(300, "off"), leak(310, "off"), Line.pass(900)].recording
        )
        #expect(cancellations(run) == 1)
        #expect(run.requests.count == 2)
        #expect(run.summary.refusals.isEmpty)
    }

    @Test("what somebody has acknowledged needs no end")
    func acknowledged() throws {
        let lines = [leak(1, "on"), Line.tap(100, "leak", "pw_ack"), leak(300, "off"), Line.pass(900)]
        let run = try Scenario(leak, lines.recording)
        #expect(cancellations(run) == 0)
        #expect(run.summary.notes.isEmpty)
    }

    @Test("a restart forgets neither the repeats nor their end")
    func restart() throws {
        let lines = [leak(1, "on"), Line.restart(100), leak(300, "off"), Line.restart(310), Line.pass(900)]
        #expect(cancellations(try Scenario(leak, lines.recording)) == 1)
    }

    @Test("an end that did not get through is tried again")
    func again() throws {
        let lines = [
            leak(1, "on"), Line.respond(200, "/notifications/receipts/4001/cancel", 503, times: 2),
            leak(300, "off"), Line.pass(900),
        ]
        #expect(cancellations(try Scenario(leak, lines.recording)) == 3)
    }

    @Test("what is over before it could be sent is not sent")
    func unsent() throws {
        let lines = [
            Line.respond(0, "/notifications", 503, times: 3), leak(1, "on"), leak(2.5, "off"), Line.pass(200),
        ]
        let run = try Scenario(leak, lines.recording)
        #expect(run.finalState["notifications"]?.arrayValue?.isEmpty == true, "\(run.finalState)")
        #expect(cancellations(run) == 0)
    }

    @Test("what fires again repeats again")
    func fireAgain() throws {
        let lines = [leak(1, "on"), leak(300, "off"), leak(400, "on"), leak(500, "off"), Line.pass(900)]
        let run = try Scenario(leak, lines.recording)
        #expect(run.bodies("/notifications").count == 2)
        #expect(run.requests.filter { $0.hasSuffix("/cancel") }.count == 2)
    }

    @Test(
        "where PushWard cannot repeat, it goes out once",
        arguments: [
            (409, "notification_receipt.limit_exceeded"), (422, "notification_receipt.disabled"),
            (422, "notification.answer_url_unavailable"),
        ]
    )
    func degraded(status: Int, code: String) throws {
        let body: JSON = ["code": .string(code), "status": .int(status)]
        let lines = [Line.respond(0, "/notifications", status, body: body), leak(1, "on"), leak(100, "off")]
        let bodies = try Scenario(leak, lines.recording).bodies("/notifications")
        #expect(bodies.count == 2)
        #expect(bodies.last?["title"] == "Leak")
        #expect(bodies.last?["acknowledge"] == nil)
        #expect(bodies.last?["tags"] == nil)
    }

    @Test("a field that an older PushWard does not know is left out")
    func unknownField() throws {
        let body: JSON = [
            "status": 422,
            "errors": [["location": "body.acknowledge", "message": "unexpected property"]],
        ]
        let lines = [Line.respond(0, "/notifications", 422, body: body), leak(1, "on")]
        let bodies = try Scenario(leak, lines.recording).bodies("/notifications")
        #expect(bodies.count == 2)
        #expect(bodies.last?["acknowledge"] == nil)
    }

    @Test("a refusal of the title is no reason to send it without one")
    func titleRefused() throws {
        let body: JSON = ["status": 422, "errors": [["location": "body.title", "message": "too long"]]]
        let lines = [
            Line.respond(0, "/notifications", 422, body: body, times: 5), leak(1, "on"), Line.pass(60),
        ]
        #expect(try Scenario(leak, lines.recording).bodies("/notifications").count == 1)
    }

    @Test("one whose answer got lost is sent again, and no end is missed")
    func lostAnswer() throws {
        let rig = try Rig(leak)
        var isLost = false
        rig.answer = { request in
            guard request.path == "/notifications", !isLost else { return nil }
            isLost = true
            rig.carryOut(request)
            return .failed(reason: "no answer", mayHaveReachedServer: true)
        }
        rig.say("leak", "on")
        rig.pass(60)
        rig.answer = nil
        #expect(rig.banners.count == 1)
        rig.say("leak", "off")
        rig.pass(60)
        let receipts = rig.server.stateJSON["receipts"]?.arrayValue ?? []
        #expect(receipts.map { $0["status"] } == ["canceled", "canceled"])
    }

    @Test(
        "all that it says may be left out, or come out as nothing",
        arguments: ["{}", "{action_title: \"{{ wet if wet == 'x' }}\"}"]
    )
    func defaults(acknowledge: String) throws {
        let yaml =
            leak.replacing(
                "{repeat_seconds: 120, expire_seconds: 3600, action_title: On it}",
                with: acknowledge
            )
        let run = try Scenario(yaml, leak(1, "on"))
        #expect(run.bodies("/notifications").first?["acknowledge"] == [:])
        #expect(receipt(run) == "active")
    }

    @Test("what happens again takes the place of what was told of it before")
    func twoEvents() throws {
        let run = try Scenario(
            leak,
            [leak(1, "on"), leak(30, "off"), leak(60, "on"), Line.pass(90)].recording
        )
        let names = run.bodies("/notifications").compactMap { $0["collapse_id"]?.stringValue }
        #expect(names.count == 2 && Set(names).count == 1)
    }

    @Test("a button that publishes acknowledges, too, and is carried out")
    func button() throws {
        let yaml =
            leak
            + "\n    actions: [{id: close, title: Close valve, publish: {topic: valve/set, payload: CLOSE}}]"
        let lines = [leak(1, "on"), Line.tap(100, "leak", "close"), leak(300, "off"), Line.pass(400)]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.publications == ["valve/set CLOSE"])
        #expect(cancellations(run) == 0)
    }

    @Test("a button that is called over a URL ends the repeats, too, for PushWard knows nothing of that tap")
    func buttonWithURL() throws {
        let yaml =
            "taps: {listen: \"127.0.0.1:8787\", public_url: \"https://taps.example.net\"}\n" + leak
            + "\n    actions: [{id: close, title: Close valve, publish: {topic: valve/set, payload: CLOSE}}]"
        let lines = [
            leak(1, "on"), Line.tap(100, "leak", "close"), Line.tap(110, "leak", "close"), leak(300, "off"),
            Line.pass(400),
        ]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.publications == ["valve/set CLOSE", "valve/set CLOSE"])
        #expect(cancellations(run) == 1)
        #expect(receipt(run) == "canceled")
        #expect(run.summary.refusals.isEmpty)
    }
}

private let linked = """
    activities:
      washer:
        name: Washing machine
        inputs: {power: a/power}
        start: "{{ power > 10 }}"
        content: {template: generic, state: Washing}
    notifications:
      bell:
        on: a/bell
        title: Bell
        body: rings
        activity_slug: washer
      started:
        on: {activity: washer, event: start}
        title: Started
        body: It washes
        activity_slug: washer
    """

@Suite("Notifications that belong to a card")
struct LinkedActivityTests {
    @Test("the card is made before the notification that names it")
    func made() throws {
        let run = try Scenario(
            linked,
            [Line.message(1, "a/bell", "x"), Line.message(9, "a/bell", "y")].recording
        )
        #expect(
            run.requests.map { $0.split(separator: " ")[1] } == [
                "/activities", "/notifications", "/notifications",
            ]
        )
        #expect(run.bodies("/notifications").allSatisfy { $0["activity_slug"] == "washer" })
        #expect(run.summary.refusals.isEmpty)
    }

    @Test("a card that is being started is waited for")
    func starting() throws {
        let run = try Scenario(linked, [Line.message(1, "a/power", "50"), Line.pass(60)].recording)
        let paths = run.requests.map { $0.split(separator: " ")[1] }
        #expect(paths == ["/activities", "/activities/washer?upsert", "/notifications"])
        #expect(run.summary.refusals.isEmpty)
    }

    @Test("the slug is the one that the card has at PushWard")
    func prefix() throws {
        let head =
            "version: 1\nmqtt: {host: localhost, port: 1883}\npushward: {token: hlk_test, slug_prefix: home-}\n"
        let run = try Scenario(head + linked, Line.message(1, "a/bell", "x"))
        #expect(run.bodies("/notifications").first?["activity_slug"] == "home-washer")
        #expect(run.summary.refusals.isEmpty)
    }

    @Test("where the card cannot be made, the notification goes out without it", arguments: [409, 422])
    func withoutCard(status: Int) throws {
        let code = status == 409 ? "activity.limit_exceeded" : "activity.invalid"
        let body: JSON = ["code": .string(code), "status": .int(status)]
        let lines = [
            Line.respond(0, "/activities", status, body: body), Line.message(1, "a/bell", "x"), Line.pass(9),
        ]
        let run = try Scenario(linked, lines.recording)
        #expect(run.bodies("/notifications").count == 1)
        #expect(run.bodies("/notifications").first?["activity_slug"] == nil)
    }

    @Test("a slug that PushWard does not know is left out, for which all that it has is read first")
    func unknown() throws {
        let yaml = linked.replacing("activity_slug: washer", with: "activity_slug: elsewhere")
        let run = try Scenario(yaml, [Line.message(1, "a/bell", "x"), Line.pass(9)].recording)
        #expect(run.bodies("/notifications").map { $0["activity_slug"] } == [nil])
        #expect(run.requests.first == "GET /activities?upsert", "\(run.requests)")
        #expect(run.summary.refusals.isEmpty)
    }

    @Test("a card of somebody else's is named as it is")
    func foreign() throws {
        let rig = try Rig(linked.replacing("activity_slug: washer", with: "activity_slug: elsewhere"))
        rig.carryOut(.postActivity(.from(text: "elsewhere"), name: "Elsewhere"))
        rig.pass(1)
        rig.say("a/bell", "x")
        rig.pass(9)
        #expect(rig.sent.last?.body["activity_slug"] == "elsewhere")
        #expect(rig.sent.allSatisfy { $0.status < 300 })
    }
}

@Suite("How far notifications come")
struct DeliveryReportTests {
    private func warnings(_ reports: [JSON]) throws -> [String] {
        let lines = reports.enumerated().flatMap { place, report in
            [
                Line.respond(Double(place), "/notifications", 201, body: report),
                Line.message(Double(place) + 0.5, "a/bell", String(place)),
            ]
        }
        let run = try Scenario(
            linked.replacing("        activity_slug: washer\n", with: ""),
            lines.recording,
            why: true
        )
        return run.output.compactMap { $0["log"]?["message"]?.stringValue }.filter { $0.contains("reach") }
    }

    @Test("a device that cannot be reached is told once, and its return")
    func toldOnce() throws {
        let none: JSON = ["id": 1, "delivery": "none", "reason": "no_apns_token"]
        let told = try warnings([
            none, none, none, ["id": 2, "delivery": "all"], ["id": 3, "delivery": "all"], none,
        ])
        #expect(told.count == 3)
        #expect(told.first?.contains("no device is registered") == true)
    }

    @Test("each way of failing is told for itself, and what was not to be pushed is no failure")
    func kinds() throws {
        let told = try warnings([
            ["id": 1, "delivery": "none", "reason": "apns_rejected"],
            ["id": 2, "delivery": "partial", "reason": "apns_rejected"],
            ["id": 3, "delivery": "none", "reason": "push_disabled"],
        ])
        #expect(told.count == 2)
    }
}
