/// Reads tokens into statements, as Jinja's grammar has them.
struct Parser {
    let source: SourceText
    private let tokens: [Token]
    private var place = 0
    /// How deep calls of the parser are nested.
    private var nesting = 0
    private var loopDepth = 0
    private var openTags: [(name: String, offset: Int)] = []

    static let maximumNesting = 120

    init(_ source: SourceText, tokens: [Token]) {
        self.source = source
        self.tokens = tokens
    }

    mutating func parse() throws(TemplateError) -> [Statement] {
        try statements(until: [])
    }

    // MARK: Tokens

    var current: Token { tokens[min(place, tokens.count - 1)] }
    var following: Token { tokens[min(place + 1, tokens.count - 1)] }

    mutating func advance() { place += 1 }

    func isAt(_ sign: Token.Sign) -> Bool {
        if case .sign(sign) = current.kind { true } else { false }
    }

    func isAt(name: String) -> Bool {
        if case .name(let text) = current.kind { text == name } else { false }
    }

    mutating func take(_ sign: Token.Sign) -> Bool {
        guard isAt(sign) else { return false }
        place += 1
        return true
    }

    mutating func take(name: String) -> Bool {
        guard isAt(name: name) else { return false }
        place += 1
        return true
    }

    mutating func expect(_ sign: Token.Sign) throws(TemplateError) {
        guard take(sign) else { throw unexpected("'\(sign.rawValue)' is expected") }
    }

    mutating func expectName() throws(TemplateError) -> String {
        guard case .name(let name) = current.kind else { throw unexpected("a name is expected") }
        place += 1
        return name
    }

    func unexpected(_ message: String) -> TemplateError {
        source.error(.syntax, at: current.offset, "\(message), but here is \(current.description)")
    }

    mutating func enter() throws(TemplateError) {
        nesting += 1
        if nesting > Self.maximumNesting {
            throw source.error(.limit, at: current.offset, "the template is nested too deep")
        }
    }

    mutating func leave() { nesting -= 1 }

    /// An expression of known parts, unless that would be nested too deep.
    func make(
        _ kind: Expression.Kind,
        _ offset: Int,
        _ parts: [Expression] = []
    ) throws(TemplateError) -> Expression {
        let depth = 1 + (parts.map(\.depth).max() ?? 0)
        guard depth <= Expression.maximumDepth else {
            throw source.error(.limit, at: offset, "the expression is nested too deep")
        }
        return Expression(kind: kind, offset: offset, depth: depth)
    }

    // MARK: Statements

    /// Statements up to a block with one of the names, whose token is then the current one.
    private mutating func statements(until ends: [String]) throws(TemplateError) -> [Statement] {
        try enter()
        defer { leave() }
        var result: [Statement] = []
        while true {
            switch current.kind {
            case .end:
                guard ends.isEmpty else { throw unclosed(ends) }
                return result
            case .data(let text):
                result.append(.text(text))
                advance()
            case .variableBegin:
                advance()
                result.append(.output(try tuple()))
                guard case .variableEnd = current.kind else { throw unexpected("'}}' is expected") }
                advance()
            case .blockBegin:
                advance()
                if case .name(let name) = current.kind, ends.contains(name) { return result }
                result.append(try statement(ends))
                try expectBlockEnd()
            default: throw unexpected("text or a tag is expected")
            }
        }
    }

    private func unclosed(_ ends: [String]) -> TemplateError {
        let tag = openTags.last
        let wanted = ends.last ?? ""
        return source.error(
            .syntax,
            at: tag?.offset ?? current.offset,
            "the block '\(tag?.name ?? "")' has no end",
            hint: "end it with {% \(wanted) %}"
        )
    }

    private mutating func expectBlockEnd() throws(TemplateError) {
        guard case .blockEnd = current.kind else { throw unexpected("'%}' is expected") }
        advance()
    }

    /// The body of a block up to its end, whose name is taken.
    mutating func body(_ ends: [String]) throws(TemplateError) -> (statements: [Statement], end: String) {
        _ = take(.colon)
        try expectBlockEnd()
        let result = try statements(until: ends)
        return (result, try expectName())
    }

    private mutating func statement(_ ends: [String]) throws(TemplateError) -> Statement {
        guard case .name(let name) = current.kind else { throw unexpected("the name of a tag is expected") }
        let offset = current.offset
        openTags.append((name, offset))
        defer { openTags.removeLast() }
        advance()
        switch name {
        case "if": return try branch()
        case "for": return try loop(offset)
        case "set": return try assignment()
        case "with": return try with()
        case "macro": return .macro(try macro(offset))
        case "call": return try callBlock(offset)
        case "filter": return try filterBlock()
        case "print": return try printing()
        case "do": return .evaluate(try tuple())
        case "block": return try block()
        case "autoescape":
            _ = try expression()
            return .scope(try body(["endautoescape"]).statements)
        case "break", "continue":
            guard loopDepth > 0 else {
                throw source.error(.syntax, at: offset, "'\(name)' stands outside of a loop")
            }
            return name == "break" ? .breakLoop(offset) : .continueLoop(offset)
        case "include", "import", "from", "extends": return try otherTemplate(name)
        default: throw unknownTag(name, offset, ends)
        }
    }

