import Testing
import TestSupport
import Values

extension EndToEndTests {
    @Suite("Cards and notifications")
    struct CardTests {
        @Test("Birth and will are kept at the broker: online while it runs, offline after a power cut")
        func availability() async throws {
            let home = try Home(Rules.house)
            let watcher = try Peer(port: home.broker.port, listensTo: ["pushward/bridge/availability"])
            try #require(await watcher.isListening())
            try #require(await home.startAndWait(), "\(home.log)")
            #expect(await eventually { watcher.texts("pushward/bridge/availability") == ["online"] })
            home.kill()
            #expect(
                await eventually { watcher.texts("pushward/bridge/availability") == ["online", "offline"] }
            )
            let late = try Peer(port: home.broker.port, listensTo: ["pushward/bridge/availability"])
            #expect(await eventually { late.received.all.first?.isRetained == true })
            #expect(late.texts("pushward/bridge/availability") == ["offline"])
        }

        @Test("A card follows its source from its start to its final frame")
        func cardLife() async throws {
            let home = try Home(Rules.house)
            let device = try Peer(port: home.broker.port)
            try #require(await home.startAndWait(), "\(home.log)")
            await device.publish("home/plug", Rules.power(120), retain: true)
            #expect(await eventually { home.phone.content("washer", "state") == "Washing" }, "\(home.log)")
            #expect(home.phone.card("washer")?["name"] == "Washing machine")
            await device.publish("home/plug", Rules.power(400), retain: true)
            #expect(await eventually { home.phone.content("washer", "state") == "Spinning" }, "\(home.log)")
            await device.publish("home/plug", Rules.power(0.4), retain: true)
            #expect(await eventually { home.phone.card("washer")?["state"] == "ended" }, "\(home.log)")
            #expect(home.phone.content("washer", "state") == "Done")
            let refused = try await home.phone.requests().filter { ($0["status"]?.intValue ?? 0) >= 400 }
            #expect(refused.isEmpty)
        }

        @Test("A press notifies once; what the broker kept of an old press does not")
        func presses() async throws {
            let home = try Home(Rules.house)
            let device = try Peer(port: home.broker.port)
            await device.publish("home/button", Rules.press(1), retain: true)
            try #require(await home.startAndWait(), "\(home.log)")
            await device.publish("home/button", Rules.press(2))
            #expect(await eventually { home.phone.banners.count == 1 }, "\(home.log)")
            // The same payload again within half a second is the same press.
            await device.publish("home/button", Rules.press(3))
            await device.publish("home/button", Rules.press(3))
            await device.publish("home/button", Rules.press(4))
            #expect(await eventually { home.phone.banners.count >= 3 }, "\(home.log)")
            let bodies = try await home.phone.acceptedNotifications().map {
                $0["body"]?["body"]?.stringValue ?? ""
            }
            #expect(bodies == ["Press 2", "Press 3", "Press 4"])
        }

        @Test("Topics with captures make a card each, named after what was captured")
        func captures() async throws {
            let home = try Home(
                """
                activities:
                  room:
                    each: heating/{room}/state
                    slug: "room-{{ room }}"
                    name: "{{ room | title }}"
                    inputs:
                      state: heating/{room}/state
                    start: "{{ state == 'boost' }}"
                    content: {template: generic, state: "Boost in {{ room }}"}

                """
            )
            let device = try Peer(port: home.broker.port)
            try #require(await home.startAndWait(), "\(home.log)")
            for room in ["bath", "hall"] {
                await device.publish("heating/\(room)/state", "boost", retain: true)
            }
            #expect(
                await eventually {
                    home.phone.content("room-bath", "state") == "Boost in bath"
                        && home.phone.content("room-hall", "state") == "Boost in hall"
                },
                "\(home.log)"
            )
            await device.publish("heating/bath/state", "eco", retain: true)
            #expect(await eventually { !home.phone.isOngoing("room-bath") }, "\(home.log)")
            #expect(home.phone.isOngoing("room-hall"))
        }
    }
}
