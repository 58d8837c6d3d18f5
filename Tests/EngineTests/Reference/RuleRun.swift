import Mapping
import PushWardAPI
import Replay
import Service
import Templates
import TestSupport
import Testing
import Values
import YAMLReader

/// A mapping that says what a row of the reference says, under traffic that makes it say so.
struct RuleRun {
    /// The rows' own time: 2026-11-18T17:30:00Z.
    static let start = 1_795_023_000

    /// Requests that the server refused, each with its answer.
    private(set) var refusals: [(request: JSON, answer: JSON)] = []
    private(set) var summary = Replay.Summary()
    /// The bodies of the requests that changed something, by their path.
    private(set) var sent: [(path: String, body: JSON)] = []

    /// Runs the mapping; nil: `check` refuses it.
    init?(_ mapping: JSONObject, _ lines: [String]) throws {
        var file: JSONObject = [
            "version": 1, "mqtt": ["url": "mqtt://localhost"], "pushward": ["token": "hlk_test"],
            "taps": ["listen": "127.0.0.1:0", "public_url": "https://taps.example.net"],
        ]
        for (name, value) in mapping { file[name] = value }
        let document = YAMLReader.read(text: JSON.object(file).text, name: "rule.yaml")
        guard let decoded = document.root.map({ MappingDecoder.decode($0) }), let mapping = decoded.mapping
        else { return nil }
        guard !(document.diagnostics + decoded.diagnostics).contains(where: { $0.severity == .error }) else {
            return nil
        }
        let recording = try RecordingReader.read(
            Array(lines.recording.utf8),
            parseJSON: EngineServices.make().parseJSON
        )
        let sink = Sink()
        var options = Replay.Options(epoch: Timestamp(microseconds: Int64(Self.start) * 1_000_000))
        options.tellsRefusals = true
        var replay = Replay(
            mapping: mapping,
            services: EngineServices.make(),
            tokens: .reproducible(),
            options: options,
            emit: { sink.take($0) }
        )
        replay.run(recording)
        summary = replay.summary
        refusals = sink.refusals
        sent = sink.sent
    }

    var report: String {
        refusals.prefix(2).map { "\($0.request.text) → \($0.answer.text)" }.joined(separator: "\n")
    }

    private final class Sink {
        private var last = JSON.null
        var refusals: [(request: JSON, answer: JSON)] = []
        var sent: [(path: String, body: JSON)] = []

        func take(_ line: JSON) {
            if let request = line["request"] {
                last = request
                if let body = request["body"] { sent.append((request["path"]?.stringValue ?? "", body)) }
            }
            if let answer = line["refused"] { refusals.append((last, answer)) }
        }
    }
}

/// How a mapping can say a value: as it is, by a template for each field, or by one for each leaf.
enum Wording: CaseIterable {
    case literal, fields, leaves

    /// `value` as a mapping says it, where `path` is the expression of what holds it.
    func words(_ value: JSON, _ path: String) -> JSON {
        switch self {
        case .literal: value
        case .fields: Self.holdsAction(value) ? Self.leaves(value, path) : .string("{{ \(path) }}")
        case .leaves: Self.leaves(value, path)
        }
    }

    /// The members of `object` in words; those named in `plain` stay as they are.
    func words(of object: JSONObject, _ path: String, plain: Set<String> = []) -> JSONObject {
        JSONObject(
            object.map { name, value in
                (name, plain.contains(name) ? value : words(value, "\(path)['\(name)']"))
            }
        )
    }

    /// What can only be written out: actions, and what holds them.
    private static func holdsAction(_ value: JSON) -> Bool {
        switch value {
        case .object(let object):
            object["url"] != nil || object["id"] != nil || object["title"] != nil
                || object.contains { holdsAction($0.value) }
        case .array(let elements): elements.contains(where: holdsAction)
        default: false
        }
    }

    private static func leaves(_ value: JSON, _ path: String) -> JSON {
        switch value {
        case .object(let object):
            .object(
                JSONObject(
                    object.map { name, member in
                        // An answer is known by its id, which stands in the mapping itself.
                        (name, name == "id" ? member : leaves(member, "\(path)['\(name)']"))
                    }
                )
            )
        case .array(let elements):
            .array(elements.enumerated().map { leaves($0.element, "\(path)[\($0.offset)]") })
        default: .string("{{ \(path) }}")
        }
    }
}
