import Host
import JSONReader
import Testing
import TestSupport
import Values

extension EndToEndTests {
    @Suite("Recordings")
    struct RecordingTests {
        /// What of a card a person sees, without what moves with the clock.
        private static func looks(_ state: JSON?) -> Set<String> {
            let cards = state?["cards"]?.arrayValue ?? []
            return Set(
                cards.map { card in
                    let fields = [
                        "state", "media_title", "subtitle", "playback_state", "severity",
                        "completion_message",
                    ]
                    let content = fields.map { "\($0)=\(card["content"]?[$0]?.text ?? "-")" }
                    let isPaused = card["content"]?["paused_at"] != nil
                    return
                        ([card["slug"]?.text ?? "", card["name"]?.text ?? "", card["template"]?.text ?? ""]
                        + content + [card["state"]?.text ?? "", isPaused ? "paused" : ""]).joined(
                            separator: " "
                        )
                }
            )
        }

        private static func replay(_ recording: Recording) async throws -> Program.Finished {
            let epoch = try #require(Timestamp(unixSeconds: recording.epoch)).rfc3339
            let config = Repository.file("config.example.yaml")
            return try await Program.run(
                ["replay", "--config", config, "--epoch", epoch, "--final", recording.path]
            )
        }

        private static func final(_ result: Program.Finished) throws -> JSON? {
            let last = try #require(result.jsonLines.last)
            return try JSONReader.read(Array(last.utf8))["final"]
        }

        @Test("Recorded traffic replays to requests that PushWard accepts", arguments: Recording.all)
        func replays(recording: Recording) async throws {
            let result = try await Self.replay(recording)
            #expect(result.code == 0, "\(result.output)")
            let summary = try #require(
                result.output.split(separator: "\n").last { $0.contains(" messages, ") }
            )
            #expect(!summary.contains("×"), "\(summary)")
            let requests = result.jsonLines.filter {
                $0.contains("\"request\":") && !$0.contains("\"final\":")
            }
            #expect(requests.isEmpty != recording.isSeen, "\(requests)")
            #expect(try Self.final(result) != nil)
        }

        @Test("The same traffic through the real broker gives the same cards", .timeLimit(.minutes(2)))
        func live() async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, recording) in Recording.all.enumerated() {
                    if number >= 6 { try await group.next() }
                    group.addTask { try await Self.play(recording) }
                }
                try await group.waitForAll()
            }
        }

        /// The clock of a bridge that runs faster.
        private struct FastClock {
            let start: Double
            let speed: Double

            func now() -> Double { start + (SystemClock.wall().unixSeconds - start) * speed }
        }

        private static func play(_ recording: Recording) async throws {
            let wanted = looks(try final(try await replay(recording)))
            var options = Home.Options()
            options.file = Repository.file("config.example.yaml")
            options.arguments = ["--speed", String(recording.speed)]
            let home = try Home("", options: options)
            let device = try Peer(port: home.broker.port)
            // The recording begins once the bridge has started; until then its clock runs already.
            let clock = FastClock(start: SystemClock.wall().unixSeconds, speed: recording.speed)
            // Times in payloads are mostly whole seconds, and stay so.
            let shift = (clock.start + 4 * recording.speed - recording.epoch).rounded()
            let begin = recording.epoch + shift
            let lines = try recording.lines(movedBy: shift)
            for line in lines where line.isStored {
                await device.publish(line.topic, line.payload, retain: true)
            }
            try home.start()
            try #require(await home.isReady(), "\(home.log)")
            let follower = Task {
                while !Task.isCancelled {
                    home.phone.advance(by: .microseconds(Int64((clock.now() - home.phone.now) * 1_000_000)))
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            defer { follower.cancel() }
            for line in lines where !line.isStored {
                let wait = (begin + line.time - clock.now()) / recording.speed
                if wait > 0.001 { try await Task.sleep(for: .microseconds(Int64(wait * 1_000_000))) }
                device.send(line.topic, line.payload, retain: line.isRetained, qos: max(1, line.qos))
            }
            let rest = (begin + (lines.last?.time ?? 0) + 5 - clock.now()) / recording.speed
            if rest > 0 { try await Task.sleep(for: .microseconds(Int64(rest * 1_000_000))) }
            var shown: Set<String> = []
            let isEqual = await eventually(within: .seconds(8)) {
                shown = looks(home.phone.state)
                return shown == wanted
            }
            #expect(isEqual, "\(recording.name): shown \(shown), wanted \(wanted)\n\(home.log.suffix(4_000))")
            let refused = try await home.phone.requests().filter { ($0["status"]?.intValue ?? 0) >= 400 }
            #expect(refused.isEmpty, "\(recording.name): \(refused)")
        }
    }
}
