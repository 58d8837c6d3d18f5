import Replay
import Testing
import Values

/// A log of what two topics say.
private let log = """
    activities:
      house:
        inputs:
          power: a/power
          door: a/door
          alarm: a/alarm
        start: "{{ power == 'ON' }}"
        content:
          template: log
          line:
            - "Door {{ door }}"
            - {text: "{{ alarm.text }}", level: "{{ alarm.level }}"}
          keep: 3

    """

/// Values of a card's list at the end of a run.
private func shown(_ run: Scenario, _ slug: String, _ field: String, _ member: String) -> [String] {
    let card = run.finalState["activities"]?.arrayValue?.first { $0["slug"]?.stringValue == slug }
    return (card?["content"]?[field]?.arrayValue ?? []).compactMap { $0[member]?.stringValue }
}

@Suite("What a card gathers message by message")
struct GatheringTests {
    private static let on = Line.message(1, "a/power", "ON")

    @Test("lines are newest first, each with its time, and the oldest go")
    func lines() throws {
        let lines = [
            Self.on, Line.message(10, "a/door", "open"), Line.message(30, "a/door", "shut"),
            Line.message(50, "a/alarm", #"{"text": "Smoke", "level": "warning"}"#),
            Line.message(70, "a/door", "open"),
        ]
        let run = try Scenario(log, lines.recording)
        #expect(run.summary.refusals.isEmpty, "\(run.summary.refusals)")
        let last = run.bodies("/activities/house").last?["content"]?["lines"]
        #expect(
            last == [
                ["text": "Door open", "at": 1_772_474_470],
                ["text": "Smoke", "level": "warn", "at": 1_772_474_450],
                ["text": "Door shut", "at": 1_772_474_430],
            ]
        )
    }

    @Test("lines that come within one burst are all there, in one request")
    func burst() throws {
        let lines = [
            Self.on, Line.message(10, "a/door", "open"), Line.message(10.01, "a/door", "shut"),
            Line.message(10.02, "a/door", "open"),
        ]
        let run = try Scenario(log, lines.recording)
        #expect(shown(run, "house", "lines", "text") == ["Door open", "Door shut", "Door open"])
        #expect(run.bodies("/activities/house").count == 1)
    }

    @Test("what is said again is no new line, unless it counts again or something came between")
    func repetitions() throws {
        func run(_ line: String, _ payloads: [String]) throws -> [String] {
            let yaml = """
                activities:
                  house:
                    inputs: {bell: a/bell}
                    start: "{{ true }}"
                    content: {template: log, line: \(line)}
                """
            let lines = payloads.enumerated().map {
                Line.message(Double($0.offset) * 20 + 1, "a/bell", $0.element)
            }
            let run = try Scenario(yaml, lines.recording)
            #expect(run.summary.refusals.isEmpty)
            return shown(run, "house", "lines", "text")
        }
        #expect(try run("\"{{ bell }}\"", ["ring", "ring"]) == ["ring"])
        #expect(try run("{text: \"{{ bell }}\", repeat: true}", ["ring", "ring"]) == ["ring", "ring"])
        let edge = "\"{{ 'ring' if bell == 1 }}\""
        #expect(try run(edge, ["1", "0", "1"]) == ["ring", "ring"])
    }

    @Test("lines survive a restart, those that were not sent yet included")
    func restart() throws {
        let lines = [
            Self.on, Line.message(10, "a/door", "open"), Line.message(40, "a/door", "shut"),
            Line.restart(120),
            Line.message(130, "a/power", "ON"), Line.message(140, "a/door", "ajar"),
        ]
        let run = try Scenario(log, lines.recording)
        #expect(shown(run, "house", "lines", "text") == ["Door ajar", "Door shut", "Door open"])
        #expect(run.bodies("/activities/house").count == 3, "\(run.requests)")
    }

    @Test("lines that wait for an unreachable server survive a restart, too")
    func outage() throws {
        let lines = [
            Self.on, Line.message(10, "a/door", "open"),
            Line.respond(20, "/activities/house", 503, times: 1000), Line.message(40, "a/door", "shut"),
            Line.message(60, "a/door", "open"), Line.pass(150), Line.restart(150),
            Line.message(151, "a/power", "ON"), Line.pass(1200), Line.respond(1200, "/activities/x", 200),
        ]
        let run = try Scenario(log, lines.recording)
        let last = run.bodies("/activities/house").last?["content"]?["lines"]?.arrayValue
        #expect(last?.compactMap { $0["text"]?.stringValue } == ["Door open", "Door shut", "Door open"])
    }

    @Test("a new run begins with its own lines")
    func newRun() throws {
        let lines = [
            Self.on, Line.message(10, "a/door", "open"), Line.message(30, "a/power", "OFF"),
            Line.message(60, "a/door", "shut"), Line.message(100, "a/power", "ON"),
            Line.message(110, "a/door", "ajar"),
        ]
        let run = try Scenario(log, lines.recording)
        #expect(shown(run, "house", "lines", "text") == ["Door ajar"])
        #expect(run.summary.refusals.isEmpty)
    }

