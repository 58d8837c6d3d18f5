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

        private static let leak = """
              leak:
                inputs: {wet: home/leak}
                when: "{{ wet == 'on' }}"
                resolve_when: "{{ wet == 'off' }}"
                title: Leak
                body: Water
                acknowledge: {repeat_seconds: 60, expire_seconds: 3600}

            """

        private let home: Home
        private let device: Peer

        init() async throws {
            let house = Rules.house.replacing("activities:\n", with: "")
            let rules = Self.question + house + Self.leak
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

        /// What PushWard knows of notifications that are repeated, in the order of their numbers.
        private func receipts(_ member: String) -> [JSON] {
            home.phone.state["receipts"]?.arrayValue?.compactMap { $0[member] } ?? []
        }

        private func waterComes() async throws {
            await device.publish("home/leak", "off", retain: true)
            await device.publish("home/leak", "on", retain: true)
            try #require(await eventually { receipts("status") == ["active"] }, "\(home.log)")
        }

        @Test("Repeats stop when their cause is gone, though the bridge was killed meanwhile")
        func resolved() async throws {
            try await waterComes()
            home.phone.advance(by: .seconds(130))
            #expect(receipts("repeats_sent") == [2])
            // Whether it knows the notification's number by now or not: then it is sent once more, in its own place.
            home.kill()
            try #require(await home.startAndWait(), "\(home.log)")
            await device.publish("home/leak", "off", retain: true)
            #expect(await eventually { Set(receipts("status")) == ["canceled"] }, "\(home.log)")
            #expect(await eventually { home.log.contains("leak: canceled") }, "\(home.log)")
            let sent = receipts("repeats_sent")
            home.phone.advance(by: .seconds(600))
            #expect(receipts("repeats_sent") == sent)
            #expect(home.phone.banners.count == 1)
        }

        @Test("What somebody has acknowledged is not called off when its cause is gone")
        func acknowledged() async throws {
            try await waterComes()
            let id = home.phone.newestNotification.map(JSON.int) ?? .null
            _ = try await home.phone.tap(["notification": id, "action": "pw_ack"])
            #expect(await eventually { home.log.contains("leak: acknowledged") }, "\(home.log)")
            await device.publish("home/leak", "off", retain: true)
            // What comes after it shows that nothing else was on its way.
            _ = try await ring()
            #expect(receipts("status") == ["acknowledged"])
            #expect(
                try await home.phone.requests("POST").allSatisfy {
                    $0["path"]?.stringValue?.hasSuffix("/cancel") != true
                }
            )
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
