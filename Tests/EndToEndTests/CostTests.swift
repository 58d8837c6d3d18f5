import Host
import JSONReader
import Testing
import TestSupport
import Values

extension EndToEndTests {
    /// What a month's 250 updates are spent on (design sections 1 and 6).
    @Suite("Cost")
    struct CostTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Lines of a recording, with a random part that a seed brings back.
        private struct Maker {
            var random = RandomSource(seed: 4711)
            var lines: [String] = []

            mutating func message(_ time: Double, _ topic: String, _ payload: String, retain: Bool = false) {
                lines.append(
                    JSON.object([
                        "t": .double(time), "topic": .string(topic), "payload": .string(payload),
                        "retain": .bool(retain),
                    ]).text
                )
            }

            mutating func about(_ value: Double, _ spread: Double) -> Double {
                (Double.random(in: max(0, value - spread)...(value + spread), using: &random) * 10).rounded()
                    / 10
            }
        }

        private struct Cost {
            var requests: [JSON]
            var output: String

            /// Requests that are charged as Live Activity updates.
            var updates: Int {
                requests.count {
                    $0["path"]?.stringValue?.hasPrefix("/activities") == true && $0["method"] != "GET"
                }
            }
        }

        private func cost(_ lines: [String], mapping: String? = nil) async throws -> Cost {
            let recording = folder.file("recording.jsonl")
            try Files.write(Array(lines.joined(separator: "\n").utf8), to: recording)
            var config = Repository.file("config.example.yaml")
            if let mapping {
                config = folder.file("config.yaml")
                try Files.write(Array(mapping.utf8), to: config)
            }
            let result = try await Program.run(
                ["replay", "--config", config, "--epoch", "2026-03-02T18:00:00Z", recording]
            )
            #expect(result.code == 0, "\(result.output)")
            #expect(!result.output.contains("×"), "\(result.output)")
            let requests = try result.jsonLines.compactMap { try JSONReader.read(Array($0.utf8))["request"] }
            return Cost(requests: requests, output: result.output)
        }

        /// The power that a machine draws `minute` minutes into its wash.
        private func watts(_ minute: Double, _ maker: inout Maker) -> Double {
            switch minute {
            case ..<2: maker.about(0.6, 0.4)
            case ..<5: maker.about(18, 7)
            case ..<22: maker.about(2_050, 60)
            case ..<58:
                // The drum turns, rests and turns the other way.
                maker.random.oneIn(3) ? maker.about(5, 4) : maker.about(130, 70)
            case ..<66: maker.about(480, 120)
            case ..<67: maker.about(40, 20)
            default: maker.about(0.8, 0.6)
            }
        }

        /// 70 minutes of a plug that reports every five seconds.
        private func wash(_ topic: String) -> Maker {
            var maker = Maker()
            for report in 0..<(80 * 12) {
                let time = Double(report) * 5
                let power = watts(time / 60, &maker)
                let energy = 312.4 + time / 8_000
                maker.message(
                    time,
                    topic,
                    #"{"current":\#((power / 23).rounded() / 10),"energy":\#((energy * 100).rounded() / 100),"#
                        + #""linkquality":\#(Int(maker.about(130, 20))),"power":\#(power),"state":"ON","voltage":231}"#
                )
            }
            return maker
        }

        @Test("A wash costs at most eight updates with the example mapping")
        func wash() async throws {
            let cost = try await cost(wash("zigbee2mqtt/laundry_plug").lines)
            print("cost: a wash, example mapping: \(cost.updates) updates")
            #expect((3...8).contains(cost.updates), "\(cost.output)")
            #expect(cost.requests.last { $0["body"]?["state"] == "ended" } != nil, "\(cost.output)")
        }

        @Test("A wash costs at most eight updates with the mapping of the design, its time left included")
        func designWash() async throws {
            var maker = wash("zigbee2mqtt/washer_plug")
            for minute in 0..<69 {
                // Machines correct themselves, by little.
                let left = max(0, 67 - minute + (minute % 7 == 3 ? 1 : 0))
                maker.message(
                    Double(minute) * 60 + 1,
                    "statestream/sensor/washer_left/state",
                    String(left),
                    retain: true
                )
            }
            let lines = maker.lines.sorted { Self.time($0) < Self.time($1) }
            let mapping = """
                version: 1
                mqtt: {url: mqtt://homeassistant.local:1883}
                pushward: {token: hlk_x}
                taps: {listen: "127.0.0.1:8787", public_url: https://taps.example.net}
                activities:
                  washer:
                    name: Washing machine
                    inputs:
                      power: {topic: zigbee2mqtt/washer_plug, value: "{{ value_json.power }}"}
                      left:  {topic: statestream/sensor/washer_left/state, unit: min}
                    start: {when: "{{ power > 10 }}", for: 1m}
                    end:   {when: "{{ power < 3 }}", for: 3m}
                    content:
                      template: generic
                      icon: washer
                      state: "{{ 'Spinning' if power > 300 else 'Washing' }}"
                      eta: "{{ left }}"
                      url_action: {title: Pause, icon: pause.fill, publish: {topic: zigbee2mqtt/washer_plug/set, payload: '{"state":"OFF"}'},
                                   confirm: {when: "{{ power < 1 }}", within: 20s}}
                    outcomes:
                      - {when: "{{ activity.elapsed < 300 }}", state: Cancelled, icon: xmark.circle, accent_color: orange}
                      - {state: Done, icon: checkmark.circle.fill, accent_color: green, progress: 1}
                    dismiss_after: 30m

                """
            let cost = try await cost(lines, mapping: mapping)
            print("cost: a wash, the design's mapping: \(cost.updates) updates")
            #expect((3...8).contains(cost.updates), "\(cost.output)")
            #expect(cost.output.contains("Done"), "\(cost.output)")
        }

