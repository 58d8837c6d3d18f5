package import Values

/// How to reach the broker.
package struct MQTTSettings: Sendable, Hashable {
    package var host: String
    package var port: Int
    package var usesTLS: Bool
    package var username: String?
    package var password: Secret?
    /// nil: one made from the host's name and kept in the durable state.
    package var clientID: String?
    package var protocolVersion: ProtocolVersion = .automatic
    /// The root of everything the daemon publishes of itself.
    package var topicPrefix = "pushward"
    /// Home Assistant's discovery prefix; nil switches discovery off.
    package var discoveryPrefix: String? = "homeassistant"
    /// What the daemon says of itself, and whether it is there.
    package var statusTopic: String { bridgeRoot + "status" }
    package var availabilityTopic: String { bridgeRoot + "availability" }
    /// The beginning of the topics of what it publishes of itself.
    package var bridgeRoot: String { topicPrefix + "/bridge/" }
    package var tls = TLSFiles()
    /// Larger payloads are dropped and counted, in bytes.
    package var maxPayloadBytes = 262_144

    package enum ProtocolVersion: String, Sendable, Hashable, CaseIterable {
        /// MQTT 5, and 3.1.1 where the broker refuses it.
        case automatic = "auto"
        case v5 = "5"
        case v311 = "3.1.1"
    }

    package struct TLSFiles: Sendable, Hashable {
        package var ca: String?
        package var certificate: String?
        package var key: String?
        /// SHA-256 of the broker's certificate, in hex.
        package var fingerprint: String?

        package init() {}
    }

    package init(host: String, port: Int, usesTLS: Bool = false) {
        self.host = host
        self.port = port
        self.usesTLS = usesTLS
    }
}

/// An account of PushWard and how to reach it.
package struct PushWardSettings: Sendable, Hashable {
    /// What rules call it; empty where there is only one and it was given no name.
    package var name = ""
    package var url = "https://api.pushward.app"
    /// `hlk_…`; never logged.
    package var token: Secret
    /// A file that holds the token instead, read by the daemon; then `token` is empty.
    package var tokenFile: String?
    /// Put before every slug, and the mark of the rows that are ours.
    package var slugPrefix = ""
    /// The oldest app among the account's devices, such as `1.14.0`; gates newer features.
    package var minAppVersion: String?
    package var budget: BudgetPolicy = .plan

    package init(token: Secret) {
        self.token = token
    }
}

/// What a bridge may spend of an account's quotas.
package enum BudgetPolicy: Sendable, Hashable {
    /// All that the plan has, so that it lasts until the reset.
    case plan
    /// As it comes, until PushWard refuses.
    case off
    /// So many Live Activity updates a month of its own, whatever the plan.
    case updates(Int)
    /// That part of each of the plan's limits, more than 0 and at most 1.
    case share(Double)
}

/// How taps come back.
package struct TapSettings: Sendable, Hashable {
    /// Where the listener listens; nil: no listener.
    package var listen: ListenAddress?
    /// The URL under which the phone reaches the listener, without a slash at its end.
    package var publicURL: String?
    /// Networks whose `X-Forwarded-For` counts, in CIDR form.
    package var trustedProxies: [String] = []
    package var tls: MQTTSettings.TLSFiles?
    /// A URL that already reaches home and passes taps on over MQTT.
    package var relay: String?

    package init(listen: ListenAddress? = nil, publicURL: String? = nil) {
        self.listen = listen
        self.publicURL = publicURL
    }
}

/// An address to listen on: `0.0.0.0:8787`, `[::1]:0`.
package struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// An IPv4 or IPv6 address, without brackets.
    package var address: String
    /// 0 to 65535; 0 means any free one.
    package var port: Int

    package init(address: String, port: Int) {
        self.address = address
        self.port = port
    }

    package var description: String { address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)" }
}

/// What is logged and how.
package struct LogSettings: Sendable, Hashable {
    /// `error`, `warning`, `notice`, `debug` or `trace`.
    package var level = "notice"
    /// Levels that differ, by area.
    package var areaLevels: [String: String] = [:]
    /// `text` or `json`.
    package var format = "text"

    package init() {}
}
