import Values

/// Collects everything that is wrong in one file, so that a person hears of it all at once.
final class Findings {
    private var list: [Diagnostic] = []
    private(set) var hasErrors = false

    func error(_ mark: SourceMark, _ message: String, hint: String? = nil) {
        list.append(Diagnostic(.error, at: mark, message, hint: hint))
        hasErrors = true
    }

    func warning(_ mark: SourceMark, _ message: String, hint: String? = nil) {
        list.append(Diagnostic(.warning, at: mark, message, hint: hint))
    }

    /// The findings in the order in which they stand in the file; those of included files come with their file.
    ///
    /// The same finding at the same place is told once.
    var inOrder: [Diagnostic] {
        var ranks: [String: Int] = [:]
        var seen: Set<Diagnostic> = []
        var unique: [Diagnostic] = []
        for finding in list where seen.insert(finding).inserted {
            if ranks[finding.mark.file] == nil { ranks[finding.mark.file] = ranks.count }
            unique.append(finding)
        }
        return unique.enumerated().sorted { left, right in
            let (first, second) = (left.element.mark, right.element.mark)
            if first.file != second.file { return ranks[first.file] ?? 0 < ranks[second.file] ?? 0 }
            if first.line != second.line { return first.line < second.line }
            if first.column != second.column { return first.column < second.column }
            return left.offset < right.offset
        }.map(\.element)
    }
}
