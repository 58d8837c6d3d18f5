import Engine
import Foundation
import JSONReader
import Mapping
import PushWardAPI
import Service
import Simulator
import Templates
import Testing
import Values

/// An engine and a PushWard on clocks that a test moves by hand.
///
/// Unlike a replay it can change the mapping, set the clock, hold answers back, and look into what was saved.
final class Rig {
    struct Sent {
        var at: Duration
        var request: PushWardRequest
        var status: Int

        var body: JSON { request.body.map(JSON.object) ?? .null }
        var text: String {
            "\(request.method) \(request.path)" + (request.body.map { " " + JSON.object($0).text } ?? "")
        }
    }

    private(set) var engine: Engine
    var server: Simulator
    private(set) var now: Moment
    private(set) var sent: [Sent] = []
    private(set) var logs: [LogRecord] = []
    private(set) var published: [MQTTPublication] = []
    /// What it said of itself.
    private(set) var announced: [MQTTPublication] = []
    var durable: [StateChange.Table: [String: JSON]] = [:]
    /// Answers instead of the server; nil: the server does.
    var answer: ((PushWardRequest) -> RequestOutcome?)?
    /// Whether answers are held back until they are asked for.
    var holdsAnswers = false
    private(set) var held: [(id: RequestID, outcome: RequestOutcome)] = []
    /// How often a change of the durable state was saved.
    private(set) var saves = 0
    /// The same, by table.
    private(set) var writes: [StateChange.Table: Int] = [:]
    /// The status of the last answer to a tap.
    private var answered = 0
    private let services = EngineServices.make()
    private let tokens: TapTokens

    init(
        _ yaml: String,
        wall: Timestamp = Scenario.epoch,
        plan: Quotas.Plan = .paid,
        tokens: TapTokens = .reproducible()
    ) throws {
        self.tokens = tokens
        now = Moment(wall: wall, uptime: .zero)
        skew = wall - Scenario.epoch
        server = Simulator(configuration: Configuration(plan: plan))
        let mapping = try Scenario.mapping(yaml)
        engine = Engine(mapping: mapping, services: services, tokens: tokens, at: now)
        handle(.began)
        handle(.broker(isConnected: true))
    }

    /// Starts another engine from what was saved.
    func restart(_ yaml: String) throws {
        let state = durable.flatMap { table, rows in rows.map { StateChange(table, $0.key, $0.value) } }
            .sorted { ($0.table.rawValue, $0.key) < ($1.table.rawValue, $1.key) }
        let mapping = try Scenario.mapping(yaml)
        held = []
        engine = Engine(mapping: mapping, state: state, services: services, tokens: tokens, at: now)
        handle(.began)
        handle(.broker(isConnected: true))
    }

    /// Ends the engine in peace, as at a signal, and starts another one after `seconds`.
    func stopAndStart(_ yaml: String, after seconds: Double = 1) throws {
        take(engine.farewell(at: now))
        sleepWithoutEngine(seconds)
        try restart(yaml)
    }

    private func take(_ effects: [Effect]) {
        for case .save(let changes) in effects {
            for change in changes { durable[change.table, default: [:]][change.key] = change.value }
        }
    }

    func say(_ topic: String, _ payload: String, retained: Bool = false) {
        handle(.message(MQTTMessage(topic: topic, payload: Array(payload.utf8), isRetained: retained)))
    }

    /// Somebody taps a button.
    func tap(_ request: HTTPRequest) { handle(.tap(1, request, peer: "192.0.2.1")) }

    /// Taps a button; the status of the answer, 0 where there is no such button.
    func tap(_ rule: String, _ action: String, age: Duration = .zero) -> Int {
        guard let request = engine.tapRequest(rule: rule, action: action, text: nil) else { return 0 }
        handle(.tap(1, request, peer: "test", age: age))
        return answered
    }

    /// Says whether the disk takes the state, as the daemon does.
    func noteState(isSaved: Bool) { engine.noteState(isSaved: isSaved) }

    /// Lets the broker come or go.
    func broker(_ isConnected: Bool) { handle(.broker(isConnected: isConnected)) }

