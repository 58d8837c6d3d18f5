package import Values

/// Why a template cannot be compiled or rendered, and where in it.
package struct TemplateError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable, Hashable {
        /// The text is no template.
        case syntax
        /// A filter, test or function that does not exist.
        case unknownName
        /// Jinja itself refuses: something undefined or forbidden was used (Home Assistant falls back to the payload).
        case undefined
        /// An operation failed on these values.
        case failed
        /// A limit on work, depth or size was reached.
        case limit
        /// It read an input that nobody knows at this moment.
        case unknownInput
    }

    package let code: Code
    /// Counted from 1, within the template.
    package let line: Int
    /// Counted from 1, in characters.
    package let column: Int
    package let message: String
    package let hint: String?
    /// Where that is in the file from which the template came; nil: it came from none.
    package private(set) var place: SourceMark?

    package init(_ code: Code, line: Int, column: Int, message: String, hint: String? = nil) {
        self.code = code
        self.line = line
        self.column = column
        self.message = message
        self.hint = hint
    }

    package var description: String {
        place == nil ? "line \(line), column \(column): \(text)" : text
    }

    /// What is wrong, without its place.
    private var text: String { message + (hint.map { " (\($0))" } ?? "") }

    /// The same at its place in the file.
    func placed(by origin: TextOrigin?) -> TemplateError {
        var error = self
        error.place = origin?.mark(line: line, column: column)
        return error
    }
}
