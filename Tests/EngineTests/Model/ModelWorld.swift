import TestSupport
import Engine
import JSONReader
import Mapping
import PushWardAPI
import Service
import Simulator
import Templates
import Values

/// A home, a broker, the engine, a network that fails, and PushWard, on a virtual clock.
struct ModelWorld {
    /// Something that is under way.
    enum Item {
        case arrives(RequestID, life: Int, PushWardRequest, answeredAfter: Duration?)
        case answered(RequestID, life: Int, RequestOutcome)
        case published(PublicationID, life: Int, Bool, credential: String)
        case connects
        case delivers(MQTTMessage, life: Int)
    }

    static let epoch = Timestamp(microseconds: 1_772_474_400_000_000)
    static let token = Secret("hlk_model000000000000000000000000000")

    let mapping: Mapping
    let services: TemplateServices
    let tokens: TapTokens
    var random: SeededGenerator
    var engine: Engine
    var server: Simulator
    var home = ModelHome()
    var network = ModelNetwork()
    var ledger = ModelLedger()
    var agenda = ModelAgenda<Item>()
    var uptime = Duration.zero
    private(set) var handled = 0
    private(set) var crashes = 0
    private var durable: [StateChange.Table: [String: JSON]] = [:]
    private var retained: [String: MQTTMessage] = [:]
    var isConnected = true
    /// Counts the lives of the daemon; what comes for an earlier one is gone.
    private var life = 1
    /// After how many more effects the power goes.
    private var effectsUntilCrash: Int?
    private var hasCrashed = false
    private var nextTap = 1
    private var openTaps: Set<TapID> = []
    private var credential = ""
    private var publishedOnce: [String: Int] = [:]

    /// What happened last, where it is asked for.
    private(set) var trace: [String] = []
    private let isTracing: Bool

    init(mapping: Mapping, seed: UInt64, isTracing: Bool = false) {
        self.mapping = mapping
        self.isTracing = isTracing
        random = SeededGenerator(seed: seed)
        services = EngineServices.make()
        tokens = TapTokens.reproducible()
        let now = Moment(wall: Self.epoch, uptime: .zero)
        engine = Self.makeEngine(mapping, services, tokens, [], now, seed, isTracing)
        let configuration = Configuration(
            token: Self.token.revealed,
            plan: .unlimited,
            requestsPerMinute: nil,
            maxLoggedRequests: 50
        )
        server = Simulator(configuration: configuration)
        begin()
    }

    private static func makeEngine(
        _ mapping: Mapping,
        _ services: TemplateServices,
        _ tokens: TapTokens,
        _ state: [StateChange],
        _ now: Moment,
        _ seed: UInt64,
        _ isTracing: Bool
    ) -> Engine {
        var options = Engine.Options()
        options.tellsDecisions = isTracing
        options.seed = seed
        return Engine(
            mapping: mapping,
            state: state,
            services: services,
            tokens: tokens,
            options: options,
            at: now
        )
    }

    private mutating func note(_ what: @autoclosure () -> String) {
        guard isTracing else { return }
        trace.append("\(uptime.inSeconds) \(what())")
        if trace.count > 4000 { trace.removeFirst(2000) }
    }

    var now: Moment { Moment(wall: Self.epoch + uptime, uptime: uptime) }

    private mutating func begin() {
        handle(.began)
        if isConnected { connect() }
    }

    /// The broker is there again: all that it has retained comes as stored.
    mutating func connect() {
        isConnected = true
        handle(.broker(isConnected: true))
        for message in retained.values.sorted(by: { $0.topic < $1.topic }) {
            var message = message
            message.isRetained = true
            let due = uptime + random.milliseconds(0...50)
            agenda.add(.delivers(message, life: life), at: due)
        }
    }

    mutating func disconnect(for duration: Duration) {
        guard isConnected else { return }
        isConnected = false
        agenda.removeAll { if case .delivers = $0 { true } else { false } }
        handle(.broker(isConnected: false))
        agenda.add(.connects, at: uptime + duration)
    }

    /// A device publishes with the retain flag; while the broker is away, it does so when it is back.
    mutating func publish(_ messages: [MQTTMessage]) {
        for message in messages {
            retained[message.topic] = message.payload.isEmpty ? nil : message
            if isConnected { handle(.message(message)) }
        }
    }

