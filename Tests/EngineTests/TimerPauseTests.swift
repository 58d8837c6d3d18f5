import Replay
import Testing
import Values

/// What changes while a timer rests, or while nobody looks.
@Suite("A timer whose window changes amid a pause or a restart (pushward-api.md section 8.2)")
struct TimerPauseTests {
    private static func timer(_ fields: String, _ inputs: String = "minutes: {topic: a/min, unit: min}")
        -> String
    {
        """
        activities:
          t:
            inputs: {state: a/state, \(inputs)}
            start: "{{ state == 'active' }}"
            end: "{{ state == 'idle' }}"
            content: {template: timer, \(fields), paused: "{{ state == 'paused' }}"}
        """
    }

    private static let fixed = timer("duration: \"{{ minutes }}\"")

    private static func shown(_ run: Scenario) throws -> JSON {
        try #require(run.finalState["activities"]?.arrayValue?.first?["content"])
    }

    @Test("a length that was set amid the pause counts from the resume on")
    func changedAmidPause() throws {
        let lines = [
            Line.message(10, "a/min", "10"), Line.message(10.01, "a/state", "active"),
            Line.message(100, "a/state", "paused"), Line.message(150, "a/min", "20"),
            Line.message(200, "a/state", "active"), Line.pass(260),
        ]
        let run = try Scenario(Self.fixed, lines.recording)
        #expect(run.summary.refusals.isEmpty, "\(run.summary.refusals)")
        let bodies = run.bodies("/activities/t")
        // Nothing but the pause is touched until the clock runs again; the window ends it.
        try #require(bodies.count == 3, "\(run.requests)")
        #expect(bodies[1] == ["content": ["paused": true]])
        let end = try Self.shown(run)["end_date"]?.intValue ?? 0
        #expect(abs(end - Scenario.epoch.wholeSeconds - 1400) <= 1)
        #expect(bodies[2]["content"]?["paused"] == nil)
    }

