extension Parser {
    /// What is assigned to: a name, an attribute of a namespace, or several with commas.
    mutating func target(
        withNamespace: Bool = false,
        endsBefore end: String? = nil
    ) throws(TemplateError) -> Statement.Target {
        let offset = current.offset
        var parts: [Statement.Target] = []
        var isTuple = false
        while true {
            if isTargetEnd(end) { break }
            parts.append(try simpleTarget(withNamespace))
            guard take(.comma) else { break }
            isTuple = true
        }
        if !isTuple, let only = parts.first { return only }
        guard isTuple else { throw unexpected("a name to assign to is expected") }
        return .tuple(parts, offset: offset)
    }

    private func isTargetEnd(_ end: String?) -> Bool {
        switch current.kind {
        case .blockEnd, .variableEnd, .sign(.rightParenthesis), .end: true
        default: end.map { isAt(name: $0) } ?? false
        }
    }

    private mutating func simpleTarget(_ withNamespace: Bool) throws(TemplateError) -> Statement.Target {
        try enter()
        defer { leave() }
        let offset = current.offset
        if take(.leftParenthesis) {
            let inner = try target(withNamespace: withNamespace)
            try expect(.rightParenthesis)
            return inner
        }
        if isAt(.leftBracket) || isAt(.leftBrace) {
            throw source.error(.syntax, at: offset, "one cannot assign to this")
        }
        let name = try expectName()
        if ["true", "false", "none", "True", "False", "None"].contains(name) {
            throw source.error(.syntax, at: offset, "one cannot assign to '\(name)'")
        }
        guard withNamespace, take(.dot) else { return .name(name, offset: offset) }
        return .namespace(name, attribute: try expectName(), offset: offset)
    }
}
