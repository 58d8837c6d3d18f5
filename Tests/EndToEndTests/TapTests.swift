import JSONReader
import Testing
import TestSupport
import Values

extension EndToEndTests {
    @Suite("Taps")
    struct TapTests {
        private let home: Home
        private let device: Peer
        private let notifiedAt: ContinuousClock.Instant

        init() async throws {
            let home = try Home(Rules.house)
            let device = try Peer(
                port: home.broker.port,
                listensTo: ["home/plug/#", "lock/#", "hall/#"]
            )
            (self.home, self.device) = (home, device)
            try #require(await device.isListening())
            try #require(await home.startAndWait(), "\(home.log)")
            await device.publish("home/plug", Rules.power(120), retain: true)
            await device.publish("home/button", Rules.press(1))
            try #require(
                await eventually { home.phone.isOngoing("washer") && home.phone.banners.count == 1 },
                "\(home.log)"
            )
            self.notifiedAt = ContinuousClock().now
        }

        /// What devices were told, without their own reports.
        private var commands: [String] {
            device.received.all.filter { $0.topic != "home/plug" }
                .map { "\($0.topic) \(String(decoding: $0.payload, as: UTF8.self))" }
        }

        /// What the phone would send for a button of the card or of the notification.
        private func request(_ button: JSON?) throws -> (url: String, headers: [HTTPRequest.Pair]) {
            let url = try #require(button?["url"]?.stringValue)
            let headers = button?["headers"]?.objectValue ?? [:]
            return (url, headers.map { HTTPRequest.Pair($0.key, $0.value.stringValue ?? "") })
        }

        private func cardButton(_ name: String) -> JSON? { home.phone.card("washer")?["content"]?[name] }

        private func button(_ id: String) -> JSON? {
            home.phone.banners.first?["actions"]?.arrayValue?.first { $0["id"]?.stringValue == id }
        }

        @Test("A tap on a card comes back as a message with QoS 1 that is not retained, and is answered 200")
        func cardTap() async throws {
            #expect(try await home.phone.tap(["slug": "washer", "action": "url_action"]) == 200)
            #expect(await eventually { commands == [#"home/plug/set {"state":"OFF"}"#] })
            let message = device.received.all.first { $0.topic == "home/plug/set" }
            #expect(message?.qos == 1)
            #expect(message?.isRetained == false)
        }

