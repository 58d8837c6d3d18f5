internal import Glibc
internal import Synchronization
internal import Threads

/// A program that this one started and that ends with it.
///
/// Its standard output and error go to a file, its input is empty, and it starts with no signal blocked.
package final class ChildProcess: Sendable {
    package let processID: Int32
    private let status = Mutex<Int32?>(nil)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: its path, or a name that is looked up in `PATH`.
    ///   - arguments: without the program's own name.
    ///   - environment: `NAME=value` entries; nil gives it ours.
    ///   - logFile: what it writes goes there, appended; `/dev/null` by default.
    /// - Throws: `FileError` where it cannot be started.
    package init(
        _ program: String,
        _ arguments: [String],
        environment: [String]? = nil,
        logFile: String = "/dev/null"
    ) throws(FileError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, logFile, O_WRONLY | O_CREAT | O_APPEND, 0o644)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        Self.resetSignals(&attributes)
        var identifier = pid_t()
        let number = Self.withCStrings([program] + arguments) { argv in
            Self.withCStrings(environment ?? Environment.all()) { envp in
                posix_spawnp(&identifier, program, &actions, &attributes, argv, envp)
            }
        }
        guard number == 0 else { throw FileError(path: program, operation: "start", number: number) }
        self.processID = identifier
    }

    deinit {
        if isRunning { kill() }
    }

    /// No signal blocked and none ignored: both would be inherited.
    private static func resetSignals(_ attributes: inout posix_spawnattr_t) {
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var usual = sigset_t()
        sigemptyset(&usual)
        for number in [SIGPIPE, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGCHLD] { sigaddset(&usual, number) }
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    }

    /// Whether it still runs.
    package var isRunning: Bool { pollStatus() == nil }

    /// Its exit code, 128 + N where signal N ended it, or nil while it runs.
    package var exitCode: Int32? {
        pollStatus().map { status in
            let signal = status & 0x7F
            return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
        }
    }

    private func pollStatus() -> Int32? {
        status.withLock { known in
            if let known { return known }
            var status: Int32 = 0
            let found = waitpid(processID, &status, WNOHANG)
            if found == processID { known = status }
            if found < 0, errno == ECHILD { known = 0 }
            return known
        }
    }

    /// Asks it to end (SIGTERM), kills it where it has not ended after `limit`, and waits for its end.
    package func stop(within limit: Duration = .seconds(2)) {
        guard isRunning else { return }
        Glibc.kill(processID, SIGTERM)
        if !Waiting.poll(within: limit, { !self.isRunning }) { kill() }
    }

    /// Kills it (SIGKILL) and waits for its end.
    package func kill() {
        status.withLock { known in
            guard known == nil else { return }
            Glibc.kill(processID, SIGKILL)
            var status: Int32 = 0
            while waitpid(processID, &status, 0) < 0, errno == EINTR {}
            known = status
        }
    }

    /// Sends it a signal, where it still runs.
    package func send(_ number: Int32) {
        status.withLock { known in
            if known == nil { Glibc.kill(processID, number) }
        }
    }

    private static func withCStrings<Result>(
        _ texts: [String],
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.append(nil)
        return pointers.withUnsafeBufferPointer { buffer in
            // A buffer of at least the final nil always has a start.
            guard let start = buffer.baseAddress else { preconditionFailure("an empty array of C strings") }
            return body(start)
        }
    }
}
