extension HTTPListener {
    /// What a request may cost.
    package struct Limits: Sendable, Hashable {
        /// The most bytes of a request's line and header fields together.
        package var headBytes: Int
        package var headerCount: Int
        package var bodyBytes: Int
        package var connections: Int
        package var connectionsPerPeer: Int
        /// After how long a connection is closed that sends nothing.
        package var idleTimeout: Duration
        /// How long a connection may take to send one request, however busy it looks.
        package var readTimeout: Duration
        /// After how long a request that nobody answered gets a 503.
        package var answerTimeout: Duration

        package init(
            headBytes: Int = 16_384,
            headerCount: Int = 100,
            bodyBytes: Int = 8_192,
            connections: Int = 128,
            connectionsPerPeer: Int = 64,
            idleTimeout: Duration = .seconds(15),
            readTimeout: Duration = .seconds(30),
            answerTimeout: Duration = .seconds(30)
        ) {
            self.headBytes = headBytes
            self.headerCount = headerCount
            self.bodyBytes = bodyBytes
            self.connections = connections
            self.connectionsPerPeer = connectionsPerPeer
            self.idleTimeout = idleTimeout
            self.readTimeout = readTimeout
            self.answerTimeout = answerTimeout
        }
    }
}
