extension Compiler {
    func node(_ expression: Expression) throws(TemplateError) -> any Node {
        let offset = expression.offset
        switch expression.kind {
        case .constant(let value): return ConstantNode(value)
        case .name(let name): return try self.name(name, offset)
        case .list(let parts): return ListNode(try nodes(parts), isTuple: false)
        case .tuple(let parts): return ListNode(try nodes(parts), isTuple: true)
        case .dict(let pairs): return try dictionary(pairs, offset)
        case .attribute(let value, let name): return try attribute(value, name, offset)
        case .item(let value, let key): return try item(value, key, offset)
        case .slice(let start, let stop, let step):
            let parts = try [start, stop, step].compactMap { $0 }.map { (part) throws(TemplateError) in
                try node(part)
            }
            return ListNode(parts, isTuple: true)
        case .call(let function, let arguments): return try call(function, arguments, offset)
        case .filter(let value, let name, let arguments):
            let input: any Node = if let value { try node(value) } else { ConstantNode(.string("")) }
            return try filter(input, name, arguments, offset)
        case .test(let value, let name, let arguments): return try test(value, name, arguments, offset)
        case .not(let operand): return NotNode(try node(operand), at: offset, source)
        case .negate(let operand): return SignNode(try node(operand), isNegative: true, at: offset, source)
        case .plus(let operand): return SignNode(try node(operand), isNegative: false, at: offset, source)
        case .binary(.power, let left, let right) where Self.isConstant(left) && !Self.isConstant(right):
            return PowerNode(try node(left), try node(right), at: offset, source)
        case .binary(let operation, let left, let right):
            return BinaryNode(operation, try node(left), try node(right), at: offset, source)
        case .and(let left, let right):
            return LogicNode(try node(left), try node(right), isAnd: true, at: offset, source)
        case .or(let left, let right):
            return LogicNode(try node(left), try node(right), isAnd: false, at: offset, source)
        case .compare(let left, let parts): return try comparison(left, parts, offset)
        case .concat(let parts): return ConcatNode(try nodes(parts), at: offset, source)
        case .condition(let test, let then, let otherwise):
            return try condition(test, then, otherwise, offset)
        case .namespace: throw source.error(.syntax, at: offset, "a namespace's attribute cannot stand here")
        }
    }

    func nodes(_ parts: [Expression]) throws(TemplateError) -> [any Node] {
        var result: [any Node] = []
        for part in parts { result.append(try node(part)) }
        return result
    }

    private func name(_ name: String, _ offset: Int) throws(TemplateError) -> any Node {
        let address = try read(name, offset: offset)
        return address.level == 0
            ? LocalNode(name, address.index, at: offset, source)
            : OuterNode(name, address, at: offset, source)
    }

    private func dictionary(
        _ pairs: [(key: Expression, value: Expression)],
        _ offset: Int
    ) throws(TemplateError) -> any Node {
        var parts: [(key: any Node, value: any Node)] = []
        for pair in pairs { parts.append((try node(pair.key), try node(pair.value))) }
        return DictionaryNode(parts, at: offset, source)
    }

    private func attribute(_ value: Expression, _ name: String, _ offset: Int) throws(TemplateError)
        -> any Node
    {
        if case .name("states") = value.kind, isFree("states") { throw registry("states", value.offset) }
        return AttributeNode(try node(value), AttributeName(name), at: offset, source)
    }

    private func item(_ value: Expression, _ key: Expression, _ offset: Int) throws(TemplateError) -> any Node
    {
        if case .slice(let start, let stop, let step) = key.kind {
            var bounds: [any Node] = []
            for bound in [start, stop, step] {
                bounds.append(
                    try bound.map { (part) throws(TemplateError) in try node(part) } ?? ConstantNode(.none)
                )
            }
            // Jinja works out what is constant with its own look-up, which gives undefined where Python fails.
            let isConstant = ([value] + [start, stop, step].compactMap { $0 }).allSatisfy(Self.isConstant)
            return SliceNode(
                try node(value),
                bounds[0],
                bounds[1],
                bounds[2],
                isConstant: isConstant,
                at: offset,
                source
            )
        }
        return ItemNode(try node(value), try node(key), at: offset, source)
    }

