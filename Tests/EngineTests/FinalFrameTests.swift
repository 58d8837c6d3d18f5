import Replay
import Testing
import Values

/// What an ended card shows until it is dismissed, and what its buttons do (design sections 5 and 8).
@Suite("The frame that stays")
struct FinalFrameTests {
    private static let home = """
        taps: {listen: "127.0.0.1:0", public_url: "https://taps.example.net"}
        activities:

        """

    private static let washer =
        home + """
              washer:
                inputs: {power: plug}
                start: "{{ power > 10 }}"
                end: "{{ power < 3 }}"
                content:
                  template: generic
                  state: Washing
                  url_action: {title: Stop, publish: {topic: plug/set, payload: "OFF"}}
                outcomes:
                  - when: "{{ power == 2 }}"
                    state: Waiting
                  - state: Done
                    url_action: {title: Again, publish: {topic: plug/set, payload: "ON"}, once: true}
            """

    private func lines(_ end: String, _ taps: [(Double, String)]) -> [String] {
        func tap(_ tap: (Double, String)) -> String { Line.tap(tap.0, "washer", tap.1) }
        return [Line.message(0, "plug", "50")] + taps.filter { $0.0 < 100 }.map(tap)
            + [Line.message(100, "plug", end)] + taps.filter { $0.0 > 100 }.map(tap) + [Line.pass(9000)]
    }

