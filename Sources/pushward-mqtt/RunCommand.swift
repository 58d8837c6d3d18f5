import Host
import Mapping
import Service
import Values

/// `run`: the daemon.
enum RunCommand: Command {
    static let name = "run"
    static let summary = "Runs the daemon."
    static let operands = "[--config FILE]"
    static let options = [
        Arguments.Option("config", "FILE", "the mapping file"),
        Arguments.Option("speed", "FACTOR", "a clock that runs faster, for demonstrations"),
    ]

    static func run(_ arguments: Arguments) throws -> Int32 {
        guard arguments.operands.isEmpty else { throw UsageError(message: "it takes no operands") }
        var options = Bridge.Options()
        options.speed = try arguments.number("speed", in: 1...10_000) ?? 1
        let path = MappingLoader.path(named: arguments.value("config"))
        let loaded = MappingLoader.load(path)
        guard let mapping = loaded.mapping else {
            DiagnosticOutput.print(loaded.diagnostics, to: FileDescriptor.standardError)
            return 1
        }
        let log = Log(levels: levels(mapping.log), format: LogFormat(rawValue: mapping.log.format) ?? .text)
        for secret in loaded.secrets { log.register(secret) }
        for account in mapping.accounts { log.register(account.token) }
        for finding in loaded.diagnostics { log.warning("mapping", "\(finding.mark): \(finding.advice)") }
        return try Bridge(mapping: mapping, log: log, options: options).run()
    }

    private static func levels(_ settings: LogSettings) -> LogLevels {
        LogLevels(
            LogLevel(rawValue: settings.level) ?? .notice,
            areas: settings.areaLevels.compactMapValues(LogLevel.init)
        )
    }
}
