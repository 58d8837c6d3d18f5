package import Values

/// Something that happened outside, told to the engine.
package enum Event: Sendable {
    /// The daemon is up: reconcile what the durable state says with what PushWard says.
    case began
    case message(MQTTMessage)
    /// The time that ``Engine/nextWake`` named has come.
    case tick
    /// `age` is how long ago it arrived.
    case tap(TapID, HTTPRequest, peer: String, age: Duration = .zero)
    case response(RequestID, RequestOutcome)
    case published(PublicationID, succeeded: Bool)
    case broker(isConnected: Bool)
}

/// Names a tap that waits for its answer.
package typealias TapID = Int
/// Names a request in flight.
package typealias RequestID = Int
/// Names a publication whose acknowledgement is awaited.
package typealias PublicationID = Int

/// How a request ended.
package enum RequestOutcome: Sendable, Hashable {
    /// The server answered; the body is its JSON where it was JSON.
    case answered(status: Int, headers: [HTTPRequest.Pair], body: JSON?)
    /// It did not; the request may have been carried out all the same where `mayHaveReachedServer`.
    case failed(reason: String, mayHaveReachedServer: Bool)
}
