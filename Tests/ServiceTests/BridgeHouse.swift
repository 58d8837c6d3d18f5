import HTTPTransport
import Host
import MQTTLink
import Mapping
import Service
import Simulator
import SimulatorServer
import Synchronization
import TestSupport
import Threads
import Values

/// A broker, a simulated PushWard and the bridge's loop in this process, on a clock that tests set.
final class BridgeHouse: Sendable {
    struct Failure: Error {
        var text: String
    }

    let clock = ShiftedClock()
    let phone: SimulatorServer
    private let broker: Broker
    private let folder: TemporaryFolder
    private let statusPort: Int
    private let tapPort: Int
    private let transport: HTTPTransport
    private let device: MQTTLink
    private let nextID = Mutex<UInt64>(1)
    private let stopper = Stopper()
    private let thread = Mutex<WorkerThread?>(nil)

    init(_ rules: String) throws {
        guard let statusPort = LoopbackPort.free(), let tapPort = LoopbackPort.free() else {
            throw Failure(text: "no free port")
        }
        (self.statusPort, self.tapPort) = (statusPort, tapPort)
        folder = try TemporaryFolder()
        broker = try Broker()
        phone = try SimulatorServer.start(
            simulator: Simulator(configuration: Configuration(plan: .unlimited, requestsPerMinute: nil))
        )
        transport = try HTTPTransport(settings: HTTPTransport.Settings(userAgent: "tests"))
        device = try MQTTLink(
            settings: MQTTLinkSettings(host: "127.0.0.1", port: broker.port, clientID: "device"),
            subscriptions: [],
            onEvent: { _ in }
        )
        let head = """
            version: 1
            mqtt: {host: 127.0.0.1, port: \(broker.port)}
            pushward: {url: "\(phone.url)", token: \(Configuration.defaultToken)}
            taps: {listen: "127.0.0.1:\(tapPort)", public_url: "http://127.0.0.1:\(tapPort)"}
            http: {listen: "127.0.0.1:\(statusPort)"}
            state: \(folder.file("state"))

            """
        try Files.write(Array((head + rules).utf8), to: folder.file("config.yaml"))
    }

    deinit {
        stopper.stop()
        _ = thread.withLock { $0 }?.join(within: .seconds(10))
        device.stop()
    }

    /// Starts the bridge and waits until it is subscribed.
    func start() async throws {
        let loaded = MappingLoader.load(folder.file("config.yaml"))
        guard let mapping = loaded.mapping else { throw Failure(text: "\(loaded.diagnostics)") }
        var options = Bridge.Options()
        options.machine = clock.machine
        options.takesSignals = false
        let given = options
        let stopper = stopper
        let worker = try WorkerThread(name: "bridge") {
            // What goes wrong is seen by what does not happen.
            guard
                let bridge = try? Bridge(
                    mapping: mapping,
                    log: Log(levels: LogLevels(.error)),
                    options: given
                )
            else { return }
            stopper.take(bridge.stopSoon)
            _ = try? bridge.run()
        }
        thread.withLock { $0 = worker }
        guard await eventually(within: .seconds(20), { self.status("/readyz") == 200 }) else {
            throw Failure(text: "the bridge does not come up")
        }
    }

    /// Publishes, and waits until the bridge has taken all that was published so far.
    func say(_ topic: String, _ payload: String) async {
        let before = messages
        let id = nextID.withLock { id in
            defer { id += 1 }
            return id
        }
        let publication = MQTTPublication(
            topic: topic,
            payload: Array(payload.utf8),
            qos: 1,
            isRetained: false
        )
        device.publish(publication, id: id, deadline: .seconds(10))
        _ = await eventually { self.messages > before }
    }

    /// The status of a request to the bridge's own pages.
    func status(_ path: String) -> Int? { send("GET", "http://127.0.0.1:\(statusPort)\(path)")?.status }

    /// What one of the bridge's own pages says.
    func page(_ path: String) -> String {
        String(decoding: send("GET", "http://127.0.0.1:\(statusPort)\(path)")?.body ?? [], as: UTF8.self)
    }

    /// Where the bridge keeps its durable state.
    var stateFolder: String { folder.file("state") }

    /// The status of a tap.
    func tap(_ path: String) -> Int? { send("POST", "http://127.0.0.1:\(tapPort)\(path)")?.status }

    /// How many messages the bridge has taken.
    private var messages: Int {
        let body = send("GET", "http://127.0.0.1:\(statusPort)/metrics")?.body ?? []
        let name = "pushward_mqtt_messages_total "
        let line = String(decoding: body, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(name) }
        return line.flatMap { Int($0.dropFirst(name.count)) } ?? 0
    }

    private func send(_ method: String, _ url: String) -> HTTPResponse? {
        let shared = Shared()
        transport.send(HTTPRequest(method: method, target: url), timeout: .seconds(5)) { result in
            shared.put(result.mapError { $0 as any Error })
        }
        _ = Waiting.poll(within: .seconds(6)) { shared.value != nil }
        return try? shared.value?.get()
    }

    /// What stops the bridge, once it is there.
    private final class Stopper: Sendable {
        private let state = Mutex<(@Sendable () -> Void)?>(nil)
        func take(_ stop: @escaping @Sendable () -> Void) { state.withLock { $0 = stop } }
        func stop() { state.withLock { $0 }?() }
    }

    /// What another thread answers.
    private final class Shared: Sendable {
        private let state = Mutex<Result<HTTPResponse, any Error>?>(nil)
        func put(_ value: Result<HTTPResponse, any Error>) { state.withLock { $0 = value } }
        var value: Result<HTTPResponse, any Error>? { state.withLock { $0 } }
    }

    /// The server's row of the card.
    func row(_ slug: String) -> JSON? {
        phone.withSimulator { $0.stateJSON }["activities"]?.arrayValue?.first { $0["slug"] == .string(slug) }
    }

    /// What the phone shows of notifications.
    var banners: Int { phone.withSimulator { $0.stateJSON }["notifications"]?.arrayValue?.count ?? 0 }
    /// How many requests came.
    var requests: Int { phone.withSimulator { $0.stateJSON }["requests"]?.intValue ?? 0 }
    /// How often a card was put on.
    var starts: Int { phone.withSimulator { $0.stateJSON }["pushes"]?["starts"]?.intValue ?? 0 }
    /// How often a card was ended.
    var ends: Int { phone.withSimulator { $0.stateJSON }["pushes"]?["ends"]?.intValue ?? 0 }
}
