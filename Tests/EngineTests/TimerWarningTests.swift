import Replay
import Testing
import Values

/// PushWard turns a countdown orange when its warning is due, and leaves it so (pushward-api.md sections 8.2 and 15).
@Suite("A timer's own colour is back once its warning is no longer due")
struct TimerWarningTests {
    private static func mapping(_ colour: String, outcome: Bool = false) -> String {
        """
        activities:
          oven:
            inputs: {state: o/state, until: {topic: o/until, unit: iso}}
            start: "{{ state in ['active', 'paused'] }}"
            end: "{{ state == 'idle' }}"
            content:
              template: timer
              state: Baking
              end_date: "{{ until }}"
              paused: "{{ state == 'paused' }}"
              warning_threshold: 60\(colour)
            \(outcome ? "outcomes: [{state: Done}]" : "")
        """
    }

    private static let start = [
        Line.message(0, "o/until", "2026-03-02T18:10:00Z"), Line.message(0.02, "o/state", "active"),
    ]

    private static func until(_ time: Double, _ clock: String) -> String {
        Line.message(time, "o/until", "2026-03-02T18:\(clock)Z")
    }

    private static let colours: [(String, JSON?)] = [
        ("", nil), ("\n      accent_color: blue", "blue"), ("\n      accent_color: orange", "orange"),
    ]

    @Test(
        "with the window that puts its end off, in the same request",
        arguments: [
            ([until(570, "30:00")], false, 2), ([until(570, "10:20")], true, 2),
            ([until(570, "10:20"), until(590, "30:00")], false, 3), ([until(300, "30:00")], false, 2),
            ([], true, 1),
        ] as [([String], Bool, Int)],
        0..<3
    )
    func moved(_ row: ([String], Bool, Int), _ colour: Int) throws {
        let (events, isDue, requests) = row
        let (field, own) = Self.colours[colour]
        let run = try Scenario(Self.mapping(field), (Self.start + events + [Line.pass(595)]).recording)
        let shown = run.finalState["activities"]?.arrayValue?.first?["content"]?["accent_color"]
        #expect(shown == (isDue ? "orange" : own), "\(run.requests)")
        #expect(run.requests.count == requests, "\(run.requests)")
    }

    @Test(
        "with its end, and in its next run",
        arguments: [
            [Line.message(570, "o/state", "idle")],
            [
                Line.message(570, "o/state", "idle"), until(900, "40:00"),
                Line.message(901, "o/state", "active"),
            ],
            [Line.message(545, "o/state", "paused"), Line.message(800, "o/state", "idle")],
            [Line.message(530, "o/state", "paused"), Line.message(800, "o/state", "idle")],
        ],
        [true, false]
    )
    func ended(_ events: [String], _ outcome: Bool) throws {
        for (field, own) in Self.colours {
            let yaml = Self.mapping(field, outcome: outcome)
            let run = try Scenario(yaml, (Self.start + events + [Line.pass(1000)]).recording)
            let shown = run.finalState["activities"]?.arrayValue?.first?["content"]?["accent_color"]
            #expect(shown == own, "\(run.requests)")
        }
    }
}
