/// Whether parts of a template read a name.
enum NameUse {
    static func isRead(_ name: String, in statements: [Statement]) -> Bool {
        statements.contains { isRead(name, in: $0) }
    }

    private static func isRead(_ name: String, in statement: Statement) -> Bool {
        for expression in expressions(statement) where isRead(name, in: expression) { return true }
        return bodies(statement).contains { isRead(name, in: $0) }
    }

    static func isRead(_ name: String, in expression: Expression) -> Bool {
        if case .name(let own) = expression.kind { return own == name }
        return parts(expression).contains { isRead(name, in: $0) }
    }

    /// How deep statements and their expressions are nested.
    static func depth(_ statements: [Statement]) -> Int {
        var deepest = 0
        for statement in statements {
            let expression = expressions(statement).map(\.depth).max() ?? 0
            let inner = bodies(statement).map { depth($0) }.max() ?? 0
            deepest = max(deepest, 1 + max(expression, inner))
        }
        return deepest
    }

    static func expressions(_ statement: Statement) -> [Expression] {
        switch statement {
        case .text, .breakLoop, .continueLoop, .scope: []
        case .output(let value), .assign(_, let value), .evaluate(let value), .missingTemplate(let value, _),
            .filterBlock(let value, _):
            [value]
        case .branch(let branches, _): branches.map(\.test)
        case .loop(let loop): [loop.items] + (loop.test.map { [$0] } ?? [])
        case .assignBlock(_, let filter, _): filter.map { [$0] } ?? []
        case .macro(let macro): macro.parameters.compactMap(\.fallback)
        case .callBlock(let call, let macro): [call] + macro.parameters.compactMap(\.fallback)
        case .with(let pairs, _): pairs.map(\.value)
        }
    }

    static func bodies(_ statement: Statement) -> [[Statement]] {
        switch statement {
        case .branch(let branches, let otherwise): branches.map(\.body) + [otherwise]
        case .loop(let loop): [loop.body, loop.otherwise]
        case .assignBlock(_, _, let body), .filterBlock(_, let body), .with(_, let body), .scope(let body):
            [body]
        case .macro(let macro), .callBlock(_, let macro): [macro.body]
        default: []
        }
    }

    static func parts(_ expression: Expression) -> [Expression] {
        switch expression.kind {
        case .constant, .name, .namespace: []
        case .list(let parts), .tuple(let parts), .concat(let parts): parts
        case .dict(let pairs): pairs.flatMap { [$0.key, $0.value] }
        case .attribute(let value, _), .not(let value), .negate(let value), .plus(let value): [value]
        case .item(let left, let right), .binary(_, let left, let right), .and(let left, let right),
            .or(let left, let right):
            [left, right]
        case .slice(let start, let stop, let step): [start, stop, step].compactMap { $0 }
        case .call(let function, let arguments): [function] + arguments.all
        case .filter(let value, _, let arguments): (value.map { [$0] } ?? []) + arguments.all
        case .test(let value, _, let arguments): [value] + arguments.all
        case .compare(let left, let rest): [left] + rest.map(\.right)
        case .condition(let test, let then, let otherwise): [test, then] + (otherwise.map { [$0] } ?? [])
        }
    }
}

/// Whether a loop's body reads `loop`: only then is it worth keeping.
enum LoopUse {
    static func isRead(_ body: [Statement]) -> Bool { NameUse.isRead("loop", in: body) }
}
