import Foundation
import Mapping
import Testing
import Values

/// Random traffic, faults and crashes against the simulator, held against what is true (design sections 5 and 7).
///
/// `MODEL_EVENTS` says how many events, `MODEL_SEED` brings a run back, `MODEL_TRACE` names a file for its last events.
@Suite("Whatever happens, after quiet the phone shows the truth")
struct ModelTests {
    private static func setting(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
    private static let events = setting("MODEL_EVENTS").flatMap { Int($0) } ?? 1_000_000
    private static let seed =
        setting("MODEL_SEED").flatMap { UInt64($0) } ?? 20_261_143
    /// So many events have a home of their own, with a seed that can be run alone.
    private static let eventsPerHome = 20_000

    private struct Result: Sendable {
        var events = 0
        var requests = 0
        var crashes = 0
        var failures: [String] = []
    }

    @Test("Cards are true, notifications come once, requests have a reason and keep to the rate")
    func holds() async throws {
        let mappings = try [1, 2].map { try Scenario.mapping(ModelMapping.text(accounts: $0)) }
        let homes = max(1, Self.events / Self.eventsPerHome)
        print("model: \(Self.events) events, MODEL_SEED=\(Self.seed)")
        let total = await withTaskGroup(of: Result.self) { group in
            for home in 0..<homes {
                group.addTask { Self.run(mappings, seed: Self.seed &+ UInt64(home)) }
            }
            var total = Result()
            for await result in group {
                total.events += result.events
                total.requests += result.requests
                total.crashes += result.crashes
                total.failures += result.failures
            }
            return total
        }
        print("model: \(total.events) events, \(total.requests) requests, \(total.crashes) crashes")
        #expect(total.failures.isEmpty, "\(total.failures.prefix(10).joined(separator: "\n"))")
        #expect(total.events >= min(Self.events, Self.eventsPerHome))
    }

    private static func run(_ mappings: [Mapping], seed: UInt64) -> Result {
        let trace = setting("MODEL_TRACE")
        var run = ModelRun(ModelWorld(mappings: mappings, seed: seed, isTracing: trace != nil))
        run.run(events: min(events, eventsPerHome))
        if let trace {
            try? run.world.trace.joined(separator: "\n").write(
                toFile: trace,
                atomically: true,
                encoding: .utf8
            )
        }
        return Result(
            events: run.world.handled,
            requests: run.world.ledger.requests,
            crashes: run.world.crashes,
            failures: run.failures.map { "MODEL_EVENTS=\(eventsPerHome) MODEL_SEED=\(seed): \($0)" }
        )
    }
}
