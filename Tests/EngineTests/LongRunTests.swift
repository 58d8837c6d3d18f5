import Replay
import Testing
import Values

private let lamp = """
    activities:
      lamp:
        inputs: {text: lamp}
        start: "{{ text != 'off' }}"
        end: "{{ text == 'off' }}"
        content: {template: generic, state: "{{ text }}", subtitle: "as usual"}
        unavailable_after: 10m
    """

@Suite("Cards that are on for long")
struct LongRunTests {
    @Test("are started anew before iOS ends them after eight hours")
    func rollOver() throws {
        let lines = (0..<60).map { Line.message(Double($0) * 600, "lamp", "on") }
        let run = try Scenario(lamp, lines.recording)
        let starts = zip(run.requestTimes, run.bodies("/activities/lamp")).filter {
            $0.1["state"] == "ongoing"
        }
        #expect(starts.map(\.0).count == 2)
        #expect(starts.allSatisfy { $0.0 == 0 || (27_900..<28_800).contains($0.0) })
        #expect(run.finalState["cards"]?.arrayValue?.count == 1)
        #expect(run.summary.refusals.isEmpty)
    }

    @Test("stay ended when iOS ended them, where `roll_over` is off")
    func noRollOver() throws {
        let yaml = lamp.replacing("unavailable_after: 10m", with: "roll_over: false")
        let lines = (0..<60).map { Line.message(Double($0) * 600, "lamp", "on \($0)") }
        let run = try Scenario(yaml, lines.recording)
        #expect(run.bodies("/activities/lamp").filter { $0["state"] == "ongoing" }.count == 1)
        // The first update afterwards learns of it, and is the last one.
        #expect(run.requestTimes.last.map { (28_800..<29_500).contains($0) } == true, "\(run.requestTimes)")
        #expect(run.summary.refusals.isEmpty)
    }

    @Test("say since when there is no news, and stop saying so when there is")
    func silence() throws {
        let lines = [Line.message(0, "lamp", "on"), Line.message(1200, "lamp", "on"), Line.pass(1300)]
        let run = try Scenario(lamp, lines.recording)
        let subtitles = run.bodies("/activities/lamp").compactMap { $0["content"]?["subtitle"]?.stringValue }
        #expect(subtitles.count == 3)
        #expect(subtitles.dropFirst().first?.hasPrefix("No news since ") == true)
        #expect(subtitles.last == "as usual")
        #expect(run.requestTimes == [0, 600, 1200])
    }

    @Test("say so of a source that is not available, too")
    func unavailable() throws {
        let lines = [Line.message(0, "lamp", "on"), Line.message(60, "lamp", "unavailable"), Line.pass(900)]
        let run = try Scenario(lamp, lines.recording)
        #expect(run.requestTimes == [0, 600])
    }
}
