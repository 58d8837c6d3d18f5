import Foundation
import Testing

@Suite("Documentation: reference")
struct DocumentationReferenceTests {
    @Test("every key of the reference is one that the mapping takes, with the value shown")
    func decoded() throws {
        let folder = try DocumentationFolder()
        try folder.write("mqtt_password: sesame\npushward_token: hlk_example\n", to: "secrets.yaml")
        #expect(DocumentationKey.all.count > 60)
        for key in DocumentationKey.all {
            try folder.write(try #require(key.mapping, "\(key)"), to: "key.yaml")
            let outcome = try folder.run(["check", "key.yaml"])
            #expect(outcome.status == 0, "\(key)\n\(outcome.output)")
        }
    }

    @Test("every key that the decoder reads is in the reference")
    func complete() throws {
        let sources = DocumentationFile.repository.appendingPathComponent("Sources/Mapping/Decoding")
        let expression = try NSRegularExpression(
            pattern: #"(?:(?:reader|keys|names|sounds|areas|short)\s*\.\s*\w+\(\s*|\w+\(\w+, )"([a-z_]+)""#
        )
        var read: Set<String> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: sources.path) {
            let text = try String(contentsOf: sources.appendingPathComponent(name), encoding: .utf8)
            for match in expression.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
                if let range = Range(match.range(at: 1), in: text) { read.insert(String(text[range])) }
            }
        }
        #expect(read.count > 60)
        let documentation = DocumentationFile.all.map(\.text).joined()
        let missing = read.filter { !documentation.contains("`\($0)`") && !documentation.contains("`\($0):") }
        #expect(missing.sorted() == [])
    }

    @Test("docs/fields.md says what the tables of fields say")
    func fields() throws {
        let url = DocumentationFile.repository.appendingPathComponent("docs/fields.md")
        let wanted = DocumentationFields.markdown
        if DocumentationFile.isUpdating {
            try Data(wanted.utf8).write(to: url)
        }
        #expect(try String(contentsOf: url, encoding: .utf8) == wanted)
    }
}
