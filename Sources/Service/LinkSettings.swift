import Host
import MQTTLink
import Mapping
import Values

/// Makes the link's settings of the mapping's, and hands its events over.
enum LinkSettings {
    /// How long the broker is made to wait for a full queue before a message is dropped.
    private static let longestWait: Duration = .seconds(5)

    static func make(_ mqtt: MQTTSettings, clientSuffix: String) -> MQTTLinkSettings {
        let availability = mqtt.availabilityTopic
        var settings = MQTTLinkSettings(
            host: mqtt.host,
            port: mqtt.port,
            clientID: mqtt.clientID ?? "pushward-mqtt-\(clientSuffix)",
            username: mqtt.username,
            password: mqtt.password,
            will: MQTTPublication(
                topic: availability,
                payload: Array("offline".utf8),
                qos: 1,
                isRetained: true
            ),
            birth: MQTTPublication(
                topic: availability,
                payload: Array("online".utf8),
                qos: 1,
                isRetained: true
            ),
            maxPayload: mqtt.maxPayloadBytes
        )
        if mqtt.usesTLS {
            settings.tls = MQTTLinkSettings.TLS(
                certificateAuthorities: mqtt.tls.ca,
                certificate: mqtt.tls.certificate,
                key: mqtt.tls.key
            )
        }
        switch mqtt.protocolVersion {
        case .automatic: settings.version = nil
        case .v5: settings.version = .version5
        case .v311: settings.version = .version311
        }
        return settings
    }

    /// Puts an event into the loop's queue; a message waits for room, and so slows the broker down.
    static func handOver(_ event: MQTTLinkEvent, to events: EventQueue<BridgeEvent>) {
        guard case .message(let message) = event else { return events.push(.mqtt(event)) }
        if !events.offer(.mqtt(event), within: longestWait) {
            events.push(.overflowed(topic: message.topic))
        }
    }
}
