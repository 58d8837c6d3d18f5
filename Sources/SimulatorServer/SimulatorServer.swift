import HTTPListener
import HTTPTransport
import Host
import JSONReader
package import Simulator
import Synchronization
import Threads
package import Values

/// The simulator behind a socket: PushWard on this machine, with a clock that can be moved and taps that are sent.
package final class SimulatorServer: Sendable {
    /// What a request may cost; an answer may take as long as the longest delay that a fault can ask for.
    private static let limits = HTTPListener.Limits(
        headBytes: 65_536,
        bodyBytes: 4 << 20,
        connections: 256,
        connectionsPerPeer: 256,
        idleTimeout: .seconds(75),
        answerTimeout: .seconds(700)
    )

    private let core: ServerCore
    private let listener: HTTPListener
    private let timer: WorkerThread

    /// Starts listening; port 0 takes any free one.
    ///
    /// - Throws: `HTTPListenerError` where the port is taken, `ThreadError` where no thread can be started.
    package static func start(
        address: String = "127.0.0.1",
        port: Int = 0,
        simulator: Simulator = Simulator()
    ) throws -> SimulatorServer {
        try SimulatorServer(address: address, port: port, simulator: simulator)
    }

    private init(address: String, port: Int, simulator: Simulator) throws {
        let transport = try HTTPTransport(settings: .init(userAgent: "PushWard-simulator"))
        let core = ServerCore(simulator: simulator, transport: transport)
        timer = try WorkerThread(name: "sim-timer") { core.runTimer() }
        do {
            listener = try HTTPListener(address: address, port: port, limits: Self.limits) { exchange in
                core.take(exchange)
            }
        } catch {
            core.stopTimer()
            throw error
        }
        self.core = core
    }

    deinit {
        stop()
    }

    /// The port that it listens on.
    package var port: Int { listener.port }

    /// The base URL for clients on this machine.
    package var url: String { "http://127.0.0.1:\(port)" }

    /// A copy of the simulator as it is now; a server that is started with it goes on from there.
    package var simulator: Simulator { core.simulator }

    /// Looks at the simulator or changes it, at the server's time.
    package func withSimulator<Result: Sendable>(_ body: @Sendable (inout Simulator) -> Result) -> Result {
        core.withSimulator(body)
    }

    /// The server's clock.
    package var now: Timestamp { core.now }

    /// Moves the server's clock forward, and lets happen what falls due.
    package func advance(by duration: Duration) {
        core.moveClock(by: duration)
    }

    /// Closes the listener; held requests get a 503, and what was stored can still be read.
    package func stop() {
        listener.stop()
        core.stopTimer()
        timer.join(within: .seconds(2))
    }
}
