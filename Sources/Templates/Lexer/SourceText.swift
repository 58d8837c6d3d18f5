/// A template's source with the means to name a place in it.
struct SourceText: Sendable {
    let text: String

    /// Line and column, both from 1, the column in code points, of a byte of the source.
    func place(of offset: Int) -> (line: Int, column: Int) {
        var line = 1
        var column = 1
        var isAfterReturn = false
        for (position, byte) in text.utf8.enumerated() {
            if position >= offset { break }
            if byte == 0x0A, isAfterReturn {
                isAfterReturn = false
                continue
            }
            isAfterReturn = byte == 0x0D
            if byte == 0x0A || byte == 0x0D {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return (line, column)
    }

    func error(
        _ code: TemplateError.Code,
        at offset: Int,
        _ message: String,
        hint: String? = nil
    ) -> TemplateError {
        let (line, column) = place(of: offset)
        return TemplateError(code, line: line, column: column, message: message, hint: hint)
    }
}
