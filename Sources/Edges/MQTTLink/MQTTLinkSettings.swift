package import Values

/// The versions of the protocol.
package enum MQTTProtocol: String, Sendable, Hashable, CaseIterable {
    case version5 = "5"
    case version311 = "3.1.1"
}

/// How to reach a broker and what to tell it.
package struct MQTTLinkSettings: Sendable, Hashable {
    /// How the connection is secured; the broker's certificate is always checked.
    package struct TLS: Sendable, Hashable {
        /// A file of certificates to trust instead of the system's.
        package var certificateAuthorities: String?
        /// Files that prove who we are, both or none.
        package var certificate: String?
        package var key: String?

        package init(certificateAuthorities: String? = nil, certificate: String? = nil, key: String? = nil) {
            self.certificateAuthorities = certificateAuthorities
            self.certificate = certificate
            self.key = key
        }
    }

    package var host: String
    package var port: Int
    /// Must differ from every other client's of the broker.
    package var clientID: String
    package var username: String?
    package var password: Secret?
    package var tls: TLS?
    /// Nil tries 5 first and falls back.
    package var version: MQTTProtocol?
    /// How long the broker may be silent before it is asked whether it lives; at least 5 seconds.
    package var keepAlive: Duration
    /// What the broker publishes when we vanish, and what we publish ourselves when we stop.
    package var will: MQTTPublication?
    /// What is published on every connect.
    package var birth: MQTTPublication?
    /// The most bytes of a payload; larger ones are dropped and counted.
    package var maxPayload: Int
    /// How long to wait before trying again: doubled from the first to the last, with jitter.
    package var retryFirst: Duration
    package var retryLast: Duration

    package init(
        host: String,
        port: Int = 1_883,
        clientID: String,
        username: String? = nil,
        password: Secret? = nil,
        tls: TLS? = nil,
        version: MQTTProtocol? = nil,
        keepAlive: Duration = .seconds(30),
        will: MQTTPublication? = nil,
        birth: MQTTPublication? = nil,
        maxPayload: Int = 1 << 20,
        retryFirst: Duration = .milliseconds(500),
        retryLast: Duration = .seconds(30)
    ) {
        self.host = host
        self.port = port
        self.clientID = clientID
        self.username = username
        self.password = password
        self.tls = tls
        self.version = version
        self.keepAlive = keepAlive
        self.will = will
        self.birth = birth
        self.maxPayload = maxPayload
        self.retryFirst = retryFirst
        self.retryLast = retryLast
    }
}

/// One filter to subscribe to.
package struct MQTTSubscription: Sendable, Hashable {
    package var filter: TopicFilter
    /// The highest quality of service wanted: 0, 1 or 2.
    package var qos: Int

    package init(_ filter: TopicFilter, qos: Int = 0) {
        self.filter = filter
        self.qos = min(2, max(0, qos))
    }
}
