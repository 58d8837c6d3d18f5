import Foundation

/// A folder that looks like a clone of the repository, with the built program on the `PATH`, to run examples in.
final class DocumentationFolder {
    struct Outcome {
        var status: Int32
        /// Standard output and standard error, in the order in which they were written.
        var output: String
    }

    let url: URL
    private let program: String

    /// The program beside the tests' own.
    static let builtProgram = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("pushward-mqtt").path

    init() throws {
        let manager = FileManager.default
        url = manager.temporaryDirectory.appendingPathComponent("documentation-\(UUID().uuidString)")
        let tools = url.appendingPathComponent(".tools")
        try manager.createDirectory(at: tools, withIntermediateDirectories: true)
        program = tools.appendingPathComponent("pushward-mqtt").path
        try manager.createSymbolicLink(atPath: program, withDestinationPath: Self.builtProgram)
        for name in ["config.example.yaml", "demo", "scripts", "systemd"] {
            let source = DocumentationFile.repository.appendingPathComponent(name).path
            try manager.createSymbolicLink(
                atPath: url.appendingPathComponent(name).path,
                withDestinationPath: source
            )
        }
    }

    deinit {
        // A folder that stays behind in the temporary one does no harm.
        try? FileManager.default.removeItem(at: url)
    }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: url.appendingPathComponent(name))
    }

    /// Runs the program.
    func run(_ arguments: [String]) throws -> Outcome { try execute(program, arguments) }

    /// Runs a shell script that stops at its first failure.
    func shell(_ script: String) throws -> Outcome {
        try execute("/bin/bash", ["-eu", "-o", "pipefail", "-c", script])
    }

    /// Whether a shell can read a script.
    func isShell(_ script: String) throws -> Outcome { try execute("/bin/bash", ["-n", "-c", script]) }

    /// Runs a program with its output in a file, and ends it after a minute.
    func execute(_ program: String, _ arguments: [String]) throws -> Outcome {
        let file = url.appendingPathComponent(".output-\(UUID().uuidString)")
        try Data().write(to: file)
        let output = try FileHandle(forWritingTo: file)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        process.arguments = ["--signal=KILL", "60", program] + arguments
        process.currentDirectoryURL = url
        process.environment = [
            "PATH": "\(url.path)/.tools:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": url.path,
            "TZ": "UTC", "LANG": "C.UTF-8",
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        process.waitUntilExit()
        try output.close()
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        try FileManager.default.removeItem(at: file)
        return Outcome(status: process.terminationStatus, output: text)
    }
}
