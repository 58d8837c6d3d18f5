import Engine
import PushWardAPI
import Simulator
import Testing
import Values

private let bell = """
    notifications:
      bell: {on: {topic: bell}, title: Bell, body: "{{ value }}", dedupe: 0s}
      door: {on: {topic: door}, title: Door, body: "{{ value }}", collapse_id: door, dedupe: 0s}
    """

@Suite("Notifications on their way")
struct NotificationDeliveryTests {
    private func bodies(_ rig: Rig) -> [String] { rig.banners.compactMap { $0["body"]?.stringValue } }

    @Test("one that may have arrived is not sent again without a `collapse_id`", arguments: [true, false])
    func atMostOnce(isCarriedOut: Bool) throws {
        let rig = try Rig(bell)
        var left = 1
        rig.answer = { request in
            guard left > 0, request.method == "POST" else { return nil }
            left -= 1
            if isCarriedOut { rig.carryOut(request) }
            return .failed(reason: "timeout", mayHaveReachedServer: true)
        }
        rig.say("bell", "one")
        rig.pass(700)
        #expect(rig.changes.count == 1)
        #expect(bodies(rig) == (isCarriedOut ? ["one"] : []))
    }

    @Test("one that certainly did not arrive is sent again")
    func certainly() throws {
        let rig = try Rig(bell)
        rig.answer = { $0.method == "POST" ? .failed(reason: "no route", mayHaveReachedServer: false) : nil }
        rig.say("bell", "one")
        rig.pass(60)
        rig.answer = nil
        rig.pass(120)
        #expect(bodies(rig) == ["one"])
    }

    @Test("with a `collapse_id` it is repeated until it is there, and seen once", arguments: [true, false])
    func exactlyOnce(isCarriedOut: Bool) throws {
        let rig = try Rig(bell)
        var left = 3
        rig.answer = { request in
            guard left > 0, request.method == "POST" else { return nil }
            left -= 1
            if isCarriedOut { rig.carryOut(request) }
            return .failed(reason: "timeout", mayHaveReachedServer: true)
        }
        rig.say("door", "open")
        rig.pass(300)
        #expect(bodies(rig) == ["open"])
    }

    @Test("of several with one `collapse_id` the newest is what is seen, whatever was lost")
    func newestOfOne() throws {
        let rig = try Rig(bell)
        rig.answer = { $0.method == "POST" ? .failed(reason: "timeout", mayHaveReachedServer: true) : nil }
        rig.say("door", "open")
        rig.pass(10)
        rig.say("door", "shut")
        rig.pass(10)
        rig.say("door", "open again")
        rig.answer = nil
        rig.forgetSent()
        rig.pass(300)
        #expect(bodies(rig) == ["open again"])
        #expect(rig.changes.count == 1)
    }

    @Test("a newer one waits for the answer to the one whose place it takes")
    func inOrder() throws {
        let rig = try Rig(bell)
        rig.holdsAnswers = true
        rig.say("door", "open")
        rig.say("door", "shut")
        rig.pass(1)
        #expect(rig.changes.count == 1)
        rig.holdsAnswers = false
        rig.release()
        rig.pass(60)
        #expect(bodies(rig) == ["shut"])
    }

    @Test("they wait on disk through an outage and a crash, the newest is sent first, the old are dropped")
    func outage() throws {
        let rig = try Rig(bell)
        rig.answer = { _ in .failed(reason: "no route", mayHaveReachedServer: false) }
        for number in 0..<4 {
            rig.say("bell", "\(number)")
            rig.pass(200)
        }
        try rig.restart(bell)
        rig.forgetSent()
        rig.answer = nil
        rig.pass(60)
        let sent = rig.sent.filter { $0.request.method == "POST" }.compactMap { $0.body["body"]?.stringValue }
        #expect(sent == ["3", "2"])
        #expect(bodies(rig).sorted() == ["2", "3"])
        #expect(rig.durable[.notifications]?.isEmpty ?? true)
    }

    @Test("one that was on its way when the power went is not sent again without a `collapse_id`")
    func crashInFlight() throws {
        let rig = try Rig(bell)
        rig.holdsAnswers = true
        rig.say("bell", "one")
        rig.say("door", "open")
        rig.holdsAnswers = false
        try rig.restart(bell)
        rig.pass(60)
        #expect(bodies(rig).sorted() == ["one", "open"])
        #expect(rig.changes.filter { $0.contains("\"one\"") }.count == 1)
    }

    @Test("a used-up quota lets them wait up to their age, with no more than a probe an hour")
    func quota() throws {
        let rig = try Rig(bell)
        rig.answer = { request in
            request.method == "POST"
                ? .answered(
                    status: 429,
                    headers: [],
                    body: [
                        "code": "quota.exceeded", "kind": "notifications", "reset_at": "2026-03-02T18:05:00Z",
                    ]
                ) : nil
        }
        rig.say("bell", "one")
        rig.say("bell", "two")
        rig.pass(200)
        #expect(rig.changes.count == 1)
        #expect(rig.logs.filter { $0.message.contains("used up") }.count == 1)
        rig.answer = nil
        rig.pass(200)
        #expect(bodies(rig).sorted() == ["one", "two"])
    }

    @Test(
        "what the server does not have is left out, and the words still come",
        arguments: [
            "notification_receipt.limit_exceeded 409 acknowledge",
            "notification_receipt.disabled 422 acknowledge",
            "notification.answer_url_unavailable 422 acknowledge",
            "notification.activity_not_found 422 activity_slug",
            "integration_key.permission_denied 403 activity_slug", "notification.invalid 400 icon_url",
        ]
    )
    func degrade(_ row: String) throws {
        let parts = row.split(separator: " ").map(String.init)
        let yaml = """
            notifications:
              bell: {on: {topic: bell}, title: Bell, body: "{{ value }}", activity_slug: washer,
                     icon_url: "https://example.net/i.png", acknowledge: {}}
            """
        let rig = try Rig(yaml)
        rig.answer = { request in
            guard request.method == "POST" else { return nil }
            guard request.body?[parts[2]] != nil else {
                return .answered(status: 201, headers: [], body: ["id": 1, "delivery": "all"])
            }
            return .answered(
                status: Int(parts[1]) ?? 0,
                headers: [],
                body: ["code": .string(parts[0]), "detail": "icon_url is not reachable"]
            )
        }
        rig.say("bell", "one")
        rig.pass(30)
        let last = rig.sent.last { $0.request.method == "POST" }
        #expect(last?.status == 201)
        #expect(last?.body["body"] == "one")
        #expect(last?.body[parts[2]] == nil)
    }
}
