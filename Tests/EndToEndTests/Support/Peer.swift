import MQTTLink
import Synchronization
import TestSupport
import Values

/// A device or an automation at the broker: publishes, and keeps what it is sent.
final class Peer: Sendable {
    private struct State {
        var nextID: UInt64 = 1
        var answered: [UInt64: Bool] = [:]
        var subscriptions = 0
    }

    /// Everything that came, in order.
    let received = Recorder<MQTTMessage>()
    private let state: SharedState
    private let link: MQTTLink

    private final class SharedState: Sendable {
        let state = Mutex(State())
    }

    /// Connects, and again whenever the connection ends.
    init(
        port: Int,
        name: String = "peer",
        login: (user: String, password: String)? = nil,
        listensTo filters: [String] = []
    ) throws {
        let state = SharedState()
        let received = received
        self.state = state
        link = try MQTTLink(
            settings: MQTTLinkSettings(
                host: "127.0.0.1",
                port: port,
                clientID: "\(name)-\(UInt32.random(in: 0...UInt32.max))",
                username: login?.user,
                password: login.map { Secret($0.password) },
                version: .version311,
                maxPayload: 8 << 20,
                retryFirst: .milliseconds(50),
                retryLast: .milliseconds(200)
            ),
            subscriptions: try filters.map { MQTTSubscription(try TopicFilter($0), qos: 1) },
            onEvent: { event in
                switch event {
                case .message(let message): received.append(message)
                case .published(let id, _): state.state.withLock { $0.answered[id] = true }
                case .publishFailed(let id, _): state.state.withLock { $0.answered[id] = false }
                case .subscribed: state.state.withLock { $0.subscriptions += 1 }
                default: break
                }
            }
        )
    }

    /// How often all its filters were subscribed to.
    var subscriptions: Int { state.state.withLock { $0.subscriptions } }

    /// Waits until it is subscribed for the `count`th time.
    func isListening(times count: Int = 1) async -> Bool {
        await eventually { subscriptions >= count }
    }

    /// Publishes with QoS 1 and waits until the broker has it; tries again while there is no connection.
    @discardableResult
    func publish(
        _ topic: String,
        _ payload: [UInt8],
        retain: Bool = false,
        qos: Int = 1,
        within limit: Duration = .seconds(10)
    ) async -> Bool {
        await eventually(within: limit) { tryPublish(topic, payload, retain, qos) == true }
    }

    @discardableResult
    func publish(_ topic: String, _ payload: String, retain: Bool = false, qos: Int = 1) async -> Bool {
        await publish(topic, Array(payload.utf8), retain: retain, qos: qos)
    }

    /// Hands a message to the link without waiting for the broker.
    func send(_ topic: String, _ payload: [UInt8], retain: Bool = false, qos: Int = 0) {
        let id = state.state.withLock { state in
            defer { state.nextID += 1 }
            return state.nextID
        }
        let publication = MQTTPublication(topic: topic, payload: payload, qos: qos, isRetained: retain)
        link.publish(publication, id: id, deadline: .seconds(10))
    }

    private func tryPublish(_ topic: String, _ payload: [UInt8], _ retain: Bool, _ qos: Int) -> Bool? {
        let id = state.state.withLock { state in
            defer { state.nextID += 1 }
            return state.nextID
        }
        let publication = MQTTPublication(topic: topic, payload: payload, qos: qos, isRetained: retain)
        link.publish(publication, id: id, deadline: .seconds(5))
        var answer: Bool?
        _ = Blocking.poll(within: .seconds(6)) {
            answer = state.state.withLock { $0.answered.removeValue(forKey: id) }
            return answer != nil
        }
        return answer
    }

    /// The payloads that came on a topic, as texts.
    func texts(_ topic: String) -> [String] {
        received.all.filter { $0.topic == topic }.map { String(decoding: $0.payload, as: UTF8.self) }
    }

    func stop() {
        link.stop()
    }
}
