import Replay
import Testing
import Values

/// Home Assistant's timer over statestream.
private let timer = """
    activities:
      pizza:
        inputs:
          state: timer/state
          finishes: {topic: timer/finishes_at, unit: iso}
        start: "{{ state == 'active' and finishes > now() }}"
        end: "{{ state == 'idle' }}"
        content: {template: timer, state: Pizza, end_date: "{{ finishes }}", paused: "{{ state == 'paused' }}"}
        outcomes: [{when: "{{ finishes > now() }}", state: Cancelled}]
    """

private func set(_ time: Double, _ state: String, _ finishes: String? = nil) -> [String] {
    var lines = [Line.message(time, "timer/state", state)]
    if let finishes { lines.append(Line.message(time + 0.01, "timer/finishes_at", "\"\(finishes)\"")) }
    return lines
}

@Suite("A timer's card")
struct TimerTests {
    @Test("a timer that runs out costs one request")
    func runsOut() throws {
        // The scenario's epoch is 2026-03-02T18:00:00Z.
        let lines = set(0, "idle") + set(10, "active", "2026-03-02T18:10:10+00:00") + set(610.4, "idle")
        let run = try Scenario(timer, (lines + [Line.pass(700)]).recording)
        #expect(run.summary.requests == 1)
        #expect(run.summary.refusals.isEmpty)
        #expect(run.finalState["cards"]?.arrayValue?.first?["state"]?.stringValue != "ongoing")
    }

    @Test("pause and resume touch only the pause, never the window")
    func pauses() throws {
        let lines =
            set(10, "active", "2026-03-02T18:10:10+00:00") + set(100, "paused")
            + set(160, "active", "2026-03-02T18:11:10+00:00") + set(670.2, "idle")
        let run = try Scenario(timer, (lines + [Line.pass(800)]).recording)
        #expect(
            Array(run.bodies("/activities/pizza").dropFirst()) == [
                ["content": ["paused": true]], ["content": ["paused": false]],
            ]
        )
    }

    @Test("a change of the end moves the window once")
    func change() throws {
        let lines =
            set(10, "active", "2026-03-02T18:10:10+00:00") + set(100, "active", "2026-03-02T18:20:10+00:00")
        let run = try Scenario(timer, (lines + [Line.pass(200)]).recording)
        let patches = run.bodies("/activities/pizza")
        #expect(patches.count == 2)
        #expect(patches.last == ["content": ["end_date": 1_772_475_610]])
    }

    @Test("a cancelled timer shows its outcome and ends")
    func cancelled() throws {
        let lines = set(10, "active", "2026-03-02T18:10:10+00:00") + set(100, "idle")
        let run = try Scenario(timer, (lines + [Line.pass(200)]).recording)
        #expect(run.bodies("/activities/pizza").last == ["state": "ended"])
        #expect(run.bodies("/activities/pizza").dropFirst().first?["content"]?["state"] == "Cancelled")
    }

    @Test("an active timer whose end has passed is over")
    func leftBehind() throws {
        let lines = [
            Line.message(0, "timer/state", "active", retain: true),
            Line.message(0, "timer/finishes_at", "\"2026-03-02T17:00:00+00:00\"", retain: true),
            Line.pass(60),
        ]
        #expect(try Scenario(timer, lines.recording).requests.isEmpty)
    }
}
