package import Values

/// What happens on the link to the broker.
package enum MQTTLinkEvent: Sendable, Hashable {
    /// The broker accepted us; nothing is subscribed yet.
    case connected(MQTTProtocol)
    /// The broker has answered for every filter of the current set; told again after each change of the set.
    case subscribed
    /// The broker does not let us have that filter.
    case subscriptionRefused(filter: String, reason: String)
    /// The connection is gone, or could not be made.
    case disconnected(MQTTDisconnect)
    case message(MQTTMessage)
    /// A message was larger than `maxPayload`.
    case dropped(topic: String, bytes: Int)
    /// The broker has the publication; `isHeard` is false where it says that nobody is subscribed to its topic.
    case published(id: UInt64, isHeard: Bool)
    /// The broker does not have it, or nobody knows; it will not be sent again.
    case publishFailed(id: UInt64, reason: String)
    /// Another client seems to keep connecting with our client identifier.
    ///
    /// Certain where the broker says so (MQTT 5, reason 142); many, mosquitto 2.0 among them, only close the
    /// connection: then it is a guess from four accepted connections that broke within five minutes.
    case sessionTakenOver(isCertain: Bool)
}

/// Why the connection is gone and when the next attempt follows.
package struct MQTTDisconnect: Sendable, Hashable, CustomStringConvertible {
    package enum Cause: String, Sendable, Hashable {
        /// The host's name is not known, nobody listens, or no route leads there.
        case unreachable
        /// User, password or client identifier are not accepted.
        case refusedLogin
        /// The broker cannot or does not want to take us now.
        case refused
        case tls
        /// The connection broke, or what came over it was no MQTT.
        case lost
        /// The broker did not answer in time.
        case timedOut
        /// Another client has connected with our client identifier.
        case takenOver
        /// The settings cannot work.
        case badSettings
    }

    package var cause: Cause
    package var detail: String
    package var retryIn: Duration
    /// Whether the connection had been accepted before.
    package var wasConnected: Bool

    package init(cause: Cause, detail: String, retryIn: Duration, wasConnected: Bool) {
        self.cause = cause
        self.detail = detail
        self.retryIn = retryIn
        self.wasConnected = wasConnected
    }

    package var description: String { detail.isEmpty ? cause.rawValue : "\(cause.rawValue): \(detail)" }
}
