/// A message as a subscriber is handed it.
package struct MQTTMessage: Sendable, Hashable {
    package var topic: String
    package var payload: [UInt8]
    /// Whether the broker had stored it before we subscribed: old news, not an event.
    package var isRetained: Bool
    /// 0, 1 or 2.
    package var qos: Int

    package init(topic: String, payload: [UInt8], isRetained: Bool = false, qos: Int = 0) {
        self.topic = topic
        self.payload = payload
        self.isRetained = isRetained
        self.qos = qos
    }
}

/// A message to publish.
package struct MQTTPublication: Sendable, Hashable {
    package var topic: String
    package var payload: [UInt8]
    /// 0, 1 or 2.
    package var qos: Int
    package var isRetained: Bool

    package init(topic: String, payload: [UInt8], qos: Int = 1, isRetained: Bool = false) {
        self.topic = topic
        self.payload = payload
        self.qos = qos
        self.isRetained = isRetained
    }
}
