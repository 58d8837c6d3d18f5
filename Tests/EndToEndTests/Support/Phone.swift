import JSONReader
import Simulator
import SimulatorServer
import Synchronization
import TestSupport
import Values

/// A simulated PushWard with its phone, which can be switched off and on and keeps what it holds.
final class Phone: Sendable {
    let port: Int
    private let server: Mutex<SimulatorServer?>
    private let rest = Mutex(Simulator())

    static let token = "hlk_endtoend000000000000000000000000"

    /// Starts it on a port of its own.
    init() throws {
        let configuration = Configuration(token: Self.token, plan: .unlimited, requestsPerMinute: nil)
        let server = try SimulatorServer.start(
            port: Ports.take(),
            simulator: Simulator(configuration: configuration)
        )
        port = server.port
        self.server = Mutex(server)
    }

    var url: String { "http://127.0.0.1:\(port)" }

    /// Closes its socket, and keeps its state.
    func stop() {
        let stopped = server.withLock { $0.take() }
        guard let stopped else { return }
        stopped.stop()
        rest.withLock { $0 = stopped.simulator }
    }

    /// Listens again on the same port.
    func start() throws {
        let simulator = rest.withLock { $0 }
        let started = try SimulatorServer.start(port: port, simulator: simulator)
        server.withLock { $0 = started }
    }

    /// Everything that can be seen.
    var state: JSON {
        server.withLock { server in
            server?.withSimulator { $0.stateJSON } ?? rest.withLock { $0.stateJSON }
        }
    }

    /// Moves the server's clock.
    func advance(by duration: Duration) {
        server.withLock { $0?.advance(by: duration) }
    }

    var now: Double { state["at"]?.doubleValue ?? 0 }

    /// What the phone shows of a slug.
    func card(_ slug: String) -> JSON? {
        state["cards"]?.arrayValue?.first { $0["slug"]?.stringValue == slug }
    }

    func content(_ slug: String, _ field: String) -> String? {
        card(slug)?["content"]?[field]?.stringValue
    }

    /// Whether a card of the slug is on and not ended.
    func isOngoing(_ slug: String) -> Bool { card(slug)?["state"] == "ongoing" }

    /// The notifications that the phone shows, newest first.
    var banners: [JSON] { state["notifications"]?.arrayValue ?? [] }

    /// The requests that came, as the simulator's log has them.
    func requests(_ method: String? = nil, _ path: String? = nil) async throws -> [JSON] {
        let log = try await control("GET", "requests?since=0")
        return (log["requests"]?.arrayValue ?? []).filter { entry in
            (method == nil || entry["method"]?.stringValue == method)
                && (path == nil || entry["path"]?.stringValue == path)
        }
    }

    /// The notifications that it accepted.
    func acceptedNotifications() async throws -> [JSON] {
        try await requests("POST", "/notifications").filter { $0["status"] == 201 }
    }

    /// Calls the control surface under `/_sim/`.
    @discardableResult
    func control(_ method: String, _ name: String, _ body: JSON? = nil) async throws -> JSON {
        let answer = try await Web.send(
            method,
            "\(url)/_sim/\(name)",
            headers: [HTTPRequest.Pair("Content-Type", "application/json")],
            body: body?.utf8 ?? []
        )
        guard let answer else { return .null }
        return (try? JSONReader.read(answer.body)) ?? .null
    }

    /// Taps; the status that the webhook was answered, nil where none was sent.
    func tap(_ order: JSON) async throws -> Int? {
        try await control("POST", "tap", order)["response"]?["status"]?.intValue
    }

    /// The id of the newest notification.
    var newestNotification: Int? { banners.first?["id"]?.intValue }
}
