import Testing
import Values

@Suite("Finish times that waver, and bars that rest")
struct FinishTests {
    private static let car = """
        activities:
          car:
            inputs:
              state: c/state
              left: {topic: c/left, unit: s}
            start: "{{ state == 'charging' }}"
            end: "{{ state == 'full' }}"
            content:
              template: generic
              state: "{{ state | title }}"
              eta: "{{ left if state == 'charging' else none }}"

        """

    private func updates(_ run: Scenario) -> [JSON] {
        run.bodies("/activities/car").compactMap { $0["content"] }
    }

    @Test(
        "a finish that jumps by a fifth with every message costs few updates, and is within the tolerance in the end"
    )
    func wavering() throws {
        var lines = [Line.message(1, "c/state", "charging")]
        for report in 0..<3_600 {
            let time = Double(report) * 10 + 2
            let left = (36_000 - time) * (report.isMultiple(of: 2) ? 0.9 : 1.1)
            lines.append(Line.message(time, "c/left", JSON.double(left).text))
        }
        let run = try Scenario(Self.car, (lines + [Line.pass(36_000)]).recording)
        #expect((10..<90).contains(run.requests.count), "\(run.requests.count)")
        let last = updates(run).compactMap { $0["end_date"]?.doubleValue }.last ?? 0
        #expect(abs(last - Scenario.epoch.unixSeconds - 36_000) < 720)
    }

    @Test("a finish that moves once is sent, and not at once where much is left")
    func moved() throws {
        let lines = [
            Line.message(1, "c/state", "charging"), Line.message(2, "c/left", "3600"),
            Line.message(60, "c/left", "5400"), Line.pass(600),
        ]
        let run = try Scenario(Self.car, lines.recording)
        let finishes = updates(run).compactMap { $0["end_date"]?.intValue }
        #expect(finishes.count == 2, "\(run.requests)")
        #expect(finishes.last == Int(Scenario.epoch.unixSeconds) + 5_460)
        #expect(run.requestTimes.last.map { $0 > 60 && $0 < 300 } == true, "\(run.requestTimes)")
    }

    @Test("without a finish the bar rests where it stopped, and goes on from there")
    func rests() throws {
        let lines = [
            Line.message(1, "c/state", "charging"), Line.message(2, "c/left", "1000"),
            Line.message(502, "c/state", "paused"), Line.pass(700), Line.message(800, "c/state", "charging"),
            Line.message(801, "c/left", "500"), Line.pass(900),
        ]
        let run = try Scenario(Self.car, lines.recording)
        let paused = updates(run).first { $0["state"] == "Paused" }
        let progress = try #require(paused?["progress"]?.doubleValue, "\(run.requests)")
        #expect(abs(progress - 0.5) < 0.03)
        #expect(paused?["end_date"] == .null)
        #expect(!updates(run).contains { $0["progress"] == .null }, "\(run.requests)")
        let shown = run.finalState["cards"]?.arrayValue?.first?["content"]
        #expect(shown?["progress"]?.doubleValue.map { abs($0 - progress) < 0.05 } == true, "\(run.requests)")
    }
}
