/// One finding about what a person wrote, with its place and what to do about it.
package struct Diagnostic: Sendable, Hashable {
    package enum Severity: String, Sendable, Hashable {
        case error, warning
    }

    package var severity: Severity
    package var mark: SourceMark
    /// What is wrong, in one line, without a final full stop.
    package var message: String
    /// What to do about it, such as the nearest name.
    package var hint: String?

    package init(_ severity: Severity, at mark: SourceMark, _ message: String, hint: String? = nil) {
        self.severity = severity
        self.mark = mark
        self.message = message
        self.hint = hint
    }
}

extension Diagnostic: CustomStringConvertible {
    /// `file:line:column: error: message (hint)`.
    package var description: String { "\(mark): \(severity.rawValue): \(advice)" }

    /// `message (hint)`, for where place and severity are shown by other means.
    package var advice: String { message + (hint.map { " (\($0))" } ?? "") }
}
