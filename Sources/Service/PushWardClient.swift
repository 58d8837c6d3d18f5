import Engine
import HTTPTransport
import Host
import JSONReader
import PushWardAPI
import Values

/// Sends requests to PushWard and hands their ends over to the loop.
struct PushWardClient: Sendable {
    /// How long a request may take.
    static let timeout: Duration = .seconds(20)

    let transport: HTTPTransport
    /// Without a slash at its end.
    let url: String
    let token: Secret
    let events: EventQueue<BridgeEvent>
    let clock: BridgeClock

    func send(_ id: Int, _ request: PushWardRequest) {
        let events = events
        let timeout = max(.seconds(5), clock.machineDuration(Self.timeout)) + .seconds(request.wait)
        transport.send(request.httpRequest(host: url, token: token), timeout: timeout) { result in
            switch result {
            case .success(let response): events.push(.answered(id, response))
            case .failure(let error):
                let reason = error.description
                events.push(.unanswered(id, reason: reason, mayHaveReachedServer: error.mayHaveReachedServer))
            }
        }
    }

    /// An answer as the engine reads it.
    static func outcome(_ response: HTTPResponse) -> RequestOutcome {
        // A proxy in front may answer in HTML: then there is no JSON, and the status says it all.
        .answered(
            status: response.status,
            headers: response.headers,
            body: try? JSONReader.read(response.body)
        )
    }
}
