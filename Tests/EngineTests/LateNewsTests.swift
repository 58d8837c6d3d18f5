import Replay
import Testing
import Values

private func wallbox(_ options: String = "") -> String {
    """
    activities:
      wallbox:
        inputs: {on: w/on, power: w/power, left: {topic: w/left, unit: min}}
        start: "{{ on == 'on' }}"
        end: "{{ on == 'off' }}"
        \(options)
        content:
          template: generic
          state: "{{ on }}"
          subtitle: "{{ power }} W"
          progress: "{{ power / 10800 }}"
          eta: "{{ left }}"
    """
}

/// What a source says of a run right after its end (design sections 1 and 5).
@Suite("News that come while the final frame is shown")
struct LateNewsTests {
    private func run(_ yaml: String, _ late: [String]) throws -> Scenario {
        let before = [
            Line.message(0, "w/power", "10800"), Line.message(0, "w/left", "60"),
            Line.message(1, "w/on", "on"), Line.message(100, "w/on", "off"),
        ]
        return try Scenario(yaml, (before + late + [Line.pass(900)]).recording)
    }

    private func shown(_ run: Scenario) -> JSON? {
        run.finalState["activities"]?.arrayValue?.first?["content"]
    }

    private static let done = "outcomes: [{state: Done, progress: 1}]"

    @Test("the request that ends the card brings them, and what the outcome says stands")
    func late() throws {
        let quiet = try run(wallbox(Self.done), [])
        let run = try run(wallbox(Self.done), [Line.message(101, "w/power", "0")])
        #expect(run.requests.count == quiet.requests.count)
        #expect(quiet.bodies("/activities/wallbox").last == ["state": "ended"])
        #expect(run.bodies("/activities/wallbox").last == ["state": "ended", "content": ["subtitle": "0 W"]])
        #expect(shown(run)?["state"] == "Done")
        #expect(shown(run)?["progress"]?.doubleValue == 1)
        #expect(shown(run)?["end_date"] == nil)
    }

    @Test("what nobody knows any more, and what comes after the card is off, changes nothing")
    func unknown() throws {
        for late in [Line.message(101, "w/power", "unavailable"), Line.message(110, "w/power", "0")] {
            let run = try run(wallbox(Self.done), [late])
            #expect(run.bodies("/activities/wallbox").last == ["state": "ended"])
            #expect(shown(run)?["subtitle"] == "10800 W")
        }
    }

    @Test("a finish that comes late is not counted to")
    func finish() throws {
        let run = try run(wallbox(Self.done), [Line.message(101, "w/left", "30")])
        #expect(shown(run)?["end_date"] == nil)
        #expect(shown(run)?["live_progress"] == nil)
    }

    @Test("what comes late goes by what the outcome says: as many labels as it has steps")
    func labels() throws {
        let yaml = """
            activities:
              job:
                inputs: {on: j/on, labels: j/labels}
                settle: 0s
                final_for: 4s
                start: "{{ on == 'on' }}"
                end: "{{ on == 'off' }}"
                content: {template: steps, current_step: 1, total_steps: 3, progress: 0, step_labels: "{{ labels }}"}
                outcomes: [{current_step: 1, total_steps: 1, progress: 1}]
            """
        let lines = [
            Line.message(0, "j/labels", #"["a", "b", "c"]"#), Line.message(1, "j/on", "on"),
            Line.message(100, "j/on", "off"), Line.message(101, "j/labels", #"["d", "e", "f"]"#),
            Line.pass(200),
        ]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.summary.refusals.isEmpty, "\(run.summary.refusals)")
        #expect(run.bodies("/activities/job").last == ["state": "ended", "content": ["step_labels": ["d"]]])
    }

    @Test("a run that goes on after all shows what is true then")
    func resumed() throws {
        let late = [Line.message(101, "w/power", "7000"), Line.message(102, "w/on", "on")]
        let run = try run(wallbox(Self.done), late)
        #expect(run.finalState["activities"]?.arrayValue?.first?["state"] == "ongoing")
        #expect(shown(run)?["state"] == "on")
        #expect(shown(run)?["subtitle"] == "7000 W")
    }

    @Test(
        "where no frame is shown the end waits for the rest of its burst, and one request tells all",
        arguments: ["", "final_for: 0s\n    outcomes: [{state: Done, progress: 1}]"]
    )
    func burst(options: String) throws {
        let run = try run(wallbox(options), [Line.message(100.1, "w/power", "0")])
        let last = run.bodies("/activities/wallbox").last
        #expect(last?["state"] == "ended")
        #expect(last?["content"]?["subtitle"] == "0 W")
        #expect(shown(run)?["state"] == (options.isEmpty ? "off" : "Done"))
        #expect(run.requests.count == 3 || run.requests.count == 2, "\(run.requests)")
        // The end itself is not put off by what comes later.
        #expect(run.requestTimes.last.map { $0 > 100 && $0 < 100.5 } == true)
    }

    @Test("an end that is taken back within its burst costs nothing")
    func flicker() throws {
        let quiet = try run(wallbox(), [Line.message(100.01, "w/on", "on")])
        let run = try run(wallbox(), [Line.message(100.15, "w/on", "on")])
        #expect(run.requests == quiet.requests)
        #expect(run.finalState["activities"]?.arrayValue?.first?["state"] == "ongoing")
    }
}
