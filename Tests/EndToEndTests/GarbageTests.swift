import Testing
import TestSupport
import Values

extension EndToEndTests {
    @Suite("Garbage")
    struct GarbageTests {
        private static let rules = """
            activities:
              washer:
                name: Washing machine
                inputs:
                  power: {topic: home/plug, value: "{{ value_json.power }}"}
                  left: {topic: home/left, unit: min}
                  there: {topic: home/there, availability: {topic: home/plug/availability, preset: zigbee2mqtt}}
                  picture: {topic: home/picture, encoding: binary}
                start: "{{ power > 10 }}"
                end: "{{ power < 3 }}"
                content: {template: generic, state: "{{ power | int }} W", eta: "{{ left }}"}
              room:
                each: rooms/{room}/state
                slug: "room-{{ room }}"
                inputs:
                  state: rooms/{room}/state
                start: "{{ state == 'on' }}"
                content: {template: generic, state: "{{ state }}"}
            notifications:
              doorbell:
                on: {topic: home/button, when: "{{ value_json.action == 'single' }}"}
                title: Front door
                body: "Press {{ value_json.n }}"
              leak:
                inputs:
                  leak: {topic: home/leak, value: "{{ value_json.water_leak }}"}
                when: "{{ leak }}"
                title: Water
                body: There is water
              broker:
                on: {topic: $SYS/broker/version, when: "{{ value == 'never' }}"}
                title: Broker
                body: Changed

            """

        private static let topics = [
            "home/plug", "home/left", "home/there", "home/plug/availability", "home/picture",
            "rooms/hall/state",
            "home/button", "home/leak", "$SYS/broker/version",
        ]

        private static let payloads: [[UInt8]] = {
            let deep = String(repeating: "[", count: 1_000) + String(repeating: "]", count: 1_000)
            let deepObject =
                String(repeating: #"{"power":"#, count: 1_000) + "1" + String(repeating: "}", count: 1_000)
            let wide = "{" + (0..<15_000).map { #""k\#($0)":\#($0)"# }.joined(separator: ",") + "}"
            let texts = [
                "", deep, deepObject, wide, "$SYS", "{", "}", #"{"power":"#, #"{"power":{}}"#,
                #"{"power":[]}"#,
                #"{"power":"NaN"}"#, #"{"power":"\u0000"}"#, #"{"power":"\ud800"}"#, "NaN", "-", "\"",
                "{{ 1/0 }}",
                "{% for x in range(9999999999) %}", "\u{FEFF}", "\r\n",
                String(repeating: " ", count: 100_000),
                "\u{1B}[2J\u{1B}]0;x\u{7}", #"{"action":null}"#, #"{"action":""}"#, #"{"action":["single"]}"#,
            ]
            let bytes: [[UInt8]] = [
                [0], [0, 0, 0, 0], [0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
                Array("single".utf8) + [0],
                [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0x4A, count: 200_000),
                [UInt8](repeating: 0x41, count: 2 << 20),
            ]
            let veryWide = "{" + (0..<200_000).map { #""k\#($0)":\#($0)"# }.joined(separator: ",") + "}"
            return texts.map { Array($0.utf8) } + bytes + [Array(veryWide.utf8)]
        }()

        @Test(
            "Garbage on any topic changes nothing but counters, and its memory stays bounded",
            .timeLimit(.minutes(3))
        )
        func garbage() async throws {
            let home = try Home(Self.rules)
            let device = try Peer(port: home.broker.port)
            try #require(await home.startAndWait(), "\(home.log)")
            await device.publish("home/left", "30", retain: true)
            await device.publish("home/plug", #"{"power":100}"#, retain: true)
            try #require(await eventually { home.phone.content("washer", "state") == "100 W" }, "\(home.log)")
            try #require(await quiet(home))
            let content = home.phone.card("washer")?["content"]
            let requests = try await home.phone.requests().count
            var resident: [Int] = []
            for _ in 0..<3 {
                try await flood(home, device)
                resident.append(home.residentKiB ?? 0)
            }
            print("garbage: resident KiB after each round \(resident)")
            let newRequests = try await home.phone.requests().dropFirst(requests)
            #expect(newRequests.isEmpty, "\(newRequests)")
            #expect(home.phone.card("washer")?["content"] == content)
            #expect(home.phone.banners.isEmpty)
            #expect(try await home.metric(#"pushward_mqtt_messages_dropped_total{reason="too_large"}"#) > 0)
            #expect(try await home.metric(#"pushward_mqtt_messages_dropped_total{reason="undecodable"}"#) > 0)
            // The first round fills the allocator's pools; the later ones must not grow them on and on.
            #expect(resident[0] < 200 << 10, "\(resident)")
            #expect(resident[2] - resident[0] < 16 << 10, "\(resident)")
            #expect(!home.log.contains("\u{1B}"))
            // It still works.
            await device.publish("home/button", Rules.press(7))
            #expect(await eventually { home.phone.banners.count == 1 }, "\(home.log.suffix(5_000))")
            await device.publish("home/plug", #"{"power":250}"#, retain: true)
            #expect(
                await eventually(within: .seconds(20)) { home.phone.content("washer", "state") == "250 W" }
            )
        }

        @Test(
            "Where large payloads are let in, they cost their memory once and change nothing",
            .timeLimit(.minutes(2))
        )
        func large() async throws {
            var options = Home.Options()
            options.maxPayload = 8 << 20
            let home = try Home(Self.rules, options: options)
            let device = try Peer(port: home.broker.port)
            try #require(await home.startAndWait(), "\(home.log)")
            let large = Self.payloads.filter { $0.count > 1 << 20 }
            try #require(large.count == 2)
            var resident: [Int] = []
            for _ in 0..<4 {
                for topic in Self.topics { for payload in large { await device.publish(topic, payload) } }
                let sent = large.count * (Self.topics.count - 1) * (resident.count + 1)
                #expect(
                    try await soon(within: .seconds(60)) {
                        try await home.metric("pushward_mqtt_messages_total") >= sent
                    },
                    "\(home.log.suffix(5_000))"
                )
                resident.append(home.residentKiB ?? 0)
            }
            print("garbage: resident KiB after each round of large payloads \(resident)")
            // The first rounds fill the allocator's pools.
            #expect(resident[3] - resident[1] < 64 << 10, "\(resident)")
            #expect(resident[3] < 600 << 10, "\(resident)")
            #expect(try await home.phone.requests().allSatisfy { $0["method"] == "GET" })
            await device.publish("home/button", Rules.press(7))
            #expect(await eventually { home.phone.banners.count == 1 }, "\(home.log.suffix(5_000))")
        }

        /// Sends all of it to each topic, and waits until the bridge has read it.
        private func flood(_ home: Home, _ device: Peer) async throws {
            let before = try await home.metric("pushward_mqtt_messages_total")
            var count = 0
            for topic in Self.topics {
                for payload in Self.payloads { await device.publish(topic, payload) }
                if !topic.hasPrefix("$") { count += Self.payloads.count }
            }
            var total = 0
            let dropped = 2 * (Self.topics.count - 1)
            for _ in 0..<600 {
                total = try await home.metric("pushward_mqtt_messages_total")
                if total - before >= count - dropped { break }
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(total - before >= count - dropped, "\(home.log.suffix(5_000))")
        }

        private func quiet(_ home: Home) async throws -> Bool {
            var last = -1
            return await eventually {
                let count = home.phone.state["requests"]?.intValue ?? 0
                defer { last = count }
                return count == last
            }
        }
    }
}
