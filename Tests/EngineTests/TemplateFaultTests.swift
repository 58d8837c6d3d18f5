import Replay
import Testing
import Values

@Suite("What fails while it runs is told at its place in the file")
struct TemplateFaultTests {
    private static let head = "version: 1\nmqtt: {host: localhost}\npushward: {token: hlk_test}\n"

    /// What is told of a rule, and the place that a mark in the text stands for.
    private static func told(_ rule: String) throws -> (logs: [String], place: String) {
        let marked = head + rule
        let before = try #require(marked.split(separator: "§", omittingEmptySubsequences: false).first)
        let line = before.split(separator: "\n", omittingEmptySubsequences: false)
        let place = "test.yaml:\(line.count):\((line.last?.unicodeScalars.count ?? 0) + 1)"
        let lines = [
            Line.message(0, "a/x", "{\"a\": 0}"), Line.message(1, "a/x", "{\"a\": \"b\"}"), Line.pass(9),
        ]
        let run = try Scenario(marked.replacing("§", with: ""), lines.recording, why: true)
        return (run.output.compactMap { $0["log"]?["message"]?.stringValue }, place)
    }

    @Test(
        "of an input, a condition, a field, an element and a notification",
        arguments: [
            """
            activities:
              a:
                inputs: {x: {topic: a/x, value: "{{ 1 §/ value_json.a }}"}}
                start: "{{ x }}"
                content: {template: generic, state: a}
            """,
            """
            activities:
              a:
                inputs: {x: a/x}
                start: >-
                  {{ x is mapping and
                     1 §/ x.a }}
                content: {template: generic, state: a}
            """,
            """
            activities:
              a:
                inputs: {x: a/x}
                start: "{{ x is mapping }}"
                content:
                  template: generic
                  state: |
                    é
                    {{ 1 §/ x.a }}
            """,
            """
            activities:
              a:
                inputs: {x: a/x}
                start: "{{ x is mapping }}"
                content:
                  template: board
                  tiles:
                    - {label: A, value: "1"}
                    - {label: B, value: '{{ ''é'' ~ 1 §/ x.a }}'}
            """,
            """
            activities:
              a:
                inputs: {x: a/x}
                start: "{{ x is mapping }}"
                content: {template: generic, state: a, accent_color: §"{{ x.a ~ 'oragne' }}"}
            """,
            """
            notifications:
              n:
                on: {topic: a/x, when: "{{ 1 §/ value_json.a }}"}
                title: a
                body: b
            """,
            """
            notifications:
              n:
                on: {topic: a/x, when: "{{ true }}"}
                title: a
                body: "{{ 1 §/ value_json.a }}"
            """,
            """
            widgets:
              w:
                inputs: {x: a/x}
                content: {template: value, label: a, value: "{{ 1 §/ x.a }}"}
            """,
        ]
    )
    func place(_ rule: String) throws {
        let (logs, place) = try Self.told(rule)
        #expect(logs.contains { $0.hasPrefix("\(place): ") }, "\(place) \(logs)")
        // The place inside the template's text says nothing to a reader of the file.
        #expect(!logs.contains { $0.contains("column ") }, "\(logs)")
    }
}
