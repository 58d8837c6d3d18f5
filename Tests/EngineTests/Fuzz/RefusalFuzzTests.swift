import Foundation
import Mapping
import Replay
import TestSupport
import Testing
import Values

/// Random mappings of everything that a mapping can hold, under random traffic: the server must never find anything
/// wrong, neither with what is sent nor with when it is sent.
///
/// `SEED` repeats a run, `FUZZ_RUN` one of its mappings; `FUZZ_REQUESTS` sets how many requests are sent in all.
/// One refusal is life's own: a look for an answer that the server holds while the bridge deletes the row.
@Suite("Whatever mapping and traffic, PushWard refuses nothing")
struct RefusalFuzzTests {
    private static func setting(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
    private static let seed = setting("SEED").flatMap { UInt64($0) } ?? 1
    private static let requests = setting("FUZZ_REQUESTS").flatMap { Int($0) } ?? 100_000
    /// Each slice has a seed of its own.
    private static let slices = 20
    private static let messages = 800
    /// So many more mappings are looked at for keys that were not among those of the slices.
    private static let mostFurther: UInt64 = 6000

    private struct Result: Sendable {
        var requests = 0
        var messages = 0
        var mappings = 0
        /// What `check` refused, which says nothing about the bridge.
        var rejected = 0
        var paths: [String: Int] = [:]
        var coverage = KeyCoverage()
        var failures: [String] = []

        /// Runs a mapping and counts what came of it; nil where it was none.
        mutating func tried(_ seed: UInt64, messages most: Int) -> FuzzRun? {
            let began = Date()
            guard let run = FuzzRun(seed: seed, messages: most) else {
                rejected += 1
                return nil
            }
            mappings += 1
            requests += run.summary.requests
            messages += run.summary.messages
            paths.merge(run.paths) { $0 + $1 }
            coverage.formUnion(run.coverage)
            if !run.refusals.isEmpty { failures.append(run.report) }
            guard setting("FUZZ_TELLS") == "1" else { return run }
            let seconds = (Date().timeIntervalSince(began) * 100).rounded() / 100
            print("run \(seed): \(run.summary.requests) of \(run.summary.messages) in \(seconds) s")
            if !run.refusals.isEmpty { print(run.brief) }
            return run
        }

        mutating func add(_ other: Result) {
            requests += other.requests
            messages += other.messages
            mappings += other.mappings
            rejected += other.rejected
            paths.merge(other.paths) { $0 + $1 }
            coverage.formUnion(other.coverage)
            failures += other.failures
        }
    }

    @Test("no request is answered with a 4xx, and every key is among the mappings that are tried")
    func refusals() async {
        let began = Date()
        print("fuzz: \(Self.requests) requests, SEED=\(Self.seed)")
        var total = await withTaskGroup(of: Result.self) { group in
            for slice in 0..<Self.slices { group.addTask { Self.run(slice: slice) } }
            var total = Result()
            for await result in group {
                total.add(result)
                print("fuzz: \(total.requests) of \(Self.requests) requests")
            }
            return total
        }
        let further = await Self.further(than: total.coverage)
        total.add(further)
        let seconds = Int(Date().timeIntervalSince(began))
        print(
            "fuzz: \(total.requests) requests of \(total.messages) messages under \(total.mappings) mappings",
            "(\(total.rejected) more were no mappings), \(seconds) s"
        )
        for (path, count) in total.paths.sorted(by: { $0.key < $1.key }) { print("fuzz: \(count) \(path)") }
        #expect(total.failures.isEmpty, "\(total.failures.prefix(3).joined(separator: "\n"))")
        #expect(total.requests >= Self.requests)
        #expect(total.rejected < total.mappings, "most of what is made is no mapping")
        let missing = total.coverage.missing
        #expect(missing.isEmpty, "no mapping had \(missing.joined(separator: ", "))")
    }

    /// Tries mappings that have what none has had so far.
    private static func further(than coverage: KeyCoverage) async -> Result {
        await withTaskGroup(of: Result.self) { group in
            for half in 0..<UInt64(2) {
                group.addTask {
                    var result = Result()
                    var known = coverage
                    for round in 0..<mostFurther / 2 where !known.missing.isEmpty && result.failures.isEmpty {
                        let own = seed &* 1_000_003 &+ 50_000_000 &+ round * 2 &+ half
                        guard FuzzRun.coverage(seed: own).has(anyOf: known.missing),
                            let run = result.tried(own, messages: 200)
                        else { continue }
                        known.formUnion(run.coverage)
                    }
                    return result
                }
            }
            var total = Result()
            for await result in group { total.add(result) }
            return total
        }
    }

    private static func run(slice: Int) -> Result {
        var result = Result()
        var round: UInt64 = 0
        while result.requests < (requests + slices - 1) / slices, result.failures.isEmpty {
            let own = seed &* 1_000_003 &+ UInt64(slice) &* 100_000 &+ round
            round += 1
            guard round < 10_000 else {
                result.failures.append("the mappings of slice \(slice) send too little")
                break
            }
            _ = result.tried(own, messages: messages)
        }
        return result
    }

    @Test("one run again", .enabled(if: ProcessInfo.processInfo.environment["FUZZ_RUN"] != nil))
    func again() throws {
        let seed = Self.setting("FUZZ_RUN").flatMap { UInt64($0) } ?? 0
        let run = try #require(FuzzRun(seed: seed, messages: Self.messages))
        print("fuzz: \(run.summary.requests) of \(run.summary.messages): \(run.paths)\n\(run.tail)")
        #expect(run.refusals.isEmpty, "\(run.report)")
    }
}