        private static func time(_ line: String) -> Double {
            (try? JSONReader.read(Array(line.utf8)))?["t"]?.doubleValue ?? 0
        }

        /// A player as statestream publishes it: the state first, then some twenty attributes within 60 ms.
        private struct Player {
            var maker = Maker()
            var state = "playing"
            var track = 1
            var position = 0.0
            var positionAt = 0.0
            static let length = 200.0
            static let epoch = 1_772_474_400.0

            mutating func burst(_ time: Double) {
                let at = Timestamp(unixSeconds: Self.epoch + positionAt)?.rfc3339 ?? ""
                let attributes: [(String, JSON)] = [
                    ("volume_level", .double(0.4)), ("is_volume_muted", false),
                    ("media_content_id", .string("t\(track)")),
                    ("media_content_type", "music"), ("media_duration", .double(Self.length)),
                    ("media_position", .double(position)), ("media_position_updated_at", .string(at)),
                    ("media_title", .string("Track \(track)")), ("media_artist", "The Band"),
                    ("media_album_name", "The Album"), ("media_track", .int(track)), ("shuffle", false),
                    ("repeat", "off"),
                    ("entity_picture", .string("/api/media_player_proxy/x?token=\(track)")),
                    ("source", "Line"), ("friendly_name", "Lounge"), ("supported_features", 448_063),
                ]
                let root = "homeassistant/media_player/lounge"
                maker.message(time, "\(root)/state", state, retain: true)
                maker.message(
                    time + 0.002,
                    "\(root)/last_updated",
                    Timestamp(unixSeconds: Self.epoch + time)?.rfc3339 ?? ""
                )
                for (number, attribute) in attributes.enumerated() {
                    let delay = 0.004 + Double(number) * 0.003
                    maker.message(time + delay, "\(root)/\(attribute.0)", attribute.1.text, retain: true)
                }
            }

            mutating func play(track number: Int, at time: Double) {
                (track, position, positionAt) = (number, 0, time)
                burst(time)
            }
        }

        /// An album of ten tracks, with what players report besides.
        private func album(pauses: Int, seeks: Int) -> [String] {
            var player = Player()
            var time = 10.0
            for track in 1...10 {
                player.play(track: track, at: time)
                // Volume, and a report of where the player is anyway.
                player.burst(time + 30)
                player.position = 90.4
                player.positionAt = time + 90
                player.burst(time + 90)
                if track <= pauses {
                    player.state = "paused"
                    player.position = 120
                    player.positionAt = time + 120
                    player.burst(time + 120)
                    time += 60
                    player.state = "playing"
                    player.positionAt = time + 120
                    player.burst(time + 120)
                }
                if track > 10 - seeks {
                    player.position = 30
                    player.positionAt = time + 130
                    player.burst(time + 130)
                    time += 100
                }
                time += Player.length
            }
            player.state = "off"
            player.burst(time)
            return player.maker.lines + [JSON.object(["t": .double(time + 200)]).text]
        }

        @Test(
            "An album of ten tracks costs at most twelve updates, and two more for each pause and seek",
            arguments: [(0, 0), (1, 0), (0, 1), (3, 2)]
        )
        func album(pauses: Int, seeks: Int) async throws {
            let cost = try await cost(album(pauses: pauses, seeks: seeks))
            print("cost: an album with \(pauses) pauses and \(seeks) seeks: \(cost.updates) updates")
            #expect((11...(12 + 2 * pauses + 2 * seeks)).contains(cost.updates), "\(cost.output)")
            let titles = cost.requests.compactMap { $0["body"]?["content"]?["media_title"]?.stringValue }
            #expect(titles == (1...10).map { "Track \($0)" }, "\(cost.output)")
            #expect(cost.requests.last?["body"]?["state"] == "ended", "\(cost.output)")
        }

        @Test("A timer that runs out costs one update, and two where PushWard does not hold its name yet")
        func timer() async throws {
            var maker = Maker()
            let root = "homeassistant/timer/pizza"
            for run in 0..<3 {
                let start = 100.0 + Double(run) * 1_000
                let end = Timestamp(unixSeconds: Player.epoch + start + 600)?.rfc3339 ?? ""
                maker.message(start, "\(root)/state", "active", retain: true)
                maker.message(start + 0.01, "\(root)/duration", "\"0:10:00\"", retain: true)
                maker.message(start + 0.02, "\(root)/finishes_at", JSON.string(end).text, retain: true)
                maker.message(start + 0.03, "\(root)/remaining", "\"0:10:00\"", retain: true)
                maker.message(start + 600.2, "\(root)/state", "idle", retain: true)
            }
            maker.message(4_000, "\(root)/friendly_name", "\"Pizza\"")
            let cost = try await cost(maker.lines)
            print("cost: three timers that run out: \(cost.updates) updates")
            #expect(cost.updates == 2 + 1 + 1, "\(cost.output)")
        }
    }
}
