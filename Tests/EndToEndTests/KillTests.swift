import Host
import Testing
import TestSupport
import Values

extension EndToEndTests {
    /// Power cuts at random moments; `KILLS` says how many, `SEED` brings a run back.
    @Suite("Power cuts")
    struct KillTests {
        private static let kills = Environment.value("KILLS").flatMap { Int($0) } ?? 12
        private static let seed =
            Environment.value("SEED").flatMap { UInt64($0) } ?? UInt64.random(in: 1...999_999_999)

        @Test("After each kill -9 the card is the truth, no press is lost, and none is doubled")
        func kills() async throws {
            print("kill -9: \(Self.kills) times, SEED=\(Self.seed)")
            let home = try Home(Traffic.rules)
            // Answers take a while, so that many a request is in flight when the power goes.
            try await home.phone.control("POST", "faults", ["delay": 0.03, "times": nil])
            let lock = try Peer(port: home.broker.port, name: "lock", listensTo: ["home/open"])
            try #require(await lock.isListening())
            let device = try Peer(port: home.broker.port)
            var trial = Trial(home: home, device: device, lock: lock, seed: Self.seed)
            await trial.begin()
            for _ in 0..<Self.kills {
                try await trial.round()
                if !trial.failures.isEmpty { break }
            }
            var last = ""
            if !trial.failures.isEmpty {
                last = try await home.phone.requests().suffix(20).map(\.text).joined(separator: "\n")
            }
            print("kill -9: \(trial.summary)")
            #expect(
                trial.failures.isEmpty,
                "SEED=\(Self.seed) \(trial.failures)\n\(last)\n\(home.log.suffix(10_000))"
            )
        }
    }
}

/// Rounds of traffic, a power cut, and a look at what came of it.
private struct Trial {
    private let home: Home
    private var traffic: Traffic
    private var random: SeededGenerator
    private let clock = ContinuousClock()
    /// When the bridge was subscribed and when it was killed, one pair a life.
    private var lives: [(from: ContinuousClock.Instant, to: ContinuousClock.Instant?)] = []
    private var killed = 0
    private var killedWhileStarting = 0
    private var checkedPresses = 0
    private var pressCounts = (certain: 0, lostGongs: 0, repeatedBells: 0)
    private var taps: Taps
    /// How often PushWard accepted what a notification says.
    private var accepted: [String: Int] = [:]
    private var lastRequest = 0
    private(set) var failures: [String] = []

    init(home: Home, device: Peer, lock: Peer, seed: UInt64) {
        self.home = home
        traffic = Traffic(device: device, seed: seed &+ 1, now: SystemClock.wall())
        random = SeededGenerator(seed: seed)
        taps = Taps(home: home, lock: lock)
    }

    var summary: String {
        "\(killed) kills (\(killedWhileStarting) while starting), \(traffic.presses.count) presses, "
            + "\(pressCounts.certain) of them certain to be seen, \(pressCounts.lostGongs) without a collapse id "
            + "lost, \(pressCounts.repeatedBells) with one sent again, \(taps.summary), \(failures.count) failures"
    }

    mutating func begin() async {
        await traffic.change(watts: 100)
        await traffic.publishPlayer()
    }

    mutating func round() async throws {
        if lives.last == nil || lives.last?.to != nil { try await start() }
        // Now and then the machine is switched off or on again.
        if random.oneIn(3) { await traffic.change(watts: traffic.watts > 10 ? 0 : 300) }
        await traffic.run(until: clock.now + random.milliseconds(20...2_800), now: SystemClock.wall)
        let tap = random.oneIn(2) ? taps.start(&random) : nil
        if tap != nil { try? await Task.sleep(for: random.milliseconds(0...25)) }
        kill()
        await taps.finish(tap)
        // The home goes on while nobody listens.
        for _ in 0..<Int.random(in: 0...3, using: &random) { await traffic.step(now: SystemClock.wall()) }
        if random.oneIn(3) {
            try home.start()
            try await Task.sleep(for: random.milliseconds(0...250))
            home.kill()
            killed += 1
            killedWhileStarting += 1
        }
        try await start()
        var lie: String?
        let isTrue = await eventually(within: .seconds(20)) {
            lie = traffic.lie(home.phone)
            return lie == nil
        }
        if !isTrue { failures.append("after kill \(killed): \(lie ?? "")") }
        try await checkPresses()
        await taps.repeatSome(&random)
        failures += taps.failures
    }

    private mutating func start() async throws {
        try home.start()
        guard await home.isReady() else {
            failures.append("after kill \(killed): it does not start")
            return
        }
        lives.append((clock.now, nil))
    }

    private mutating func kill() {
        home.kill()
        killed += 1
        if !lives.isEmpty { lives[lives.count - 1].to = clock.now }
    }

    private enum Certainty { case heard, unheard, unsure }