    private static func isConstant(_ expression: Expression) -> Bool {
        switch expression.kind {
        case .constant: true
        case .negate, .plus, .list, .tuple, .dict, .binary: NameUse.parts(expression).allSatisfy(isConstant)
        default: false
        }
    }

    private func comparison(
        _ left: Expression,
        _ parts: [(comparison: Comparison, right: Expression)],
        _ offset: Int
    ) throws(TemplateError) -> any Node {
        if parts.count == 1, let only = parts.first {
            return ComparisonNode(only.comparison, try node(left), try node(only.right), at: offset, source)
        }
        var rest: [(comparison: Comparison, right: any Node)] = []
        let first = try node(left)
        for part in parts { rest.append((part.comparison, try node(part.right))) }
        return ComparisonChainNode(first, rest, at: offset, source)
    }

    private func condition(
        _ test: Expression,
        _ then: Expression,
        _ otherwise: Expression?,
        _ offset: Int
    ) throws(TemplateError) -> any Node {
        let wasSoft = isSoft
        isSoft = true
        defer { isSoft = wasSoft }
        return ConditionNode(
            try node(test),
            try node(then),
            try otherwise.map { (part) throws(TemplateError) in try node(part) },
            at: offset,
            source
        )
    }

    // MARK: Calls

    func arguments(_ arguments: CallArguments) throws(TemplateError) -> ArgumentNodes {
        var named: [(name: String, value: any Node)] = []
        for argument in arguments.named {
            guard !named.contains(where: { $0.name == argument.name }) else {
                throw source.error(.syntax, at: argument.value.offset, "'\(argument.name)' is given twice")
            }
            named.append((argument.name, try node(argument.value)))
        }
        return ArgumentNodes(
            positional: try nodes(arguments.positional),
            named: named,
            list: try arguments.list.map { (part) throws(TemplateError) in try node(part) },
            dictionary: try arguments.dictionary.map { (part) throws(TemplateError) in try node(part) }
        )
    }

    private func call(
        _ function: Expression,
        _ arguments: CallArguments,
        _ offset: Int
    ) throws(TemplateError) -> any Node {
        let values = try self.arguments(arguments)
        switch function.kind {
        case .name(let name):
            try noteCall(name, offset: function.offset)
            let callee = try node(function)
            return CallNode(callee, values, at: function.offset, source)
        case .attribute(let value, let name):
            if case .name("states") = value.kind, isFree("states") { throw registry("states", value.offset) }
            return MethodCallNode(try node(value), AttributeName(name), values, at: function.offset, source)
        default: return CallNode(try node(function), values, at: offset, source)
        }
    }

    func filter(
        _ input: any Node,
        _ name: String,
        _ arguments: CallArguments,
        _ offset: Int
    ) throws(TemplateError) -> any Node {
        let values = try self.arguments(arguments)
        guard let builtin = library.filters[name] else {
            return FailingNode(try unknown("filter", name, library.filters.keys, offset: offset))
        }
        if name == "default" || name == "d" {
            return DefaultNode(input, BuiltinCall(builtin, values), at: offset, source)
        }
        return FilterNode(input, BuiltinCall(builtin, values), at: offset, source)
    }

    private func test(
        _ value: Expression,
        _ name: String,
        _ arguments: CallArguments,
        _ offset: Int
    ) throws(TemplateError) -> any Node {
        let input = try node(value)
        let values = try self.arguments(arguments)
        guard let builtin = library.tests[name] else {
            return FailingNode(try unknown("test", name, library.tests.keys, offset: offset))
        }
        if values.isEmpty, let kind = PresenceNode.Kind(rawValue: name) {
            return PresenceNode(input, kind, at: offset, source)
        }
        return FilterNode(input, BuiltinCall(builtin, values), at: offset, source)
    }
}
