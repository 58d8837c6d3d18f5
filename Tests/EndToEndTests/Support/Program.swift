import Host
import TestSupport

/// The built executable, which lies beside the tests' own.
enum Program {
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// How a run of a command ended.
    struct Finished {
        /// nil: it had to be killed.
        var code: Int32?
        /// Standard output and standard error together.
        var output: String

        /// The lines of standard output that are JSON objects.
        var jsonLines: [String] {
            output.split(separator: "\n").map(String.init).filter { $0.hasPrefix("{") }
        }
    }

    static func path() throws -> String {
        let own = Files.linkTarget("/proc/self/exe") ?? CommandLine.arguments.first ?? ""
        let path = Files.folder(of: own) + "/pushward-mqtt"
        guard Files.exists(path) else { throw Missing(description: "\(path) is not built") }
        return path
    }

    /// Starts it with an environment of its own.
    static func start(_ arguments: [String], environment: [String] = [], logFile: String = "/dev/null") throws
        -> ChildProcess
    {
        let usual = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8", "TZ=UTC"]
        return try ChildProcess(try path(), arguments, environment: usual + environment, logFile: logFile)
    }

    /// Runs a command to its end.
    static func run(
        _ arguments: [String],
        environment: [String] = [],
        within limit: Duration = .seconds(60)
    ) async throws -> Finished {
        let folder = try TemporaryFolder()
        let log = folder.file("output")
        let child = try start(arguments, environment: environment, logFile: log)
        defer { child.kill() }
        let hasEnded = await eventually(within: limit) { !child.isRunning }
        let output = String(decoding: try Files.read(log), as: UTF8.self)
        return Finished(code: hasEnded ? child.exitCode : nil, output: output)
    }
}
