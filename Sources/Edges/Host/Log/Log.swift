internal import Glibc
internal import Synchronization
package import Values

/// Writes one line an event, with secrets taken out where the line is written.
///
/// Safe from any thread: a line is one write.
package final class Log: Sendable {
    /// What a line is written for.
    package enum Style: Sendable, Hashable {
        /// journald: a priority in front and no time, since the journal has its own.
        case journal
        case terminal
        /// A file or a pipe.
        case plain
    }

    private let levels: Mutex<LogLevels>
    private let redactor: Mutex<Redactor>
    private let line: LogLine
    private let descriptor: Int32

    /// Makes a log that writes to `descriptor` (standard error by default).
    ///
    /// - Parameters:
    ///   - levels: which lines are written.
    ///   - format: text, or a JSON object a line.
    ///   - descriptor: an open file descriptor; it is not closed.
    ///   - style: nil finds it out: journald by `JOURNAL_STREAM`, else a terminal or not.
    package init(
        levels: LogLevels = LogLevels(),
        format: LogFormat = .text,
        descriptor: Int32 = 2,
        style: Style? = nil
    ) {
        self.levels = Mutex(levels)
        self.redactor = Mutex(Redactor())
        self.descriptor = descriptor
        self.line = LogLine(format: format, style: style ?? Self.style(of: descriptor))
    }

    private static func style(of descriptor: Int32) -> Style {
        if Environment.value("JOURNAL_STREAM") != nil, isatty(descriptor) == 0 { return .journal }
        return Terminal.hasColour(descriptor) ? .terminal : .plain
    }

    /// Changes which lines are written from now on.
    package func setLevels(_ new: LogLevels) {
        levels.withLock { $0 = new }
    }

    /// Makes `secret` unreadable in every line from now on; texts shorter than 4 characters would spoil every line
    /// and are not looked for.
    package func register(_ secret: Secret) {
        redactor.withLock { $0.register(secret.revealed) }
    }

    /// Whether a line of that level would be written, for callers whose text is costly to make.
    package func isEnabled(_ level: LogLevel, _ area: String) -> Bool {
        levels.withLock { $0.includes(level, area: area) }
    }

    package func error(_ area: String, _ text: @autoclosure () -> String, _ fields: LogFields = [:]) {
        write(.error, area, text, fields)
    }

    package func warning(_ area: String, _ text: @autoclosure () -> String, _ fields: LogFields = [:]) {
        write(.warning, area, text, fields)
    }

    package func notice(_ area: String, _ text: @autoclosure () -> String, _ fields: LogFields = [:]) {
        write(.notice, area, text, fields)
    }

    package func debug(_ area: String, _ text: @autoclosure () -> String, _ fields: LogFields = [:]) {
        write(.debug, area, text, fields)
    }

    package func trace(_ area: String, _ text: @autoclosure () -> String, _ fields: LogFields = [:]) {
        write(.trace, area, text, fields)
    }

    /// Writes a line of a level that is known only at run time.
    ///
    /// - Parameters:
    ///   - level: how much it matters.
    ///   - area: the part of the program, such as `mqtt`.
    ///   - text: one sentence without a full stop.
    ///   - fields: what it is about, in order.
    package func write(_ level: LogLevel, _ area: String, _ text: () -> String, _ fields: LogFields = [:]) {
        guard isEnabled(level, area) else { return }
        let redactor = redactor.withLock { $0 }
        let bytes = line.bytes(
            level: level,
            area: area,
            text: redactor.redacting(text()),
            fields: fields.map { ($0.key, redactor.redacting($0.value)) },
            at: SystemClock.wall()
        )
        // A line that cannot be written has nowhere to be reported.
        FileDescriptor.writeAll(bytes, to: descriptor)
    }
}

/// The particulars of a line, in order.
package typealias LogFields = KeyValuePairs<String, String>
