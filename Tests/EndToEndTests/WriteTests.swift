import Host
import Testing
import TestSupport
import Values

extension EndToEndTests {
    /// What an hour of the example mapping writes to the disk: an SD card lives in the Pi.
    ///
    /// The bridge's clock runs faster (`WRITES_SPEED`), which changes nothing about what is to be saved.
    @Suite("Writes")
    struct WriteTests {
        private static let speed = Environment.value("WRITES_SPEED").flatMap { Double($0) } ?? 600

        @Test("An hour of a wash, a player, a timer, an alarm and two presses writes less than two megabytes")
        func hour() async throws {
            var options = Home.Options()
            options.file = Repository.file("config.example.yaml")
            options.arguments = ["--speed", "\(Self.speed)"]
            let home = try Home("", options: options)
            let device = try Peer(port: home.broker.port)
            try #require(await home.startAndWait(), "\(home.log)")
            let started = try Self.written(home)
            let count = await play(device, from: SystemClock.now())
            let settled = try await soon { try await home.phone.requests("PATCH").count >= 25 }
            #expect(settled, "\(home.log)")
            let written = try Self.written(home) - started
            let requests = try await home.phone.requests().count
            print(
                "writes: \(count) messages and \(requests) requests in an hour: \(written / 1_000) kB written, "
                    + "and \(started / 1_000) kB at the first start; the log of the state takes "
                    + "\(((try? Files.read(home.folder.file("state/state.sqlite-wal")).count) ?? 0) / 1_000) kB"
            )
            #expect(count > 1_200)
            #expect(written < 2_000_000, "\(home.log)")
        }

        /// What the process made the file system write so far, without its log.
        private static func written(_ home: Home) throws -> Int {
            let text = try Files.readText("/proc/\(home.processID ?? 0)/io")
            let line = text.split(separator: "\n").first { $0.hasPrefix("write_bytes:") }
            let bytes = line.flatMap { Int($0.dropFirst("write_bytes: ".count)) } ?? 0
            let log = (home.log.utf8.count + 4_095) / 4_096 * 4_096
            return max(0, bytes - log)
        }

        /// An hour's messages, as many in a second as the bridge's clock is faster.
        private func play(_ device: Peer, from start: Moment) async -> Int {
            var lines: [(time: Double, topic: String, payload: String, isRetained: Bool)] = []
            for report in 0..<720 {
                let time = Double(report) * 5
                let watts = (300..<3_000).contains(time) ? 100 + Double(report * 37 % 1_900) : 0.5
                let payload = #"{"power":\#(watts),"state":"ON","energy":\#(100 + time / 1_000)}"#
                lines.append((time, "zigbee2mqtt/laundry_plug", payload, false))
            }
            for track in 0..<18 {
                for report in [0.0, 60, 120] {
                    lines += player(track: track, at: Double(track) * 200 + report, position: report, start)
                }
            }
            let end = start.wall + .seconds(1_600)
            lines.append(
                (1_000, "homeassistant/timer/pizza/finishes_at", JSON.string(end.rfc3339).text, true)
            )
            lines.append((1_000.1, "homeassistant/timer/pizza/state", "active", true))
            lines.append((1_600, "homeassistant/timer/pizza/state", "idle", true))
            for (time, state) in [(2_000.0, "pending"), (2_030, "triggered"), (2_090, "disarmed")] {
                lines.append((time, "alarmo/state", state, true))
            }
            for time in [500.0, 2_500] {
                lines.append((time, "zigbee2mqtt/hall_button", #"{"action":"single"}"#, false))
            }
            lines.sort { $0.time < $1.time }
            let clock = ContinuousClock()
            let began = clock.now
            for line in lines {
                let due = began + .seconds(line.time / Self.speed)
                if due > clock.now { try? await Task.sleep(until: due, clock: clock) }
                device.send(line.topic, Array(line.payload.utf8), retain: line.isRetained)
            }
            return lines.count
        }

        private func player(track: Int, at time: Double, position: Double, _ start: Moment) -> [(
            time: Double, topic: String, payload: String, isRetained: Bool
        )] {
            let at = start.wall + .seconds(time)
            let attributes: [(String, JSON)] = [
                ("state", "playing"), ("media_title", .string("Track \(track)")),
                ("media_artist", "The Band"),
                ("media_duration", 200), ("media_position", .double(position)),
                ("media_position_updated_at", .string(at.rfc3339)), ("active_child", .null),
                ("volume_level", .double(0.4)), ("media_album_name", "The Album"), ("shuffle", false),
            ]
            return attributes.enumerated().map { number, attribute in
                let text = attribute.0 == "state" ? "playing" : attribute.1.text
                let topic = "homeassistant/media_player/lounge/\(attribute.0)"
                return (time + Double(number) * 0.003, topic, text, true)
            }
        }
    }
}
