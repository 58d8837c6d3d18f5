import Foundation
import Mapping
import Testing
import Values

/// Each file under `BadMappings` has its expected messages beside it.
///
/// With `UPDATE_EXPECTED=1` in the environment the expected messages are written instead of compared.
@Suite("Bad mappings")
struct BadMappingTests {
    static let names: [String] = {
        let folder = TestFiles.folder.appendingPathComponent("BadMappings")
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
    }()

    @Test("there is a file for each mistake")
    func count() {
        #expect(Self.names.count >= 100)
    }

    @Test("each mistake is told at its place with what to do", arguments: names)
    func messages(name: String) throws {
        let file = "\(name).yaml"
        let text = try TestFiles.text("BadMappings/\(file)")
        let decoded = Decoded(text, file: file)
        let printed = DiagnosticPrinter(texts: [file: text]).text(decoded.findings)
        let expectation = TestFiles.folder.appendingPathComponent("BadMappings/\(name).expected")
        if ProcessInfo.processInfo.environment["UPDATE_EXPECTED"] == "1" {
            try printed.write(to: expectation, atomically: true, encoding: .utf8)
        }
        let expected = try String(contentsOf: expectation, encoding: .utf8)
        #expect(printed == expected)
        #expect(!decoded.findings.isEmpty)
        #expect((decoded.mapping == nil) == decoded.findings.contains { $0.severity == .error })
    }
}
