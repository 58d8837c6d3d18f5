import Foundation
import Mapping
import PushWardAPI
import Replay
import Service
import TestSupport
import Values
import YAMLReader

/// One mapping under its traffic, with what was refused.
struct FuzzRun {
    let seed: UInt64
    private(set) var summary = Replay.Summary()
    /// Requests with the answers that refused them.
    private(set) var refusals: [(request: JSON, answer: JSON)] = []
    /// How many requests went to each kind of address.
    private(set) var paths: [String: Int] = [:]
    private(set) var coverage = KeyCoverage()
    private var before: [JSON] = []
    private var last: [JSON] = []
    private let source: JSON

    /// nil where `check` refuses the mapping.
    ///
    /// Of a mapping that sends little only the first messages are tried.
    init?(seed: UInt64, messages: Int) {
        self.seed = seed
        let made = Self.mapping(seed: seed)
        source = made.source
        guard let mapping = made.mapping else { return nil }
        coverage.visit(source)
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
        replay.begin()
        let lines = traffic.lines(messages)
        var end = 0.0
        for (number, line) in lines.enumerated() {
            replay.step(line)
            end = line.time
            let isSparse = replay.summary.requests * Self.leastShare < number
            if number >= Self.trial, isSparse { break }
        }
        // What waits is delivered.
        replay.step(RecordingLine(time: end + 20, content: .pass))
        summary = replay.summary
        refusals = sink.refusals
        before = sink.before
        paths = sink.paths
        last = sink.recent
    }

    var report: String {
        let first = refusals.prefix(2).map { "\($0.request.text)\n→ \($0.answer.text)" }
        return (["FUZZ_RUN=\(seed): \(refusals.count) refusals"] + before.map(\.text) + first + [source.text])
            .joined(separator: "\n")
    }

    /// The last requests and the mapping.
    var tail: String { (last.map(\.text) + [source.text]).joined(separator: "\n") }

    /// The first refusal, in one line.
    var brief: String {
        let first = refusals.first.map {
            "\($0.request.text.prefix(600)) → \($0.answer["refused"]?.text ?? "")"
        }
        return "FUZZ_RUN=\(seed): \(first ?? "")"
    }

    static func mapping(seed: UInt64) -> (mapping: Mapping?, source: JSON, random: RandomMapping) {
        let values = RandomValues(seed: seed, now: Scenario.epoch.wholeSeconds)
        var random = RandomMapping(values: values)
        let source = make(&random, place: Int(seed % places))
        let document = YAMLReader.read(text: source.text, name: "random.yaml")
        let decoded = document.root.map { MappingDecoder.decode($0) }
        if ProcessInfo.processInfo.environment["FUZZ_TELLS"] == "1", decoded?.mapping == nil {
            let findings = document.diagnostics + (decoded?.diagnostics ?? [])
            print(seed, findings.filter { $0.severity == .error }.map(\.description))
        }
        return (decoded?.mapping, source, random)
    }

    /// Each template of cards and of widgets, and the notifications twice.
    private static let places = UInt64(ContentFields.templates.count + WidgetFields.templates.count + 2)

    private static func make(_ random: inout RandomMapping, place: Int) -> JSON {
        let (cards, widgets) = (ContentFields.templates, WidgetFields.templates)
        if place < cards.count { return random.mapping(of: cards[place]) }
        if place < cards.count + widgets.count {
            return random.mapping(ofWidget: widgets[place - cards.count])
        }
        return random.notifications()
    }

    private static let trial = 150
    /// One request in so many messages is worth going on for.
    private static let leastShare = 4

    /// The keys that a mapping of that seed has, which need not be one that `check` takes.
    static func coverage(seed: UInt64) -> KeyCoverage {
        var random = RandomMapping(values: RandomValues(seed: seed, now: Scenario.epoch.wholeSeconds))
        var coverage = KeyCoverage()
        coverage.visit(make(&random, place: Int(seed % places)))
        return coverage
    }

    private static let services = EngineServices.make()

    private final class Sink {
        /// The last requests, the newest last.
        private(set) var recent: [JSON] = []
        var refusals: [(request: JSON, answer: JSON)] = []
        /// What was sent to the same path before the first refusal.
        var before: [JSON] = []
        var paths: [String: Int] = [:]

        func take(_ line: JSON) {
            if let request = line["request"] {
                recent.append(line)
                if recent.count > 60 { recent.removeFirst() }
                let parts = (request["path"]?.stringValue ?? "").split(separator: "/").prefix(2)
                let isFixed = parts.first == "notifications"
                let path = parts.prefix(isFixed ? 2 : 1).joined(separator: "/")
                paths["\(request["method"]?.stringValue ?? "") /\(path)", default: 0] += 1
            }
            guard let answer = line["refused"] else { return }
            // A look for an answer is no line of its own.
            let last = answer["request"].map { ["request": $0] } ?? recent.last ?? .null
            if isOfOurOwnDoing(answer, last) { return }
            if refusals.isEmpty {
                let path = last["request"]?["path"]
                before = recent.dropLast().filter { $0["request"]?["path"] == path }.suffix(8)
            }
            refusals.append((last, line))
        }

        /// Whether a look was held by the server while the row went that we deleted ourselves: it cannot be called back.
        private func isOfOurOwnDoing(_ answer: JSON, _ look: JSON) -> Bool {
            guard answer["request"] != nil, answer["status"] == 404 else { return false }
            let path = look["request"]?["path"]
            return recent.last { $0["request"]?["path"] == path }?["request"]?["method"] == "DELETE"
        }
    }
}
