import Host
import Values

/// The programs that the demonstration needs, each on a free port of this machine.
final class DemoStage {
    static let token = "hlk_simulator0000000000000000000000"

    let brokerPort: Int
    let simulatorPort: Int
    let tapPort: Int
    private let folder: String
    private let signals: SignalWait
    private var children: [ChildProcess] = []

    var simulatorURL: String { "http://127.0.0.1:\(simulatorPort)" }

    /// Starts everything.
    ///
    /// - Throws: `DemoError` that says what could not be started.
    init(config: String, speed: Double, signals: SignalWait) throws {
        self.signals = signals
        guard let broker = LoopbackPort.free(), let simulator = LoopbackPort.free(),
            let taps = LoopbackPort.free()
        else { throw DemoError("no free port on 127.0.0.1") }
        brokerPort = broker
        simulatorPort = simulator
        tapPort = taps
        folder = try Files.makeTemporaryFolder(prefix: "pushward-mqtt-demo")
        do {
            try startBroker()
            try startSimulator()
            try startDaemon(config: config, speed: speed)
        } catch {
            stop()
            throw error
        }
    }

    private func startBroker() throws {
        let program = Files.exists("/usr/sbin/mosquitto") ? "/usr/sbin/mosquitto" : "mosquitto"
        let settings = "listener \(brokerPort) 127.0.0.1\nallow_anonymous true\npersistence false\n"
        try Files.write(Array(settings.utf8), to: "\(folder)/mosquitto.conf")
        try start(program, ["-c", "\(folder)/mosquitto.conf"], environment: nil, log: "mosquitto")
        try wait("the broker", forPort: brokerPort)
    }

    private func startSimulator() throws {
        try start(
            Self.ownProgram,
            ["simulator", "--port", String(simulatorPort), "--plan", "paid"],
            environment: nil,
            log: "simulator"
        )
        try wait("the simulator", forPort: simulatorPort)
    }

    private func startDaemon(config: String, speed: Double) throws {
        let own = [
            "PUSHWARD_MQTT_BROKER=mqtt://127.0.0.1:\(brokerPort)", "PUSHWARD_URL=\(simulatorURL)",
            "PUSHWARD_TOKEN=\(Self.token)",
            "PUSHWARD_TAPS_LISTEN=127.0.0.1:\(tapPort)", "PUSHWARD_TAPS_URL=http://127.0.0.1:\(tapPort)",
            "STATE_DIRECTORY=\(folder)/state",
        ]
        let names = own.map { $0.prefix { $0 != "=" } }
        let inherited = Environment.all().filter { entry in !names.contains { entry.hasPrefix("\($0)=") } }
        let arguments = ["run", "--config", config, "--speed", String(speed)]
        try start(Self.ownProgram, arguments, environment: inherited + own, log: "daemon")
        try wait("the daemon", forPort: tapPort)
    }

    private static var ownProgram: String { Files.linkTarget("/proc/self/exe") ?? CommandLine.arguments[0] }

    private func start(_ program: String, _ arguments: [String], environment: [String]?, log: String) throws {
        children.append(
            try ChildProcess(program, arguments, environment: environment, logFile: "\(folder)/\(log).log")
        )
    }

    private func wait(_ what: String, forPort port: Int) throws {
        let isOver = Waiting.poll(within: .seconds(15)) { signals.isAsked || LoopbackPort.isListening(port) }
        if signals.isAsked { throw DemoError.stopped }
        guard isOver else {
            throw DemoError("\(what) did not start:\n\(logs())")
        }
    }

    /// What the programs wrote.
    func logs() -> String {
        ["mosquitto", "simulator", "daemon"].map { name in
            "--- \(name)\n" + ((try? Files.readText("\(folder)/\(name).log")) ?? "")
        }.joined(separator: "\n")
    }

    /// Ends the programs, the last one first, and removes their folder.
    func stop() {
        for child in children.reversed() { child.stop(within: .seconds(6)) }
        children = []
        Files.removeTree(folder)
    }
}

/// Why the demonstration cannot go on.
struct DemoError: Error, CustomStringConvertible {
    let description: String

    /// A signal asked for its end.
    static let stopped = DemoError("the demonstration was stopped")

    init(_ description: String) {
        self.description = description
    }
}
