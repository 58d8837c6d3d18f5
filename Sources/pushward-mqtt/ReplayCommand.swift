import Host
import JSONReader
import Mapping
import Replay
import Service
import Templates
import Values

/// `replay`: the mapping over a recording on a virtual clock.
enum ReplayCommand: Command {
    static let name = "replay"
    static let summary =
        "Runs the mapping over a recording on a virtual clock; prints each request and publish."
    static let operands = "[--config FILE] RECORDING"
    static let options = [
        Arguments.Option("config", "FILE", "the mapping file"),
        Arguments.Option("epoch", "ISO", "the instant of t = 0, such as 2026-06-01T12:00:00Z; else now"),
        Arguments.Option(
            "budget",
            "BUDGET",
            "a plan with so many updates a month: used=240,limit=250"
        ),
        Arguments.Option("why", nil, "each decision, too"),
        Arguments.Option("final", nil, "at the end, what the phone shows"),
    ]

    static func run(_ arguments: Arguments) throws -> Int32 {
        let recording = try arguments.operand("the recording")
        let loaded = MappingLoader.load(MappingLoader.path(named: arguments.value("config")))
        guard let mapping = loaded.mapping else {
            DiagnosticOutput.print(loaded.diagnostics, to: FileDescriptor.standardError)
            return 1
        }
        var epoch = SystemClock.wall()
        if let text = arguments.value("epoch") {
            guard let given = Timestamp(rfc3339: text) else {
                throw UsageError(message: "--epoch must be a time such as 2026-06-01T12:00:00Z")
            }
            epoch = given
        }
        let bytes = recording == "-" ? FileDescriptor.readAll(0) ?? [] : try Files.read(recording)
        let lines: [RecordingLine]
        do throws(RecordingError) {
            lines = try RecordingReader.read(bytes, parseJSON: JSONReader.parser)
        } catch {
            FileDescriptor.print("\(recording): \(error)\n", to: FileDescriptor.standardError)
            return 1
        }
        var options = Replay.Options(epoch: epoch)
        options.budget = try arguments.value("budget").map(budget)
        options.tellsWhy = arguments.has("why")
        options.tellsRefusals = options.tellsWhy
        var replay = Replay(
            mapping: mapping,
            services: EngineServices.make(),
            tokens: .reproducible(),
            options: options,
            emit: { FileDescriptor.print($0.text + "\n") }
        )
        replay.run(lines)
        if arguments.has("final") {
            FileDescriptor.print(JSON.object(["final": replay.finalState]).text + "\n")
        }
        tell(replay.summary)
        return 0
    }

    /// `used=N,limit=N` in either order; `used` is 0 where it is left out.
    private static func budget(_ text: String) throws -> (used: Int, limit: Int) {
        var numbers: [String: Int] = [:]
        for part in text.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2, ["used", "limit"].contains(pair[0]), let number = Int(pair[1]),
                (0...1_000_000).contains(number)
            else { throw UsageError(message: "--budget is written `used=240,limit=250`") }
            numbers[pair[0]] = number
        }
        guard let limit = numbers["limit"] else {
            throw UsageError(message: "--budget needs a limit: `used=240,limit=250`")
        }
        return (numbers["used"] ?? 0, limit)
    }

    private static func tell(_ summary: Replay.Summary) {
        var text =
            "\(summary.messages) messages, \(summary.requests) requests, \(summary.publications) publications"
        for (label, count) in summary.refusals.sorted(by: { $0.key < $1.key }) {
            text += ", \(count) × \(label)"
        }
        for note in summary.notes { text += "\n\(note)" }
        FileDescriptor.print(text + "\n", to: FileDescriptor.standardError)
    }
}
