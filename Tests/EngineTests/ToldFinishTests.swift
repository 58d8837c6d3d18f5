import Replay
import Testing
import Values

@Suite("What a source says of a finish and of a window is what the card shows")
struct ToldFinishTests {
    private static let washer = """
        activities:
          wash:
            inputs: {left: {topic: w/left, unit: min}, st: w/state}
            start: "{{ st == 'run' }}"
            end: "{{ st == 'off' }}"
            content: {template: generic, state: "{{ st }}", eta: "{{ left }}"}
        """

    private static func shown(_ run: Scenario) -> JSON? {
        run.finalState["activities"]?.arrayValue?.first?["content"]
    }

    @Test("a finish that is now takes the one that is shown away", arguments: ["0", "-3"])
    func over(payload: String) throws {
        let lines = [
            Line.message(0, "w/left", "60"), Line.message(1, "w/state", "run"),
            Line.message(600, "w/left", payload),
            Line.pass(900),
        ]
        let run = try Scenario(Self.washer, lines.recording)
        let shown = try #require(Self.shown(run))
        #expect(shown["end_date"] == nil && shown["live_progress"] == nil, "\(run.requests)")
        // The bar rests where it was.
        #expect(shown["progress"]?.doubleValue.map { abs($0 - 0.167) < 0.01 } == true, "\(shown)")
    }

