import Templates
import Testing
import Values

/// Home Assistant's semantics that surprise, each as Home Assistant 2025.4.4 answered.
@Suite("Semantics that surprise")
struct SurprisesTests {
    static let cases: [JSON] = (try? Harness.lines("surprises.jsonl")) ?? []

    @Test("There are cases")
    func isThere() {
        #expect(Self.cases.count > 150)
    }

    @Test("Each is as Home Assistant has it", arguments: cases)
    func agrees(_ line: JSON) {
        let outcome = TemplateBatch.line(line, services: Harness.services)
        let about = "\(line["about"]?.stringValue ?? ""): \(line["template"] ?? .null) gives \(outcome.text)"
        if line["error"] != nil {
            #expect(outcome["error"] != nil, "\(about)")
            return
        }
        #expect(outcome["text"] == line["text"], "\(about)")
        #expect(outcome["result_type"] == line["result_type"], "\(about)")
        #expect(outcome["result"] == line["result"], "\(about)")
    }
}
