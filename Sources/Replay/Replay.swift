package import Engine
package import Mapping
import PushWardAPI
import Simulator
package import Templates
package import Values

/// Runs a mapping over a recording on a virtual clock, against a PushWard of its own.
package struct Replay {
    package struct Options: Sendable {
        /// The instant of `t` = 0.
        package var epoch: Timestamp
        /// Whether decisions are told.
        package var tellsWhy = false
        /// The Live Activity updates of the account, used and allowed; nil: it has no limit.
        package var budget: (used: Int, limit: Int)?
        /// Whether answers that are no success are told in full, after their request.
        package var tellsRefusals = false

        package init(epoch: Timestamp) {
            self.epoch = epoch
        }
    }

    /// What came of it, in numbers.
    package struct Summary: Sendable, Hashable {
        package var messages = 0
        package var requests = 0
        package var publications = 0
        /// Answers that were no success, by their label.
        package var refusals: [String: Int] = [:]
        /// What a person should know, such as a tap on a button that is not there.
        package var notes: [String] = []

        package init() {}
    }

    /// How long deliveries that wait may go on after the last line.
    private static let drain = 15.0
    private static let token = "hlk_replay00000000000000000000000000"

    let mapping: Mapping
    private let services: TemplateServices
    private let tokens: TapTokens
    private let options: Options
    private let emit: (JSON) -> Void
    private var engine: Engine
    /// One PushWard an account.
    private var servers: [Simulator]
    private var canned: [CannedAnswer] = []
    private var retained: [String: MQTTMessage] = [:]
    /// Requests that a server holds, by its number for them.
    private var held: [HeldPlace: HeldLook] = [:]
    private var durable: [StateChange.Table: [String: JSON]] = [:]
    private(set) var now: Moment
    private var nextTap = 1
    package private(set) var summary = Summary()

    /// Makes a replay; `emit` takes each line of the output, in order.
    package init(
        mapping: Mapping,
        services: TemplateServices,
        tokens: TapTokens,
        options: Options,
        emit: @escaping (JSON) -> Void
    ) {
        self.mapping = mapping
        self.services = services
        self.tokens = tokens
        self.options = options
        self.emit = emit
        now = Moment(wall: options.epoch, uptime: .zero)
        engine = Self.makeEngine(mapping, services, tokens, options, [], now)
        servers = mapping.accounts.map { _ in
            Simulator(configuration: Configuration(token: Self.token, plan: .paid))
        }
        if let budget = options.budget {
            for place in servers.indices { limit(place, budget) }
        }
    }

    private static func makeEngine(
        _ mapping: Mapping,
        _ services: TemplateServices,
        _ tokens: TapTokens,
        _ options: Options,
        _ state: [StateChange],
        _ now: Moment
    ) -> Engine {
        var engineOptions = Engine.Options()
        engineOptions.tellsDecisions = options.tellsWhy
        engineOptions.reconcilesWithoutState = false
        engineOptions.trustsClock = true
        engineOptions.readsAccount = options.budget != nil
        return Engine(
            mapping: mapping,
            state: state,
            services: services,
            tokens: tokens,
            options: engineOptions,
            at: now
        )
    }

    /// Gives a server the free plan with so much of its updates used.
    private mutating func limit(_ place: Int, _ budget: (used: Int, limit: Int)) {
        let body: JSON = [
            "plan": "free", "kind": "live_activity_updates", "used": .int(budget.used),
            "limit": .int(budget.limit),
        ]
        let order = HTTPRequest(method: "POST", target: "/_sim/quota", headers: [], body: body.utf8)
        _ = servers[place].respond(to: order, at: now.wall, parseJSON: services.parseJSON)
    }

    /// Replays all lines and lets what waits be delivered.
    package mutating func run(_ lines: [RecordingLine]) {
        begin()
        for line in lines { step(line) }
        let end = now.uptime.inSeconds
        pass(to: end + Self.drain)
        for place in servers.indices { servers[place].advance(to: now.wall) }
        guard options.budget != nil else { return }
        for quota in engine.quotas where quota.kind == "live_activity_updates" {
            let account = servers.count > 1 ? "\(quota.account): " : ""
            let limit = quota.limit.map { " of \($0)" } ?? ""
            summary.notes.append("\(account)\(quota.used)\(limit) Live Activity updates are used")
        }
    }

    /// Starts the daemon, at `t` = 0.
    package mutating func begin() {
        handle(.began)
        handle(.broker(isConnected: true))
    }

    /// Lets time pass up to a line, and takes it.
    package mutating func step(_ line: RecordingLine) {
        pass(to: line.time)
        take(line)
    }

    /// What the phone shows now of an activity; nil: no card of it can be seen.
    package mutating func visibleCard(_ slug: String) -> JSON? {
        for place in servers.indices { servers[place].advance(to: now.wall) }
        return servers.lazy.compactMap { $0.visibleCard(slug) }.first
    }

    /// What the phone of the replay's server shows at the end; of several accounts, each under its name.
    package var finalState: JSON {
        let states = servers.map { server in
            var server = server
            server.advance(to: now.wall)
            return server.stateJSON
        }
        guard states.count > 1 else { return states.first ?? .null }
        return .object(JSONObject(zip(mapping.accounts, states).map { ($0.name, $1) }))
    }

    private mutating func take(_ line: RecordingLine) {
        switch line.content {
        case .message(var message, let isRetain, let isStored):
            summary.messages += 1
            if isRetain { retained[message.topic] = message.payload.isEmpty ? nil : message }
            // What is there when the replay begins was stored; a publisher's flag on a later message tells its
            // subscribers nothing.
            message.isRetained = isStored || isRetain && line.time == 0
            handle(.message(message))
        case .tap(let rule, let action, let text):
            if mapping.wayHome == .recorded {
                return answerAtPushWard(rule, action, text, line.time)
            }
            guard let request = engine.tapRequest(rule: rule, action: action, text: text) else {
                summary.notes.append("t=\(line.time): there is no button \(action) of \(rule) to tap")
                return
            }
            handle(.tap(nextTap, request, peer: "replay"))
            nextTap += 1
        case .respond(let answer): canned.append(answer)
        case .restart: restart()
        case .pass: break
        }
    }

    /// The phone's tap on a button whose answer PushWard records.
    private mutating func answerAtPushWard(_ rule: String, _ action: String, _ text: String?, _ time: Double)
    {
        guard let (found, account) = engine.recordedTap(rule: rule, action: action),
            servers.indices.contains(account)
        else {
            summary.notes.append("t=\(time): there is no button \(action) of \(rule) to tap")
            return
        }
        var order = found
        order["text"] = text.map(JSON.string)
        let tap = servers[account].tap(.object(order), at: now.wall, parseJSON: services.parseJSON)
        if tap.report["result"] != "recorded" {
            let why =
                tap.report["reason"]?.stringValue ?? tap.report["result"]?.stringValue ?? "nothing happened"
            summary.notes.append("t=\(time): a tap was not recorded: \(why)")
        }
        settleHolds()
    }

    /// Answers the requests that the server held and can answer now.
    private mutating func settleHolds() {
        for place in servers.indices {
            for (hold, response) in servers[place].settleHolds(at: now.wall) {
                guard let look = held.removeValue(forKey: HeldPlace(account: place, hold: hold)) else {
                    continue
                }
                tell(response, to: look.request, of: place)
                handle(.response(look.id, outcome(response)))
            }
        }
    }

    private mutating func restart() {
        for place in held.keys { servers[place.account].abandonHold(place.hold) }
        held = [:]
        let state = durable.flatMap { table, rows in rows.map { StateChange(table, $0.key, $0.value) } }
            .sorted { ($0.table.rawValue, $0.key) < ($1.table.rawValue, $1.key) }
        engine = Self.makeEngine(mapping, services, tokens, options, state, now)
        handle(.began)
        handle(.broker(isConnected: true))
        for message in retained.values.sorted(by: { $0.topic < $1.topic }) {
            var message = message
            message.isRetained = true
            handle(.message(message))
        }
    }

    /// Lets time pass, waking the engine whenever it wants to be woken.
    private mutating func pass(to seconds: Double) {
        let target = Duration.microseconds(Int64((seconds * 1_000_000).rounded()))
        while let wake = [engine.nextWake, nextHold].compactMap({ $0 }).min(), wake <= target {
            move(to: max(wake, now.uptime))
            settleHolds()
            if let due = engine.nextWake, due <= now.uptime { handle(.tick) }
        }
        move(to: max(target, now.uptime))
    }

    /// When the server answers a held request at the latest, or has something to do by itself meanwhile.
    private var nextHold: Duration? {
        guard !held.isEmpty, let until = servers.compactMap(\.nextHoldDeadline).min() else { return nil }
        return max(now.uptime, until - options.epoch)
    }

    private mutating func move(to uptime: Duration) {
        now = Moment(wall: options.epoch + uptime, uptime: uptime)
    }

    private mutating func handle(_ event: Event) {
        var events = [event]
        while !events.isEmpty {
            let effects = engine.handle(events.removeFirst(), at: now)
            for effect in effects { perform(effect, &events) }
        }
    }

    private mutating func perform(_ effect: Effect, _ events: inout [Event]) {
        switch effect {
        case .save(let changes):
            for change in changes { durable[change.table, default: [:]][change.key] = change.value }
        case .request(let id, let request, let account) where request.isPoll:
            poll(id, request, of: account, &events)
        case .request(let id, let request, let account):
            events.append(.response(id, answer(request, of: account)))
        case .publish(let id, let publication, _):
            summary.publications += 1
            emit(line("publish", Self.json(publication)))
            events.append(.published(id, succeeded: true))
        case .announce(let publication):
            // Only where it is asked for: it is no consequence of the recording.
            if options.budget != nil, publication.topic.hasSuffix("/bridge/status") {
                emit(line("publish", Self.json(publication)))
            }
        case .answer(_, let response):
            if response.status != 200 { summary.notes.append("a tap was answered \(response.status)") }
        case .log(let record):
            if options.tellsWhy || options.budget != nil && record.area == "budget" {
                emit(
                    line(
                        "log",
                        ["level": .string(record.level.rawValue), "message": .string(record.message)]
                    )
                )
            }
        case .decided(let decision): emit(line("why", Self.json(decision)))
        }
    }

    private mutating func answer(_ request: PushWardRequest, of account: Int) -> RequestOutcome {
        summary.requests += 1
        emit(line("request", json(request, of: account)))
        if let given = cannedAnswer(request) {
            if given.status == 0 { return .failed(reason: "no answer", mayHaveReachedServer: true) }
            note(given.status, given.body)
            return .answered(status: given.status, headers: given.headers, body: given.body)
        }
        let sent = request.httpRequest(host: "", token: Secret(Self.token))
        guard servers.indices.contains(account) else {
            return .failed(reason: "there is no such account", mayHaveReachedServer: false)
        }
        let response = servers[account].respond(to: sent, at: now.wall, parseJSON: services.parseJSON)
        let body = try? services.parseJSON(response.body)  // an empty body is no JSON
        note(response.status, body)
        return .answered(status: response.status, headers: response.headers, body: body)
    }

    /// Looks for an answer as the daemon does; neither printed nor counted, for it says nothing until there is one.
    private mutating func poll(
        _ id: RequestID,
        _ request: PushWardRequest,
        of account: Int,
        _ events: inout [Event]
    ) {
        guard servers.indices.contains(account) else { return }
        if let given = cannedAnswer(request) {
            let outcome: RequestOutcome =
                given.status == 0
                ? .failed(reason: "no answer", mayHaveReachedServer: true)
                : .answered(status: given.status, headers: given.headers, body: given.body)
            return events.append(.response(id, outcome))
        }
        let sent = request.httpRequest(host: "", token: Secret(Self.token))
        let answered = servers[account].handle(
            sent,
            at: now.wall,
            parseJSON: services.parseJSON,
            holdsWaits: true
        )
        if let hold = answered.hold {
            held[HeldPlace(account: account, hold: hold)] = HeldLook(id: id, request: request)
        } else {
            tell(answered.response, to: request, of: account)
            events.append(.response(id, outcome(answered.response)))
        }
    }

    /// Tells a refused look, which is no request of the output.
    private func tell(_ response: HTTPResponse, to request: PushWardRequest, of account: Int) {
        guard options.tellsRefusals, response.status >= 300 else { return }
        let body = (try? services.parseJSON(response.body)) ?? .null  // an empty body is no JSON
        let about: JSON = [
            "status": .int(response.status), "body": body, "request": json(request, of: account),
        ]
        emit(line("refused", about))
    }

    private func outcome(_ response: HTTPResponse) -> RequestOutcome {
        let body = try? services.parseJSON(response.body)  // an empty body is no JSON
        return .answered(status: response.status, headers: response.headers, body: body)
    }

    private mutating func note(_ status: Int, _ body: JSON?) {
        guard status >= 300 else { return }
        if options.tellsRefusals {
            emit(line("refused", ["status": .int(status), "body": body ?? .null]))
        }
        let label = "\(status) " + (body?["code"]?.stringValue ?? body?["detail"]?.stringValue ?? "")
        summary.refusals[label, default: 0] += 1
    }

    private mutating func cannedAnswer(_ request: PushWardRequest) -> CannedAnswer? {
        let place = canned.firstIndex { answer in
            (answer.method == "*" || answer.method == request.method)
                && (answer.path == "*" || answer.path == request.path)
        }
        guard let place else { return nil }
        let answer = canned[place]
        canned[place].times -= 1
        if canned[place].times == 0 { canned.remove(at: place) }
        return answer
    }
}

/// A look for an answer that a server holds.
private struct HeldLook {
    var id: RequestID
    var request: PushWardRequest
}

/// Where a request is held.
private struct HeldPlace: Hashable {
    /// Whose server it is.
    var account: Int
    var hold: Int
}
