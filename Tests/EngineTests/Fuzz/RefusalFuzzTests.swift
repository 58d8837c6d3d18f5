import Foundation
import Mapping
import PushWardAPI
import Replay
import Service
import TestSupport
import Testing
import Values
import YAMLReader

/// Random mappings of every template under random traffic: the server must never find anything wrong.
///
/// `SEED` repeats a run; `FUZZ_REQUESTS` sets how many requests all parts send together.
@Suite("Whatever mapping and traffic, PushWard refuses nothing")
struct RefusalFuzzTests {
    static let parts = 4
    static let seed = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init) ?? 1
    static let requests =
        ProcessInfo.processInfo.environment["FUZZ_REQUESTS"].flatMap(Int.init) ?? 10_000
    static let messages = 1200

    @Test("no request is answered with a 4xx", arguments: 0..<parts)
    func refusals(part: Int) throws {
        print("RefusalFuzzTests: SEED=\(Self.seed), part \(part)")
        var sent = 0
        var messages = 0
        var rejected = 0
        var round = 0
        while sent < Self.requests / Self.parts {
            let own = Self.seed &* 1_000_003 &+ UInt64(part) &* 100_000 &+ UInt64(round)
            round += 1
            try #require(round < 10_000, "the mappings send too little")
            guard let run = try FuzzRun(seed: own, messages: Self.messages) else {
                rejected += 1
                continue
            }
            sent += run.summary.requests
            messages += run.summary.messages
            guard run.refusals.isEmpty else {
                Issue.record("\(run.report)")
                return
            }
        }
        print("RefusalFuzzTests: part \(part), \(sent) requests of \(messages) messages, \(round) mappings")
        // What `check` refuses says nothing about the bridge.
        #expect(rejected * 3 <= round, "\(rejected) of \(round) mappings were refused")
    }

    @Test(
        "one run again",
        .enabled(if: ProcessInfo.processInfo.environment["FUZZ_RUN"] != nil)
    )
    func again() throws {
        let seed = ProcessInfo.processInfo.environment["FUZZ_RUN"].flatMap(UInt64.init) ?? 0
        let run = try #require(try FuzzRun(seed: seed, messages: Self.messages))
        #expect(run.refusals.isEmpty, "\(run.report)")
    }

    @Test("every template and the notifications are among the mappings that are tried")
    func coverage() throws {
        var accepted: Set<String> = []
        for seed in 0..<UInt64(120) {
            guard let mapping = FuzzRun.mapping(seed: seed).mapping else { continue }
            accepted.formUnion(mapping.activities.map(\.content.template))
            if !mapping.notifications.isEmpty { accepted.insert("notifications") }
        }
        let wanted = Set(ContentFields.templates.map(\.name)).union(["notifications"])
        #expect(accepted == wanted)
    }
}

/// One mapping under its traffic, with what was refused.
struct FuzzRun {
    let seed: UInt64
    private(set) var summary = Replay.Summary()
    /// Requests with the answers that refused them.
    private(set) var refusals: [(request: JSON, answer: JSON)] = []
    private var before: [JSON] = []
    private let source: JSON

    /// nil where `check` refuses the mapping.
    init?(seed: UInt64, messages: Int) throws {
        self.seed = seed
        let made = Self.mapping(seed: seed)
        source = made.source
        guard let mapping = made.mapping else { return nil }
        let sink = Sink()
        var options = Replay.Options(epoch: Scenario.epoch)
        options.tellsRefusals = true
        var replay = Replay(
            mapping: mapping,
            services: Self.services,
            tokens: .reproducible(),
            options: options,
            emit: { sink.take($0) }
        )
        var traffic = RandomTraffic(
            values: made.random.values,
            feeds: made.random.feeds,
            buttons: made.random.buttons
        )
        // A paid account has 5,000 notifications a day.
        replay.run(traffic.lines(messages))
        summary = replay.summary
        refusals = sink.refusals
        before = sink.before
    }

    var report: String {
        let first = refusals.prefix(2).map { "\($0.request.text)\n→ \($0.answer.text)" }
        return (["seed \(seed), \(refusals.count) refusals"] + before.map(\.text) + first + [source.text])
            .joined(separator: "\n")
    }

    static func mapping(seed: UInt64) -> (mapping: Mapping?, source: JSON, random: RandomMapping) {
        let values = RandomValues(seed: seed, now: Scenario.epoch.wholeSeconds)
        var random = RandomMapping(values: values)
        let templates = ContentFields.templates
        let place = Int(seed % UInt64(templates.count + 1))
        let source = place < templates.count ? random.mapping(of: templates[place]) : random.notifications()
        let document = YAMLReader.read(text: source.text, name: "random.yaml")
        let decoded = document.root.map { MappingDecoder.decode($0) }
        if ProcessInfo.processInfo.environment["FUZZ_TELLS"] == "1", decoded?.mapping == nil {
            let findings = document.diagnostics + (decoded?.diagnostics ?? [])
            print(seed, findings.filter { $0.severity == .error }.map(\.description))
        }
        return (decoded?.mapping, source, random)
    }

    private static let services = EngineServices.make()

    private final class Sink {
        /// The last requests, the newest last.
        private var recent: [JSON] = []
        var refusals: [(request: JSON, answer: JSON)] = []
        /// What was sent to the same path before the first refusal.
        var before: [JSON] = []

        func take(_ line: JSON) {
            if line["request"] != nil {
                recent.append(line)
                if recent.count > 60 { recent.removeFirst() }
            }
            guard let answer = line["refused"], let last = recent.last else { return }
            if refusals.isEmpty {
                let path = last["request"]?["path"]
                before = recent.dropLast().filter { $0["request"]?["path"] == path }.suffix(8)
            }
            refusals.append((last, answer))
        }
    }
}
