import Host
import Testing
import TestSupport
import Values

extension EndToEndTests {
    @Suite("Recovery")
    struct RecoveryTests {
        /// Whether a press gets through now, within a time that covers the back-off.
        private func notifies(_ home: Home, _ device: Peer, _ number: Int) async -> Bool {
            await device.publish("home/button", Rules.press(number))
            return await eventually {
                home.phone.banners.contains { $0["body"] == .string("Press \(number)") }
            }
        }

        private func counts(_ home: Home) async throws -> [String: Int] {
            var counts: [String: Int] = [:]
            for entry in try await home.phone.acceptedNotifications() {
                counts[entry["body"]?["body"]?.stringValue ?? "", default: 0] += 1
            }
            return counts
        }

        @Test(
            "The broker stops and starts, with a farewell and without: cards and presses go on",
            arguments: [true, false]
        )
        func broker(isGraceful: Bool) async throws {
            let home = try Home(Rules.house)
            let device = try Peer(port: home.broker.port)
            try #require(await home.startAndWait(), "\(home.log)")
            await device.publish("home/plug", Rules.power(100), retain: true)
            #expect(await notifies(home, device, 1), "\(home.log)")
            try #require(await eventually { home.phone.isOngoing("washer") }, "\(home.log)")

            if isGraceful { home.broker.stop() } else { home.broker.kill() }
            #expect(try await soon { try await Web.status(home.statusURL + "/readyz") == 503 })
            // The broker comes back with an old press in its store before the bridge is there again.
            home.signal(SIGNAL.stop)
            try home.broker.start()
            await device.publish("home/button", Rules.press(1), retain: true)
            await device.publish("home/button", Rules.press(2), retain: true)
            await device.publish("home/plug", Rules.power(400), retain: true)
            home.signal(SIGNAL.goOn)
            try #require(await home.isReady(), "\(home.log)")
            #expect(await eventually { home.phone.content("washer", "state") == "Spinning" }, "\(home.log)")
            #expect(await notifies(home, device, 3), "\(home.log)")
            #expect(try await counts(home) == ["Press 1": 1, "Press 3": 1])
            #expect(home.isRunning)
        }

        @Test("PushWard stops and starts: the card becomes the truth, and a press of meanwhile arrives once")
        func phone() async throws {
            let home = try Home(Rules.house)
            let device = try Peer(port: home.broker.port)
            try #require(await home.startAndWait(), "\(home.log)")
            await device.publish("home/plug", Rules.power(100), retain: true)
            try #require(await eventually { home.phone.isOngoing("washer") }, "\(home.log)")
            home.phone.stop()
            await device.publish("home/plug", Rules.power(400), retain: true)
            await device.publish("home/button", Rules.press(1))
            #expect(await eventually { home.log.contains("PushWard does not answer") }, "\(home.log)")
            try home.phone.start()
            #expect(
                await eventually(within: .seconds(40)) {
                    home.phone.content("washer", "state") == "Spinning"
                },
                "\(home.log)"
            )
            #expect(await eventually(within: .seconds(40)) { home.phone.banners.count == 1 }, "\(home.log)")
            #expect(await notifies(home, device, 2), "\(home.log)")
            #expect(try await counts(home) == ["Press 1": 1, "Press 2": 1])
        }

        @Test("PushWard fails for a while in all its ways, and the card becomes the truth")
        func faults() async throws {
            let home = try Home(Rules.house)
            let device = try Peer(port: home.broker.port)
            try #require(await home.startAndWait(), "\(home.log)")
            let faults: [JSON] = [
                ["status": 503, "times": 1], ["drop": "before", "times": 1], ["drop": "after", "times": 1],
                ["status": 429, "code": "rate_limit.exceeded", "headers": ["Retry-After": "1"], "times": 1],
                ["status": 502, "body": "<html>Bad gateway</html>", "times": 1],
            ]
            for fault in faults { try await home.phone.control("POST", "faults", fault) }
            await device.publish("home/plug", Rules.power(100), retain: true)
            #expect(
                await eventually(within: .seconds(60)) { home.phone.content("washer", "state") == "Washing" },
                "\(home.log)"
            )
            await device.publish("home/plug", Rules.power(400), retain: true)
            #expect(
                await eventually(within: .seconds(60)) {
                    home.phone.content("washer", "state") == "Spinning"
                },
                "\(home.log)"
            )
            #expect(home.isRunning)
        }

        @Test("Broker and PushWard are down at the start and come in either order", arguments: [true, false])
        func bothDown(isBrokerFirst: Bool) async throws {
            var options = Home.Options()
            options.startsBroker = false
            let home = try Home(Rules.house, options: options)
            home.phone.stop()
            try home.start()
            #expect(try await soon { try await Web.status(home.statusURL + "/readyz") == 503 })
            #expect(try await Web.status(home.statusURL + "/healthz") == 200)
            #expect(await eventually { home.log.contains("not connected to") }, "\(home.log)")
            let device = try Peer(port: home.broker.port)
            if !isBrokerFirst { try home.phone.start() }
            home.signal(SIGNAL.stop)
            try home.broker.start()
            await device.publish("home/plug", Rules.power(100), retain: true)
            await device.publish("home/button", Rules.press(1), retain: true)
            home.signal(SIGNAL.goOn)
            try #require(await home.isReady(within: .seconds(40)), "\(home.log)")
            if isBrokerFirst { try home.phone.start() }
            #expect(
                await eventually(within: .seconds(40)) { home.phone.content("washer", "state") == "Washing" },
                "\(home.log)"
            )
            #expect(await notifies(home, device, 2), "\(home.log)")
            #expect(try await counts(home) == ["Press 2": 1])
        }
    }
}

/// Signals by number, without the C library.
enum SIGNAL {
    static let interrupt: Int32 = 2
    static let terminate: Int32 = 15
    static let goOn: Int32 = 18
    static let stop: Int32 = 19
}
