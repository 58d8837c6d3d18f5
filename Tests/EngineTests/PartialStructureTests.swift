import Replay
import Testing
import Values

/// One wrong member leaves the rest of a structure alone (`pushward-api.md` section 5.2: one label freezes a whole card).
@Suite("What is wrong in a structure is left out, the rest is shown")
struct PartialStructureTests {
    private func run(_ content: String, _ payloads: [String]) throws -> Scenario {
        let yaml = """
            activities:
              card:
                inputs: {x: home/x}
                start: "{{ x.on == 1 }}"
                settle: 0s
                min_interval: 0s
                content: \(content)
            """
        let lines = payloads.enumerated().map {
            Line.message(Double($0.offset) * 60 + 1, "home/x", $0.element)
        }
        return try Scenario(yaml, (lines + [Line.pass(600)]).recording)
    }

    static let boards: [(payload: String, tiles: JSON)] = [
        (
            #"{"on":1,"color":"nocolor","label":"A"}"#,
            [["label": "A", "value": "1"], ["label": "B", "value": "2"]]
        ),
        (
            #"{"on":1,"color":"red","label":"A"}"#,
            [["label": "A", "value": "1", "color": "red"], ["label": "B", "value": "2"]]
        ),
        (#"{"on":1,"color":"red","label":""}"#, [["label": "B", "value": "2"]]),
    ]

    @Test("A tile of a board", arguments: boards)
    func board(_ row: (payload: String, tiles: JSON)) throws {
        let run = try run(
            #"{template: board, tiles: [{label: "{{ x.label }}", value: 1, color: "{{ x.color }}"}, {label: B, value: 2}]}"#,
            [row.payload]
        )
        #expect(run.bodies("/activities/card").first?["content"]?["tiles"] == row.tiles)
        #expect(run.summary.refusals.isEmpty)
    }

    @Test("A member that was right before stays as it was shown")
    func kept() throws {
        let run = try run(
            #"{template: board, state: "{{ x.n }}", tiles: [{label: A, value: "{{ x.n }}", color: "{{ x.color }}"}]}"#,
            [#"{"on":1,"n":1,"color":"red"}"#, #"{"on":1,"n":2,"color":"nocolor"}"#]
        )
        let last = run.bodies("/activities/card").last
        #expect(last?["content"]?["state"] == "2")
        #expect(last?["content"]?["tiles"]?.arrayValue?.first?["value"] == "2")
        #expect(run.summary.refusals.isEmpty)
    }

    @Test("A series of a chart")
    func series() throws {
        let run = try run(
            #"{template: timeline, value: {A: "{{ x.a }}", B: "{{ x.b }}"}}"#,
            [#"{"on":1,"a":1,"b":"warm"}"#]
        )
        #expect(run.bodies("/activities/card").first?["content"]?["value"] == ["A": 1])
    }

    @Test("A button whose address is none, beside one that works")
    func controls() throws {
        let run = try run(
            #"{template: media, media_title: M, controls: {next: {url: "{{ x.u }}"}, stop: {url: "https://x.example/s"}}}"#,
            [#"{"on":1,"u":"nowhere"}"#]
        )
        let controls = run.bodies("/activities/card").first?["content"]?["controls"]?.objectValue
        #expect(controls?.keys == ["stop"])
        #expect(run.summary.refusals.isEmpty)
    }
}
