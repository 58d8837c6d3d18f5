import Foundation
import JSONReader
import Replay
import Service
import Testing
import Values

/// What a source says of one player, worked out from the recording without the engine.
struct PlayerFact: Equatable {
    enum Position: Equatable {
        /// The source names none.
        case none
        case at(Double, time: Double, isPlaying: Bool)
    }

    /// Whether the card must be on; nil: either is true to the source.
    var isOn: Bool? = false
    var title: String?
    /// PushWard's word; nil: not compared.
    var state: String?
    /// nil: not compared.
    var position: Position?
    var duration: Double?

    /// Where the playhead must be at `time`.
    func position(at time: Double) -> Double? {
        guard case .at(let position, let since, let isPlaying)? = position else { return nil }
        return max(0, min(isPlaying ? position + time - since : position, duration ?? 604_800))
    }

    /// Whether the other one differs by more than the passing of time.
    func isNews(_ other: PlayerFact, at time: Double) -> Bool {
        if isOn != other.isOn || title != other.title || state != other.state { return true }
        switch (position(at: time), other.position(at: time)) {
        case (let one?, let two?): return abs(one - two) > 1
        case (nil, nil): return position != other.position
        default: return true
        }
    }
}

/// Follows the messages of a recording: the test's own reading of what is true.
final class Oracle {
    var facts: [String: PlayerFact] = [:]
    /// What the messages have said so far, for the reading's own use.
    var memory: [String: String] = [:]
    let read: (Oracle, _ topic: String, _ payload: String, _ time: Double) -> Void

    init(_ read: @escaping (Oracle, String, String, Double) -> Void) {
        self.read = read
    }

    func change(_ slug: String, _ body: (inout PlayerFact) -> Void) {
        var fact = facts[slug] ?? PlayerFact()
        body(&fact)
        facts[slug] = fact
    }
}

/// A recording, a mapping for it, and what must be true.
struct MediaCase: Sendable, CustomTestStringConvertible {
    var recording: String
    var epoch = "2026-03-02T18:00:00Z"
    /// The most requests that it may cost, the first start's name included.
    var mostRequests: Int
    var slugs: [String]
    var mapping: String
    var oracle: @Sendable () -> Oracle

    var testDescription: String { recording }
}

/// Compares what the phone shows with what is true, every half second.
struct TruthRun {
    /// A change is settled, delivered and shown within that.
    static let grace = 1.5
    /// Buffering is told when it lasts.
    static let buffering = 3.5
    private(set) var lies: [String] = []
    private(set) var comparisons = 0
    private(set) var requests = 0
    private(set) var refusals: [String: Int] = [:]

    init(_ test: MediaCase) throws {
        try self.init(test, lines: Self.lines(of: test.recording))
    }

    private static func lines(of recording: String) throws -> [RecordingLine] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = folder.appending(path: "Recordings/\(recording).jsonl")
        return try RecordingReader.read(Array(Data(contentsOf: file)), parseJSON: JSONReader.parser)
    }

    init(_ test: MediaCase, lines: [RecordingLine]) throws {
        var replay = Replay(
            mapping: try Scenario.mapping(test.mapping),
            services: EngineServices.make(),
            tokens: .reproducible(),
            options: Replay.Options(epoch: try #require(Timestamp(rfc3339: test.epoch))),
            emit: { _ in }
        )
        let oracle = test.oracle()
        var changedAt: [String: Double] = [:]
        replay.begin()
        var rest = lines[...]
        let end = (lines.last?.time ?? 0) + 30
        for moment in stride(from: 0.5, through: end, by: 0.5) {
            while let line = rest.first, line.time <= moment {
                rest.removeFirst()
                replay.step(line)
                guard case .message(let message, _, _) = line.content else { continue }
                let before = oracle.facts
                let text = String(decoding: message.payload, as: UTF8.self)
                oracle.read(oracle, message.topic, text, line.time)
                for (slug, fact) in oracle.facts
                where (before[slug] ?? PlayerFact()).isNews(fact, at: line.time) {
                    changedAt[slug] = line.time
                }
            }
            replay.step(RecordingLine(time: moment, content: .pass))
            for slug in test.slugs {
                let grace = oracle.facts[slug]?.state == "buffering" ? Self.buffering : Self.grace
                guard moment - (changedAt[slug] ?? -100) > grace else { continue }
                compare(slug, oracle.facts[slug] ?? PlayerFact(), replay.visibleCard(slug), test, moment)
            }
        }
        requests = replay.summary.requests
        refusals = replay.summary.refusals
    }

    private mutating func compare(
        _ slug: String,
        _ fact: PlayerFact,
        _ card: JSON?,
        _ test: MediaCase,
        _ time: Double
    ) {
        guard let isOn = fact.isOn else { return }
        comparisons += 1
        func lie(_ what: String) { if lies.count < 20 { lies.append("t=\(time) \(slug): \(what)") } }
        let isShown = card?["state"] == "ongoing"
        guard isShown == isOn else { return lie(isOn ? "no card" : "a card that is on") }
        guard isOn, let content = card?["content"] else { return }
        if let title = fact.title, content["media_title"]?.stringValue ?? "" != title {
            lie("the title is \(content["media_title"]?.text ?? "none"), not \(title)")
        }
        if let state = fact.state, content["playback_state"]?.stringValue ?? "paused" != state {
            lie("it is \(content["playback_state"]?.text ?? "none"), not \(state)")
        }
        let shown = Self.playhead(content, (Timestamp(rfc3339: test.epoch)?.unixSeconds ?? 0) + time)
        if fact.position == PlayerFact.Position.none, let shown {
            lie("the playhead is at \(shown), not unknown")
        }
        guard let wanted = fact.position(at: time) else { return }
        guard let shown, abs(shown - wanted) <= 3 else {
            return lie("the playhead is at \(shown.map { String($0) } ?? "none"), not \(wanted)")
        }
    }

    /// What the phone draws (pushward-api.md section 8.9, device math).
    private static func playhead(_ content: JSON, _ now: Double) -> Double? {
        guard let position = content["position_seconds"]?.doubleValue,
            let at = content["position_at"]?.doubleValue
        else { return nil }
        let moved = content["playback_state"] == "playing" ? position + now - at : position
        return max(0, min(moved, content["duration_seconds"]?.doubleValue ?? 604_800))
    }
}

/// JSON read by Foundation: the oracle shares no reader with the program.
func parsed(_ text: String) -> [String: Any]? {
    try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
}

/// `1:02:03` or `02:03` in seconds.
func clock(_ text: String?) -> Double? {
    let parts = (text ?? "").split(separator: ":").map { Double($0) }
    guard !parts.isEmpty, !parts.contains(nil) else { return nil }
    return parts.compactMap { $0 }.reduce(0) { $0 * 60 + $1 }
}
