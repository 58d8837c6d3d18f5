extension Parser {
    mutating func postfix(_ start: Expression) throws(TemplateError) -> Expression {
        var result = start
        while true {
            if isAt(.dot) {
                result = try attribute(of: result)
            } else if isAt(.leftBracket) {
                result = try subscripted(result)
            } else if isAt(.leftParenthesis) {
                result = try call(result)
            } else {
                return result
            }
        }
    }

    mutating func filters(_ start: Expression) throws(TemplateError) -> Expression {
        var result = start
        while true {
            if isAt(.pipe) {
                result = try filter(result)
            } else if isAt(name: "is") {
                result = try test(result)
            } else if isAt(.leftParenthesis) {
                result = try call(result)
            } else {
                return result
            }
        }
    }

    private mutating func attribute(of value: Expression) throws(TemplateError) -> Expression {
        advance()
        let offset = current.offset
        switch current.kind {
        case .name(let name):
            advance()
            return try make(.attribute(value, name), offset, [value])
        case .integer(let number):
            advance()
            let key = try make(.constant(number), offset)
            return try make(.item(value, key), offset, [value, key])
        default: throw unexpected("a name or a number is expected")
        }
    }

    private mutating func subscripted(_ value: Expression) throws(TemplateError) -> Expression {
        let offset = current.offset
        advance()
        var parts: [Expression] = []
        while !isAt(.rightBracket) {
            if !parts.isEmpty { try expect(.comma) }
            parts.append(try subscript_())
        }
        try expect(.rightBracket)
        let key: Expression
        if parts.count == 1, let only = parts.first {
            key = only
        } else {
            key = try make(.tuple(parts), offset, parts)
        }
        return try make(.item(value, key), offset, [value, key])
    }

    private mutating func subscript_() throws(TemplateError) -> Expression {
        let offset = current.offset
        var bounds: [Expression?] = [nil, nil, nil]
        if !isAt(.colon) {
            let first = try expression()
            guard isAt(.colon) else { return first }
            bounds[0] = first
        }
        for place in 1...2 {
            guard take(.colon) else { break }
            if !isAt(.colon), !isAt(.rightBracket), !isAt(.comma) { bounds[place] = try expression() }
        }
        return try make(.slice(bounds[0], bounds[1], bounds[2]), offset, bounds.compactMap { $0 })
    }

    private mutating func call(_ function: Expression) throws(TemplateError) -> Expression {
        let offset = current.offset
        let arguments = try callArguments()
        return try make(.call(function, arguments), offset, [function] + arguments.all)
    }

    private mutating func callArguments() throws(TemplateError) -> CallArguments {
        let offset = current.offset
        try expect(.leftParenthesis)
        var result = CallArguments()
        var needsComma = false
        while !isAt(.rightParenthesis) {
            if needsComma {
                try expect(.comma)
                if isAt(.rightParenthesis) { break }
            }
            needsComma = true
            guard result.dictionary == nil else { throw wrongArguments(offset) }
            if take(.multiply) {
                guard result.list == nil else { throw wrongArguments(offset) }
                result.list = try expression()
            } else if take(.power) {
                result.dictionary = try expression()
            } else if case .name(let name) = current.kind, case .sign(.assign) = following.kind {
                advance()
                advance()
                result.named.append((name, try expression()))
            } else {
                guard result.list == nil, result.named.isEmpty else { throw wrongArguments(offset) }
                result.positional.append(try expression())
            }
        }
        try expect(.rightParenthesis)
        return result
    }

    private func wrongArguments(_ offset: Int) -> TemplateError {
        source.error(
            .syntax,
            at: offset,
            "the arguments are in a wrong order",
            hint: "write plain ones first, then *list, name=value, **dictionary"
        )
    }

    private mutating func dottedName() throws(TemplateError) -> String {
        var name = try expectName()
        while take(.dot) { name += "." + (try expectName()) }
        return name
    }

    mutating func filter(_ value: Expression?, isInline: Bool = false) throws(TemplateError) -> Expression {
        if !isInline { advance() }
        let offset = current.offset
        let name = try dottedName()
        let arguments = isAt(.leftParenthesis) ? try callArguments() : .none
        return try make(.filter(value, name, arguments), offset, (value.map { [$0] } ?? []) + arguments.all)
    }

    private mutating func test(_ value: Expression) throws(TemplateError) -> Expression {
        advance()
        let isNegated = take(name: "not")
        let offset = current.offset
        let name = try dottedName()
        var arguments = CallArguments.none
        if isAt(.leftParenthesis) {
            arguments = try callArguments()
        } else if try startsTestArgument() {
            try enter()
            defer { leave() }
            // A plain value: neither a sign nor a filter belongs to it.
            arguments.positional = [try postfix(try primary())]
        }
        let result = try make(.test(value, name, arguments), offset, [value] + arguments.all)
        return isNegated ? try make(.not(result), offset, [result]) : result
    }

    private func startsTestArgument() throws(TemplateError) -> Bool {
        switch current.kind {
        case .name("else"), .name("or"), .name("and"): return false
        case .name("is"): throw unexpected("a test cannot follow a test")
        case .name, .string, .integer, .float, .sign(.leftBracket), .sign(.leftBrace): return true
        default: return false
        }
    }
}
