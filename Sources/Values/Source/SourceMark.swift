/// A place in a file that a person wrote.
package struct SourceMark: Sendable, Hashable {
    /// The file's name as the person gave it.
    package var file: String
    /// Counted from 1; 0 for a file that has no lines, since it cannot be read.
    package var line: Int
    /// Counted from 1, in characters (Unicode code points).
    package var column: Int

    package init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }
}

extension SourceMark: CustomStringConvertible {
    package var description: String { line > 0 ? "\(file):\(line):\(column)" : file }
}