    /// Whether the bridge must have heard a press, cannot have heard it, or may have.
    private func certainty(_ press: Traffic.Press) -> Certainty {
        for life in lives {
            let end = life.to ?? clock.now
            // The broker's acknowledgement to the bell and its message to the bridge are not one moment.
            if press.at > life.from + .milliseconds(100), press.at + .seconds(1) < end { return .heard }
        }
        return .unsure
    }

    /// Counts the notifications that were accepted since it last looked.
    private mutating func readRequests() async throws {
        let log = try await home.phone.control("GET", "requests?since=\(lastRequest)")
        for entry in log["requests"]?.arrayValue ?? []
        where entry["method"] == "POST" && entry["path"] == "/notifications" && entry["status"] == 201 {
            accepted[entry["body"]?["body"]?.stringValue ?? "", default: 0] += 1
        }
        lastRequest = log["last"]?.intValue ?? lastRequest
    }

    private mutating func checkPresses() async throws {
        let isComplete = { (presses: ArraySlice<Traffic.Press>, trial: Trial) in
            presses.allSatisfy { press in
                press.name.hasPrefix("gong") || trial.certainty(press) != .heard
                    || trial.accepted[press.name] != nil
            }
        }
        let fresh = traffic.presses[checkedPresses...]
        let deadline = clock.now + .seconds(20)
        repeat {
            try await readRequests()
            if isComplete(fresh, self) { break }
            try await Task.sleep(for: .milliseconds(50))
        } while clock.now < deadline
        var shown: [String: Int] = [:]
        for banner in home.phone.banners { shown[banner["body"]?.stringValue ?? "", default: 0] += 1 }
        for press in fresh {
            let isSure = certainty(press) == .heard
            if isSure { pressCounts.certain += 1 }
            let sent = accepted[press.name] ?? 0
            if press.name.hasPrefix("bell") {
                if sent > 1 { pressCounts.repeatedBells += 1 }
                if isSure, sent == 0 { failures.append("\(press.name) is lost") }
            } else if isSure, sent == 0 {
                pressCounts.lostGongs += 1
            }
        }
        for (name, count) in shown where count > 1 { failures.append("\(name) is shown \(count) times") }
        for (name, count) in accepted where count > 1 && name.hasPrefix("gong") {
            failures.append("\(name) was sent \(count) times")
        }
        checkedPresses = traffic.presses.count
    }
}

/// Taps on buttons that work once, some of them while the power goes.
private struct Taps {
    private let home: Home
    private let lock: Peer
    /// What the taps on a notification's button were answered, in order; nil: nothing.
    private var answers: [String: [Int?]] = [:]
    private var notifications: [String: Int] = [:]

    init(home: Home, lock: Peer) {
        self.home = home
        self.lock = lock
    }

    var summary: String {
        let all = answers.values.joined()
        return
            "\(all.count) taps, \(all.count { $0 == nil }) of them unanswered, \(lock.texts("home/open").count) acted"
    }

    /// Taps on a notification that has not been tapped, or now and then on one that has.
    mutating func start(_ random: inout SeededGenerator) -> (name: String, answer: Task<Int?, Never>)? {
        for banner in home.phone.banners {
            guard let name = banner["body"]?.stringValue, name.hasPrefix("gong"),
                let id = banner["id"]?.intValue
            else { continue }
            notifications[name] = id
        }
        let fresh = notifications.keys.filter { answers[$0] == nil }.sorted()
        guard let name = fresh.randomElement(using: &random), let id = notifications[name] else { return nil }
        return (name, tap(id))
    }

    private func tap(_ id: Int) -> Task<Int?, Never> {
        let phone = home.phone
        return Task { (try? await phone.tap(["notification": .int(id), "action": "open"])) ?? nil }
    }

    mutating func finish(_ tap: (name: String, answer: Task<Int?, Never>)?) async {
        guard let tap else { return }
        // A proxy answers for one that is not there.
        let status = await tap.answer.value
        answers[tap.name, default: []].append(status == 200 ? 200 : nil)
    }

    /// Taps again on what was tapped, now that the bridge is there again.
    mutating func repeatSome(_ random: inout SeededGenerator) async {
        for name in answers.keys.sorted().suffix(3) where random.oneIn(2) {
            guard let id = notifications[name] else { continue }
            await finish((name, tap(id)))
        }
    }

    /// What must not be: a button that acted twice, or not though its first tap was answered.
    var failures: [String] {
        let acted = lock.texts("home/open")
        return answers.sorted { $0.key < $1.key }.compactMap { name, statuses in
            let count = acted.count { $0 == name }
            if count > 1 { return "the button of \(name) acted \(count) times" }
            return statuses.first == 200 && count == 0
                ? "the tap on \(name) was answered and did nothing" : nil
        }
    }
}
