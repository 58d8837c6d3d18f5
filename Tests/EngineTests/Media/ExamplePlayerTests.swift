import Foundation
import Replay
import Testing
import Values

@Suite("The player of config.example.yaml")
struct ExamplePlayerTests {
    private static func example() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "config.example.yaml"), encoding: .utf8)
    }

    private static func state(_ time: Double, _ state: String) -> String {
        Line.message(time, "homeassistant/media_player/k/state", state)
    }

    /// One change as statestream sends it: it plays from 5 s on.
    private static func playing(_ time: Double, _ title: String = "Song") throws -> [String] {
        let at = try #require(Timestamp(unixSeconds: Scenario.epoch.unixSeconds + time)).rfc3339
        let attributes = [
            ("media_duration", "200"), ("media_position", "5"), ("media_position_updated_at", "\"\(at)\""),
            ("media_title", "\"\(title)\""), ("media_artist", "\"Somebody\""),
        ]
        return [state(time, "playing")]
            + attributes.map { Line.message(time + 0.01, "homeassistant/media_player/k/\($0.0)", $0.1) }
    }

    private static func run(_ lines: [String]) throws -> Scenario {
        let run = try Scenario(example(), lines.recording)
        #expect(run.summary.refusals.isEmpty, "\(run.summary.refusals)")
        return run
    }

    @Test("a stop ends the card within seconds, where it stopped", arguments: ["off", "idle", "standby"])
    func stop(_ word: String) throws {
        let run = try Self.run(Self.playing(1) + [Self.state(101, word), Line.pass(300)])
        let bodies = run.bodies("/activities/player-k")
        #expect(bodies.count == 2 && bodies.last?["state"] == "ended", "\(run.requests)")
        #expect(bodies.last?["content"]?["position_seconds"] == 105)
        #expect((run.requestTimes.last ?? 0) < 107)
    }

    @Test("a player that vanishes while it rests ends its card", arguments: [0.02, 1, 4])
    func unplugged(_ later: Double) throws {
        for word in ["off", "idle"] {
            let lines =
                try Self.playing(1) + [
                    Self.state(101, word), Self.state(101 + later, "unavailable"), Line.pass(20_000),
                ]
            let run = try Self.run(lines)
            #expect(run.bodies("/activities/player-k").last?["state"] == "ended", "\(run.requests)")
            #expect((run.requestTimes.last ?? 0) < 107, "\(run.requestTimes)")
        }
    }

    @Test("one that vanishes while it plays is waited for, as when Home Assistant starts again")
    func vanished() throws {
        let lines =
            try Self.playing(1) + [Self.state(60, "unavailable")] + Self.playing(120) + [Line.pass(125)]
        let run = try Self.run(lines)
        #expect(!run.bodies("/activities/player-k").contains { $0["state"] == "ended" }, "\(run.requests)")
        #expect(run.finalState["cards"]?.arrayValue?.first?["state"] == "ongoing")
    }

    @Test("a rest between tracks costs nothing")
    func gaps() throws {
        var lines = try Self.playing(1)
        for track in 1...5 {
            let time = Double(track) * 60
            lines += try [Self.state(time, "idle")] + Self.playing(time + 3, "Track \(track)")
        }
        let run = try Self.run(lines + [Line.pass(330)])
        #expect(run.bodies("/activities/player-k").count == 6, "\(run.requests)")
    }
}
