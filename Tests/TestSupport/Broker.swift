import Host
import Synchronization

/// A real mosquitto on a loopback port of its own.
package final class Broker: Sendable {
    package struct Options: Sendable {
        /// The only user and its password; nil lets everybody in.
        package var login: (user: String, password: String)?
        /// Further lines of its configuration.
        package var lines: [String]

        package init(login: (user: String, password: String)? = nil, lines: [String] = []) {
            self.login = login
            self.lines = lines
        }
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    package let port: Int
    private let folder: TemporaryFolder
    private let process = Mutex<ChildProcess?>(nil)

    /// Writes a configuration and, unless told not to, starts the broker and waits until it listens.
    package init(port: Int? = nil, options: Options = Options(), isStarted: Bool = true) throws {
        guard let port = port ?? LoopbackPort.free() else { throw Failure(description: "no free port") }
        self.port = port
        self.folder = try TemporaryFolder()
        var lines = ["listener \(port) 127.0.0.1", "persistence false", "user root", "log_dest stderr"]
        if let login = options.login {
            lines += ["allow_anonymous false", "password_file \(folder.file("passwords"))"]
            let maker = try ChildProcess(
                "mosquitto_passwd",
                ["-b", "-c", folder.file("passwords"), login.user, login.password]
            )
            guard Waiting.poll(within: .seconds(10), { !maker.isRunning }), maker.exitCode == 0 else {
                throw Failure(description: "mosquitto_passwd failed")
            }
        } else {
            lines.append("allow_anonymous true")
        }
        lines += options.lines
        let text = lines.joined(separator: "\n") + "\n"
        try Files.write(Array(text.utf8), to: folder.file("mosquitto.conf"))
        if isStarted { try start() }
    }

    deinit {
        kill()
    }

    /// Starts it and waits until it listens.
    package func start() throws {
        let child = try ChildProcess(
            Self.program,
            ["-c", folder.file("mosquitto.conf")],
            logFile: folder.file("mosquitto.log")
        )
        process.withLock { $0 = child }
        guard Waiting.poll(within: .seconds(10), { LoopbackPort.isListening(port) }) else {
            throw Failure(description: "mosquitto does not listen: \(log)")
        }
    }

    private static var program: String {
        ["/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto"].first { Files.exists($0) } ?? "mosquitto"
    }

    /// What it wrote so far.
    package var log: String { (try? Files.readText(folder.file("mosquitto.log"))) ?? "" }

    /// Ends it at once, so that nobody gets a farewell.
    package func kill() {
        process.withLock { process in
            process?.kill()
            process = nil
        }
    }

    /// Asks it to end.
    package func stop() {
        process.withLock { process in
            process?.stop(within: .seconds(5))
            process = nil
        }
    }

    /// Sends it a signal.
    package func signal(_ number: Int32) {
        process.withLock { $0?.send(number) }
    }

    package func restart() throws {
        kill()
        try start()
    }
}
