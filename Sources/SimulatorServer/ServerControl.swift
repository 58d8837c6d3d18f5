import HTTPListener
import HTTPTransport
import JSONReader
import Simulator
import Synchronization
import Values

/// What of `/_sim/` needs a clock or a connection.
extension ServerCore {
    /// Ten years: what falls due on the way is carried out one by one.
    private static let maxAdvanceSeconds = 315_576_000.0
    /// How long a silent webhook may take.
    private static let tapTimeout = Duration.seconds(30)

    /// `POST /_sim/clock`: `{"advance": seconds}`, or `{"set": seconds since 1970 or RFC 3339}`.
    func setClock(_ exchange: HTTPExchange) {
        let body = Self.object(exchange.request)
        if let seconds = body?["advance"]?.doubleValue, abs(seconds) <= Self.maxAdvanceSeconds {
            moveClock(by: .microseconds(Int64(seconds * 1_000_000)))
        } else if let goal = body?["set"].flatMap(Simulator.instant) {
            state.withLock { $0.offset = .zero }
            moveClock(by: goal - now)
        } else if body?.isEmpty != true {
            exchange.respond(Self.answer(422, ["error": "expected advance (seconds) or set (an instant)"]))
            return
        }
        exchange.respond(
            Self.answer(200, ["now": .string(Simulator.text(of: now)), "at": .double(now.unixSeconds)])
        )
    }

    /// `POST /_sim/tap`: does what the phone does, and tells what came of it.
    func tap(_ exchange: HTTPExchange) {
        guard let body = Self.object(exchange.request) else {
            exchange.respond(Self.answer(422, ["error": "expected a JSON object"]))
            return
        }
        let tap = withSimulator { simulator in
            simulator.tap(.object(body), at: simulator.now, parseJSON: JSONReader.parser)
        }
        guard let request = tap.request else {
            exchange.respond(Self.answer(tap.status, tap.report))
            return
        }
        transport.send(request, timeout: Self.tapTimeout) { result in
            var report = tap.report
            switch result {
            case .success(let response):
                report["response"] = [
                    "status": .int(response.status),
                    "body": .string(String(decoding: response.body, as: UTF8.self)),
                ]
            case .failure(let error):
                report["error"] = .string("\(error)")
            }
            exchange.respond(Self.answer(200, report))
        }
    }

    private static func object(_ request: HTTPRequest) -> JSONObject? {
        guard !request.body.isEmpty else { return JSONObject() }
        // What is no JSON is answered like what is no object.
        return (try? JSONReader.parser(request.body))?.objectValue
    }

    private static func answer(_ status: Int, _ body: JSONObject) -> HTTPResponse {
        let type = HTTPRequest.Pair("Content-Type", "application/json")
        return HTTPResponse(status: status, headers: [type], body: JSON.object(body).utf8)
    }
}
