import Host
import Simulator
import SimulatorServer
import Values

/// `simulator`: a PushWard on this machine.
enum SimulatorCommand: Command {
    static let name = "simulator"
    static let summary = "Runs a PushWard on this machine, and a page that shows the phone."
    static let operands = ""
    static let options = [
        Arguments.Option(
            "port",
            "PORT",
            "the port on 127.0.0.1; 8788 where none is given, 0 for any free one"
        ),
        Arguments.Option(
            "plan",
            "PLAN",
            "what it may be used for: `free`, `paid` or `unlimited`; else `free`"
        ),
    ]

    static func run(_ arguments: Arguments) throws -> Int32 {
        let port = Int(try arguments.number("port", in: 0...65_535) ?? 8788)
        guard let plan = Quotas.Plan(rawValue: arguments.value("plan") ?? "free") else {
            throw UsageError(message: "--plan is `free`, `paid` or `unlimited`")
        }
        let signals = try SignalWait()
        let server = try SimulatorServer.start(
            port: port,
            simulator: Simulator(configuration: Configuration(plan: plan))
        )
        FileDescriptor.print("PushWard's simulator: http://127.0.0.1:\(server.port)/_sim/\n")
        signals.untilAsked()
        server.stop()
        return 0
    }
}
