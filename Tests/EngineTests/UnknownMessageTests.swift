import Replay
import Testing
import Values

@Suite("Messages that do not say what they are about")
struct UnknownMessageTests {
    private func texts(_ run: Scenario) -> [String] {
        run.bodies("/notifications").map {
            "\($0["title"]?.stringValue ?? "")|\($0["body"]?.stringValue ?? "")"
        }
    }

    private func run(_ rule: String, _ payloads: [String], topic: String = "t/x") throws -> [String] {
        let lines = payloads.enumerated().map { Line.message(Double($0.offset) * 10 + 1, topic, $0.element) }
        return texts(try Scenario("notifications:\n  rule: \(rule)", lines.recording))
    }

    private static let words = [
        "unavailable", "unknown", "NaN", "\"unavailable\"", "Unknown", " unavailable ",
    ]

    @Test("a topic whose source says that it does not know fires nothing")
    func words() throws {
        let rule = "{on: t/x, title: T, body: \"It is {{ value }}\"}"
        #expect(try run(rule, Self.words) == [])
        #expect(try run(rule, ["unknown", "21", "unavailable", "22"]) == ["T|It is 21", "T|It is 22"])
    }

    @Test("a value of an input is not told again by a message that does not say it")
    func inputs() throws {
        let rule = "{inputs: {x: t/x}, on: t/x, title: T, body: \"It is {{ x }}\"}"
        #expect(try run(rule, ["21"] + Self.words + ["22"]) == ["T|It is 21", "T|It is 22"])
    }

    @Test(
        "an ordinary text is an event",
        arguments: ["ON", "ring", "0", "off", "{\"action\": \"single\"}", "None"]
    )
    func ordinary(payload: String) throws {
        #expect(try run("{on: t/x, title: T, body: B}", [payload]) == ["T|B"])
        let asked = try run("{on: {topic: t/x, when: \"{{ value != 'x' }}\"}, title: T, body: B}", [payload])
        #expect(asked == ["T|B"])
    }

    @Test("a `when` that asks for the word hears it")
    func asked() throws {
        let rule = "{on: {topic: t/x, when: \"{{ value == 'unavailable' }}\"}, title: T, body: gone}"
        #expect(try run(rule, ["on", "unknown", "unavailable"]) == ["T|gone"])
    }

    @Test("a message without the part that the text tells fires nothing")
    func missingPath() throws {
        let payloads = ["{\"temp\": 5}", "{\"hum\": 5}", "garbage", "[1]", "{\"temp\": 6}"]
        let expected = ["T|It is 5", "T|It is 6"]
        let direct = "{on: t/x, title: T, body: \"It is {{ value_json.temp }}\"}"
        #expect(try run(direct, payloads) == expected)
        let title = "{on: t/x, title: \"{{ value_json.temp }}\", body: B}"
        #expect(try run(title, payloads) == ["5|B", "6|B"])
        let read =
            "{inputs: {x: {topic: t/x, value: \"{{ value_json.temp }}\"}}, on: t/x, title: T, body: \"It is {{ x }}\"}"
        #expect(try run(read, payloads) == expected)
        let deep = "{on: t/x, title: T, body: \"It is {{ value_json.a.b }}\"}"
        #expect(try run(deep, ["{\"a\": {\"b\": 5}}", "{\"c\": 1}"]) == ["T|It is 5"])
    }

    @Test("a default, and a part that is told only where it is there, do not keep it back")
    func defaults() throws {
        let rule =
            "{on: t/x, title: T, body: \"It is {{ value_json.temp | default('?') }}{{ '!' if value_json.loud }}\"}"
        #expect(try run(rule, ["{\"temp\": 5}", "{\"loud\": true}"]) == ["T|It is 5", "T|It is ?!"])
    }

