import HTTPListener
import Host
import MQTTLink
import PushWardAPI
import Values

/// What the threads at the edges hand over to the one loop.
enum BridgeEvent: Sendable {
    case mqtt(MQTTLinkEvent)
    case answered(Int, HTTPResponse)
    case unanswered(Int, reason: String, mayHaveReachedServer: Bool)
    case tap(HTTPExchange)
    case signal(Signal)
    case status(HTTPExchange)
    /// A message was dropped, because too many waited.
    case overflowed(topic: String)
}
