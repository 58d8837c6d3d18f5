import Templates
import Testing
import Values

/// Filters, tests, functions and methods on values of each kind, with odd arguments, as Home Assistant 2025.4.4 and
/// 2026.11.0 answered alike; what only the newer one has is as the newer one answered.
@Suite("Generated templates as Home Assistant answers them")
struct GeneratedTests {
    static let cases: [JSON] = (try? Harness.lines("generated.jsonl")) ?? []

    @Test("There are cases")
    func isThere() {
        #expect(Self.cases.count > 1_000)
    }

    @Test("Each is as Home Assistant has it", arguments: cases)
    func agrees(_ line: JSON) {
        let outcome = TemplateBatch.line(line, services: Harness.services)
        let about = "\(line["template"] ?? .null) gives \(outcome.text)"
        if line["error"] != nil {
            #expect(outcome["error"] != nil, "\(about)")
            return
        }
        #expect(outcome["text"] == line["text"], "\(about)")
        #expect(outcome["result_type"] == line["result_type"], "\(about)")
        #expect(outcome["result"] == line["result"], "\(about)")
    }
}