    /// A press: not retained, heard only by who is there.
    mutating func press(_ message: MQTTMessage) {
        guard isConnected else { return }
        let name = String(decoding: message.payload, as: UTF8.self)
        ledger.presses[name] = ModelLedger.Press()
        hasCrashed = false
        handle(.message(message))
        ledger.presses[name]?.isHeard = !hasCrashed
    }

    mutating func tap(_ request: HTTPRequest) {
        credential = request.header("Authorization") ?? ""
        openTaps.insert(nextTap)
        nextTap += 1
        handle(.tap(nextTap - 1, request, peer: "192.0.2.1"))
        credential = ""
    }

    func tapRequest(_ rule: String, _ action: String) -> HTTPRequest? {
        engine.tapRequest(rule: rule, action: action, text: nil)
    }

    /// The power goes after so many more effects.
    mutating func crash(afterEffects count: Int) { effectsUntilCrash = count }

    private mutating func crash() {
        effectsUntilCrash = nil
        hasCrashed = true
        crashes += 1
        life += 1
        openTaps = []
        ledger.doubtAll(home.devices.map(\.slug))
        for name in ledger.presses.keys { ledger.presses[name]?.doubts += 1 }
        // What had left arrives before the next life sends anything.
        uptime += random.oneIn(4) ? random.milliseconds(250...600_000) : random.milliseconds(250...3000)
        let state = durable.flatMap { table, rows in rows.map { StateChange(table, $0.key, $0.value) } }
            .sorted { ($0.table.rawValue, $0.key) < ($1.table.rawValue, $1.key) }
        engine = Self.makeEngine(mapping, services, tokens, state, now, random.next(), isTracing)
        note("crash")
        begin()
    }

    /// Lets time pass; what is due meanwhile happens in its order.
    mutating func pass(_ duration: Duration) {
        let target = uptime + duration
        for _ in 0..<20_000 {
            let wake = engine.nextWake
            let due = [agenda.next, wake].compactMap { $0 }.min()
            guard let due, due <= target else {
                uptime = max(uptime, target)
                return
            }
            uptime = max(uptime, due)
            if let next = agenda.next, next <= uptime, let item = agenda.removeFirst() {
                perform(item)
            } else {
                handle(.tick)
            }
        }
        ledger.fail("\(uptime): the engine wants to be woken for ever")
    }

    mutating func handle(_ event: Event) {
        handled += 1
        note("\(event)")
        for effect in engine.handle(event, at: now) {
            if let left = effectsUntilCrash, !effect.isTold {
                if left == 0 { return crash() }
                effectsUntilCrash = left - 1
            }
            perform(effect)
        }
    }

    private mutating func perform(_ effect: Effect) {
        switch effect {
        case .save(let changes):
            for change in changes { durable[change.table, default: [:]][change.key] = change.value }
        case .request(let id, let request, account: _): send(id, request)
        case .publish(let id, _, let limit):
            let isTaken = !random.oneIn(5)
            let latest = Int(limit.inSeconds * 1000)
            let due = uptime + random.milliseconds(0...max(1, random.oneIn(3) ? latest : 50))
            agenda.add(.published(id, life: life, isTaken, credential: credential), at: due)
        case .answer(let id, _):
            if openTaps.remove(id) == nil { ledger.fail("\(uptime): a tap was answered twice") }
        case .announce: break
        case .log(let record): note("log \(record.message)")
        case .decided(let decision):
            note("\(decision.slug ?? decision.rule) \(decision.what): \(decision.why)")
        }
    }

    /// How many taps wait for an answer.
    var waitingTaps: Int { openTaps.count }

    private mutating func send(_ id: RequestID, _ request: PushWardRequest) {
        ledger.left(at: uptime)
        let fate = network.fate(&random)
        note("\(request.method) \(request.path) \(request.body.map { JSON.object($0).text } ?? "") \(fate)")
        let limit = Duration.seconds(30)
        switch fate {
        case .carried(let after, let answeredAfter):
            agenda.add(.arrives(id, life: life, request, answeredAfter: answeredAfter), at: uptime + after)
        case .unanswered:
            doubt(request)
            agenda.add(.arrives(id, life: life, request, answeredAfter: nil), at: uptime + .milliseconds(50))
            let outcome = RequestOutcome.failed(reason: "timeout", mayHaveReachedServer: true)
            agenda.add(.answered(id, life: life, outcome), at: uptime + limit)
        case .lost(let isKnown):
            if !isKnown { doubt(request) }
            let outcome = RequestOutcome.failed(reason: "lost", mayHaveReachedServer: !isKnown)
            agenda.add(.answered(id, life: life, outcome), at: uptime + (isKnown ? .milliseconds(20) : limit))
        case .refused(let status, let code, let retryAfter):
            doubt(request)
            var headers: [HTTPRequest.Pair] = []
            if let retryAfter { headers.append(HTTPRequest.Pair("Retry-After", retryAfter)) }
            let body = code.map { JSON.object(["code": .string($0), "status": .int(status)]) }
            let outcome = RequestOutcome.answered(status: status, headers: headers, body: body)
            agenda.add(.answered(id, life: life, outcome), at: uptime + .milliseconds(40))
        }
    }

