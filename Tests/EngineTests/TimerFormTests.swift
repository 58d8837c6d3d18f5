import Replay
import Testing
import Values

/// The forms in which homes say how long something takes, each with the one window that it means.
@Suite("A timer's window in every form (pushward-api.md section 8.2)")
struct TimerFormTests {
    /// A countdown of one input and its pause; the epoch of a scenario is 2026-03-02T18:00:00Z.
    private static func timer(_ input: String, _ fields: String, start: String = "{{ state == 'active' }}")
        -> String
    {
        """
        activities:
          t:
            inputs:
              state: a/state
              end: \(input)
            start: "\(start)"
            end: "{{ state == 'idle' }}"
            content: {template: timer, \(fields), paused: "{{ state == 'paused' }}"}
        """
    }

    private static func window(_ yaml: String, _ payload: String, epoch: Timestamp = Scenario.epoch) throws
        -> Int?
    {
        let lines = [
            Line.message(10, "a/end", payload), Line.message(10.01, "a/state", "active"), Line.pass(20),
        ]
        let run = try Scenario(yaml, lines.recording, epoch: epoch)
        #expect(run.summary.refusals.isEmpty, "\(run.summary.refusals) \(run.requests)")
        let content = run.bodies("/activities/t").first?["content"]
        return content?["end_date"]?.intValue.map { $0 - epoch.wholeSeconds }
    }

    @Test(
        "durations, clocks and times become the end that they mean",
        arguments: [
            ("{topic: a/end, unit: s}", "duration: \"{{ end }}\"", "300", 310),
            ("{topic: a/end, unit: min}", "duration: \"{{ end }}\"", "5", 310),
            ("{topic: a/end, unit: h}", "duration: \"{{ end }}\"", "0.5", 1810),
            ("{topic: a/end, unit: ms}", "duration: \"{{ end }}\"", "90000", 100),
            ("{topic: a/end, unit: clock}", "duration: \"{{ end }}\"", "0:12:35", 765),
            ("{topic: a/end, unit: clock}", "duration: \"{{ end }}\"", "1:02:03", 3733),
            ("{topic: a/end, unit: clock}", "duration: \"{{ end }}\"", "0:45", 2710),
            ("{topic: a/end, unit: clock}", "duration: \"{{ end }}\"", "30:00:00", 108_010),
            ("{topic: a/end, unit: clock}", "duration: \"{{ end }}\"", "1 day, 2:03:04", 93_794),
            ("{topic: a/end, unit: 'mm:ss'}", "duration: \"{{ end }}\"", "12:35", 765),
            ("{topic: a/end, unit: 'mm:ss'}", "duration: \"{{ end }}\"", "90:00", 5410),
            ("{topic: a/end, unit: 'mm:ss'}", "duration: \"{{ end }}\"", "1:02:03", 3733),
            ("{topic: a/end, unit: 'mm:ss'}", "duration: \"{{ end }}\"", "95", 105),
            ("{topic: a/end, unit: iso}", "duration: \"{{ end }}\"", "P1DT2H", 93_610),
            ("{topic: a/end, unit: iso}", "duration: \"{{ end }}\"", "PT1H30M", 5410),
            ("a/end", "duration: \"{{ end }}\"", "PT2M", 130),
            ("a/end", "duration: \"{{ end }}\"", "1h30m", 5410),
            ("a/end", "duration: \"{{ end }}\"", "\"0:01:30\"", 100),
            ("{topic: a/end, unit: iso}", "end_date: \"{{ end }}\"", "\"2026-03-02T18:10:00+00:00\"", 600),
            ("{topic: a/end, unit: iso}", "end_date: \"{{ end }}\"", "2026-03-02T20:10:00+02:00", 600),
            ("a/end", "end_date: \"{{ end }}\"", "2026-03-02T18:10:00Z", 600),
            ("a/end", "end_date: \"{{ end }}\"", "1772475000", 600),
            ("a/end", "end_date: \"{{ end }}\"", "1772475000000", 600),
            (
                "{topic: a/end, unit: iso, timezone: Europe/Berlin}", "end_date: \"{{ end }}\"",
                "2026-03-02T19:10:00", 600
            ),
            ("{topic: a/end, unit: time, timezone: Europe/Berlin}", "end_date: \"{{ end }}\"", "19:35", 2100),
            (
                "{topic: a/end, unit: time, timezone: Europe/Berlin}", "end_date: \"{{ end }}\"", "01:05",
                21900
            ),
            ("{topic: a/end, unit: time, timezone: UTC}", "end_date: \"{{ end }}\"", "6:30 PM", 1800),
        ] as [(String, String, String, Int)]
    )
    func forms(_ input: String, _ fields: String, _ payload: String, _ expected: Int) throws {
        let end = try Self.window(Self.timer(input, fields), payload)
        #expect(end.map { abs($0 - expected) <= 1 } == true, "\(end ?? -1)")
    }

    @Test(
        "what is no such time starts nothing, and sends nothing",
        arguments: [
            ("clock", "1:75"), ("clock", "1:02:03:04"), ("clock", "-0:10"), ("clock", "0:00:xx"),
            ("mm:ss", "1:60"), ("mm:ss", ":30"), ("mm:ss", "-1:30"), ("mm:ss", "99999:00"),
            ("iso", "P"), ("iso", "PT"), ("iso", "2026-02-30T10:00:00"), ("time", "25:00"),
            ("time", "13:00 PM"),
            ("s", "soon"), ("ms", "nan"), ("min", "inf"), ("h", "1e999"),
        ]
    )
    func noTimes(_ unit: String, _ payload: String) throws {
        let field = unit == "time" ? "end_date" : "duration"
        let yaml = Self.timer("{topic: a/end, unit: '\(unit)'}", "\(field): \"{{ end }}\"")
        #expect(try Self.window(yaml, payload) == nil)
    }

