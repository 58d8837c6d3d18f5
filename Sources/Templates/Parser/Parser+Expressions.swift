extension Parser {
    mutating func expression(withCondition: Bool = true) throws(TemplateError) -> Expression {
        try enter()
        defer { leave() }
        return withCondition ? try condition() : try or()
    }

    private mutating func condition() throws(TemplateError) -> Expression {
        var result = try or()
        while isAt(name: "if") {
            let offset = current.offset
            advance()
            let test = try or()
            let otherwise = take(name: "else") ? try expression() : nil
            let parts = [result, test] + (otherwise.map { [$0] } ?? [])
            result = try make(.condition(test: test, then: result, otherwise: otherwise), offset, parts)
        }
        return result
    }

    private mutating func or() throws(TemplateError) -> Expression {
        var left = try and()
        while isAt(name: "or") {
            let offset = current.offset
            advance()
            let right = try and()
            left = try make(.or(left, right), offset, [left, right])
        }
        return left
    }

    private mutating func and() throws(TemplateError) -> Expression {
        var left = try not()
        while isAt(name: "and") {
            let offset = current.offset
            advance()
            let right = try not()
            left = try make(.and(left, right), offset, [left, right])
        }
        return left
    }

    private mutating func not() throws(TemplateError) -> Expression {
        guard isAt(name: "not") else { return try comparison() }
        try enter()
        defer { leave() }
        let offset = current.offset
        advance()
        let operand = try not()
        return try make(.not(operand), offset, [operand])
    }

    private mutating func comparison() throws(TemplateError) -> Expression {
        let left = try sum()
        var offset = current.offset
        var parts: [(comparison: Comparison, right: Expression)] = []
        while let comparison = takeComparison() {
            parts.append((comparison, try sum()))
            if parts.count == 1 { continue }
            offset = min(offset, current.offset)
        }
        guard !parts.isEmpty else { return left }
        return try make(.compare(left, parts), offset, [left] + parts.map(\.right))
    }

    private mutating func takeComparison() -> Comparison? {
        switch current.kind {
        case .sign(let sign):
            guard let comparison = Comparison(rawValue: sign.rawValue) else { return nil }
            advance()
            return comparison
        case .name("in"):
            advance()
            return .within
        case .name("not"):
            guard case .name("in") = following.kind else { return nil }
            advance()
            advance()
            return .notWithin
        default: return nil
        }
    }

    private mutating func sum() throws(TemplateError) -> Expression {
        var left = try concatenation()
        while isAt(.add) || isAt(.subtract) {
            let offset = current.offset
            let kind: BinaryOperator = isAt(.add) ? .add : .subtract
            advance()
            let right = try concatenation()
            left = try make(.binary(kind, left, right), offset, [left, right])
        }
        return left
    }

    private mutating func concatenation() throws(TemplateError) -> Expression {
        let first = try product()
        guard isAt(.tilde) else { return first }
        let offset = current.offset
        var parts = [first]
        while take(.tilde) { parts.append(try product()) }
        return try make(.concat(parts), offset, parts)
    }

    private mutating func product() throws(TemplateError) -> Expression {
        var left = try power()
        while case .sign(let sign) = current.kind,
            [.multiply, .divide, .floorDivide, .modulo].contains(sign),
            let kind = BinaryOperator(rawValue: sign.rawValue)
        {
            let offset = current.offset
            advance()
            let right = try power()
            left = try make(.binary(kind, left, right), offset, [left, right])
        }
        return left
    }

    /// Powers group from the left here, other than in Python.
    private mutating func power() throws(TemplateError) -> Expression {
        var left = try unary()
        while isAt(.power) {
            let offset = current.offset
            advance()
            let right = try unary()
            left = try make(.binary(.power, left, right), offset, [left, right])
        }
        return left
    }

    /// A sign binds tighter than a filter.
    private mutating func unary(withFilters: Bool = true) throws(TemplateError) -> Expression {
        try enter()
        defer { leave() }
        let offset = current.offset
        var result: Expression
        if take(.subtract) {
            let operand = try unary(withFilters: false)
            result = try make(.negate(operand), offset, [operand])
        } else if take(.add) {
            let operand = try unary(withFilters: false)
            result = try make(.plus(operand), offset, [operand])
        } else {
            result = try primary()
        }
        result = try postfix(result)
        return withFilters ? try filters(result) : result
    }

    func startsTuple(_ end: String?) -> Bool {
        switch current.kind {
        case .variableEnd, .blockEnd, .sign(.rightParenthesis), .end: false
        default: !(end.map { isAt(name: $0) } ?? false)
        }
    }

    /// An expression, or several with commas as a tuple.
    mutating func tuple(
        withCondition: Bool = true,
        endsBefore end: String? = nil,
        isInParentheses: Bool = false
    ) throws(TemplateError) -> Expression {
        let offset = current.offset
        var parts: [Expression] = []
        var isTuple = false
        while startsTuple(end) {
            parts.append(try expression(withCondition: withCondition))
            guard take(.comma) else { break }
            isTuple = true
        }
        if !isTuple {
            if let only = parts.first { return only }
            guard isInParentheses else { throw unexpected("an expression is expected") }
        }
        return try make(.tuple(parts), offset, parts)
    }

    mutating func primary() throws(TemplateError) -> Expression {
        let offset = current.offset
        switch current.kind {
        case .name(let name):
            advance()
            switch name {
            case "true", "True": return try make(.constant(.bool(true)), offset)
            case "false", "False": return try make(.constant(.bool(false)), offset)
            case "none", "None": return try make(.constant(.none), offset)
            default: return try make(.name(name), offset)
            }
        case .string: return try text(offset)
        case .integer(let number):
            advance()
            return try make(.constant(number), offset)
        case .float(let number):
            advance()
            return try make(.constant(.float(number)), offset)
        case .sign(.leftParenthesis):
            advance()
            let result = try tuple(isInParentheses: true)
            try expect(.rightParenthesis)
            return result
        case .sign(.leftBracket): return try list()
        case .sign(.leftBrace): return try dictionary()
        default: throw unexpected("a value is expected")
        }
    }

    /// Texts that stand side by side are one.
    private mutating func text(_ offset: Int) throws(TemplateError) -> Expression {
        var result = ""
        while case .string(let part) = current.kind {
            result += part
            advance()
        }
        return try make(.constant(.string(result)), offset)
    }

    private mutating func list() throws(TemplateError) -> Expression {
        let offset = current.offset
        advance()
        var parts: [Expression] = []
        while !isAt(.rightBracket) {
            if !parts.isEmpty { try expect(.comma) }
            if isAt(.rightBracket) { break }
            parts.append(try expression())
        }
        try expect(.rightBracket)
        return try make(.list(parts), offset, parts)
    }

    private mutating func dictionary() throws(TemplateError) -> Expression {
        let offset = current.offset
        advance()
        var pairs: [(key: Expression, value: Expression)] = []
        while !isAt(.rightBrace) {
            if !pairs.isEmpty { try expect(.comma) }
            if isAt(.rightBrace) { break }
            let key = try expression()
            try expect(.colon)
            pairs.append((key, try expression()))
        }
        try expect(.rightBrace)
        return try make(.dict(pairs), offset, pairs.flatMap { [$0.key, $0.value] })
    }
}
