import Replay
import Testing
import Values

@Suite("One bad value takes nothing else with it")
struct LeftOutTests {
    /// What a card of these fields shows, and what is told of it.
    private static func shown(_ content: String, _ payload: String = "nonsense") throws -> (JSON?, [String]) {
        let yaml = """
            version: 1
            mqtt: {host: localhost}
            pushward: {token: hlk_test}
            activities:
              a:
                inputs: {x: a/x, on: a/on}
                start: "{{ on }}"
                content: {\(content)}
            """
        let lines = [Line.message(0, "a/x", payload), Line.message(0, "a/on", "1"), Line.pass(9)]
        let run = try Scenario(yaml, lines.recording, why: true)
        #expect(run.summary.refusals.isEmpty, "\(run.summary.refusals)")
        let told = run.output.compactMap { $0["log"]?["message"]?.stringValue }
        return (run.finalState["activities"]?.arrayValue?.first?["content"], told)
    }

    @Test("a tile goes on without its colour, a board without a tile that has no value")
    func tiles() throws {
        let (content, told) = try Self.shown(
            "template: board, tiles: [{label: A, value: 1, color: \"{{ x }}\", trend: \"{{ x }}\"}, {label: B, value: 2}]"
        )
        #expect(content?["tiles"] == [["label": "A", "value": "1"], ["label": "B", "value": "2"]])
        #expect(told.count == 2 && told.allSatisfy { $0.hasPrefix("test.yaml:8:") }, "\(told)")
        let (rest, _) = try Self.shown(
            "template: board, tiles: [{label: A, value: \"{{ 1 / (x | int(0)) }}\"}, {label: B, value: 2}]"
        )
        #expect(rest?["tiles"] == [["label": "B", "value": "2"]])
    }

    @Test("gathered tiles and lines, too")
    func gathered() throws {
        let (board, told) = try Self.shown(
            "template: board, tile: {label: \"{{ x }}\", value: 1, color: \"{{ x }}\"}"
        )
        #expect(board?["tiles"] == [["label": "nonsense", "value": "1"]])
        #expect(told.contains { $0.contains("content.tiles.color") }, "\(told)")
        let (log, _) = try Self.shown("template: log, line: {text: \"{{ x }}\", level: \"{{ x }}\"}")
        #expect(log?["lines"]?.arrayValue?.first?["text"] == "nonsense")
    }

    @Test("a series that is no number leaves the others, a step's colour its place")
    func places() throws {
        let (chart, _) = try Self.shown("template: timeline, value: {a: 1, b: \"{{ x }}\"}")
        #expect(chart?["value"] == ["a": 1])
        let (steps, _) = try Self.shown(
            "template: steps, total_steps: 3, current_step: 1, step_colors: [red, \"{{ x }}\", blue]"
        )
        #expect(steps?["step_colors"] == ["red", "", "blue"])
    }

    @Test("an alert's threshold without a value goes, and the chart's others stay")
    func thresholds() throws {
        let (chart, _) = try Self.shown(
            "template: timeline, value: {a: 1}, thresholds: [{value: \"{{ x }}\"}, {value: 3, color: \"{{ x }}\"}]"
        )
        #expect(chart?["thresholds"] == [["value": 3]])
    }
}
