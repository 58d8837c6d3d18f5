import Foundation
import JSONReader
import Templates
import TestSupport
import Testing
import Values

/// Generated templates beside the real Jinja2, where Python has it.
@Suite("Beside the real Jinja2")
struct DifferentialTests {
    private static let python = ProcessInfo.processInfo.environment["JINJA_PYTHON"] ?? "/usr/bin/python3"
    private static let count =
        ProcessInfo.processInfo.environment["JINJA_COUNT"].flatMap { Int($0) } ?? 20_000

    /// Runs Python with its output in a file; false where it fails.
    private static func run(_ arguments: [String], output: URL) -> Bool {
        guard FileManager.default.isExecutableFile(atPath: python),
            FileManager.default.createFile(atPath: output.path, contents: nil),
            let file = try? FileHandle(forWritingTo: output)
        else { return false }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = file
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    private static let isAvailable: Bool = {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("jinja-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        return run(["-c", "import jinja2; assert jinja2.__version__ >= '3.1.6'"], output: file)
    }()

    /// The same for every run, so that a run fails for what was changed; `JINJA_SEED` looks further.
    private static let usualSeed = 20_261_130

    @Test("Jinja2 makes the same of generated templates", .enabled(if: isAvailable), .timeLimit(.minutes(20)))
    func agrees() throws {
        let seed =
            ProcessInfo.processInfo.environment["JINJA_SEED"].flatMap { Int($0) }
            ?? Self.usualSeed
        print("jinja seed \(seed), \(Self.count) templates")
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Differential/generate.py")
        let output = FileManager.default.temporaryDirectory.appendingPathComponent(
            "jinja-\(UUID().uuidString)"
        )
        defer { try? FileManager.default.removeItem(at: output) }
        try #require(Self.run([script.path, String(seed), String(Self.count)], output: output))
        let lines = try String(contentsOf: output, encoding: .utf8).split(separator: "\n")
        let head = try JSONReader.read(Array(lines[0].utf8))
        var variables: [String: Value] = [:]
        for (name, value) in head["vars"]?.objectValue ?? JSONObject() { variables[name] = Value(value) }
        let scope = Harness.scope(variables)
        for line in lines.dropFirst() {
            let wanted = try JSONReader.read(Array(line.utf8))
            let source = wanted["template"]?.stringValue ?? ""
            let text = try? Template(source).render(in: scope)
            #expect(text == wanted["text"]?.stringValue, "\(source) (seed \(seed))")
        }
        #expect(lines.count > Self.count / 2)
    }
}
