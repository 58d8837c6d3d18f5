import Foundation
import JSONReader
import TestSupport
import Testing
import Values
import YAMLReader

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

    @Test(
        "the schema that `schema` prints takes every key's example and every mapping that is shown",
        .enabled(if: SchemaValidator.python != nil)
    )
    func schema() throws {
        let outcome = try DocumentationFolder().run(["schema"])
        let schema = try JSONReader.parser(Array(outcome.output.utf8))
        var texts = try DocumentationKey.all.map { (name: "\($0)", text: try #require($0.mapping, "\($0)")) }
        for block in DocumentationFile.all.flatMap(\.blocks) where block.language == "yaml" {
            if block.kind == "mapping" {
                texts.append(("\(block.file):\(block.line)", DocumentationMappings.whole(block.text)))
            } else if let section = block.options["fragment"],
                let whole = DocumentationMappings.whole(fragment: block.text, of: section)
            {
                texts.append(("\(block.file):\(block.line)", whole))
            }
        }
        #expect(texts.count > 100)
        // An editor sees a name where `!secret` stands.
        let documents = try texts.map { entry -> (name: String, value: JSON) in
            let text = entry.text.replacingOccurrences(of: "!secret ", with: "")
                .replacingOccurrences(of: "!env ", with: "")
            return (entry.name, try #require(YAMLReader.read(text: text, name: "x").root, "\(entry)").json)
        }
        let found = try SchemaValidator.refused(documents, by: schema, parseJSON: JSONReader.parser)
        #expect(found == [:])
    }

    @Test("docs/mapping.md says what the table of keys says")
    func mapping() throws {
        let url = DocumentationFile.repository.appendingPathComponent("docs/mapping.md")
        let wanted = DocumentationMapping.markdown
        if DocumentationFile.isUpdating {
            try Data(wanted.utf8).write(to: url)
        }
        #expect(try String(contentsOf: url, encoding: .utf8) == wanted)
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
