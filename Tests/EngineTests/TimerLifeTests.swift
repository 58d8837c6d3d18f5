import Replay
import Testing
import Values

@Suite("What PushWard manages of a timer by itself is left alone (pushward-api.md sections 7.4 and 8.2)")
struct TimerLifeTests {
    private static let down = """
        activities:
          t:
            inputs: {state: a/state, end: {topic: a/end, unit: iso}, alarm: a/alarm}
            start: "{{ state == 'active' }}"
            end: "{{ state == 'idle' }}"
            content:
              template: timer
              end_date: "{{ end }}"
              paused: "{{ state == 'paused' }}"
              alarm: "{{ alarm }}"
              snooze_seconds: 120
              warning_threshold: 60
              completion_message: Ready
        """
    private static let started = [
        Line.message(10, "a/alarm", "true"), Line.message(10, "a/end", "2026-03-02T18:10:00Z"),
        Line.message(10, "a/state", "active"),
    ]

    @Test("an alarm goes with the start, and is cleared with its snooze, without touching the window")
    func alarm() throws {
        let lines =
            Self.started + [Line.message(60, "a/alarm", "false"), Line.message(120, "a/alarm", "true")]
        let run = try Scenario(Self.down, lines.recording)
        #expect(run.summary.refusals.isEmpty)
        let bodies = run.bodies("/activities/t")
        #expect(bodies.first?["content"]?["alarm"] == true)
        #expect(bodies.dropFirst().allSatisfy { $0["content"]?["end_date"] == nil })
        #expect(
            Array(bodies.dropFirst()) == [
                ["content": ["alarm": .null, "snooze_seconds": .null]],
                ["content": ["alarm": true, "snooze_seconds": 120]],
            ]
        )
    }

    @Test("an end that was snoozed on the phone stays, through a restart and other updates")
    func snooze() throws {
        let row: JSON = [
            "items": [
                [
                    "slug": "t", "state": "ongoing", "priority": 0, "ended_ttl": 2_592_000, "stale_ttl": 7200,
                    "dismissal_ttl": 1800,
                    "content": [
                        "template": "countdown", "end_date": 1_772_475_120, "start_date": 1_772_474_410,
                        "alarm": true, "snooze_seconds": 120, "warning_threshold": 60,
                        "completion_message": "Ready", "snoozed_until": 1_772_475_120,
                    ],
                ]
            ]
        ]
        let lines =
            Self.started + [
                Line.respond(300, "/activities", 200, body: row), Line.restart(300),
                Line.message(301, "a/end", "2026-03-02T18:10:00Z"), Line.message(301, "a/state", "active"),
                Line.message(302, "a/alarm", "true"), Line.pass(500),
            ]
        let run = try Scenario(Self.down, lines.recording)
        #expect(run.bodies("/activities/t").count == 1, "\(run.requests)")
    }

    @Test("what the server made of a running timer is not written over after a restart")
    func warning() throws {
        let lines =
            Self.started + [Line.pass(570), Line.restart(570)]
            + Self.started.map {
                $0.replacing("\"t\":10", with: "\"t\":571")
            }
        let run = try Scenario(Self.down, (lines + [Line.pass(585)]).recording)
        #expect(run.summary.refusals.isEmpty)
        #expect(run.bodies("/activities/t").count == 1, "\(run.requests)")
    }

    @Test("a count-up has a goal and no end, pauses, and its clock is never started anew")
    func countUp() throws {
        let yaml = """
            activities:
              work:
                inputs: {state: a/state, since: {topic: a/since, unit: iso}, goal: {topic: a/goal, unit: min}}
                start: "{{ state == 'on' }}"
                end: "{{ state == 'off' }}"
                content:
                  template: timer
                  direction: up
                  start_date: "{{ since }}"
                  goal: "{{ goal }}"
                  show_ruler: false
                  paused: "{{ state == 'pause' }}"
            """
            .replacing("since:", with: "begun:").replacing("{{ since }}", with: "{{ begun }}")
        let lines = [
            Line.message(10, "a/goal", "25"), Line.message(10, "a/since", "2026-03-02T17:55:00Z"),
            Line.message(10, "a/state", "on"), Line.message(60, "a/state", "pause"),
            Line.message(90, "a/since", "2026-03-02T17:55:01Z"), Line.message(120, "a/state", "on"),
            Line.message(200, "a/goal", "50"), Line.message(300, "a/state", "off"),
        ]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.summary.refusals.isEmpty, "\(run.summary.refusals)")
        let bodies = run.bodies("/activities/work")
        #expect(bodies.first?["content"]?["start_date"] == 1_772_474_100)
        #expect(bodies.first?["content"]?["goal"] == 1500)
        #expect(bodies.first?["content"]?["end_date"] == nil)
        #expect(
            Array(bodies.dropFirst()) == [
                ["content": ["paused": true]], ["content": ["paused": false]], ["content": ["goal": 3000]],
                ["state": "ended"],
            ]
        )
    }
}