        @Test(
            "An action that is good once answers a second tap with 200 and publishes nothing; others act each time"
        )
        func once() async throws {
            for _ in 0..<2 {
                #expect(try await home.phone.tap(["slug": "washer", "action": "url_action"]) == 200)
                #expect(
                    try await home.phone.tap(["slug": "washer", "action": "secondary_url_action"]) == 200
                )
            }
            #expect(
                await eventually {
                    commands.filter { $0.hasPrefix("home/plug/beep") }.count == 2
                }
            )
            #expect(commands.filter { $0.hasPrefix("home/plug/set") }.count == 1)
        }

        @Test("A used action stays used across a power cut")
        func onceAcrossRestart() async throws {
            let id = try #require(home.phone.newestNotification)
            let unlock = try request(button("unlock"))
            #expect(try await home.phone.tap(["notification": .int(id), "action": "unlock"]) == 200)
            home.kill()
            try #require(await home.startAndWait(), "\(home.log)")
            let again = try await Web.send("POST", unlock.url, headers: unlock.headers)
            #expect(again?.status == 200)
            #expect(try await home.phone.tap(["slug": "washer", "action": "secondary_url_action"]) == 200)
            #expect(await eventually { commands.contains("home/plug/beep beep") }, "\(home.log)")
            #expect(commands.filter { $0.hasPrefix("lock/") } == ["lock/front/set UNLOCK"])
        }

        @Test("A reply is written into the payload as JSON")
        func reply() async throws {
            let id = try #require(home.phone.newestNotification)
            let said = "Back in 5 \"minutes\"\n\\ ☕"
            let order: JSON = ["notification": .int(id), "action": "reply", "text": .string(said)]
            #expect(try await home.phone.tap(order) == 200)
            #expect(await eventually { device.texts("hall/tts").count == 1 }, "\(home.log)")
            let payloads = device.received.all.filter { $0.topic == "hall/tts" }.map(\.payload)
            #expect(try payloads.map { try JSONReader.read($0) } == [["message": .string(said)]])
        }

        @Test(
            "A topic that a message would make a wildcard is not published to",
            arguments: ["#", "a/+/b", "a\u{0}b"]
        )
        func wildcard(room: String) async throws {
            await device.publish("home/button", Rules.press(2, room: room))
            try #require(await eventually { home.phone.banners.count == 2 }, "\(home.log)")
            let id = try #require(home.phone.newestNotification)
            #expect(try await home.phone.tap(["notification": .int(id), "action": "topical"]) == 500)
            #expect(try await home.phone.tap(["slug": "washer", "action": "secondary_url_action"]) == 200)
            #expect(await eventually { commands == ["home/plug/beep beep"] }, "\(commands)")
        }

        @Test("Whatever is not authorised, or not a tap, is refused and publishes nothing")
        func refusals() async throws {
            let stop = try request(cardButton("url_action"))
            let beep = try request(cardButton("secondary_url_action"))
            let unlock = try request(button("unlock"))
            let brief = try request(button("brief"))
            func status(_ method: String, _ url: String, _ headers: [HTTPRequest.Pair], _ body: [UInt8] = [])
                async throws -> Int?
            {
                try await Web.send(method, url, headers: headers, body: body)?.status
            }
            #expect(try await status("POST", stop.url, []) == 401)
            #expect(try await status("POST", stop.url, [.init("Authorization", "Bearer wrong")]) == 401)
            #expect(
                try await status("POST", stop.url, [.init("Authorization", "Basic d3Jvbmc6d3Jvbmc=")]) == 401
            )
            #expect(try await status("POST", stop.url, beep.headers) == 401, "another button's token")
            #expect(try await status("POST", stop.url, unlock.headers) == 401, "a notification's token")
            #expect(try await status("POST", home.tapURL + "/t/washer/none", stop.headers) == 401)
            #expect(try await status("POST", home.tapURL + "/t/none/url_action", stop.headers) == 401)
            #expect(try await status("GET", stop.url, stop.headers) == 405)
            #expect(try await status("HEAD", stop.url, stop.headers) == 405)
            #expect(try await status("PUT", stop.url, stop.headers) == 405)
            #expect(try await status("POST", home.tapURL + "/", stop.headers) == 404)
            #expect(try await status("POST", home.tapURL + "/t/washer/url_action/more", stop.headers) == 404)
            let large = [UInt8](repeating: 0x20, count: 9_000)
            #expect(try await status("POST", stop.url, stop.headers, large) == 413)
            // `brief` is good for a second.
            #expect(
                await eventually(within: .seconds(8)) { ContinuousClock().now - notifiedAt > .seconds(1.2) }
            )
            #expect(try await status("POST", brief.url, brief.headers) == 401)
            // The right one still works, and is the only one that did anything.
            #expect(try await status("POST", beep.url, beep.headers) == 200)
            #expect(await eventually { commands == ["home/plug/beep beep"] }, "\(commands)")
        }

        @Test("A card's buttons end with the card")
        func endedCard() async throws {
            let beep = try request(cardButton("secondary_url_action"))
            await device.publish("home/plug", Rules.power(0), retain: true)
            #expect(await eventually { home.phone.card("washer")?["state"] == "ended" }, "\(home.log)")
            #expect(try await Web.send("POST", beep.url, headers: beep.headers)?.status == 401)
            #expect(commands.isEmpty)
        }

        @Test("A tap that the broker does not acknowledge is answered 503 within six seconds")
        func brokerSilent() async throws {
            let beep = try request(cardButton("secondary_url_action"))
            home.broker.signal(SIGNAL.stop)
            defer { home.broker.signal(SIGNAL.goOn) }
            let answer = try await Web.send("POST", beep.url, headers: beep.headers, within: .seconds(6))
            #expect(answer?.status == 503)
        }

        @Test("A tap that cannot be published is answered 503 within six seconds and never happens later")
        func brokerDown() async throws {
            let stop = try request(cardButton("url_action"))
            let beep = try request(cardButton("secondary_url_action"))
            home.broker.kill()
            for _ in 0..<3 {
                let answer = try await Web.send("POST", stop.url, headers: stop.headers, within: .seconds(6))
                #expect(answer?.status == 503)
            }
            try home.broker.start()
            try #require(await device.isListening(times: 2))
            try #require(await home.isReady())
            #expect(
                await eventually(within: .seconds(20)) {
                    home.log.components(of: "subscribed to").count >= 3
                },
                "\(home.log)"
            )
            #expect(try await Web.send("POST", beep.url, headers: beep.headers)?.status == 200)
            #expect(await eventually { commands.contains("home/plug/beep beep") })
            #expect(commands == ["home/plug/beep beep"])
            // What did not happen has not used the action up.
            #expect(try await Web.send("POST", stop.url, headers: stop.headers)?.status == 200)
            #expect(await eventually { commands.last == #"home/plug/set {"state":"OFF"}"# })
        }
    }
}

extension String {
    /// The parts between the occurrences of `separator`.
    func components(of separator: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let found = rest.firstRange(of: separator) {
            parts.append(String(rest[..<found.lowerBound]))
            rest = rest[found.upperBound...]
        }
        return parts + [String(rest)]
    }
}
