import JSONReader
import TestSupport
import Testing
import Values

private let lamp = """
    activities:
      lamp:
        TO
        inputs: {text: lamp}
        start: "{{ text != 'off' }}"
        end: "{{ text == 'off' }}"
        content: {template: generic, state: "{{ text }}"}
    notifications:
      bell: {TO on: bell, title: Bell, body: rings}
    """

private func rules(_ to: String) -> String {
    lamp.replacing("{TO", with: to.isEmpty ? "{" : "{\(to),").replacing("TO", with: to)
}

extension EndToEndTests {
    @Suite("Budget and accounts")
    struct BudgetTests {
        private static let status = "pushward/bridge/status"
        private static let device = "homeassistant/device/pushward_mqtt_pushward/config"

        private func latest(_ peer: Peer, _ topic: String) -> JSON? {
            peer.texts(topic).last.flatMap { try? JSONReader.read(Array($0.utf8)) }
        }

        @Test(
            "What is left of the month is spent on start and end, and told at the broker and in the metrics"
        )
        func usedUp() async throws {
            let home = try Home(rules(""))
            try await home.phone.control(
                "POST",
                "quota",
                ["plan": "free", "kind": "live_activity_updates", "used": 248, "limit": 250]
            )
            let watcher = try Peer(port: home.broker.port, listensTo: ["pushward/bridge/#", Self.device])
            let source = try Peer(port: home.broker.port)
            try #require(await watcher.isListening())
            try #require(await home.startAndWait(), "\(home.log)")
            func account() -> JSON? { latest(watcher, Self.status)?["accounts"]?["default"] }
            #expect(
                await eventually { account()?["live_activity_updates"]?["used"] == 248 },
                "\(watcher.texts(Self.status))"
            )
            #expect(account()?["problem"] == true)
            #expect(account()?["budget"] == "saving")
            for text in ["on", "dimmed", "bright"] { await source.publish("lamp", text) }
            #expect(await eventually { home.phone.isOngoing("lamp") }, "\(home.log)")
            await source.publish("lamp", "off")
            #expect(await eventually { home.phone.card("lamp")?["state"] == "ended" }, "\(home.log)")
            #expect(await eventually { account()?["budget"] == "used_up" }, "\(watcher.texts(Self.status))")
            let patches = try await home.phone.requests("PATCH")
            #expect(patches.compactMap { $0["status"]?.intValue } == [201, 200], "\(patches)")
            let used = try await home.metric("pushward_mqtt_quota_used{kind=\"live_activity_updates\"}")
            let limit = try await home.metric("pushward_mqtt_quota_limit{kind=\"live_activity_updates\"}")
            #expect((used, limit) == (250, 250))
            let reads = try await home.phone.requests("GET", "/auth/me")
            #expect(reads.count == 1)
        }

        @Test("Home Assistant is told of one device, retained, whose templates fit the status")
        func discovery() async throws {
            let home = try Home(rules(""))
            let early = try Peer(port: home.broker.port, listensTo: [Self.device, Self.status])
            try #require(await early.isListening())
            try #require(await home.startAndWait(), "\(home.log)")
            func hasBoth(_ peer: Peer) -> Bool {
                latest(peer, Self.device) != nil && latest(peer, Self.status) != nil
            }
            #expect(await eventually { hasBoth(early) })
            // Whoever comes later finds both; what is told again while it listens does not count.
            let late = try Peer(port: home.broker.port, listensTo: [Self.device, Self.status])
            #expect(await eventually { hasBoth(late) })
            for topic in [Self.device, Self.status] {
                #expect(late.received.all.first { $0.topic == topic }?.isRetained == true)
            }
            let config = try #require(latest(late, Self.device))
            let components = try #require(config["components"]?.objectValue)
            #expect(
                components.keys.sorted() == [
                    "budget", "connection", "unsaved", "updates_limit", "updates_used",
                ]
            )
            #expect(config["device"]?["identifiers"] == ["pushward_mqtt_pushward"])
            let ids = components.compactMap { $0.value["unique_id"]?.stringValue }
            #expect(Set(ids).count == 5)
            #expect(components["connection"]?["state_topic"] == "pushward/bridge/availability")
            #expect(components["updates_used"]?["state_topic"]?.stringValue == Self.status)
            #expect(latest(late, Self.status)?["accounts"]?["default"]?["problem"] == false)
        }

        @Test(
            "Two phones of a family each get a card and a message of their own; a refused key stops only its own"
        )
        func accounts() async throws {
            let ben = try Phone()
            var options = Home.Options()
            options.second = ben
            let home = try Home(rules("to: [anna, ben]"), options: options)
            let source = try Peer(port: home.broker.port)
            try #require(await home.startAndWait(), "\(home.log)")
            await source.publish("lamp", "on")
            await source.publish("bell", "x")
            for phone in [home.phone, ben] {
                #expect(await eventually { phone.content("lamp", "state") == "on" }, "\(home.log)")
                #expect(await eventually { phone.banners.count == 1 }, "\(home.log)")
            }
            try await home.phone.control("POST", "keys", ["token": .string(Phone.token), "revoke": true])
            await source.publish("lamp", "off")
            #expect(await eventually { ben.card("lamp")?["state"] == "ended" }, "\(home.log)")
            #expect(await eventually { home.log.contains("anna: PushWard refuses the token") }, "\(home.log)")
            #expect(home.phone.isOngoing("lamp"))
            #expect(!home.log.contains("ben: PushWard"))
        }
    }
}