    /// Lets time pass on both clocks, waking the engine when it wants to be woken.
    func pass(_ seconds: Double) {
        let target = now.uptime + .milliseconds(Int(seconds * 1000))
        var ticks = 0
        while true {
            // As the daemon does, which looks every half a minute.
            let wake = min(engine.nextWake ?? target, now.uptime + .seconds(30))
            guard wake < target || engine.nextWake == target else { break }
            move(to: max(wake, now.uptime))
            handle(.tick)
            ticks += 1
            guard ticks < 100_000 else {
                Issue.record("the engine wakes without end at \(now.uptime)")
                break
            }
        }
        move(to: target)
    }

    /// Lets time pass without waking the engine, then wakes it once.
    func sleep(_ seconds: Double) {
        move(to: now.uptime + .milliseconds(Int(seconds * 1000)))
        handle(.tick)
    }

    /// Lets time pass while no engine runs.
    func sleepWithoutEngine(_ seconds: Double) { move(to: now.uptime + .milliseconds(Int(seconds * 1000))) }

    /// Sets the clock that people see; the server's goes on as before.
    func setClock(by seconds: Double) {
        now.wall = now.wall + .milliseconds(Int(seconds * 1000))
        skew = skew + .milliseconds(Int(seconds * 1000))
    }

    /// How far our clock is ahead of the server's.
    private var skew = Duration.zero

    private func move(to uptime: Duration) { now = now.advanced(by: uptime - now.uptime) }

    private func handle(_ event: Event) {
        var events = [event]
        while !events.isEmpty {
            let effects = engine.handle(events.removeFirst(), at: now)
            if !engine.isCensusTrue {
                Issue.record("the cards that are on are counted wrongly at \(now.uptime)")
            }
            for effect in effects {
                switch effect {
                case .save(let changes):
                    saves += 1
                    for change in changes { writes[change.table, default: 0] += 1 }
                    for change in changes { durable[change.table, default: [:]][change.key] = change.value }
                case .request(let id, let request, _):
                    let outcome = perform(request)
                    if holdsAnswers {
                        held.append((id, outcome))
                    } else {
                        events.append(.response(id, outcome))
                    }
                case .publish(let id, let publication, _):
                    published.append(publication)
                    events.append(.published(id, succeeded: true))
                case .log(let record): logs.append(record)
                case .answer(_, let response): answered = response.status
                case .announce(let publication): announced.append(publication)
                case .decided: break
                }
            }
        }
    }

    /// Lets what was held back arrive.
    func release() {
        let arriving = held
        held = []
        for answer in arriving { handle(.response(answer.id, answer.outcome)) }
    }

    private func perform(_ request: PushWardRequest) -> RequestOutcome {
        if let given = answer?(request) {
            var status = 0
            if case .answered(let said, _, _) = given { status = said }
            sent.append(Sent(at: now.uptime, request: request, status: status))
            return given
        }
        let response = carryOut(request)
        sent.append(Sent(at: now.uptime, request: request, status: response.status))
        let body = try? services.parseJSON(response.body)  // an empty body is no JSON
        return .answered(status: response.status, headers: response.headers, body: body)
    }

    /// Lets the server carry out a request, whoever sends it.
    @discardableResult
    func carryOut(_ request: PushWardRequest) -> HTTPResponse {
        let wire = request.httpRequest(host: "", token: Secret(Configuration.defaultToken))
        return server.respond(to: wire, at: now.wall - skew, parseJSON: services.parseJSON)
    }

    /// Uses the server's control surface.
    @discardableResult
    func control(_ path: String, _ body: JSON) -> Int {
        let request = HTTPRequest(
            method: "POST",
            target: "/_sim/\(path)",
            headers: [HTTPRequest.Pair("Content-Type", "application/json")],
            body: body.utf8
        )
        return server.respond(to: request, at: now.wall - skew, parseJSON: services.parseJSON).status
    }

    /// Forgets what was sent so far.
    func forgetSent() { sent = [] }

    /// What was sent, but for looks at what the server holds.
    var changes: [String] { sent.filter { $0.request.method != "GET" }.map(\.text) }

    /// The server's row of a slug.
    func row(_ slug: String) -> JSON? {
        server.advance(to: now.wall - skew)
        return server.stateJSON["activities"]?.arrayValue?.first { $0["slug"]?.stringValue == slug }
    }

    /// The state of a slug's row.
    func state(_ slug: String) -> String? { row(slug)?["state"]?.stringValue }

    /// What the phone shows of notifications, the newest first.
    var banners: [JSON] { server.stateJSON["notifications"]?.arrayValue ?? [] }
}
