import Host
import Synchronization
import TestSupport
import Values

/// A broker, a simulated PushWard and the bridge between them, each a process or a socket of its own.
final class Home: Sendable {
    struct Options: Sendable {
        var login: (user: String, password: String)?
        var log = "level: debug"
        /// The largest payload that the bridge takes, in bytes.
        var maxPayload = 262_144
        var environment: [String] = []
        /// Further arguments of `run`.
        var arguments: [String] = []
        var startsBroker = true
        /// Whether the phone reaches the bridge; else PushWard records the taps.
        var isReachable = true
        /// Where the phone would reach it; nil: where it listens.
        var publicURL: String?
        /// A second account with a phone of its own: the accounts are then `anna` and `ben`.
        var second: Phone?
        /// A mapping file to use instead of a mapping; it reads its addresses from the environment.
        var file: String?
    }

    let folder: TemporaryFolder
    let broker: Broker
    let phone: Phone
    let tapPort: Int
    let statusPort: Int
    private let options: Options
    private let bridge = Mutex<ChildProcess?>(nil)

    /// Starts the broker and the phone, and writes the mapping; the bridge is started by ``start()``.
    init(_ rules: String, options: Options = Options()) throws {
        folder = try TemporaryFolder()
        broker = try Broker(
            port: Ports.take(),
            options: Broker.Options(login: options.login, lines: ["max_queued_messages 0"]),
            isStarted: options.startsBroker
        )
        phone = try Phone()
        tapPort = Ports.take()
        statusPort = Ports.take()
        self.options = options
        let login = options.login.map { "\n  username: \($0.user)\n  password: \($0.password)" } ?? ""
        let publicURL = options.publicURL ?? "http://127.0.0.1:\(tapPort)"
        let taps =
            options.isReachable
            ? "taps: {listen: \"127.0.0.1:\(tapPort)\", public_url: \"\(publicURL)\"}" : ""
        let account = "{name: anna, url: \"\(phone.url)\", token: \(Phone.token)}"
        let second = options.second.map { ", {name: ben, url: \"\($0.url)\", token: \(Phone.token)}" }
        let pushward = second.map { "[\(account)\($0)]" } ?? account.replacing("name: anna, ", with: "")
        let head = """
            version: 1
            mqtt:
              url: mqtt://127.0.0.1:\(broker.port)
              max_payload: \(options.maxPayload)\(login)
            pushward: \(pushward)
            \(taps)
            http: {listen: "127.0.0.1:\(statusPort)"}
            log: {\(options.log)}
            state: \(folder.file("state"))

            """
        try Files.write(Array((head + rules).utf8), to: folder.file("config.yaml"))
    }

    deinit {
        kill()
    }

    /// Starts the bridge.
    func start() throws {
        let environment =
            [
                "HOME=\(folder.path)", "STATE_DIRECTORY=\(folder.file("state"))",
                "PUSHWARD_MQTT_BROKER=mqtt://127.0.0.1:\(broker.port)", "PUSHWARD_URL=\(phone.url)",
                "PUSHWARD_TOKEN=\(Phone.token)", "PUSHWARD_TAPS_LISTEN=127.0.0.1:\(tapPort)",
                "PUSHWARD_TAPS_URL=http://127.0.0.1:\(tapPort)",
            ] + options.environment
        let config = options.file ?? folder.file("config.yaml")
        let child = try Program.start(
            ["run", "--config", config] + options.arguments,
            environment: environment,
            logFile: folder.file("bridge.log")
        )
        bridge.withLock { $0 = child }
    }

    /// Starts the bridge and waits until it is subscribed.
    func startAndWait() async throws -> Bool {
        try start()
        return await isReady()
    }

    /// Waits until the bridge is subscribed.
    func isReady(within limit: Duration = .seconds(20)) async -> Bool {
        if options.file != nil { return await eventually(within: limit) { log.contains("subscribed to") } }
        let clock = ContinuousClock()
        let deadline = clock.now + limit
        while clock.now < deadline {
            if (try? await Web.status(statusURL + "/readyz")) == 200 { return true }
            guard isRunning else { return false }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    var statusURL: String { "http://127.0.0.1:\(statusPort)" }
    var tapURL: String { "http://127.0.0.1:\(tapPort)" }

    /// A line of the metrics; 0 where it is not there.
    func metric(_ name: String) async throws -> Int {
        let answer = try await Web.send("GET", statusURL + "/metrics")
        let text = String(decoding: answer?.body ?? [], as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return line.flatMap { Int($0.dropFirst(name.count + 1)) } ?? 0
    }

    var processID: Int32? { bridge.withLock { $0?.processID } }
    var isRunning: Bool { bridge.withLock { $0?.isRunning ?? false } }
    var exitCode: Int32? { bridge.withLock { $0?.exitCode } }

    /// Sends the bridge a signal.
    func signal(_ number: Int32) { bridge.withLock { $0?.send(number) } }

    /// Ends the bridge as a power cut would.
    func kill() { bridge.withLock { $0?.kill() } }

    /// What the bridge wrote so far.
    var log: String {
        String(decoding: (try? Files.read(folder.file("bridge.log"))) ?? [], as: UTF8.self)
    }

    /// The bridge's resident memory in KiB.
    var residentKiB: Int? {
        guard let processID, let text = try? Files.readText("/proc/\(processID)/status"),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") })
        else { return nil }
        return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).compactMap { Int($0) }.first
    }
}
