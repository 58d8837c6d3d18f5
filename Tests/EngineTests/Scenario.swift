import Engine
import Foundation
import JSONReader
import Mapping
import Replay
import Service
import Simulator
import Templates
import Testing
import Values
import YAMLReader

/// Runs a mapping over traffic on a virtual clock and keeps what came of it.
struct Scenario {
    static let epoch = Timestamp(microseconds: 1_772_474_400_000_000)

    private(set) var output: [JSON] = []
    private(set) var summary = Replay.Summary()
    private(set) var finalState = JSON.null

    /// Replays `recording` (JSON lines) through the mapping `yaml`.
    ///
    /// `budget` is what is used and allowed of the account's updates; nil: they have no limit.
    init(
        _ yaml: String,
        _ recording: String,
        why: Bool = false,
        epoch: Timestamp = Scenario.epoch,
        budget: (used: Int, limit: Int)? = nil
    ) throws {
        let mapping = try Scenario.mapping(yaml)
        let lines = try RecordingReader.read(Array(recording.utf8), parseJSON: JSONReader.parser)
        let sink = Sink()
        var options = Replay.Options(epoch: epoch)
        options.tellsWhy = why
        options.budget = budget
        var replay = Replay(
            mapping: mapping,
            services: EngineServices.make(),
            tokens: .reproducible(),
            options: options,
            emit: { sink.lines.append($0) }
        )
        replay.run(lines)
        output = sink.lines
        summary = replay.summary
        finalState = replay.finalState
    }

    private final class Sink {
        var lines: [JSON] = []
    }

    /// A mapping of the given text; the broker and the token are added where it names none.
    static func mapping(_ yaml: String) throws -> Mapping {
        let head =
            yaml.contains("mqtt:")
            ? "" : "version: 1\nmqtt: {host: localhost, port: 1883}\npushward: {token: hlk_test}\n"
        let document = YAMLReader.read(text: head + yaml, name: "test.yaml")
        let root = try #require(document.root, "\(document.diagnostics)")
        let decoded = MappingDecoder.decode(root)
        let errors = (document.diagnostics + decoded.diagnostics).filter { $0.severity == .error }
        try #require(errors.isEmpty, "\(errors)")
        return try #require(decoded.mapping)
    }

    /// What is wrong with a mapping, each in one line.
    static func problems(_ yaml: String) -> [String] {
        let head = "version: 1\nmqtt: {host: localhost, port: 1883}\npushward: {token: hlk_test}\n"
        let document = YAMLReader.read(text: head + yaml, name: "test.yaml")
        let decoded = document.root.map { MappingDecoder.decode($0).diagnostics } ?? []
        return (document.diagnostics + decoded).map(\.message)
    }

    /// The requests, each as `METHOD path body`, with its time where that is not 0.
    var requests: [String] {
        output.compactMap { line in
            guard let request = line["request"] else { return nil }
            let query = request["query"] == nil ? "" : "?upsert"
            let body = request["body"].map { " " + $0.text } ?? ""
            return
                "\(request["method"]?.stringValue ?? "") \(request["path"]?.stringValue ?? "")\(query)\(body)"
        }
    }

    /// What the simulator finds odd though it is legal.
    var warnings: [String] {
        (finalState["warnings"]?.arrayValue ?? []).compactMap { $0["warning"]?.stringValue }
    }

    /// When each request was sent.
    var requestTimes: [Double] {
        output.compactMap { $0["request"] == nil ? nil : $0["t"]?.doubleValue }
    }

    /// The bodies of the requests to a path.
    func bodies(_ path: String) -> [JSON] {
        output.compactMap { line in
            line["request"]?["path"]?.stringValue == path ? line["request"]?["body"] : nil
        }
    }

    /// The publications, each as `topic payload`.
    var publications: [String] {
        output.compactMap { line in
            guard let publish = line["publish"] else { return nil }
            return "\(publish["topic"]?.stringValue ?? "") \(publish["payload"]?.stringValue ?? "")"
        }
    }
}

/// Makes the lines of recordings.
enum Line {
    static func message(_ time: Double, _ topic: String, _ payload: String, retain: Bool = false) -> String {
        JSON.object([
            "t": .double(time), "topic": .string(topic), "payload": .string(payload), "retain": .bool(retain),
        ]).text
    }

    static func pass(_ time: Double) -> String { JSON.object(["t": .double(time)]).text }

    static func restart(_ time: Double) -> String { JSON.object(["t": .double(time), "restart": true]).text }

    static func tap(_ time: Double, _ rule: String, _ action: String, text: String? = nil) -> String {
        let tap: JSON = [
            "rule": .string(rule), "action": .string(action), "text": text.map { .string($0) } ?? .null,
        ]
        return JSON.object(["t": .double(time), "tap": tap]).text
    }

    static func respond(_ time: Double, _ path: String, _ status: Int, body: JSON = [:], times: Int = 1)
        -> String
    {
        let answer: JSON = [
            "method": "*", "path": .string(path), "status": .int(status), "body": body, "times": .int(times),
        ]
        return JSON.object(["t": .double(time), "respond": answer]).text
    }
}

extension [String] {
    var recording: String { joined(separator: "\n") }
}