    private func unknownTag(_ name: String, _ offset: Int, _ ends: [String]) -> TemplateError {
        var hint = ends.last.map { "the open block ends with {% \($0) %}" }
        if let nearest = NearestTag.find(name) { hint = "did you mean '\(nearest)'?" }
        return source.error(.syntax, at: offset, "there is no tag '\(name)' here", hint: hint)
    }

    private mutating func branch() throws(TemplateError) -> Statement {
        var branches: [(test: Expression, body: [Statement])] = []
        while true {
            let test = try tuple(withCondition: false)
            let (statements, end) = try body(["elif", "else", "endif"])
            branches.append((test, statements))
            if end == "elif" { continue }
            let otherwise = end == "else" ? try body(["endif"]).statements : []
            return .branch(branches, otherwise: otherwise)
        }
    }

    private mutating func loop(_ offset: Int) throws(TemplateError) -> Statement {
        let target = try self.target(endsBefore: "in")
        guard take(name: "in") else { throw unexpected("'in' is expected") }
        let items = try tuple(withCondition: false, endsBefore: "recursive")
        let test = take(name: "if") ? try expression() : nil
        let isRecursive = take(name: "recursive")
        loopDepth += 1
        let (statements, end) = try body(["endfor", "else"])
        loopDepth -= 1
        let otherwise = end == "else" ? try body(["endfor"]).statements : []
        return .loop(
            Statement.Loop(
                target: target,
                items: items,
                test: test,
                isRecursive: isRecursive,
                body: statements,
                otherwise: otherwise,
                offset: offset
            )
        )
    }

    private mutating func assignment() throws(TemplateError) -> Statement {
        let target = try self.target(withNamespace: true)
        if take(.assign) { return .assign(target, try tuple()) }
        var filter: Expression?
        while isAt(.pipe) { filter = try self.filter(filter) }
        return .assignBlock(target, filter: filter, body: try body(["endset"]).statements)
    }

    private mutating func with() throws(TemplateError) -> Statement {
        var pairs: [(target: Statement.Target, value: Expression)] = []
        while true {
            if case .blockEnd = current.kind { break }
            if !pairs.isEmpty { try expect(.comma) }
            let target = try self.target()
            try expect(.assign)
            pairs.append((target, try expression()))
        }
        return .with(pairs, body: try body(["endwith"]).statements)
    }

    private mutating func macro(_ offset: Int) throws(TemplateError) -> Statement.Macro {
        let name = try expectName()
        let parameters = try signature()
        return try macroBody(name, parameters, "endmacro", offset)
    }

    private mutating func macroBody(
        _ name: String,
        _ parameters: [(name: String, fallback: Expression?)],
        _ end: String,
        _ offset: Int
    ) throws(TemplateError) -> Statement.Macro {
        let outer = loopDepth
        loopDepth = 0
        defer { loopDepth = outer }
        let statements = try body([end]).statements
        return Statement.Macro(name: name, parameters: parameters, body: statements, offset: offset)
    }

    private mutating func signature() throws(TemplateError) -> [(name: String, fallback: Expression?)] {
        var result: [(name: String, fallback: Expression?)] = []
        try expect(.leftParenthesis)
        while !isAt(.rightParenthesis) {
            if !result.isEmpty { try expect(.comma) }
            let offset = current.offset
            let name = try expectName()
            if take(.assign) {
                result.append((name, try expression()))
            } else if result.last?.fallback != nil {
                throw source.error(
                    .syntax,
                    at: offset,
                    "'\(name)' needs a default, as the one before it has one"
                )
            } else {
                result.append((name, nil))
            }
        }
        try expect(.rightParenthesis)
        return result
    }

    private mutating func callBlock(_ offset: Int) throws(TemplateError) -> Statement {
        let parameters = isAt(.leftParenthesis) ? try signature() : []
        let call = try expression()
        guard case .call = call.kind else { throw source.error(.syntax, at: offset, "'call' needs a call") }
        return .callBlock(call: call, try macroBody("caller", parameters, "endcall", offset))
    }

    private mutating func filterBlock() throws(TemplateError) -> Statement {
        var chain = try filter(nil, isInline: true)
        while isAt(.pipe) { chain = try filter(chain) }
        return .filterBlock(chain, body: try body(["endfilter"]).statements)
    }

    private mutating func printing() throws(TemplateError) -> Statement {
        var result: [Statement] = []
        while true {
            if case .blockEnd = current.kind { return .scope(result) }
            if !result.isEmpty { try expect(.comma) }
            result.append(.output(try expression()))
        }
    }

    private mutating func block() throws(TemplateError) -> Statement {
        let name = try expectName()
        _ = take(name: "scoped")
        _ = take(name: "required")
        let statements = try body(["endblock"]).statements
        _ = take(name: name)
        return .scope(statements)
    }

    private mutating func otherTemplate(_ kind: String) throws(TemplateError) -> Statement {
        let name = try expression()
        var ignoresMissing = false
        if take(name: "ignore") { ignoresMissing = take(name: "missing") }
        while true {
            if case .blockEnd = current.kind { break }
            if case .end = current.kind { throw unexpected("'%}' is expected") }
            advance()
        }
        return .missingTemplate(name, ignoresMissing: ignoresMissing && kind == "include")
    }
}
