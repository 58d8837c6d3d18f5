import Foundation
import Host
import JSONReader
import Testing
import TestSupport
import Values

extension EndToEndTests {
    @Suite("The benchmark of templates")
    struct BenchmarkTests {
        private static let python =
            ProcessInfo.processInfo.environment["JINJA_PYTHON"] ?? "/usr/bin/python3"

        /// Runs Python; its exit code and what it printed.
        private static func run(_ arguments: [String]) async throws -> (code: Int32?, output: String) {
            let folder = try TemporaryFolder()
            let log = folder.file("output")
            let path = ProcessInfo.processInfo.environment["PYTHONPATH"].map { ["PYTHONPATH=\($0)"] } ?? []
            let child = try ChildProcess(
                python,
                arguments,
                environment: ["PATH=/usr/bin:/bin", "LANG=C.UTF-8", "TZ=UTC"] + path,
                logFile: log
            )
            defer { child.kill() }
            let hasEnded = await eventually(within: .seconds(60)) { !child.isRunning }
            return (
                hasEnded ? child.exitCode : nil, String(decoding: try Files.read(log), as: UTF8.self)
            )
        }

        @Test("Both sides give the same, and each template has its figures")
        func runs() async throws {
            let result = try await Self.run([
                Repository.file("Tests/TemplatesTests/Differential/benchmark.py"), try Program.path(),
                "--rounds", "2", "--seconds", "0",
            ])
            #expect(result.code == 0, "\(result.output)")
            let rows = result.output.split(separator: "\n").filter { $0.hasSuffix("x") }
            #expect(rows.count == 5, "\(result.output)")
            for row in rows {
                let figures = row.dropLast().split(separator: " ").suffix(3).compactMap { Double($0) }
                #expect(figures.count == 3 && figures[0] > 0 && figures[1] > 0, "\(row)")
            }
        }

        @Test("A template that gives something else here ends the benchmark")
        func differs() async throws {
            let folder = try TemporaryFolder()
            let liar = folder.file("liar")
            let script = "#!/bin/sh\necho '{\"ns\": 1.0, \"text\": \"5\", \"result\": 5}'\n"
            try Files.write(Array(script.utf8), to: liar)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: liar)
            let result = try await Self.run([
                Repository.file("Tests/TemplatesTests/Differential/benchmark.py"), liar, "--rounds", "1",
                "--seconds", "0",
            ])
            #expect(result.code == 1)
            #expect(result.output.contains("a value: here '5', in Jinja2 '1234.5'"), "\(result.output)")
        }

        @Test("time measures, tells the result, and an error of the template")
        func time() async throws {
            let result = try await Program.run([
                "time", "--seconds", "0", "--vars", "{\"a\": [1, 2]}", "{{ a | sum * 2 }}",
            ])
            #expect(result.code == 0)
            let answer = try JSONReader.read(Array(result.output.utf8))
            #expect(answer["result"] == 6)
            #expect(answer["text"] == "6")
            #expect((answer["ns"]?.doubleValue ?? 0) > 0)
            let wrong = try await Program.run(["time", "{{ a | nofilter }}"])
            #expect(wrong.code == 1)
            #expect(wrong.output.contains("error"), "\(wrong.output)")
            #expect(try await Program.run(["time", "--vars", "[]", "x"]).code == 2)
        }
    }
}
