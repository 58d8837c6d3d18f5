import Engine
import JSONReader
import Mapping
import PushWardAPI
import Service
import Simulator
import Templates
import TestSupport
import Values

/// A home, a broker, the engine, a network that fails, and PushWard, on virtual clocks.
struct ModelWorld {
    /// A request on its way.
    struct Sent {
        let id: RequestID
        let life: Int
        let account: Int
        let request: PushWardRequest
    }

    /// Something that is under way.
    enum Item {
        case arrives(Sent, answeredAfter: Duration?)
        case answered(RequestID, life: Int, RequestOutcome)
        case published(PublicationID, life: Int, Bool, credential: String)
        case connects
        case delivers(MQTTMessage, life: Int)
        /// The clock of the machine shows the time again.
        case clockIsSet(skew: Duration)
    }

    static let epoch = Timestamp(microseconds: 1_772_474_400_000_000)
    static let token = Secret("hlk_model000000000000000000000000000")

    let kind: ModelKind
    let mapping: Mapping
    let services: TemplateServices
    let tokens: TapTokens
    var random: SeededGenerator
    var engine: Engine
    /// By account.
    var servers: [Simulator]
    var home: ModelHome
    var network = ModelNetwork()
    var ledger = ModelLedger()
    var agenda = ModelAgenda<Item>()
    var uptime = Duration.zero
    /// By how much the machine's clock is ahead.
    private(set) var skew = Duration.zero
    private(set) var handled = 0
    private(set) var crashes = 0
    private var durable: [StateChange.Table: [String: JSON]] = [:]
    private var retained: [String: MQTTMessage] = [:]
    private(set) var isConnected = true
    /// Counts the lives of the daemon; what comes for an earlier one is gone.
    private(set) var life = 1
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

    /// `mappings` are those of homes with one account and with two.
    init(mappings: [Mapping], seed: UInt64, isTracing: Bool = false) {
        self.isTracing = isTracing
        random = SeededGenerator(seed: seed)
        kind = ModelKind(&random)
        mapping = mappings[kind.accounts - 1]
        services = EngineServices.make()
        tokens = TapTokens.reproducible()
        home = ModelHome(accounts: kind.accounts)
        let now = Moment(wall: Self.epoch, uptime: .zero)
        engine = Self.makeEngine(mapping, services, tokens, [], now, seed, isTracing)
        let configuration = Configuration(
            token: Self.token.revealed,
            plan: kind.isCapped ? .free : .unlimited,
            requestsPerMinute: nil,
            maxLoggedRequests: 50
        )
        servers = (0..<kind.accounts).map { _ in Simulator(configuration: configuration) }
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

    mutating func note(_ what: @autoclosure () -> String) {
        guard isTracing else { return }
        trace.append("\(uptime.inSeconds) \(what())")
        if trace.count > 8000 { trace.removeFirst(4000) }
    }

    /// The time that the machine shows.
    var now: Moment { Moment(wall: serverTime + skew, uptime: uptime) }

    private var isClockSet: Bool { now.wall > Self.epoch - .seconds(86_400) }

    /// The time.
    var serverTime: Timestamp { Self.epoch + uptime }

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
    mutating func press() {
        let (message, listeners) = home.press(&random)
        guard isConnected else { return }
        let name = String(decoding: message.payload, as: UTF8.self)
        ledger.pressed(name, by: listeners)
        hasCrashed = false
        handle(.message(message))
        // Before the clock is set nothing is decided, nor saved.
        if !hasCrashed, isClockSet { ledger.heard(name) }
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

    /// Somebody, or a time server, sets the clock of the machine.
    mutating func setClock(ahead: Duration) {
        skew = ahead
        note("the clock is \(ahead.inSeconds) s ahead")
        handle(.tick)
    }

    /// The power goes after so many more effects.
    mutating func crash(afterEffects count: Int) { effectsUntilCrash = count }

    /// The daemon is stopped in peace, and started again.
    mutating func stop() {
        for effect in engine.farewell(at: now) { perform(effect) }
        crash()
    }

    private mutating func crash() {
        effectsUntilCrash = nil
        hasCrashed = true
        crashes += 1
        life += 1
        openTaps = []
        doubtEverything()
        // What had left arrives before the next life sends anything.
        uptime += random.oneIn(4) ? random.milliseconds(250...600_000) : random.milliseconds(250...3000)
        if kind.setsClock, random.oneIn(4) {
            // Without a battery the clock begins in 1970, until a time server tells.
            agenda.removeAll { if case .clockIsSet = $0 { true } else { false } }
            agenda.add(.clockIsSet(skew: .zero), at: uptime + random.milliseconds(1000...300_000))
            skew = Timestamp(microseconds: 0) - serverTime
        }
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
        case .request(let id, let request, let account): send(id, request, of: account)
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

    private mutating func perform(_ item: Item) {
        switch item {
        case .arrives(let sent, let answeredAfter): arrive(sent, answeredAfter)
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
        case .clockIsSet(let skew): setClock(ahead: skew)
        }
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
