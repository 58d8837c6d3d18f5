import Host
import Mapping
import Service
import Values

/// `check`: every problem of mapping files at once.
enum CheckCommand: Command {
    static let name = "check"
    static let summary = "Finds every problem of a mapping file at once."
    static let operands = "[FILE…]"
    static let options = [
        Arguments.Option("config", "FILE", "the mapping file, where none is named"),
        Arguments.Option("format", "text|json", "how findings are printed"),
    ]

    static func run(_ arguments: Arguments) throws -> Int32 {
        let format = arguments.value("format") ?? "text"
        guard ["text", "json"].contains(format) else {
            throw UsageError(message: "--format is `text` or `json`")
        }
        let named = arguments.operands
        let files = named.isEmpty ? [MappingLoader.path(named: arguments.value("config"))] : named
        let now = SystemClock.wall()
        let loaded = files.map { MappingLoader.load($0, at: now) }
        let findings = loaded.flatMap(\.diagnostics)
        if format == "json" {
            FileDescriptor.print(DiagnosticPrinter.json(findings).text + "\n")
        } else {
            DiagnosticOutput.print(findings, to: FileDescriptor.standardOutput)
            if findings.isEmpty {
                let files = files.joined(separator: ", ")
                FileDescriptor.print("\(files): no findings\n")
            }
        }
        return loaded.contains { $0.hasErrors || $0.mapping == nil } ? 1 : 0
    }
}
