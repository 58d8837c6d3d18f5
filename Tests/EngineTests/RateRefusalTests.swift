import Engine
import PushWardAPI
import Simulator
import Testing
import Values

private let house = """
    activities:
      lamp:
        inputs: {text: lamp}
        start: "{{ text != 'off' }}"
        min_interval: 1s
        content: {template: generic, state: "{{ text }}"}
    widgets:
      level: {inputs: {level: level}, content: {template: value, value: "{{ level }}"}}
    notifications:
      bell: {on: bell, title: Bell, body: "{{ value }}", max_age: 2h}
      door:
        on: door
        title: Door
        body: "{{ value }}"
        actions: [{id: open, title: Open, expires: 3h, publish: {topic: lock, payload: open}}]
    """

/// A server, or a proxy, that always says that there are too many requests.
@Suite("Refusals for too many requests")
struct RateRefusalTests {
    private static func refusal(_ hint: String, code: String? = "rate_limit.exceeded") -> RequestOutcome {
        var body: JSONObject = ["title": "Too Many Requests", "status": 429]
        if let code { body["code"] = .string(code) }
        return .answered(
            status: 429,
            headers: [HTTPRequest.Pair("Retry-After", hint)],
            body: .object(body)
        )
    }

    private static func gaps(_ rig: Rig, _ method: String, _ path: String) -> [Double] {
        let times = rig.sent.filter { $0.request.method == method && $0.request.path.hasPrefix(path) }
            .map(\.at.inSeconds)
        return zip(times, times.dropFirst()).map { $1 - $0 }
    }

    struct Way: Sendable, CustomTestStringConvertible {
        var method: String
        var path: String
        var topic: String
        /// The longest time between two requests of this way.
        var longest = 61.0

        var testDescription: String { method + " " + path }
    }

    private static let ways = [
        Way(method: "PATCH", path: "/activities/lamp", topic: "lamp"),
        Way(method: "PATCH", path: "/widgets/", topic: "level"),
        Way(method: "POST", path: "/notifications", topic: "bell"),
        Way(method: "GET", path: "/notifications/answers/", topic: "door"),
    ]

    @Test(
        "The same request is sent ever more rarely, whatever others are told, and never given up",
        arguments: ways,
        ["0", "1", "-5"]
    )
    func alone(_ way: Way, hint: String) throws {
        let rig = try Rig(house)
        rig.say("lamp", "a")
        rig.say("level", "1")
        rig.pass(60)
        rig.answer = { request in
            way.method == request.method && request.path.hasPrefix(way.path) ? Self.refusal(hint) : nil
        }
        rig.forgetSent()
        rig.say(way.topic, "2")
        rig.pass(1200)
        let gaps = Self.gaps(rig, way.method, way.path)
        try #require(gaps.count > 15)
        let least = gaps.indices.map { place in min(60, Double(1 << min(place, 6))) }
        #expect(zip(gaps, least).allSatisfy { $0 >= min($1, 60) - 0.001 }, "\(gaps)")
        #expect(gaps.allSatisfy { $0 < way.longest }, "\(gaps)")
    }

    @Test(
        "Where all is refused, all together ask ever more rarely",
        arguments: ["0", "1"],
        ["rate_limit.exceeded", "answer_wait.limit_exceeded", nil] as [String?]
    )
    func together(hint: String, code: String?) throws {
        let rig = try Rig(house)
        rig.say("lamp", "a")
        rig.say("level", "1")
        rig.say("door", "1")
        rig.pass(60)
        rig.answer = { _ in Self.refusal(hint, code: code) }
        rig.say("lamp", "b")
        rig.say("level", "2")
        rig.say("bell", "1")
        rig.pass(300)
        rig.forgetSent()
        rig.pass(3600)
        #expect(rig.sent.count > 40)
        // Five that may each be asked for once a minute.
        #expect(rig.sent.count <= 5 * 62, "\(rig.sent.count)")
        let starts = Set(rig.sent.map(\.at)).sorted()
        #expect(starts.count <= 130, "\(starts.count)")
        rig.answer = nil
        rig.pass(130)
        #expect(rig.server.visibleCard("lamp")?["content"]?["state"] == "b")
        #expect(rig.banners.count == 2)
    }

    @Test(
        "A first refusal is obeyed as it is, and one after an answer is a first one",
        arguments: [1, 7, 60]
    )
    func first(seconds: Int) throws {
        let rig = try Rig(house)
        rig.say("lamp", "a")
        rig.pass(60)
        for text in ["b", "c", "d"] {
            var left = 1
            rig.answer = { request in
                guard left > 0, request.method == "PATCH" else { return nil }
                left -= 1
                return Self.refusal("\(seconds)")
            }
            rig.forgetSent()
            rig.say("lamp", text)
            rig.pass(90)
            #expect(Self.gaps(rig, "PATCH", "/activities/lamp") == [Double(seconds)])
            #expect(rig.server.visibleCard("lamp")?["content"]?["state"]?.stringValue == text)
        }
    }

    @Test("What the server answers to an earlier request does not end the silence that it asked for")
    func silence() throws {
        let rig = try Rig(house)
        rig.say("lamp", "a")
        rig.say("level", "1")
        rig.pass(60)
        rig.answer = { $0.path.hasPrefix("/activities") ? Self.refusal("30") : nil }
        rig.holdsAnswers = true
        rig.say("lamp", "b")
        rig.say("level", "2")
        rig.release()
        rig.answer = nil
        rig.holdsAnswers = false
        rig.forgetSent()
        rig.say("bell", "1")
        rig.pass(29)
        #expect(rig.sent.isEmpty, "\(rig.sent.map(\.text))")
        rig.pass(2)
        #expect(rig.banners.count == 1)
        #expect(rig.server.visibleCard("lamp")?["content"]?["state"] == "b")
    }
}
