import Host
import Service
import Values

/// Finds the command that was asked for and runs it.
enum CommandLineTool {
    static var commands: [any Command.Type] {
        [
            RunCommand.self, CheckCommand.self, ReplayCommand.self, EvalCommand.self, SimulatorCommand.self,
            DemoCommand.self, SchemaCommand.self,
        ]
    }

    /// Commands for scripts, which the usage does not list.
    private static var scripted: [any Command.Type] { [TimeCommand.self] }

    /// Runs a command line; its exit code: 0 success, 1 findings or failure, 2 usage.
    static func run(_ arguments: [String]) -> Int32 {
        guard let name = arguments.first else {
            FileDescriptor.print(usage, to: FileDescriptor.standardError)
            return 2
        }
        switch name {
        case "--help", "-h", "help":
            FileDescriptor.print(usage)
            return 0
        case "--version", "version":
            FileDescriptor.print("pushward-mqtt \(BridgeVersion.text)\n")
            return 0
        default: break
        }
        guard let command = (commands + scripted).first(where: { $0.name == name }) else {
            let nearest = NearestName.find(name, in: commands.map { $0.name })
            let hint = nearest.map { "; did you mean `\($0)`?" } ?? ""
            return complain("there is no command `\(name)`\(hint)")
        }
        let rest = Array(arguments.dropFirst())
        if rest.contains("--help") || rest.contains("-h") {
            FileDescriptor.print(help(command))
            return 0
        }
        do {
            return try command.run(try Arguments(rest, options: command.options))
        } catch let error as UsageError {
            return complain("\(name): \(error.message)", about: name)
        } catch {
            FileDescriptor.print("pushward-mqtt: \(error)\n", to: FileDescriptor.standardError)
            return 1
        }
    }

    private static func complain(_ text: String, about command: String? = nil) -> Int32 {
        let help = (command.map { "\($0) " } ?? "") + "--help"
        FileDescriptor.print(
            "pushward-mqtt: \(text)\nSee `pushward-mqtt \(help)`.\n",
            to: FileDescriptor.standardError
        )
        return 2
    }

    private static var usage: String {
        var text =
            "Usage: pushward-mqtt COMMAND [OPTION…]\n\nKeeps an iPhone true to a home's MQTT through PushWard.\n\n"
        for command in commands { text += "  \(padded(command.name, 12))\(command.summary)\n" }
        return text
            + "\n  --version   the version\n  --help      this text; after a command, that command's\n"
    }

    private static func help(_ command: any Command.Type) -> String {
        let operands = command.operands.isEmpty ? "" : " \(command.operands)"
        var text = "Usage: pushward-mqtt \(command.name)\(operands)\n\n\(command.summary)\n"
        if !command.options.isEmpty { text += "\n" }
        for option in command.options {
            let name = "--\(option.name)" + (option.value.map { " \($0)" } ?? "")
            text += "  \(padded(name, 24))\(option.summary)\n"
        }
        return text
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}

/// One command of the tool.
protocol Command {
    static var name: String { get }
    /// One sentence.
    static var summary: String { get }
    /// What follows the options, for the help.
    static var operands: String { get }
    static var options: [Arguments.Option] { get }

    /// Runs it; the process's exit code.
    ///
    /// - Throws: `UsageError` for a command line that makes no sense, anything else for what failed.
    static func run(_ arguments: Arguments) throws -> Int32
}
