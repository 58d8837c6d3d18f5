/// Where a scalar's text stands in a file, so that what is wrong inside it can be told at the file's own place.
package struct TextOrigin: Sendable, Hashable {
    /// Where the scalar starts.
    package var mark: SourceMark
    /// The parts of the text in the text's order; none: unbroken from `mark` on, or not known.
    package var stretches: [TextStretch]
    /// Whether the text came from elsewhere, such as a secret: then only `mark` is its place.
    package var isElsewhere: Bool

    package init(mark: SourceMark, stretches: [TextStretch] = [], isElsewhere: Bool = false) {
        self.mark = mark
        self.stretches = stretches
        self.isElsewhere = isElsewhere
    }

    /// The place in the file of a line and a column of the text, both from 1, the column in code points.
    package func mark(line: Int, column: Int) -> SourceMark {
        guard !isElsewhere else { return mark }
        var low = 0
        var high = stretches.count
        while low < high {
            let middle = (low + high) / 2
            if (stretches[middle].line, stretches[middle].column) <= (line, column) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        let start = TextStretch(line: 1, column: 1, mark: mark)
        let stretch = low > 0 ? stretches[low - 1] : start
        var place = stretch.mark
        if stretch.line == line { place.column &+= max(0, column &- stretch.column) }
        return place
    }
}
