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

        @Test("A wash costs at most eight updates with the example mapping")
        func wash() async throws {
            let cost = try await cost(CostRecordings.wash("zigbee2mqtt/laundry_plug").lines)
            print("cost: a wash, example mapping: \(cost.updates) updates")
            #expect((3...8).contains(cost.updates), "\(cost.output)")
            #expect(cost.requests.last { $0["body"]?["state"] == "ended" } != nil, "\(cost.output)")
        }

        @Test("A wash costs at most eight updates with the mapping of the design, its time left included")
        func designWash() async throws {
            let lines = CostRecordings.washWithTimeLeft()
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

        @Test(
            "An album of ten tracks costs at most twelve updates, and two more for each pause and seek",
            arguments: [(0, 0), (1, 0), (0, 1), (3, 2)]
        )
        func album(pauses: Int, seeks: Int) async throws {
            let cost = try await cost(CostRecordings.album(pauses: pauses, seeks: seeks))
            print("cost: an album with \(pauses) pauses and \(seeks) seeks: \(cost.updates) updates")
            #expect((11...(12 + 2 * pauses + 2 * seeks)).contains(cost.updates), "\(cost.output)")
            let titles = cost.requests.compactMap { $0["body"]?["content"]?["media_title"]?.stringValue }
            #expect(titles == (1...10).map { "Track \($0)" }, "\(cost.output)")
            #expect(cost.requests.last?["body"]?["state"] == "ended", "\(cost.output)")
        }

        @Test("A timer that runs out costs one update, and two where PushWard does not hold its name yet")
        func timer() async throws {
            let cost = try await cost(CostRecordings.timers())
            print("cost: three timers that run out: \(cost.updates) updates")
            #expect(cost.updates == 2 + 1 + 1, "\(cost.output)")
        }
    }
}
