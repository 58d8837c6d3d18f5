import HTTPTransport
import Host
import JSONReader
import MQTTLink
import Values

/// Plays the recording, shows what comes of it, and taps.
final class DemoShow {
    private let stage: DemoStage
    private let recording: DemoRecording
    private let screen: DemoScreen
    private let speed: Double
    private let signals: SignalWait
    private let events = EventQueue<MQTTLinkEvent>(bound: 10_000)
    private let transport: HTTPTransport
    private let link: MQTTLink
    private var awaited: [String] = []
    private var taps = 0
    private var tapsSeen = 0
    private var simulatorAhead: Duration = .zero

    init(
        stage: DemoStage,
        recording: DemoRecording,
        screen: DemoScreen,
        speed: Double,
        signals: SignalWait
    ) throws {
        self.signals = signals
        self.stage = stage
        self.recording = recording
        self.screen = screen
        self.speed = speed
        transport = try HTTPTransport(settings: HTTPTransport.Settings(userAgent: "pushward-mqtt-demo"))
        let events = events
        link = try MQTTLink(
            settings: MQTTLinkSettings(
                host: "127.0.0.1",
                port: stage.brokerPort,
                clientID: "pushward-mqtt-demo"
            ),
            subscriptions: [MQTTSubscription(try TopicFilter("#"))],
            onEvent: { events.push($0) }
        )
    }

    /// Plays all of it; whether both taps came back as messages and nothing was refused.
    func run() throws -> Bool {
        defer {
            _ = link.stop()
            _ = transport.close(deadline: .seconds(1))
        }
        try awaitReady()
        let start = SystemClock.now()
        var rest = recording.lines[...]
        let end = recording.length + 30
        while true {
            let passed = (SystemClock.now().uptime - start.uptime).inSeconds * speed
            try moveSimulator(to: (SystemClock.now().uptime - start.uptime) * (speed - 1))
            while let line = rest.first, line.time <= passed {
                rest = rest.dropFirst()
                try play(line, wall: start.wall + .seconds(line.time))
            }
            watchMessages()
            screen.update(try get("/_sim/state"), at: passed)
            if signals.isAsked { throw DemoError.stopped }
            if passed >= end { break }
            Waiting.pause(.milliseconds(50))
        }
        return try conclude()
    }

    private func awaitReady() throws {
        var isSubscribed = false
        let isReady = Waiting.poll(within: .seconds(15)) {
            for event in events.next(until: SystemClock.now().uptime + .milliseconds(20)) {
                switch event {
                case .subscribed: isSubscribed = true
                case .message(let message) where message.topic == "pushward/bridge/availability": awaited = []
                default: break
                }
            }
            return signals.isAsked || isSubscribed && stage.logs().contains("subscribed to")
        }
        if signals.isAsked { throw DemoError.stopped }
        guard isReady else { throw DemoError("the daemon did not subscribe:\n\(stage.logs())") }
    }

    private func play(_ line: DemoRecording.Line, wall: Timestamp) throws {
        if let caption = line.caption { screen.caption(caption) }
        if let tap = line.tap { try self.tap(tap) }
        guard !line.topic.isEmpty else { return }
        let payload = DemoRecording.payload(line.payload, at: wall)
        let publication = MQTTPublication(
            topic: line.topic,
            payload: Array(payload.utf8),
            qos: 0,
            isRetained: line.isRetained
        )
        link.publish(publication, id: 0, deadline: .seconds(5))
    }

    private func tap(_ tap: JSON) throws {
        var order = tap.objectValue ?? [:]
        // The rule is for `replay`; the phone knows cards and notifications.
        order["rule"] = nil
        if let rule = tap["notification"]?.stringValue {
            let shown = try get("/_sim/state")["notifications"]?.arrayValue ?? []
            guard let banner = shown.first(where: { $0["title"]?.stringValue == rule }), let id = banner["id"]
            else {
                return screen.say("          there is no notification \(rule) to tap")
            }
            order["notification"] = id
        }
        let answer = try post("/_sim/tap", .object(order))
        taps += 1
        let button = order["action"]?.stringValue ?? ""
        let status = answer["status"]?.intValue ?? answer["response"]?["status"]?.intValue
        screen.say(
            "          the phone calls the daemon for `\(button)`, which answers \(status.map(String.init) ?? "?")"
        )
    }

    private func watchMessages() {
        for event in events.next(until: SystemClock.now().uptime) {
            guard case .message(let message) = event, Self.comesOfTaps(message.topic) else { continue }
            tapsSeen += 1
            screen.message(message.topic, String(decoding: message.payload, as: UTF8.self))
        }
    }

    /// Whether the example's buttons publish there.
    private static func comesOfTaps(_ topic: String) -> Bool {
        topic.hasSuffix("/set") || topic.hasPrefix("pushward/actions/") || topic == "hall/tts"
    }

    private func moveSimulator(to ahead: Duration) throws {
        let step = ahead - simulatorAhead
        guard step > .milliseconds(100) else { return }
        simulatorAhead = ahead
        _ = try post("/_sim/clock", ["advance": .double(step.inSeconds)])
    }

    private func conclude() throws -> Bool {
        let log = try get("/_sim/requests?since=0")
        let requests = (log["requests"] ?? log).arrayValue ?? []
        let refused = requests.filter { ($0["status"]?.intValue ?? 0) >= 400 }
        let paid = requests.filter { $0["method"]?.stringValue != "GET" }
        screen.say(
            "\n\(recording.lines.count) messages became \(paid.count) requests to PushWard; \(refused.count) refused."
        )
        if tapsSeen < taps {
            screen.say("only \(tapsSeen) of \(taps) taps came back as messages:\n\(stage.logs())")
        }
        for request in refused { screen.say(request.text) }
        return refused.isEmpty && tapsSeen >= taps && taps > 0
    }

    private func get(_ path: String) throws -> JSON { try call("GET", path, nil) }

    private func post(_ path: String, _ body: JSON) throws -> JSON { try call("POST", path, body) }

    private func call(_ method: String, _ path: String, _ body: JSON?) throws -> JSON {
        let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
        var request = HTTPRequest(method: method, target: stage.simulatorURL + (parts.first ?? ""))
        if parts.count == 2 {
            request.query = parts[1].split(separator: "&").map { item in
                let pair = item.split(separator: "=", maxSplits: 1).map(String.init)
                return HTTPRequest.Pair(pair.first ?? "", pair.count == 2 ? pair[1] : "")
            }
        }
        if let body {
            request.headers = [HTTPRequest.Pair("Content-Type", "application/json")]
            request.body = body.utf8
        }
        let answers = EventQueue<Result<HTTPResponse, HTTPTransportError>>(bound: 1)
        transport.send(request, timeout: .seconds(10)) { answers.push($0) }
        guard let answer = answers.next(until: SystemClock.now().uptime + .seconds(12)).first else {
            throw DemoError("the simulator does not answer:\n\(stage.logs())")
        }
        let response = try answer.get()
        return (try? JSONReader.read(response.body)) ?? .null
    }
}