    @Test(
        "a time on the wall is meant in its zone, on the nights when the clocks change, too",
        arguments: [
            // 2026-03-29 in Berlin: 01:00 UTC is the jump from 2 to 3.
            ("2026-03-29T00:00:00Z", "iso", "2026-03-29T01:30:00", 1800),
            ("2026-03-29T00:00:00Z", "iso", "2026-03-29T03:30:00", 5400),
            ("2026-03-29T00:00:00Z", "time", "03:30", 5400), ("2026-03-29T00:00:00Z", "time", "07:00", 18000),
            // 2026-10-25: 01:00 UTC is the step from 3 back to 2.
            ("2026-10-24T23:00:00Z", "iso", "2026-10-25T01:30:00", 1800),
            ("2026-10-24T23:00:00Z", "iso", "2026-10-25T02:30:00", 5400),
            ("2026-10-24T23:00:00Z", "iso", "2026-10-25T03:30:00", 12600),
            ("2026-10-24T23:00:00Z", "time", "03:30", 12600),
            ("2026-10-24T23:00:00Z", "time", "07:00", 25200),
        ] as [(String, String, String, Int)]
    )
    func daylightSaving(_ epoch: String, _ unit: String, _ payload: String, _ expected: Int) throws {
        let yaml = Self.timer(
            "{topic: a/end, unit: \(unit), timezone: Europe/Berlin}",
            "end_date: \"{{ end }}\""
        )
        let start = try #require(Timestamp(rfc3339: epoch))
        #expect(try Self.window(yaml, payload, epoch: start) == expected)
    }

    @Test("a time of day that has just passed is over, and said again it is not tomorrow's")
    func passedTimeOfDay() throws {
        let yaml = Self.timer("{topic: a/end, unit: time, timezone: UTC}", "end_date: \"{{ end }}\"")
        let lines = [
            Line.message(10, "a/end", "17:55"), Line.message(10, "a/state", "active"), Line.pass(60),
        ]
        #expect(try Scenario(yaml, lines.recording).requests.isEmpty)
    }

    @Test("a source that counts down aloud costs one request, and a jump of its time one more")
    func countingAloud() throws {
        // ESPHome and Tasmota publish what remains, each second or each telemetry period.
        let yaml = Self.timer("{topic: a/end, unit: s}", "duration: \"{{ end }}\"")
        var lines = [Line.message(9.9, "a/state", "active")]
        for second in 0..<60 {
            lines.append(Line.message(10 + Double(second), "a/end", String(600 - second)))
        }
        for second in 60..<120 {
            lines.append(Line.message(10 + Double(second), "a/end", String(900 - second)))
        }
        let run = try Scenario(yaml, lines.recording)
        #expect(run.summary.refusals.isEmpty)
        let ends = run.bodies("/activities/t").map { $0["content"]?["end_date"]?.intValue ?? 0 }
        #expect(ends.count == 2, "\(run.requests)")
        #expect(
            ends.map { $0 - Scenario.epoch.wholeSeconds }.elementsEqual([610, 910]) { abs($0 - $1) <= 1 }
        )
    }

    @Test("Tasmota's PulseTime: a count of seconds from 112 on")
    func tasmota() throws {
        let yaml = """
            activities:
              pump:
                inputs:
                  power: stat/pump/POWER
                  pulse: {topic: stat/pump/RESULT, value: "{{ value_json.PulseTime1.Remaining }}"}
                start: "{{ power == 'ON' and pulse > 112 }}"
                end: "{{ power == 'OFF' }}"
                content: {template: timer, duration: "{{ pulse - 100 }}", state: Pumping}
            """
        let lines = [
            Line.message(10, "stat/pump/POWER", "ON"),
            Line.message(10.02, "stat/pump/RESULT", #"{"PulseTime1": {"Set": 400, "Remaining": 400}}"#),
            Line.message(70, "stat/pump/RESULT", #"{"PulseTime1": {"Set": 400, "Remaining": 340}}"#),
            Line.message(310.1, "stat/pump/POWER", "OFF"), Line.pass(400),
        ]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.bodies("/activities/pump").count == 1, "\(run.requests)")
        #expect(run.bodies("/activities/pump").first?["content"]?["end_date"] == 1_772_474_710)
    }

    @Test("a timer of Home Assistant without attributes counts its known length, and pauses")
    func stateOnly() throws {
        let yaml = """
            activities:
              t:
                inputs: {state: hass/timer/t/state}
                start: "{{ state == 'active' }}"
                end: "{{ state == 'idle' }}"
                content: {template: timer, duration: 10m, paused: "{{ state == 'paused' }}"}
            """
        let lines = [
            Line.message(10, "hass/timer/t/state", "active"),
            Line.message(60, "hass/timer/t/state", "paused"),
            Line.message(120, "hass/timer/t/state", "active"),
            Line.message(300, "hass/timer/t/state", "idle"),
        ]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.summary.refusals.isEmpty)
        #expect(
            Array(run.bodies("/activities/t").dropFirst()) == [
                ["content": ["paused": true]], ["content": ["paused": false]], ["state": "ended"],
            ]
        )
    }
}
