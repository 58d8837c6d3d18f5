import Testing
import TestSupport
import Values

extension EndToEndTests {
    @Suite("Taps without any open port")
    struct RecordedTapTests {
        private static let question = """
            activities:
              garage:
                inputs: {door: garage/door}
                start: "{{ door == 'open' }}"
                content:
                  template: approval
                  state: Close the garage?
                  options:
                    - {id: close, title: Close, publish: {topic: garage/set, payload: CLOSE}}
                    - {id: keep, title: Keep open}
                outcomes:
                  - {when: "{{ activity.answer == 'close' }}", state: Closing}

            """

        private let home: Home
        private let device: Peer

        init() async throws {
            let rules = Self.question + Rules.house.replacing("activities:\n", with: "")
            let home = try Home(rules, options: Home.Options(isReachable: false))
            let device = try Peer(port: home.broker.port, listensTo: ["garage/set", "lock/#", "hall/#"])
            (self.home, self.device) = (home, device)
            try #require(await device.isListening())
            try #require(await home.startAndWait(), "\(home.log)")
        }

        private var commands: [String] {
            device.received.all.map { "\($0.topic) \(String(decoding: $0.payload, as: UTF8.self))" }
        }

        private func ring() async throws -> JSON {
            await device.publish("home/button", Rules.press(1))
            try #require(await eventually { home.phone.newestNotification != nil }, "\(home.log)")
            return home.phone.newestNotification.map(JSON.int) ?? .null
        }

        @Test("A recorded tap comes back as one message with QoS 1, though updates are under way")
        func tap() async throws {
            let id = try await ring()
            await device.publish("home/plug", Rules.power(120), retain: true)
            #expect(await eventually { home.phone.isOngoing("washer") }, "\(home.log)")
            _ = try await home.phone.tap(["notification": id, "action": "unlock"])
            #expect(await eventually { commands == ["lock/front/set UNLOCK"] }, "\(home.log)")
            #expect(device.received.all.first?.qos == 1)
            #expect(home.phone.card("washer")?["content"]?["url_action"] == nil)
            #expect(try await home.metric("pushward_mqtt_taps_total{result=\"published\"}") == 1)
        }

        @Test("A reply is written into the payload as JSON")
        func reply() async throws {
            let id = try await ring()
            _ = try await home.phone.tap(["notification": id, "action": "reply", "text": "Back \"soon\""])
            #expect(
                await eventually { commands == [#"hall/tts {"message":"Back \"soon\""}"#] },
                "\(commands)"
            )
        }

        @Test("A power cut neither loses an answer nor doubles it")
        func powerCut() async throws {
            let id = try await ring()
            // A tap within the milliseconds before the bridge knows the notification's number cannot be found again.
            try #require(await eventually { home.phone.state["held"]?.intValue == 1 }, "\(home.log)")
            home.kill()
            _ = try await home.phone.tap(["notification": id, "action": "unlock"])
            try #require(await home.startAndWait(), "\(home.log)")
            #expect(await eventually { commands == ["lock/front/set UNLOCK"] }, "\(home.log)")
            home.kill()
            try #require(await home.startAndWait(), "\(home.log)")
            // What comes after it shows that nothing else was on its way.
            await device.publish("home/button", Rules.press(2, room: "north"))
            try #require(await eventually { home.phone.banners.count == 2 }, "\(home.log)")
            let second = home.phone.newestNotification.map(JSON.int) ?? .null
            _ = try await home.phone.tap(["notification": second, "action": "topical"])
            #expect(
                await eventually { commands == ["lock/front/set UNLOCK", "hall/north odd"] },
                "\(commands)"
            )
        }

        @Test("An approval card's answer is published, shown and over")
        func approval() async throws {
            await device.publish("garage/door", "open", retain: true)
            try #require(await eventually { home.phone.isOngoing("garage") }, "\(home.log)")
            let option = home.phone.card("garage")?["content"]?["options"]?.arrayValue?.first?["id"]?
                .stringValue
            let action = "options.\(try #require(option))"
            _ = try await home.phone.tap(["slug": "garage", "action": .string(action)])
            #expect(await eventually { commands == ["garage/set CLOSE"] }, "\(home.log)")
            #expect(await eventually { home.phone.content("garage", "state") == "Closing" }, "\(home.log)")
            #expect(await eventually { !home.phone.isOngoing("garage") }, "\(home.log)")
        }

        @Test("Where PushWard holds no more requests, answers are read now and then")
        func waitLimit() async throws {
            let refusal: JSON = [
                "path": "/notifications/answers/*", "status": 429, "times": 1,
                "body": ["code": "answer_wait.limit_exceeded", "retry_after_ms": 2000],
            ]
            try await home.phone.control("POST", "faults", refusal)
            let id = try await ring()
            _ = try await home.phone.tap(["notification": id, "action": "unlock"])
            #expect(
                await eventually(within: .seconds(30)) { commands == ["lock/front/set UNLOCK"] },
                "\(home.log)"
            )
        }

        @Test("A held request keeps the bridge from stopping no longer than another")
        func stop() async throws {
            _ = try await ring()
            home.signal(15)
            #expect(await eventually(within: .seconds(5)) { home.exitCode == 0 }, "\(home.log)")
        }
    }
}
