import Host
import Values

/// `demo`: private broker, simulated PushWard, the daemon, recorded traffic.
enum DemoCommand: Command {
    static let name = "demo"
    static let summary = "Shows the whole product at work on recorded traffic, in about two minutes."
    static let operands = ""
    static let options = [
        Arguments.Option("config", "FILE", "the mapping file; config.example.yaml where none is named"),
        Arguments.Option("recordings", "FOLDER", "where the recorded traffic is; `demo` where none is named"),
        Arguments.Option("speed", "FACTOR", "how much faster than it was recorded; 60 where none is given"),
        Arguments.Option("keep", nil, "leave everything running, and print the addresses"),
    ]

    static func run(_ arguments: Arguments) throws -> Int32 {
        guard arguments.operands.isEmpty else { throw UsageError(message: "it takes no operands") }
        let speed = try arguments.number("speed", in: 1...600) ?? 60
        let config = arguments.value("config") ?? "config.example.yaml"
        let folder = arguments.value("recordings") ?? "demo"
        let recording = try DemoRecording.read("\(folder)/home.jsonl")
        let screen = DemoScreen()
        // Before anything is started that a signal must end, too.
        let signals = try SignalWait()
        screen.say("A broker, a simulated PushWard and the daemon start on this machine.")
        let stage = try DemoStage(config: config, speed: speed, signals: signals)
        defer { stage.stop() }
        screen.say("  broker     mqtt://127.0.0.1:\(stage.brokerPort)")
        screen.say("  simulator  \(stage.simulatorURL)/_sim/  (what the phone shows)")
        screen.say("  taps       http://127.0.0.1:\(stage.tapPort)")
        screen.say(
            "Recorded traffic: 70 minutes of a home in \(Int((recording.length / speed).rounded())) seconds.\n"
        )
        let show = try DemoShow(
            stage: stage,
            recording: recording,
            screen: screen,
            speed: speed,
            signals: signals
        )
        let succeeded = try show.run()
        if arguments.has("keep"), succeeded {
            screen.say("\nEverything is still running; press Ctrl-C to end it.")
            signals.untilAsked()
        }
        return succeeded ? 0 : 1
    }
}
