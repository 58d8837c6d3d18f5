import Templates
import Values

/// Compiles the templates of a mapping and reports their faults at the file's own line and column.
struct TemplateReader {
    let findings: Findings

    /// A template that reads only names of `scope`, or nil with what is wrong reported.
    func compile(_ scalar: MarkedScalar, _ scope: NameScope) -> LocatedTemplate? {
        if scalar.isUnresolved { return nil }
        do throws(TemplateError) {
            let template = try Template(scalar.text)
            guard checkNames(template, scalar, scope) else { return nil }
            return LocatedTemplate(template, mark: scalar.mark)
        } catch {
            let mark = Self.place(scalar, line: error.line, column: error.column)
            if scalar.isSecret {
                findings.error(scalar.mark, "the template in this secret or file cannot be compiled")
            } else {
                findings.error(mark, error.message, hint: error.hint)
            }
            return nil
        }
    }

    /// A condition: a template, or `true` or `false`.
    func condition(_ scalar: MarkedScalar, _ key: String, _ scope: NameScope) -> LocatedTemplate? {
        if scalar.isUnresolved { return nil }
        if !scalar.hasBraces, ScalarText.bool(scalar.text) == nil, !scalar.text.isEmpty {
            findings.error(
                scalar.mark,
                "`\(key)` is plain text, not a template, so it never changes",
                hint: scalar.isSecret ? nil : "write \"{{ \(scalar.text) }}\""
            )
            return nil
        }
        if scalar.text.isEmpty {
            findings.error(scalar.mark, "`\(key)` is empty")
            return nil
        }
        return compile(scalar, scope)
    }

    private func checkNames(_ template: Template, _ scalar: MarkedScalar, _ scope: NameScope) -> Bool {
        var isFine = true
        for name in template.freeNames.sorted() where !scope.contains(name) {
            isFine = false
            let message = "nothing here is called `\(name)`"
            if scalar.isSecret {
                findings.error(
                    scalar.mark,
                    "the template in this secret or file reads a name that nobody gives"
                )
                continue
            }
            let (line, column) = Self.find(name, in: scalar.text) ?? (1, 1)
            findings.error(
                Self.place(scalar, line: line, column: column),
                message,
                hint: scope.hint(for: name)
            )
        }
        return isFine
    }

    /// The file's place of a line and a column of a scalar's text.
    static func place(_ scalar: MarkedScalar, line: Int, column: Int) -> SourceMark {
        guard line >= 1, line <= scalar.lineMarks.count, !scalar.isSecret else { return scalar.mark }
        var mark = scalar.lineMarks[line - 1]
        // The mark of a quoted scalar is its quote.
        let quote = mark == scalar.mark && !scalar.isPlain ? 1 : 0
        mark.column &+= max(0, column &- 1) &+ quote
        return mark
    }

    /// Where a name stands in a template's braces: its line and column, from 1.
    static func find(_ name: String, in source: String) -> (line: Int, column: Int)? {
        let wanted = Array(name.unicodeScalars)
        let text = Array(source.unicodeScalars)
        var (line, column) = (1, 1)
        var isInside = false
        var quote: Unicode.Scalar?
        for (place, scalar) in text.enumerated() {
            let next = place + 1 < text.count ? text[place + 1] : " "
            if let open = quote {
                if scalar == open { quote = nil }
            } else if isInside {
                if scalar == "'" || scalar == "\"" { quote = scalar }
                if (scalar == "}" || scalar == "%"), next == "}" { isInside = false }
                if scalar == wanted.first, stands(wanted, at: place, in: text) { return (line, column) }
            } else if scalar == "{", next == "{" || next == "%" {
                isInside = true
            }
            (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
        }
        return nil
    }

    private static func stands(_ name: [Unicode.Scalar], at place: Int, in text: [Unicode.Scalar]) -> Bool {
        guard text.count - place >= name.count, text[place..<(place + name.count)].elementsEqual(name) else {
            return false
        }
        func isPart(_ index: Int) -> Bool {
            guard text.indices.contains(index) else { return false }
            return NameScope.isName("a" + String(text[index]))
        }
        let isAttribute = place > 0 && text[place - 1] == "."
        return !isPart(place - 1) && !isPart(place + name.count) && !isAttribute
    }
}
