import Replay
import Testing
import Values

@Suite("The curve of a trend")
struct WidgetHistoryTests {
    private static let power = """
        version: 1
        mqtt: {host: localhost}
        pushward: {token: hlk_test, min_app_version: 1.6.0}
        widgets:
          power:
            inputs: {power: power}
            min_interval: 30m
            content: {template: trend, value: "{{ power }}", unit: W, history: 48h}
        """

    private func points(_ content: JSON?) -> [Int] {
        (content?["points"]?.arrayValue ?? []).compactMap(\.intValue)
    }

    @Test("it begins flat and gets a point an hour, the last of them the number itself")
    func curve() throws {
        let lines = (0..<5).map { Line.message(Double($0) * 3600 + 10, "power", String(($0 + 1) * 100)) }
        let run = try Scenario(Self.power, (lines + [Line.pass(20_000)]).recording)
        #expect(points(run.bodies("/widgets").first?["content"]) == [100, 100])
        let last = run.finalState["widgets"]?.arrayValue?.first?["content"]
        #expect(points(last) == [100, 200, 300, 400, 500])
        #expect(last?["value"] == 500)
        #expect(run.summary.refusals.isEmpty)
    }

    @Test("what changes within an hour changes its point, and hours without a message keep the last number")
    func gaps() throws {
        let lines = [
            Line.message(10, "power", "1"), Line.message(3000, "power", "2"),
            Line.message(3600 * 3 + 10, "power", "5"), Line.pass(20_000),
        ]
        let run = try Scenario(Self.power, lines.recording)
        #expect(points(run.finalState["widgets"]?.arrayValue?.first?["content"]) == [2, 2, 2, 5])
    }

    @Test("it has 48 points at most, and survives a restart")
    func bounds() throws {
        let lines = (0..<60).map { Line.message(Double($0) * 3600 + 10, "power", String($0)) }
        let more = [
            Line.restart(3600 * 60), Line.message(3600 * 60 + 10, "power", "60"), Line.pass(3600 * 61),
        ]
        let run = try Scenario(Self.power, (lines + more).recording)
        let numbers = points(run.finalState["widgets"]?.arrayValue?.first?["content"])
        #expect(numbers == Array(13...60))
        #expect(run.summary.refusals.isEmpty)
    }
}
