import Templates
import Testing
import Values

/// What Home Assistant itself made of each template.
@Suite("The corpus of Home Assistant's results")
struct CorpusTests {
    static let cases: [JSON] = (try? Harness.lines("corpus.jsonl")) ?? []

    @Test("The corpus is there")
    func isThere() {
        #expect(Self.cases.count == 684)
    }

    @Test(
        "Each template gives Home Assistant's text, value and type, or fails where it fails",
        arguments: cases
    )
    func agrees(_ line: JSON) {
        let outcome = TemplateBatch.line(line, services: Harness.services)
        if line["error"] != nil {
            #expect(
                outcome["error"] != nil,
                "\(line["template"] ?? .null) should fail, but gave \(outcome.text)"
            )
            return
        }
        #expect(outcome["text"] == line["text"], "\(line["template"] ?? .null): \(outcome.text)")
        #expect(outcome["result_type"] == line["result_type"], "\(line["template"] ?? .null)")
        if line["result_type"] != "ellipsis" {
            #expect(outcome["result"] == line["result"], "\(line["template"] ?? .null)")
        }
    }

    @Test("The value read at once is the value read from the text", arguments: cases)
    func evaluatesAlike(_ line: JSON) throws {
        guard line["error"] == nil, let source = line["template"]?.stringValue else { return }
        var variables: [String: Value] = [:]
        for (name, value) in line["vars"]?.objectValue ?? JSONObject() { variables[name] = Value(value) }
        let template = try Template(source)
        let text = try template.render(in: Harness.scope(variables))
        #expect(try template.evaluate(in: Harness.scope(variables)) == Template.literalValue(of: text))
    }
}