    @Test("a line that is not needed is left out")
    func optional() throws {
        let rule = "{on: t/x, title: T, body: B, subtitle: \"{{ value_json.temp }} degrees\"}"
        let lines = [Line.message(1, "t/x", "{\"hum\": 5}")]
        let run = try Scenario("notifications:\n  rule: \(rule)", lines.recording)
        #expect(texts(run) == ["T|B"])
        #expect(run.bodies("/notifications").first?["subtitle"] == nil)
    }

    @Test("an event of another topic is told without what nobody knows")
    func otherTopic() throws {
        let yaml = """
            notifications:
              rule: {inputs: {x: t/x}, on: t/go, title: Daily, body: "It is {{ x }} degrees"}
            """
        let lines = [
            Line.message(1, "t/go", "go"), Line.message(2, "t/x", "21"), Line.message(3, "t/go", "go"),
            Line.message(4, "t/x", "unavailable"), Line.message(5, "t/go", "go"),
        ]
        let told = texts(try Scenario(yaml, lines.recording))
        #expect(told == ["Daily|Daily", "Daily|It is 21 degrees", "Daily|Daily"])
    }

    @Test("what a silence ends with is the last value")
    func silence() throws {
        let yaml = """
            notifications:
              rule:
                inputs: {x: {topic: t/x, expire_after: 1m}}
                on: {topic: t/x, silent_for: 10m}
                title: T
                body: "The last was {{ x }}"
            """
        let run = try Scenario(yaml, [Line.message(1, "t/x", "21"), Line.pass(700)].recording)
        #expect(texts(run) == ["T|The last was 21"])
    }

    @Test("`value` of `on` picks the part that the event is about")
    func reading() throws {
        let rule =
            "{on: {topic: t/x, value: \"{{ value_json.action }}\", when: \"{{ value != 'hold' }}\"}, title: T, body: \"{{ value }}\"}"
        let payloads = [
            "{\"action\": \"single\"}", "{\"action\": \"\"}", "{\"battery\": 3}", "{\"action\": \"hold\"}",
            "{\"action\": null}", "{\"action\": \"double\"}",
        ]
        #expect(try run(rule, payloads) == ["T|single", "T|T", "T|double"])
    }

    @Test("a condition that nobody can tell any more does not go on holding")
    func held() throws {
        let yaml = """
            notifications:
              rule: {inputs: {x: t/x}, when: "{{ x > 30 }}", for: 10m, title: Hot, body: "{{ x }}"}
            """
        let lost = [Line.message(1, "t/x", "31"), Line.message(60, "t/x", "unavailable"), Line.pass(1200)]
        #expect(texts(try Scenario(yaml, lost.recording)) == [])
        let back = lost + [Line.message(1300, "t/x", "32"), Line.pass(2000)]
        #expect(texts(try Scenario(yaml, back.recording)) == ["Hot|32"])
        let expiring = yaml.replacing("{x: t/x}", with: "{x: {topic: t/x, expire_after: 5m}}")
        let silent = [Line.message(1, "t/x", "31"), Line.pass(1200)]
        #expect(texts(try Scenario(expiring, silent.recording)) == [])
    }

    @Test("what is not known schedules nothing again")
    func schedule() throws {
        let yaml = """
            notifications:
              rule: {inputs: {f: t/x}, on: t/x, send_at: "{{ f }}", title: T, body: B}
            """
        let end = (Scenario.epoch + .seconds(3600)).rfc3339
        let lines = [Line.message(1, "t/x", end), Line.message(10, "t/x", "unknown"), Line.pass(60)]
        #expect(try Scenario(yaml, lines.recording).requests.count == 1)
    }

    @Test("a message that is skipped starts no cooldown")
    func cooldown() throws {
        let rule = "{on: t/x, title: T, body: \"{{ value_json.temp }}\", cooldown: 1h}"
        #expect(try run(rule, ["{\"hum\": 1}", "{\"temp\": 5}", "{\"temp\": 6}"]) == ["T|5"])
    }
}
