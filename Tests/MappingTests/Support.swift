import Foundation
import Mapping
import Values
import YAMLReader

/// What reading and decoding a text gave.
struct Decoded {
    var mapping: Mapping?
    var findings: [Diagnostic]

    /// Decodes a text, its YAML mistakes included.
    init(
        _ text: String,
        file: String = "config.yaml",
        more files: [String: String] = [:],
        environment: [String: String] = [:]
    ) {
        var all = files
        all[file] = text
        let document = YAMLReader.read(file: file, sources: FileSource(files: all, environment: environment))
        guard let root = document.root else {
            self.findings = document.diagnostics
            return
        }
        let (mapping, findings) = MappingDecoder.decode(root)
        self.findings = document.diagnostics + findings
        self.mapping = document.diagnostics.contains { $0.severity == .error } ? nil : mapping
    }

    /// The tree of a text.
    static func tree(_ text: String) -> MarkedNode? {
        YAMLReader.read(file: "config.yaml", sources: FileSource(files: ["config.yaml": text])).root
    }

    /// `line:column severity message`, for short comparisons.
    var short: [String] {
        findings.map { "\($0.mark.line):\($0.mark.column) \($0.severity.rawValue): \($0.message)" }
    }
}

/// The files beside the tests.
enum TestFiles {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    static func text(_ path: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    }
}

/// A mapping's first lines, for texts that go on with a rule.
let head = """
    version: 1
    mqtt: {url: mqtt://localhost}
    pushward: {token: hlk_example}
    taps: {listen: 0.0.0.0:8787, public_url: https://taps.example.net}

    """
