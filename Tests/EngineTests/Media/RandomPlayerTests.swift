import Foundation
import JSONReader
import Replay
import TestSupport
import Testing
import Values

/// Players by chance: pauses, seeks, buffering, radios, silence about what is gone, players that vanish and come back.
///
/// `SEED` repeats a run.
@Suite("A media card is true whatever a player does")
struct RandomPlayerTests {
    static let seed = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init) ?? 1

    @Test("title, state and playhead are the source's at every moment", arguments: 0..<12)
    func truth(_ number: Int) throws {
        let seed = Self.seed &* 1000 &+ UInt64(number)
        print("RandomPlayerTests: SEED=\(Self.seed), player \(number)")
        let test = MediaCase(
            recording: "by chance",
            mostRequests: 60,
            slugs: ["x"],
            mapping: statestreamMapping() + "\n    max_starts_per_hour: 60",
            oracle: { statestreamOracle(1_772_474_400) }
        )
        var player = RandomPlayer(seed: seed, epoch: try #require(Timestamp(rfc3339: test.epoch)))
        player.live(40)
        let lines = try RecordingReader.read(Array(player.lines.recording.utf8), parseJSON: JSONReader.parser)
        let run = try TruthRun(test, lines: lines)
        #expect(run.lies.isEmpty, "\(run.lies.joined(separator: "\n"))")
        #expect(run.refusals.isEmpty, "\(run.refusals)")
        #expect(run.comparisons > 100)
        // A thing that it does costs one, and a buffering that lasts another.
        #expect(run.requests <= test.mostRequests, "\(run.requests) requests")
    }
}
