import Foundation
import JSONReader
import Mapping
import PushWardAPI
import TestSupport
import Testing
import Values
import YAMLReader

@Suite("JSON Schema", .enabled(if: SchemaValidator.python != nil))
struct SchemaTests {
    private func document(_ text: String) throws -> JSON {
        try #require(YAMLReader.read(text: text, name: "config.yaml").root).json
    }

    private func refused(_ documents: [(name: String, value: JSON)]) throws -> [String: String] {
        try SchemaValidator.refused(documents, by: MappingSchema.json, parseJSON: JSONReader.parser)
    }

    @Test("takes the design's example, the example configuration, and that one with its tags left in place")
    func examples() throws {
        let configuration = try TestFiles.text("../../config.example.yaml")
        var raw = configuration
        for tag in ["!env ", "!secret "] { raw = raw.replacingOccurrences(of: tag, with: "") }
        let lines = designExample.split(separator: "\n", omittingEmptySubsequences: false)
        let design = lines.filter { !$0.contains("zone") && !$0.contains("use:") }.joined(separator: "\n")
            .replacingOccurrences(of: "!secret ", with: "")
        let found = try refused([
            ("example", document(configuration)), ("raw", document(raw)), ("design", document(design)),
        ])
        #expect(found == [:])
    }

    @Test("refuses the bad mappings whose fault is in their form, and no mapping that has none")
    func badMappings() throws {
        var documents: [(name: String, value: JSON)] = []
        var inForm: Set<String> = []
        var warned: Set<String> = []
        for name in BadMappingTests.names {
            let text = try TestFiles.text("BadMappings/\(name).yaml")
            let read = YAMLReader.read(text: text, name: "\(name).yaml")
            guard let root = read.root, read.diagnostics.isEmpty else { continue }
            let findings = MappingDecoder.decode(root).diagnostics
            documents.append((name, root.json))
            if findings.allSatisfy({ $0.severity == .warning }) { warned.insert(name) }
            // Equal keys are one in JSON, and what a secret holds an editor cannot see.
            if findings.contains(where: { Self.isInForm($0.message) }), !text.contains("!") {
                inForm.insert(name)
            }
        }
        let found = try refused(documents)
        #expect(inForm.count > 20)
        #expect(inForm.subtracting(found.keys).sorted() == [])
        let wrongly = warned.intersection(found.keys).sorted().map { "\($0): \(found[$0] ?? "")" }
        #expect(wrongly == [])
    }

    private static func isInForm(_ message: String) -> Bool {
        message.hasPrefix("unknown key") || message.contains(" must be a map of keys")
            || message.contains(" must be a list, not") || message.contains(" does nothing: it needs")
    }

    @Test("says something of each key, and which are required, out of date or have a default")
    func descriptions() throws {
        let schema = MappingSchema.json
        for section in KeySection.allCases where section != .action {
            let name =
                switch section {
                case .content: "content.generic"
                case .widgetContent: "widget_content.trend"
                default: section.rawValue
                }
            let properties = try #require(schema["$defs"]?[name]?["properties"]?.objectValue)
            for key in KeyTable.keys(of: section) where properties[key.name] != nil {
                #expect(properties[key.name]?["description"] != nil, "\(section).\(key.name)")
            }
        }
        let generic = schema["$defs"]?["content.generic"]?["properties"]
        #expect(generic?["url"]?["deprecated"] == true)
        #expect(generic?["image_shape"]?["default"] == "square")
        #expect(schema["$defs"]?["content.gauge"]?["required"] == ["value", "min_value", "max_value"])
        for template in WidgetFields.templates {
            let name = "widget_content.\(template.name)"
            let fields = try #require(schema["$defs"]?[name]?["properties"]?.objectValue, "\(name)")
            #expect(template.fields.allSatisfy { fields[$0.name]?["description"] != nil }, "\(name)")
        }
    }
}

@Suite("Keys of the mapping file")
struct KeyTableTests {
    @Test(
        "every key that the decoder reads is in the table of keys, which the schema and the reference come from"
    )
    func complete() throws {
        let folder = TestFiles.folder.appendingPathComponent("../../Sources/Mapping/Decoding")
        let expression = try NSRegularExpression(
            pattern: #"(?:(?:reader|keys|names|sounds|areas|short)\s*\.\s*\w+\(\s*|\w+\(\w+, )"([a-z_]+)""#
        )
        var read: Set<String> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            for match in expression.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
                if let range = Range(match.range(at: 1), in: text) { read.insert(String(text[range])) }
            }
        }
        #expect(read.count > 60)
        var known = KeyTable.unsupported
        for section in KeySection.allCases {
            known.formUnion(KeyTable.keys(of: section).map(\.name))
            known.formUnion(KeyTable.fields(of: section).map(\.name))
        }
        for place in FieldSpec.ActionPlace.allCases {
            known.formUnion(ActionFields.members(of: place).map(\.name))
        }
        known.formUnion(ContentFields.allNames)
        known.formUnion(WidgetFields.allNames)
        known.formUnion(["template", "repeat"])
        let missing = read.subtracting(known).sorted()
        #expect(missing == [], "add them to Sources/Mapping/Keys")
    }

    @Test("no section has a key twice, and each has its sentence and its example")
    func rows() {
        for section in KeySection.allCases {
            let keys = KeyTable.keys(of: section)
            #expect(!keys.isEmpty, "\(section)")
            #expect(Set(keys.map(\.name)).count == keys.count, "\(section)")
            for key in keys {
                #expect(!key.summary.isEmpty && !key.example.isEmpty, "\(section).\(key.name)")
                #expect(!key.summary.hasSuffix("."), "\(section).\(key.name)")
            }
        }
    }
}
