import Host
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
        )
    ]

    static func run(_ arguments: Arguments) throws -> Int32 {
        let port = Int(try arguments.number("port", in: 0...65_535) ?? 8788)
        let signals = try SignalWait()
        let server = try SimulatorServer.start(port: port)
        FileDescriptor.print("PushWard's simulator: http://127.0.0.1:\(server.port)/_sim/\n")
        signals.untilAsked()
        server.stop()
        return 0
    }
}