    @Test("a finish that comes by itself costs nothing, and a bar that was full stays so")
    func passed() throws {
        let lines = [
            Line.message(0, "w/left", "10"), Line.message(1, "w/state", "run"), Line.pass(650),
            Line.message(700, "w/left", "0"), Line.pass(800), Line.message(900, "w/left", "None"),
            Line.pass(1200),
        ]
        let run = try Scenario(Self.washer, lines.recording)
        #expect(
            !run.requests.isEmpty && run.requestTimes.allSatisfy { $0 < 10 || $0 >= 900 },
            "\(run.requestTimes)"
        )
        #expect(Self.shown(run)?["progress"] == 1, "\(run.requests)")
    }

    @Test("a new step begins with an empty bar, whatever the step before had come to")
    func step() throws {
        let yaml = """
            activities:
              vac:
                inputs: {step: v/step, left: {topic: v/left, unit: s}}
                start: "{{ step > 0 }}"
                content: {template: steps, state: Rooms, total_steps: 4, current_step: "{{ step }}", eta: "{{ left }}"}
            """
        let lines = [
            Line.message(0, "v/left", "600"), Line.message(1, "v/step", "1"),
            Line.message(300, "v/left", "300"),
            Line.message(600, "v/left", "900"), Line.message(600.01, "v/step", "2"), Line.pass(700),
        ]
        let run = try Scenario(yaml, lines.recording)
        #expect(Self.shown(run)?["current_step"] == 2)
        #expect((Self.shown(run)?["progress"]?.doubleValue ?? 0) == 0, "\(run.requests)")
    }

    @Test("a start that the source changes is sent while a clock runs", arguments: ["down", "up"])
    func start(direction: String) throws {
        let end = direction == "down" ? ", end_date: \"{{ begun + 7200 if fixed is none else fixed }}\"" : ""
        let yaml = """
            activities:
              t:
                inputs: {begun: t/begun, fixed: t/fixed}
                start: "{{ begun > 0 }}"
                content: {template: timer, direction: \(direction), state: A, start_date: "{{ begun }}"\(end)}
            """
        let epoch = Scenario.epoch.wholeSeconds
        let lines = [
            Line.message(0, "t/fixed", String(epoch + 7200)), Line.message(1, "t/begun", String(epoch - 60)),
            Line.message(100, "t/begun", String(epoch - 600)), Line.pass(300),
        ]
        let run = try Scenario(yaml, lines.recording)
        #expect(
            run.bodies("/activities/t").last == ["content": ["start_date": .int(epoch - 600)]],
            "\(run.requests)"
        )
        #expect(run.summary.refusals.isEmpty)
    }

    @Test("a countdown that starts paused sends its window, then the pause")
    func startsPaused() throws {
        let yaml = """
            activities:
              t:
                inputs: {st: t/st}
                start: "{{ st in ['run', 'paused'] }}"
                content: {template: timer, state: A, duration: 600, paused: "{{ st == 'paused' }}"}
            """
        let lines = [Line.message(1, "t/st", "paused"), Line.pass(60)]
        let run = try Scenario(yaml, lines.recording)
        let bodies = run.bodies("/activities/t")
        #expect(bodies.count == 2, "\(run.requests)")
        #expect(bodies.first?["content"]?["end_date"] != nil && bodies.first?["content"]?["paused"] == nil)
        #expect(bodies.last == ["content": ["paused": true]])
    }

    @Test("the end of a timer that rang says nothing of its snooze")
    func snooze() throws {
        let yaml = """
            activities:
              t:
                inputs: {st: t/st}
                start: "{{ st == 'run' }}"
                end: "{{ st == 'off' }}"
                content: {template: timer, state: A, duration: 600, alarm: true, snooze_seconds: 120}
                outcomes: [{state: Done}]
            """
        let lines = [Line.message(1, "t/st", "run"), Line.message(60, "t/st", "off"), Line.pass(90)]
        let run = try Scenario(yaml, lines.recording, why: true)
        let told = run.output.filter { $0["log"] != nil && $0.text.contains("snooze") }
        #expect(told.isEmpty, "\(told)")
        #expect(run.bodies("/activities/t").contains { $0["content"]?["state"] == "Done" })
    }

    @Test("a long message at the end is sent whole, and the next run is taken", arguments: [256, 257, 512])
    func message(length: Int) throws {
        let yaml = """
            activities:
              t:
                inputs: {st: t/st}
                start: "{{ st == 'run' }}"
                end: "{{ st == 'off' }}"
                content: {template: timer, duration: 600, completion_message: "\(String(repeating: "ü", count: length))"}
            """
        let lines = [
            Line.message(1, "t/st", "run"), Line.pass(700), Line.message(800, "t/st", "off"),
            Line.message(900, "t/st", "run"), Line.pass(1000),
        ]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.summary.refusals.isEmpty, "\(run.summary.refusals)")
        let sent = run.bodies("/activities/t").first?["content"]?["completion_message"]?.stringValue
        #expect(sent?.unicodeScalars.count == length)
        #expect(run.finalState["activities"]?.arrayValue?.first?["state"] == "ongoing")
    }

    @Test("what does not fit any more is not shown as it was")
    func outgrown() throws {
        let yaml = """
            activities:
              m:
                inputs: {n: m/n, left: m/left}
                start: "{{ n > 0 }}"
                content: {template: media, media_title: M, duration_seconds: "{{ n }}", compact_label: "{{ left }}"}
            """
        let lines = [
            Line.message(0, "m/left", "9:59"), Line.message(1, "m/n", "240"),
            Line.message(60, "m/n", "1000000000"),
            Line.message(60, "m/left", "10:00"), Line.pass(200),
        ]
        let run = try Scenario(yaml, lines.recording)
        let sent = run.bodies("/activities/m").compactMap { $0["content"] }
        #expect(sent.first?["duration_seconds"] == 240 && sent.first?["compact_label"] == "9:59")
        let shown = try #require(Self.shown(run))
        #expect(shown["duration_seconds"] == nil && shown["compact_label"] == nil, "\(run.requests)")
    }

    @Test(
        "what reckoning makes of no number is not shown",
        arguments: ["{{ x | float * 1e308 * 10 }}", "{{ 'nan' | float + x }}", "{{ -1e308 * 10 * x }}"]
    )
    func reckoned(template: String) throws {
        let yaml = """
            activities:
              b:
                inputs: {x: b/x}
                start: "{{ x > 0 }}"
                content: {template: board, state: "\(template)", tiles: [{label: A, value: "\(template)"}, {label: B, value: "{{ x }}"}]}
            """
        let run = try Scenario(yaml, [Line.message(0, "b/x", "5"), Line.pass(9)].recording)
        let content = run.bodies("/activities/b").last?["content"]
        #expect(
            content?["state"] == nil && content?["tiles"] == [["label": "B", "value": "5"]],
            "\(run.requests)"
        )
    }

    @Test("an infinite number is no reading", arguments: ["inf", "-Infinity", "{\"v\": \"inf\"}"])
    func infinite(payload: String) throws {
        let value = payload.hasPrefix("{") ? ", value: \"{{ value_json.v }}\"" : ""
        let yaml = """
            activities:
              b:
                inputs: {x: {topic: b/x\(value)}, on: b/on}
                start: "{{ on == 1 }}"
                content: {template: generic, state: A, subtitle: "{{ x }}"}
            """
        let lines = [Line.message(0, "b/x", payload), Line.message(1, "b/on", "1"), Line.pass(9)]
        let run = try Scenario(yaml, lines.recording)
        let content = run.bodies("/activities/b").last?["content"]
        #expect(content?["state"] == "A" && content?["subtitle"] == nil, "\(run.requests)")
    }
}