    @Test("the message that starts the card is its first line, and a stored one has no time")
    func first() throws {
        let yaml = """
            activities:
              house:
                inputs: {text: a/log}
                start: "{{ text is string }}"
                content: {template: log, line: "{{ text }}"}
            """
        let live = try Scenario(yaml, Line.message(5, "a/log", "hello"))
        #expect(
            live.bodies("/activities/house").first?["content"]?["lines"] == [
                ["text": "hello", "at": 1_772_474_405]
            ]
        )
        let stored = try Scenario(yaml, Line.message(0, "a/log", "hello", retain: true))
        #expect(stored.bodies("/activities/house").first?["content"]?["lines"] == [["text": "hello"]])
    }

    @Test("an error does not wait for min_interval")
    func urgent() throws {
        let lines = [
            Self.on, Line.message(10, "a/door", "open"),
            Line.message(12, "a/alarm", #"{"text": "Smoke", "level": "error"}"#),
        ]
        let run = try Scenario(log, lines.recording)
        #expect(run.requestTimes.last.map { $0 < 13 } == true, "\(run.requestTimes)")
    }

    private static let board = """
        activities:
          rooms:
            inputs: {reading: {topic: zigbee2mqtt/+, value: "{{ value_json.temperature }}"}}
            start: "{{ reading is number }}"
            content:
              template: board
              tile: {label: "{{ topic.split('/')[1] }}", value: "{{ reading }}", unit: "°C"}
              keep: 2
        """

    @Test("a board has a tile for each label, in the order in which they came; the one unheard longest goes")
    func tiles() throws {
        let lines = [("hall", 20.0, 1.0), ("attic", 14.5, 20), ("hall", 21, 40), ("cellar", 11, 60)].map {
            Line.message($0.2, "zigbee2mqtt/\($0.0)", "{\"temperature\": \($0.1)}")
        }
        let run = try Scenario(Self.board, lines.recording)
        #expect(run.summary.refusals.isEmpty, "\(run.summary.refusals)")
        #expect(shown(run, "rooms", "tiles", "label") == ["hall", "cellar"])
        #expect(shown(run, "rooms", "tiles", "value") == ["21.0", "11.0"])
        #expect(run.bodies("/activities/rooms").count == 4)
    }

    @Test("tiles keep their order through a restart, and one that changed just before it is there once")
    func tilesRestart() throws {
        var lines = [("hall", 20.0, 1.0), ("attic", 14.5, 20), ("hall", 21, 60), ("attic", 15, 69)].map {
            Line.message($0.2, "zigbee2mqtt/\($0.0)", "{\"temperature\": \($0.1)}")
        }
        lines.insert(Line.respond(65, "/activities/rooms", 503, times: 3), at: 3)
        lines += [
            Line.restart(70), Line.message(150, "zigbee2mqtt/attic", "{\"temperature\": 16}"), Line.pass(300),
        ]
        let run = try Scenario(Self.board, lines.recording)
        #expect(shown(run, "rooms", "tiles", "label") == ["hall", "attic"])
        #expect(shown(run, "rooms", "tiles", "value") == ["21.0", "16"])
        let refused = run.summary.refusals.filter { !$0.key.hasPrefix("503") }
        #expect(refused.isEmpty, "\(refused)")
    }

    @Test("a tile that nobody knows yet does not hold the board up, and keeps its value after a restart")
    func unknownTiles() throws {
        let yaml = """
            activities:
              rooms:
                inputs: {hall: a/hall, attic: a/attic}
                start: "{{ hall is number }}"
                content:
                  template: board
                  tiles:
                    - {label: Attic, value: "{{ attic }}"}
                    - {label: Hall, value: "{{ hall }}"}
            """
        let lines = [
            Line.message(0, "a/hall", "20"), Line.message(20, "a/attic", "14"), Line.restart(60),
            Line.message(70, "a/hall", "22"),
        ]
        let run = try Scenario(yaml, lines.recording)
        let boards = run.bodies("/activities/rooms").compactMap { $0["content"]?["tiles"]?.arrayValue?.count }
        #expect(boards == [1, 2, 2], "\(run.requests)")
        #expect(shown(run, "rooms", "tiles", "value") == ["14", "22"])
    }

    @Test(
        "what cannot be gathered is told at its place",
        arguments: [
            ("{template: log, lines: [{text: a}], line: b}", "cannot stand beside"),
            ("{template: generic, line: b}", "belongs to `log`"),
            (
                "{template: board, tile: {label: a, value: b, url_action: \"https://x.net\"}}",
                "cannot have a button"
            ),
            ("{template: board, tile: {label: a}}", "needs `value`"),
            ("{template: log, lines: [{text: a}], keep: 3}", "needs `line`"),
            ("{template: log, line: a, keep: 30}", "keep"),
            ("{template: timeline, value: {a: 1}, history: 9d}", "must be from"),
        ]
    )
    func faults(_ content: String, _ expected: String) throws {
        let yaml = "activities:\n  a:\n    inputs: {x: a/x}\n    start: \"{{ x }}\"\n    content: " + content
        let problems = Scenario.problems(yaml)
        #expect(problems.contains { $0.contains(expected) }, "\(problems)")
    }
}