    @Test("a source that names what remains when it rests and when it goes on costs the pause alone")
    func remaining() throws {
        let yaml = Self.timer("duration: \"{{ left }}\"", "left: {topic: a/left, unit: clock}")
        let lines = [
            Line.message(10, "a/state", "active"), Line.message(10.02, "a/left", "\"0:10:00\""),
            Line.message(100, "a/state", "paused"), Line.message(100.02, "a/left", "\"0:08:30\""),
            Line.message(200, "a/state", "active"), Line.message(200.02, "a/left", "\"0:08:30\""),
            Line.message(300, "a/left", "\"0:06:50\""), Line.pass(400),
        ]
        let run = try Scenario(yaml, lines.recording)
        #expect(
            Array(run.bodies("/activities/t").dropFirst()) == [
                ["content": ["paused": true]], ["content": ["paused": false]],
            ]
        )
        let end = try Self.shown(run)["end_date"]?.intValue ?? 0
        #expect(abs(end - Scenario.epoch.wholeSeconds - 710) <= 1)
    }

    @Test("an end that was moved amid the pause is sent once the clock runs again")
    func movedEnd() throws {
        let yaml = Self.timer("end_date: \"{{ until }}\"", "until: {topic: a/until, unit: iso}")
        let lines = [
            Line.message(10, "a/until", "2026-03-02T18:10:00Z"), Line.message(10, "a/state", "active"),
            Line.message(100, "a/state", "paused"), Line.message(150, "a/until", "2026-03-02T18:30:00Z"),
            Line.message(200, "a/until", "2026-03-02T18:31:00Z"), Line.message(200, "a/state", "active"),
            Line.pass(260),
        ]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.summary.refusals.isEmpty, "\(run.summary.refusals)")
        #expect(run.bodies("/activities/t").count == 3, "\(run.requests)")
        #expect(run.bodies("/activities/t").last == ["content": ["end_date": 1_772_476_260]])
        #expect(try Self.shown(run)["end_date"] == 1_772_476_260)
        #expect(try Self.shown(run)["paused_at"] == nil)
    }

    @Test("a count-up that is paused and counts down from now on gets the end that is said, once")
    func turned() throws {
        let yaml = Self.timer(
            "direction: \"{{ way }}\", end_date: \"{{ until if way == 'down' else none }}\"",
            "way: a/way, until: {topic: a/until, unit: iso}"
        )
        let lines = [
            Line.message(10, "a/way", "up"), Line.message(10, "a/state", "active"),
            Line.message(100, "a/state", "paused"), Line.message(200, "a/until", "2026-03-02T18:30:00Z"),
            Line.message(200, "a/way", "down"), Line.message(200, "a/state", "active"), Line.pass(260),
        ]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.summary.refusals.isEmpty, "\(run.summary.refusals)")
        #expect(run.bodies("/activities/t").count == 3, "\(run.requests)")
        #expect(try Self.shown(run)["end_date"] == 1_772_476_200)
    }

    @Test(
        "a restart amid a run does not begin the window anew, whether the length is stored or said again",
        arguments: [true, false]
    )
    func restart(_ isStored: Bool) throws {
        var lines = [
            Line.message(10, "a/min", "10", retain: isStored),
            Line.message(10.01, "a/state", "active", retain: isStored), Line.restart(300),
        ]
        if !isStored { lines += [Line.message(301, "a/min", "10"), Line.message(301, "a/state", "active")] }
        let run = try Scenario(Self.fixed, (lines + [Line.pass(400)]).recording)
        #expect(run.bodies("/activities/t").count == 1, "\(run.requests)")
    }

    @Test("a restart amid a pause changes nothing, either")
    func restartAmidPause() throws {
        let lines = [
            Line.message(10, "a/min", "10", retain: true),
            Line.message(10.01, "a/state", "active", retain: true),
            Line.message(100, "a/state", "paused", retain: true), Line.restart(150),
            Line.message(200, "a/state", "active"), Line.message(200.01, "a/min", "10"), Line.pass(300),
        ]
        let run = try Scenario(Self.fixed, lines.recording)
        #expect(
            Array(run.bodies("/activities/t").dropFirst()) == [
                ["content": ["paused": true]], ["content": ["paused": false]],
            ],
            "\(run.requests)"
        )
    }

    @Test("a length that changes while it counts begins when it is said")
    func changedWhileRunning() throws {
        let lines = [
            Line.message(10, "a/min", "10"), Line.message(10.01, "a/state", "active"),
            Line.message(100, "a/min", "20"), Line.pass(160),
        ]
        let run = try Scenario(Self.fixed, lines.recording)
        #expect(run.bodies("/activities/t").count == 2, "\(run.requests)")
        let end = try Self.shown(run)["end_date"]?.intValue ?? 0
        #expect(abs(end - Scenario.epoch.wholeSeconds - 1300) <= 1)
    }

    @Test("an alarm goes with its timer, is off while it rests, and rings at the end that it then has")
    func alarm() throws {
        let yaml = Self.timer(
            "end_date: \"{{ until }}\", alarm: true, snooze_seconds: 300",
            "until: {topic: a/until, unit: iso}"
        )
        let lines = [
            Line.message(10, "a/until", "2026-03-02T18:10:00Z"), Line.message(10, "a/state", "active"),
            Line.message(100, "a/state", "paused"), Line.message(160, "a/until", "2026-03-02T18:11:00Z"),
            Line.message(160, "a/state", "active"), Line.pass(200),
        ]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.summary.refusals.isEmpty)
        #expect(run.bodies("/activities/t").count == 3, "\(run.requests)")
        let shown = try Self.shown(run)
        #expect(shown["alarm"] == true && shown["end_date"] == 1_772_475_060 && shown["paused_at"] == nil)
    }

    @Test(
        "a pause may last for longer than what remained, whatever is heard in it and at its end",
        arguments: [true, false]
    )
    func longPause(outcome: Bool) throws {
        let yaml =
            Self.timer("end_date: \"{{ until }}\"", "until: {topic: a/until, unit: iso}, other: a/other")
            + (outcome ? "\n    outcomes: [{state: Done}]" : "")
        let lines = [
            Line.message(10, "a/until", "2026-03-02T18:10:00Z"), Line.message(10, "a/state", "active"),
            Line.message(100, "a/state", "paused"), Line.message(900, "a/other", "1"),
            Line.message(1000, "a/until", "2026-03-02T18:25:00Z"), Line.message(1000, "a/state", "active"),
            Line.message(1200, "a/state", "paused"), Line.message(1600, "a/state", "idle"), Line.pass(1700),
        ]
        let run = try Scenario(yaml, lines.recording)
        let paused: [JSON] = [
            ["content": ["paused": true]], ["content": ["paused": false]], ["content": ["paused": true]],
        ]
        let end: [JSON] =
            outcome ? [["content": ["state": "Done"]], ["state": "ended"]] : [["state": "ended"]]
        #expect(Array(run.bodies("/activities/t").dropFirst()) == paused + end)
    }
}
