import Crypto
import Engine
import HTTPListener
import HTTPTransport
package import Host
import JSONReader
import MQTTLink
package import Mapping
import PushWardAPI
import Templates
import Values

/// The daemon: hands what happens at the edges to the engine, one event at a time, and does what it wants done.
package final class Bridge {
    package struct Options {
        /// How many seconds pass in one of the machine's, for demonstrations.
        package var speed = 1.0
        package var machine = BridgeClock.Machine.own
        /// Whether signals stop it; else ``Bridge/stopSoon()`` does.
        package var takesSignals = true

        package init() {}
    }

    /// How many MQTT messages may wait for the loop; then the broker has to.
    private static let mostWaiting = 10_000
    /// The numbers of publications from here on are the bridge's own, not the engine's.
    private static let firstAnnouncement: UInt64 = 1 << 48
    /// How long the broker may take for what the daemon says of itself.
    private static let announcementDeadline: Duration = .seconds(30)
    /// So long the loop waits at most, on a clock that stands still while the machine sleeps.
    private static let longestWait: Duration = .seconds(30)

    private let mapping: Mapping
    private let log: Log
    private let clock: BridgeClock
    private let state: DurableState
    private let events: EventQueue<BridgeEvent>
    /// Asks it to stop ahead of all that waits in the queue.
    private let stopOrder: StopOrder
    private let transport: HTTPTransport
    /// One an account, in the mapping's order.
    private let clients: [PushWardClient]
    private let answerReader: AnswerReader
    private let link: MQTTLink
    private let manager = ServiceManager()
    private var listener: HTTPListener?
    private var statusListener: HTTPListener?
    private var engine: Engine
    private var exchanges: [TapID: HTTPExchange] = [:]
    private var nextTap = 1
    private var nextAnnouncement = Bridge.firstAnnouncement
    private var isReady = false
    private var isStopping = false
    /// Whether nothing can be published any more.
    private var isLinkClosed = false
    private var lastDisconnect: MQTTDisconnect.Cause?
    private var nextWatchdog: Duration?
    private var requestsInFlight = 0
    /// What the events of this round want done.
    private var pending: [Effect] = []
    /// What had come already when it was asked to stop.
    private var leftBehind: [BridgeEvent] = []

    /// Opens the durable state and prepares the connections; nothing is connected yet.
    ///
    /// - Throws: what keeps the daemon from starting at all, such as a state folder that cannot be written.
    package init(mapping: Mapping, log: Log, options: Options = Options()) throws {
        self.mapping = mapping
        self.log = log
        let events = EventQueue<BridgeEvent>(bound: Self.mostWaiting)
        self.events = events
        // Before any thread starts: what is blocked here is blocked in all of them.
        let stopOrder = StopOrder()
        self.stopOrder = stopOrder
        if options.takesSignals {
            try Signals.receive { signal in
                stopOrder.note(signal)
                events.push(.signal(signal))
            }
        }
        clock = BridgeClock(speed: options.speed, machine: options.machine)
        let uptime = SystemClock.now().uptime
        state = try DurableState(folder: DurableState.folder(named: mapping.stateDirectory), at: uptime)
        // Which single uses are used up is not known then: no button of before works any more.
        let key = try state.secret(named: "taps", isRenewed: state.isBehind, at: uptime) {
            try RandomBytes.make(count: 32)
        }
        let suffix = try state.secret(named: "client", at: uptime) { try RandomBytes.make(count: 6) }
        let clock = clock
        let transport = try HTTPTransport(
            settings: HTTPTransport.Settings(userAgent: "pushward-mqtt/\(BridgeVersion.text)")
        )
        self.transport = transport
        let clients = try mapping.accounts.map { account in
            PushWardClient(
                transport: transport,
                url: account.url,
                token: try TokenFile.token(of: account),
                events: events,
                clock: clock
            )
        }
        self.clients = clients
        answerReader = AnswerReader(clients)
        var engineOptions = Engine.Options()
        engineOptions.tellsDecisions = log.isEnabled(.debug, "rules")
        engineOptions.version = BridgeVersion.text
        if mapping.taps?.listen != nil {
            engineOptions.callbackCodes = CallbackCodes(keys: clients.map(\.token))
        }
        engineOptions.seed = suffix.reduce(7) { $0 &* 31 &+ UInt64($1) }
        engine = Engine(
            mapping: mapping,
            state: state.load(),
            services: EngineServices.make(),
            tokens: TapTokens(key: key),
            options: engineOptions,
            at: clock.now()
        )
        link = try MQTTLink(
            settings: LinkSettings.make(mapping.mqtt, clientSuffix: Hex.text(suffix)),
            subscriptions: engine.subscriptions.map { MQTTSubscription($0.filter, qos: $0.qos) },
            onEvent: { LinkSettings.handOver($0, to: events) }
        )
    }

    /// Runs until a signal asks it to stop; the process's exit code.
    package func run() throws -> Int32 {
        try startListeners()
        tellState()
        perform(engine.handle(.began, at: clock.now()))
        finish()
        nextWatchdog = manager.watchdogInterval.map { SystemClock.now().uptime + $0 / 3 }
        while !isStopping {
            let batch = events.next(until: nextDeadline(), maxCount: 256)
            for (place, event) in batch.enumerated() {
                handle(event)
                guard stopOrder.isGiven else { continue }
                leftBehind = Array(batch.dropFirst(place + 1))
                break
            }
            isStopping = isStopping || stopOrder.isGiven
            if !isStopping, batch.isEmpty || dueNow() { perform(engine.handle(.tick, at: clock.now())) }
            finish()
            beat()
        }
        stop()
        return 0
    }

    /// What stops it from another thread: ``run()`` then ends as at a signal.
    package var stopSoon: @Sendable () -> Void { { [events] in events.push(.signal(.terminate)) } }

    private func dueNow() -> Bool {
        engine.nextWake.map { $0 <= clock.now().uptime } ?? false
    }

    private func nextDeadline() -> Duration? {
        // The wait itself stands still while the machine sleeps: soon after waking up it is looked what is due.
        let look = SystemClock.now().uptime + Self.longestWait
        let wakes = [engine.nextWake.map { clock.machineUptime(of: $0) }, nextWatchdog, state.retryAt, look]
        return wakes.compactMap { $0 }.min()
    }

    private func beat() {
        guard let due = nextWatchdog, let interval = manager.watchdogInterval, SystemClock.now().uptime >= due
        else {
            return
        }
        _ = manager.watchdog()
        nextWatchdog = SystemClock.now().uptime + interval / 3
    }

    private func startListeners() throws {
        if let address = mapping.taps?.listen {
            listener = try HTTPListener(address: address.address, port: address.port) { [events] exchange in
                events.push(.tap(exchange))
            }
            log.notice("taps", "listening on \(address.address), port \(listener?.port ?? address.port)")
        }
        if let address = mapping.http {
            statusListener = try HTTPListener(address: address.address, port: address.port) {
                [events] exchange in
                events.push(.status(exchange))
            }
        }
    }

    // MARK: Events

    private func handle(_ event: BridgeEvent) {
        switch event {
        case .mqtt(let event): handle(event)
        case .answered(let id, let response):
            if !answerReader.ended(id) { requestsInFlight -= 1 }
            perform(engine.handle(.response(id, PushWardClient.outcome(response)), at: clock.now()))
        case .unanswered(let id, let reason, let mayHaveReached):
            if !answerReader.ended(id) { requestsInFlight -= 1 }
            let outcome = RequestOutcome.failed(reason: reason, mayHaveReachedServer: mayHaveReached)
            perform(engine.handle(.response(id, outcome), at: clock.now()))
        case .tap(let exchange): handleTap(exchange)
        case .status(let exchange):
            exchange.respond(StatusPages.answer(exchange.request, isReady: isReady, engine))
        case .signal(let signal): handle(signal)
        case .overflowed(let topic):
            engine.countDropped("overflow")
            log.warning("mqtt", "a message on \(topic) was dropped: more come than can be handled")
        }
    }

    private func handle(_ event: MQTTLinkEvent) {
        switch event {
        case .message(let message): perform(engine.handle(.message(message), at: clock.now()))
        case .published(let id, _) where id >= Self.firstAnnouncement: break
        case .publishFailed(let id, let reason) where id >= Self.firstAnnouncement:
            log.debug("mqtt", "the status could not be published: \(reason)")
        case .published(let id, let isHeard):
            if !isHeard {
                log.warning("taps", "nobody is subscribed to what a tap published: is the device there?")
            }
            perform(engine.handle(.published(Int(clamping: id), succeeded: true), at: clock.now()))
        case .publishFailed(let id, let reason):
            log.warning("taps", "a tap could not be published: \(reason)")
            perform(engine.handle(.published(Int(clamping: id), succeeded: false), at: clock.now()))
        case .connected(let version):
            lastDisconnect = nil
            log.notice("mqtt", "connected to \(mapping.mqtt.host) with MQTT \(version.rawValue)")
            perform(engine.handle(.broker(isConnected: true), at: clock.now()))
        case .disconnected(let reason):
            isReady = false
            // Told once, however often it is tried again.
            let level: LogLevel = reason.cause == lastDisconnect ? .debug : .warning
            lastDisconnect = reason.cause
            let host = mapping.mqtt.host
            log.write(level, "mqtt") {
                "not connected to \(host): \(reason); trying again in \(reason.retryIn.brief)"
            }
            perform(engine.handle(.broker(isConnected: false), at: clock.now()))
        case .subscribed:
            isReady = true
            log.notice("mqtt", "subscribed to \(engine.subscriptions.count) topics")
            _ = manager.ready(status: "subscribed")
        case .subscriptionRefused(let filter, let reason):
            log.error(
                "mqtt",
                "the broker refuses the subscription to \(filter) (\(reason)); let the user read it"
            )
        case .dropped(let topic, let bytes):
            engine.countDropped("too_large")
            log.debug("mqtt", "a message of \(bytes) bytes on \(topic) is larger than `mqtt.max_payload`")
        case .sessionTakenOver:
            log.error(
                "mqtt",
                "another client with the same id connects; set `mqtt.client_id` to one of its own"
            )
        }
    }

    private func handleTap(_ exchange: HTTPExchange) {
        guard !isStopping else {
            // Nothing of it is published: who tapped is told the truth.
            exchange.respond(
                HTTPResponse(status: 503, headers: [HTTPRequest.Pair("Retry-After", "5")], body: [])
            )
            return
        }
        let id = nextTap
        nextTap += 1
        exchanges[id] = exchange
        let peer = PeerAddress.of(exchange, trustedProxies: mapping.taps?.trustedProxies ?? [])
        let age = SystemClock.now().uptime - exchange.receivedAt
        perform(engine.handle(.tap(id, exchange.request, peer: peer, age: age), at: clock.now()))
    }

    private func handle(_ signal: Signal) {
        switch signal {
        case .terminate, .interrupt: isStopping = true
        case .hangUp: log.notice("bridge", "reloading is not built yet; restart to take a changed mapping")
        }
    }

    // MARK: Effects

    private func perform(_ effects: [Effect]) {
        pending.append(contentsOf: effects)
    }

    /// Does what the events of a round want done: all that is to be saved in one go, before anything leaves.
    private func finish() {
        let effects = pending
        pending = []
        var changes: [StateChange] = []
        for case .save(let some) in effects { changes.append(contentsOf: some) }
        let uptime = SystemClock.now().uptime
        if changes.isEmpty {
            state.tend(at: uptime)
        } else {
            state.save(changes, at: uptime)
        }
        tellState()
        for effect in effects { carryOut(effect) }
        guard engine.isStateSaved != state.isSaved else { return }
        engine.noteState(isSaved: state.isSaved)
        perform(engine.handle(.tick, at: clock.now()))
        finish()
    }

    private func carryOut(_ effect: Effect) {
        switch effect {
        case .save: break
        case .request(let id, let request, let account) where request.isPoll:
            answerReader.send(id, request, account: account)
        case .request(let id, let request, let account):
            guard clients.indices.contains(account) else { return }
            requestsInFlight += 1
            clients[account].send(id, request)
        case .publish(let id, _, _) where isLinkClosed:
            perform(engine.handle(.published(id, succeeded: false), at: clock.now()))
        case .publish(let id, let publication, let limit):
            link.publish(publication, id: UInt64(clamping: id), deadline: clock.machineDuration(limit))
        case .announce(let publication): announce(publication)
        case .answer(let id, let response): exchanges.removeValue(forKey: id)?.respond(response)
        case .log(let record): write(record)
        case .decided(let decision):
            log.debug("rules", "\(decision.rule): \(decision.what): \(decision.why)")
        }
    }

    private func announce(_ publication: MQTTPublication) {
        let id = nextAnnouncement
        nextAnnouncement += 1
        link.publish(publication, id: id, deadline: Self.announcementDeadline)
    }

    private func tellState() {
        for note in state.takeNotes() { write(note) }
    }

    private func write(_ record: LogRecord) {
        switch record.level {
        case .error: log.error(record.area, record.message)
        case .warning: log.warning(record.area, record.message)
        case .notice: log.notice(record.area, record.message)
        case .debug: log.debug(record.area, record.message)
        }
    }

    /// Stops taking work, lets what is in flight end, and closes; within five seconds.
    private func stop() {
        log.notice("bridge", "stopping")
        _ = manager.stopping()
        answerReader.close()
        let began = SystemClock.now().uptime
        settleTaps(until: began + .seconds(1))
        _ = link.stop(deadline: .seconds(2))
        // What was published until the end, and what was not.
        handleLast(events.next(until: SystemClock.now().uptime))
        isLinkClosed = true
        finish()
        // Only now: it answers all that have no answer that they did not happen.
        listener?.stop()
        statusListener?.stop()
        let deadline = min(SystemClock.now().uptime + .seconds(2), began + .seconds(4))
        while requestsInFlight > 0, SystemClock.now().uptime < deadline {
            handleLast(events.next(until: deadline), until: deadline)
            finish()
        }
        perform(engine.farewell(at: clock.now()))
        repeat { finish() } while !pending.isEmpty
        _ = transport.close(deadline: .milliseconds(500))
    }

    /// Waits for what the broker says of the taps that are being published, so that each is answered by what became of it.
    private func settleTaps(until deadline: Duration) {
        handleLast(leftBehind)
        leftBehind = []
        finish()
        while engine.hasTapsUnderWay, SystemClock.now().uptime < deadline {
            handleLast(events.next(until: deadline))
            finish()
        }
    }

    /// Handles what comes while it stops: of the broker only what became of publications.
    private func handleLast(_ batch: [BridgeEvent], until deadline: Duration? = nil) {
        for event in batch {
            switch event {
            case .mqtt(.published), .mqtt(.publishFailed): handle(event)
            case .mqtt, .overflowed: continue
            default: handle(event)
            }
            if let deadline, SystemClock.now().uptime >= deadline { return }
        }
    }
}
