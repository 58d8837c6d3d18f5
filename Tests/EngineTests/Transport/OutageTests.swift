import Engine
import PushWardAPI
import Simulator
import Testing
import Values

private let bells = """
    notifications:
      bell: {on: {topic: bell}, title: Bell, body: "{{ value }}", collapse_id: "{{ value }}", dedupe: 0s}
      plain: {on: {topic: plain}, title: Bell, body: "{{ value }}", dedupe: 0s}
    """

private let lamp = """
    activities:
      lamp:
        inputs: {text: lamp}
        start: "{{ text != 'off' }}"
        end: "{{ text == 'off' }}"
        content: {template: generic, state: "{{ text }}"}
    """

@Suite("Outages, refusals and what waits")
struct OutageTests {
    @Test("many that fail in one short outage wait no longer than one that fails alone")
    func parallel() throws {
        let rig = try Rig(bells)
        rig.pass(10)
        rig.holdsAnswers = true
        rig.answer = { $0.method == "POST" ? .failed(reason: "reset", mayHaveReachedServer: true) : nil }
        for number in 0..<16 { rig.say("bell", "\(number)") }
        rig.pass(0.1)
        rig.holdsAnswers = false
        rig.release()
        rig.pass(1.4)
        rig.answer = nil
        rig.pass(10)
        #expect(rig.banners.count == 16)
    }

    @Test("the wait doubles from round to round")
    func rounds() throws {
        let rig = try Rig(bells)
        rig.pass(10)
        rig.answer = { $0.method == "POST" ? .failed(reason: "reset", mayHaveReachedServer: true) : nil }
        rig.forgetSent()
        for number in 0..<16 { rig.say("bell", "\(number)") }
        rig.pass(560)
        #expect(rig.changes.count < 40, "\(rig.changes.count)")
        #expect(rig.changes.count > 10)
    }

    @Test(
        "an update that a 503, 502 or 504 hid is taken back where it is not true any more",
        arguments: [502, 503, 504],
        [true, false]
    )
    func hidden(status: Int, isOwn: Bool) throws {
        let rig = try Rig(lamp)
        rig.say("lamp", "a")
        rig.pass(30)
        var left = 1
        rig.answer = { request in
            guard left > 0, request.method == "PATCH" else { return nil }
            left -= 1
            rig.carryOut(request)
            let body: JSON = ["code": "service.unavailable", "detail": "later"]
            return .answered(status: status, headers: [], body: isOwn ? body : nil)
        }
        rig.holdsAnswers = true
        rig.say("lamp", "b")
        rig.holdsAnswers = false
        #expect(rig.server.visibleCard("lamp")?["content"]?["state"] == "b")
        rig.say("lamp", "a")
        rig.release()
        rig.pass(60)
        #expect(rig.server.visibleCard("lamp")?["content"]?["state"] == "a")
    }

    @Test(
        "a notification that the key may not send waits for the permission, up to its age",
        arguments: ["integration_key.permission_denied 403", "subscription.required 403"]
    )
    func parked(_ row: String) throws {
        let parts = row.split(separator: " ").map(String.init)
        let rig = try Rig(bells)
        rig.pass(10)
        rig.answer = { request in
            request.method == "POST"
                ? .answered(
                    status: Int(parts[1]) ?? 0,
                    headers: [],
                    body: ["code": .string(parts[0]), "detail": "no"]
                ) : nil
        }
        rig.forgetSent()
        rig.say("plain", "one")
        rig.say("plain", "two")
        rig.pass(250)
        #expect(rig.changes.count == 2)
        #expect(rig.logs.filter { $0.message.contains("PushWard refuses notifications") }.count == 1)
        rig.answer = nil
        rig.pass(100)
        #expect(rig.banners.count == 2)
    }

    @Test(
        "one that stays forbidden is dropped when its age is reached, and told so",
        arguments: ["integration_key.permission_denied 403", "token.invalid 401"]
    )
    func dropped(_ row: String) throws {
        let parts = row.split(separator: " ").map(String.init)
        let rig = try Rig(bells)
        rig.pass(10)
        rig.answer = { _ in
            .answered(
                status: Int(parts[1]) ?? 0,
                headers: [],
                body: ["code": .string(parts[0]), "detail": "no"]
            )
        }
        rig.say("plain", "one")
        rig.pass(590)
        #expect(!rig.logs.contains { $0.message.contains("was not sent") })
        rig.pass(20)
        #expect(rig.logs.filter { $0.message.contains("was not sent") }.count == 1)
        rig.answer = nil
        rig.pass(4000)
        #expect(rig.banners.isEmpty)
    }

    @Test("what is refused is told with the account's name where there are several")
    func named() throws {
        let two = """
            version: 1
            mqtt: {host: localhost, port: 1883}
            pushward:
              - {name: mum, token: hlk_a}
              - {name: dad, token: hlk_b}
            \(bells)
            """
        let rig = try Rig(two)
        rig.pass(10)
        rig.answer = { request in
            request.method == "POST"
                ? .answered(
                    status: 403,
                    headers: [],
                    body: ["code": "integration_key.permission_denied", "detail": "no"]
                ) : nil
        }
        rig.say("plain", "one")
        rig.pass(5)
        let told = rig.logs.filter { $0.message.contains("PushWard refuses notifications") }.map(\.message)
        #expect(!told.isEmpty)
        #expect(told.allSatisfy { $0.hasPrefix("mum: ") || $0.hasPrefix("dad: ") })
    }
}
