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
        content: {template: generic, state: "{{ text }}", subtitle: "{{ text }}!"}
    """

/// What the engine does about a code, in three numbers and a state.
private struct Reaction: Sendable {
    var status: Int
    var code: String
    /// Requests for the card within a minute after the refusal, the answer given only once.
    var soon: ClosedRange<Int>
    /// Requests within an hour and a half, the answer given to all.
    var later: ClosedRange<Int>
}

private let reactions: [Reaction] = [
    // Nothing works with this key: everything waits, and is tried once an hour.
    Reaction(status: 401, code: "token.invalid", soon: 0...0, later: 1...2),
    Reaction(status: 401, code: "integration_key.expired", soon: 0...0, later: 1...2),
    // This key may not do this.
    Reaction(status: 403, code: "integration_key.permission_denied", soon: 0...0, later: 1...2),
    Reaction(status: 403, code: "integration_key.slug_invalid", soon: 0...0, later: 1...2),
    Reaction(status: 403, code: "activity.viewer_forbidden", soon: 0...0, later: 1...2),
    Reaction(status: 403, code: "subscription.required", soon: 0...0, later: 1...2),
    Reaction(status: 403, code: "subscription.owner_inactive", soon: 0...0, later: 1...2),
    // Gone: made anew, name and all, once.
    Reaction(status: 404, code: "activity.not_found", soon: 2...2, later: 1...2),
    // The request is wrong: the same one only ever more rarely.
    Reaction(status: 400, code: "slug.invalid", soon: 0...1, later: 3...8),
    Reaction(status: 400, code: "request.body_required", soon: 0...1, later: 3...8),
    Reaction(status: 400, code: "request.body_invalid", soon: 0...1, later: 3...8),
    Reaction(status: 400, code: "activity.priority_invalid", soon: 0...1, later: 3...8),
    Reaction(status: 422, code: "activity.content_invalid", soon: 0...1, later: 3...8),
    Reaction(status: 409, code: "demo.conflict", soon: 0...1, later: 3...8),
    // The account is full: slowly.
    Reaction(status: 409, code: "activity.limit_exceeded", soon: 0...0, later: 5...11),
    // Too many, or not now: soon again.
    Reaction(status: 429, code: "rate_limit.exceeded", soon: 0...1, later: 20...120),
    Reaction(status: 503, code: "service.unavailable", soon: 1...1, later: 20...120),
    // Nothing is left: once an hour, to see whether there is.
    Reaction(status: 429, code: "quota.exceeded", soon: 0...0, later: 1...2),
]

@Suite("What follows a refusal")
struct RefusalTests {
    private func refusal(_ reaction: Reaction) -> RequestOutcome {
        .answered(
            status: reaction.status,
            headers: [],
            body: ["code": .string(reaction.code), "status": .int(reaction.status), "detail": "no"]
        )
    }

    @Test("each code has its own answer", arguments: reactions)
    private func code(_ reaction: Reaction) throws {
        let rig = try Rig(lamp)
        rig.say("lamp", "a")
        rig.pass(30)
        var left = 1
        rig.answer = { request in
            guard left > 0, request.method != "GET" else { return nil }
            left -= 1
            return self.refusal(reaction)
        }
        rig.forgetSent()
        rig.say("lamp", "b")
        rig.pass(59)
        #expect(reaction.soon.contains(rig.changes.count - 1), "\(rig.changes)")
        rig.pass(7200)
        #expect(rig.server.visibleCard("lamp")?["content"]?["state"] == "b")
    }

    @Test("what is refused for ever is not asked for without end", arguments: reactions)
    private func forEver(_ reaction: Reaction) throws {
        let rig = try Rig(lamp)
        rig.say("lamp", "a")
        rig.pass(30)
        rig.forgetSent()
        rig.answer = { $0.method == "GET" ? nil : self.refusal(reaction) }
        rig.say("lamp", "b")
        rig.pass(5400)
        #expect(reaction.later.contains(rig.changes.count), "\(rig.changes.count)")
    }

    @Test("a preempted card is known to be so by its code")
    func preempted() throws {
        let rig = try Rig(lamp)
        rig.say("lamp", "a")
        rig.pass(30)
        for number in 0..<5 {
            let body: JSONObject = [
                "state": "ongoing", "priority": 1, "content": ["template": "generic", "state": "x"],
            ]
            rig.carryOut(.patchActivity(.from(text: "other\(number)"), body: body, upsert: true))
        }
        rig.say("lamp", "b")
        rig.pass(30)
        #expect(rig.sent.last { $0.status == 400 } != nil)
        rig.forgetSent()
        rig.say("lamp", "c")
        rig.pass(300)
        #expect(rig.changes.isEmpty)
    }

    @Test("an old server's word that the row is there already counts as done")
    func exists() throws {
        let rig = try Rig(lamp)
        rig.answer = { request in
            request.method == "POST"
                ? .answered(status: 409, headers: [], body: ["code": "activity.already_exists"]) : nil
        }
        rig.say("lamp", "a")
        rig.pass(20)
        #expect(rig.state("lamp") == "ongoing")
    }

    @Test("a key that may only update keeps a card true that is there, without a name of its own")
    func updateOnly() throws {
        let rig = try Rig(lamp)
        rig.carryOut(.postActivity(.from(text: "lamp"), name: "Theirs"))
        rig.answer = { request in
            if request.method == "POST" || request.method == "DELETE" {
                return .answered(
                    status: 403,
                    headers: [],
                    body: ["code": "integration_key.permission_denied", "detail": "manage"]
                )
            }
            guard request.query.contains(where: { $0.name == "upsert" }) else { return nil }
            return .answered(status: 403, headers: [], body: ["code": "activity.upsert_forbidden"])
        }
        rig.say("lamp", "a")
        rig.pass(30)
        #expect(rig.server.visibleCard("lamp")?["content"]?["state"] == "a")
        rig.control("dismiss", ["slug": "lamp"])
        rig.say("lamp", "b")
        rig.forgetSent()
        rig.pass(3000)
        #expect(rig.changes.count <= 3)
        #expect(rig.logs.contains { $0.message.contains("manage") })
    }

    @Test("several fields that are refused one after the other are left out one by one")
    func repair() throws {
        let rig = try Rig(lamp)
        rig.answer = { request in
            let content = request.body?["content"]?.objectValue ?? [:]
            for name in ["subtitle", "icon"] where content[name] != nil {
                return .answered(
                    status: 422,
                    headers: [],
                    body: ["errors": [["location": .string("body.content.\(name)"), "message": "no"]]]
                )
            }
            return nil
        }
        rig.say("lamp", "a")
        rig.pass(30)
        #expect(rig.server.visibleCard("lamp")?["content"]?["state"] == "a")
        #expect(rig.server.visibleCard("lamp")?["content"]?["subtitle"] == nil)
    }

    @Test(
        "a hint how long to wait is believed within reason",
        arguments: [
            "-5", "0", "99999999999999999999", "soon", "", "NaN", "Infinity", "1e400",
            "Sun, 06 Nov 1994 08:49:37 GMT", "Fri, 31 Dec 9999 23:59:59 GMT", "3.5", "\u{0}", "0x10",
        ]
    )
    func hostileHint(_ hint: String) throws {
        for status in [429, 503] {
            let rig = try Rig(lamp)
            rig.say("lamp", "a")
            rig.pass(30)
            var left = 2
            rig.answer = { request in
                guard left > 0, request.method == "PATCH" else { return nil }
                left -= 1
                let code: JSON = status == 429 ? "rate_limit.exceeded" : "service.unavailable"
                return .answered(
                    status: status,
                    headers: [HTTPRequest.Pair("Retry-After", hint)],
                    body: ["code": code]
                )
            }
            rig.say("lamp", "b")
            rig.forgetSent()
            rig.pass(0.5)
            #expect(rig.changes.count <= 1)
            rig.pass(300)
            #expect(rig.server.visibleCard("lamp")?["content"]?["state"] == "b")
        }
    }

    @Test("a hint in the body is believed within reason", arguments: [-1, 0, 1e300, 2500] as [Double])
    func hostileBodyHint(_ hint: Double) throws {
        let rig = try Rig(lamp)
        rig.say("lamp", "a")
        rig.pass(30)
        var left = 1
        rig.answer = { request in
            guard left > 0, request.method == "PATCH" else { return nil }
            left -= 1
            return .answered(
                status: 429,
                headers: [],
                body: ["code": "rate_limit.exceeded", "retry_after_ms": .double(hint)]
            )
        }
        rig.say("lamp", "b")
        rig.pass(300)
        #expect(rig.server.visibleCard("lamp")?["content"]?["state"] == "b")
    }

    @Test("a host that fails is asked ever more rarely, by all together")
    func breaker() throws {
        let zones = """
            activities:
              zone:
                each: {topic: "zone/{name}"}
                slug: "zone-{{ name }}"
                inputs: {text: "zone/{name}"}
                start: "{{ text != 'off' }}"
                content: {template: generic, state: "{{ text }}"}
            """
        let rig = try Rig(zones)
        for number in 0..<5 { rig.say("zone/\(number)", "on") }
        rig.pass(20)
        rig.forgetSent()
        rig.answer = { _ in .failed(reason: "no route", mayHaveReachedServer: false) }
        for number in 0..<5 { rig.say("zone/\(number)", "news") }
        rig.pass(3600)
        #expect(rig.sent.count < 90)
        #expect(rig.logs.filter { $0.level == .warning && $0.area == "pushward" }.count == 1)
        rig.answer = nil
        rig.pass(120)
        for number in 0..<5 {
            #expect(rig.server.visibleCard("zone-\(number)")?["content"]?["state"] == "news")
        }
    }

    @Test("no 60 seconds see more than 200 requests, of whatever kind, nor across a crash")
    func rate() throws {
        let busy = """
            activities:
              zone:
                each: {topic: "zone/{name}"}
                slug: "zone-{{ name }}"
                min_interval: 0s
                max_starts_per_hour: 60
                priority: 1
                inputs: {text: "zone/{name}"}
                start: "{{ text != 'off' }}"
                content: {template: generic, state: "{{ text }}"}
            notifications:
              bell: {on: {topic: bell}, title: Bell, body: "{{ value }}", dedupe: 0s, collapse_id: "{{ value }}"}
            """
        let rig = try Rig(busy)
        for second in 0..<150 {
            for number in 0..<5 { rig.say("zone/\(number)", "\(second)") }
            rig.say("bell", "\(second)")
            rig.pass(1)
            if second == 75 { try rig.restart(busy) }
        }
        let times = rig.sent.map(\.at)
        var first = 0
        var most = 0
        for last in times.indices {
            while times[last] - times[first] >= .seconds(60) { first += 1 }
            most = max(most, last - first + 1)
        }
        #expect(most <= 200)
        #expect(most >= 150)
        #expect(rig.sent.allSatisfy { $0.status < 300 })
    }
}