    @Test(
        "An outcome's button is another one than the running card's, acts once the run is over, and only then"
    )
    func outcomeButton() throws {
        let taps = [(50.0, "url_action"), (110, "url_action"), (120, "url_action")]
        let run = try Scenario(Self.washer, lines("0", taps).recording)
        #expect(run.publications == ["plug/set OFF", "plug/set ON"])
        let buttons = run.bodies("/activities/washer").compactMap { $0["content"]?["url_action"]?["url"] }
        #expect(
            buttons == [
                "https://taps.example.net/t/washer/url_action",
                "https://taps.example.net/t/washer/outcomes.1.url_action",
            ]
        )
    }

    @Test("An outcome's button survives a restart, and is good for as long as the ended card can be seen")
    func outcomeButtonLater() throws {
        let begin = [Line.message(0, "plug", "50"), Line.message(100, "plug", "0", retain: true)]
        let tap = [Line.restart(200), Line.tap(300, "washer", "url_action"), Line.pass(400)]
        #expect(try Scenario(Self.washer, (begin + tap).recording).publications == ["plug/set ON"])
        let late = [Line.tap(100 + 4 + 1801, "washer", "url_action"), Line.pass(9000)]
        #expect(try Scenario(Self.washer, (begin + late).recording).publications.isEmpty)
    }

    @Test("The running card's button goes with the run, and publishes nothing afterwards")
    func buttonOfTheRun() throws {
        let run = try Scenario(Self.washer, lines("2", [(110, "url_action")]).recording)
        #expect(run.publications.isEmpty)
        let last = run.bodies("/activities/washer").last { $0["content"] != nil }
        #expect(last?["content"] == ["state": "Waiting", "url_action": nil])
    }

    @Test("Buttons within lists and controls go, and links stay")
    func otherButtons() throws {
        let board =
            Self.home + """
                  house:
                    inputs: {alarm: house/alarm}
                    start: "{{ alarm == 'armed' }}"
                    end: "{{ alarm == 'off' }}"
                    content:
                      template: board
                      state: "{{ alarm | title }}"
                      url_action: {title: Open, url: "homeassistant://navigate/lovelace"}
                      tiles:
                        - {label: Door, value: "{{ alarm }}", url_action: {publish: {topic: d/set, payload: "X"}}}
                """
        let run = try Scenario(
            board,
            [Line.message(0, "house/alarm", "armed"), Line.message(60, "house/alarm", "off"), Line.pass(90)]
                .recording
        )
        let content = run.finalState["activities"]?.arrayValue?.first?["content"]
        #expect(content?["tiles"] == [["label": "Door", "value": "off"]])
        #expect(content?["state"] == "Off")
        #expect(content?["url_action"] != nil)
    }

    @Test("Without an outcome the end tells what is true then, in the same request")
    func truth() throws {
        let wallbox = """
            activities:
              wallbox:
                inputs: {on: w/on, power: w/power, left: {topic: w/left, unit: min}}
                settle: 0s
                start: "{{ on == 'on' }}"
                end: "{{ on == 'off' }}"
                content: {template: generic, state: "{{ power }} W", eta: "{{ left }}"}
            """
        let lines = [
            Line.message(0, "w/power", "10800"), Line.message(0, "w/left", "60"),
            Line.message(1, "w/on", "on"), Line.message(598, "w/power", "0"),
            Line.message(600, "w/on", "off"), Line.pass(900),
        ]
        let run = try Scenario(wallbox, lines.recording)
        let last = try #require(run.bodies("/activities/wallbox").last)
        #expect(last["state"] == "ended")
        #expect(run.finalState["activities"]?.arrayValue?.first?["content"]?["state"] == "0 W")
        #expect(run.finalState["activities"]?.arrayValue?.first?["content"]?["end_date"] == nil)
        #expect(last["content"]?["progress"] != nil)
    }

    @Test("An end that leaves nothing to show keeps what was shown")
    func nothingLeft() throws {
        let gauge = """
            activities:
              tank:
                inputs: {level: tank/level}
                start: "{{ level is not none and level > 10 }}"
                end: "{{ level is none or level < 5 }}"
                content: {template: gauge, value: "{{ level }}", min_value: 0, max_value: 100}
            """
        let lines = [
            Line.message(0, "tank/level", "50"), Line.message(60, "tank/level", "null"), Line.pass(90),
        ]
        let run = try Scenario(gauge, lines.recording)
        #expect(run.bodies("/activities/tank").last == ["state": "ended"])
    }

    @Test(
        "an outcome cannot take away what the card must have: that stays as it is",
        arguments: [
            ("gauge", "value: 5, min_value: 0, max_value: 10", "value"),
            ("countdown", "duration: 1h", "end_date"),
            ("countdown", "duration: 1h, direction: down", "end_date"),
            ("steps", "total_steps: 3, current_step: 1", "current_step"),
            ("alert", "severity: info", "severity"),
            ("timeline", "value: {a: 1}", "value"),
            ("log", "lines: [{text: a}]", "lines"),
            ("board", "tiles: [{label: a, value: b}]", "tiles"),
        ]
    )
    func required(template: String, fields: String, name: String) throws {
        let yaml = """
            activities:
              card:
                inputs: {state: a/state}
                start: "{{ state == 'on' }}"
                content: {template: \(template), state: "{{ state }}", \(fields)}
                outcomes: [{state: Done, \(name): "{{ none }}"}]
            """
        let lines = [Line.message(1, "a/state", "on"), Line.message(60, "a/state", "off"), Line.pass(90)]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.summary.refusals.isEmpty, "\(run.requests)")
        let last = run.finalState["cards"]?.arrayValue?.first?["content"]
        #expect(last?["state"] == "Done")
        #expect(last?[name] != nil)
    }

    @Test(
        "a countdown that ends is not paused by its last frame, but may be while that is shown",
        arguments: [0, 4]
    )
    func paused(seconds: Int) throws {
        let yaml = """
            activities:
              card:
                final_for: \(seconds)s
                inputs: {state: a/state}
                start: "{{ state == 'on' }}"
                content: {template: countdown, state: "{{ state }}", duration: 1h}
                outcomes: [{state: Done, paused: "true"}]
            """
        let lines = [Line.message(1, "a/state", "on"), Line.message(60, "a/state", "off"), Line.pass(90)]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.summary.refusals.isEmpty, "\(run.requests)")
        #expect(run.requests.contains { $0.contains("paused") } == (seconds > 0))
        #expect(run.finalState["cards"]?.arrayValue?.first?["content"]?["state"] == "Done")
    }
}