    /// Notes that the bridge cannot know what became of a request.
    private mutating func doubt(_ request: PushWardRequest) {
        if let slug = Self.slug(of: request) { ledger.doubt(slug) }
        if let name = Self.press(of: request) { ledger.presses[name]?.doubts += 1 }
    }

    static func slug(of request: PushWardRequest) -> String? {
        guard request.method != "GET" else { return nil }
        if request.path == "/activities" { return request.body?["slug"]?.stringValue }
        guard request.path.hasPrefix("/activities/") else { return nil }
        return String(request.path.dropFirst("/activities/".count))
    }

    static func press(of request: PushWardRequest) -> String? {
        request.path == "/notifications" ? request.body?["body"]?.stringValue : nil
    }

    private mutating func perform(_ item: Item) {
        switch item {
        case .arrives(let id, let sender, let request, let answeredAfter):
            arrive(id, sender, request, answeredAfter)
        case .answered(let id, let sender, let outcome):
            if sender == life { handle(.response(id, outcome)) }
        case .published(let id, let sender, let isTaken, let credential):
            if isTaken, !credential.isEmpty {
                publishedOnce[credential, default: 0] += 1
                if let count = publishedOnce[credential], count > 1 {
                    ledger.fail("\(uptime): a button that works once was published \(count) times")
                }
            }
            if sender == life { handle(.published(id, succeeded: isTaken)) }
        case .connects:
            if !isConnected { connect() }
        case .delivers(let message, let receiver):
            // What was said since is what the broker has now.
            if receiver == life, isConnected, retained[message.topic]?.payload == message.payload {
                handle(.message(message))
            }
        }
    }

    private mutating func arrive(
        _ id: RequestID,
        _ sender: Int,
        _ request: PushWardRequest,
        _ answeredAfter: Duration?
    ) {
        let sent = request.httpRequest(host: "", token: Self.token)
        let before = Self.slug(of: request).map { ask("GET", "/activities/\($0)").body } ?? .null
        let response = server.respond(to: sent, at: now.wall, parseJSON: services.parseJSON)
        let body = try? services.parseJSON(response.body)  // an empty body is no JSON
        let isHeard = answeredAfter != nil && sender == life
        if (200..<300).contains(response.status) {
            if let slug = Self.slug(of: request), let body {
                ledger.carried(
                    slug,
                    request.body ?? [:],
                    from: before,
                    to: body,
                    isHeard: isHeard,
                    at: now
                )
            }
            if let name = Self.press(of: request) { ledger.accepted(name, at: uptime) }
        } else if ![404, 409].contains(response.status) {
            ledger.fail(
                "\(uptime): \(response.status) to \(request.method) \(request.path): \(body?.text ?? "")"
            )
        }
        guard let answeredAfter else { return }
        let outcome = RequestOutcome.answered(
            status: response.status,
            headers: response.headers,
            body: body
        )
        agenda.add(.answered(id, life: sender, outcome), at: uptime + answeredAfter)
    }

    /// Asks the server itself, as nobody of the home can.
    mutating func ask(_ method: String, _ path: String, _ body: JSON? = nil) -> (status: Int, body: JSON) {
        var headers = [HTTPRequest.Pair("Authorization", "Bearer " + Self.token.revealed)]
        if body != nil { headers.append(HTTPRequest.Pair("Content-Type", "application/json")) }
        let request = HTTPRequest(method: method, target: path, headers: headers, body: body?.utf8 ?? [])
        let response = server.respond(to: request, at: now.wall, parseJSON: services.parseJSON)
        return (response.status, (try? services.parseJSON(response.body)) ?? .null)
    }
}

extension Effect {
    /// Whether it only tells something, so that a run with a trace goes as one without.
    fileprivate var isTold: Bool {
        switch self {
        case .decided, .log: true
        default: false
        }
    }
}
