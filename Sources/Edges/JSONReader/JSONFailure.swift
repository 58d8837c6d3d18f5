internal import Values

/// What the library said, before its place is counted in lines.
struct JSONFailure: Error {
    var message: String
    /// In bytes from the start of the text.
    var offset: Int
    var isNumericOverflow = false

    /// The error with the place that a person counts: lines and bytes from 1.
    func located(in bytes: [UInt8]) -> JSONSyntaxError {
        let before = bytes.prefix(max(0, offset))
        let lines = before.count { $0 == UInt8(ascii: "\n") }
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return JSONSyntaxError(message: message, line: lines + 1, column: max(1, before.count - lineStart))
    }
}
