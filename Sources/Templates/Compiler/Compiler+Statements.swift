extension Compiler {
    func body(_ statements: [Statement]) throws(TemplateError) -> StepList {
        var steps: [any Step] = []
        for statement in statements { steps.append(try step(statement)) }
        return StepList(steps)
    }

    private func step(_ statement: Statement) throws(TemplateError) -> any Step {
        switch statement {
        case .text(let text): return TextStep(text)
        case .output(let expression): return OutputStep(try node(expression), at: expression.offset, source)
        case .branch(let branches, let otherwise): return try branch(branches, otherwise)
        case .loop(let loop): return try self.loop(loop)
        case .assign(let target, let expression):
            let value = try node(expression)
            return AssignStep(try self.target(target), value)
        case .assignBlock(let target, let filter, let statements):
            return try assignBlock(target, filter, statements)
        case .macro(let macro):
            let slot = scope.declare(macro.name)
            let code = try self.macro(macro, name: macro.name)
            scope.assigned.insert(macro.name)
            return MacroStep(code, slot: slot)
        case .callBlock(let call, let macro):
            let code = try self.macro(macro, name: "caller")
            return CallBlockStep(try node(call), code)
        case .filterBlock(let chain, let statements): return try filterBlock(chain, statements)
        case .with(let pairs, let statements): return try with(pairs, statements)
        case .scope(let statements):
            let inner = scopeFor(statements)
            let (steps, start) = try within(inner) { () throws(TemplateError) in try body(statements) }
            return ScopeStep(start, steps)
        case .evaluate(let expression): return EvaluateStep(try node(expression))
        case .breakLoop: return JumpStep(.breakLoop)
        case .continueLoop: return JumpStep(.continueLoop)
        case .missingTemplate(let name, let ignores):
            return MissingTemplateStep(try node(name), ignores: ignores, at: name.offset, source)
        }
    }

    private func scopeFor(_ statements: [Statement]) -> CompileScope {
        let inner = innerScope()
        for name in StoredNames.find(statements) { _ = inner.declare(name) }
        return inner
    }

    private func branch(
        _ branches: [(test: Expression, body: [Statement])],
        _ otherwise: [Statement]
    ) throws(TemplateError) -> any Step {
        let wasSoft = isSoft
        isSoft = true
        defer { isSoft = wasSoft }
        var compiled: [(test: any Node, body: StepList)] = []
        // A name surely has a value afterwards only where every branch gives it one.
        var common: Set<String>?
        let known = scope.assigned
        defer {
            let stored = (branches.map(\.body) + [otherwise]).flatMap { StoredNames.find($0) }
            scope.setInSomeBranches.formUnion(Set(stored).subtracting(known))
        }
        for branch in branches {
            let test = try node(branch.test)
            let before = scope.assigned
            compiled.append((test, try body(branch.body)))
            common = common.map { $0.intersection(scope.assigned) } ?? scope.assigned
            scope.assigned = before
        }
        let last = try body(otherwise)
        scope.assigned = common.map { $0.intersection(scope.assigned) } ?? scope.assigned
        return BranchStep(compiled, last, at: branches.first?.test.offset ?? 0, source)
    }

    func target(_ target: Statement.Target) throws(TemplateError) -> CompiledTarget {
        switch target {
        case .name(let name, let offset):
            guard name != "loop" || scope.slots["loop"] == nil else {
                throw source.error(.syntax, at: offset, "one cannot assign to 'loop' in a loop")
            }
            let slot = scope.declare(name)
            scope.assigned.insert(name)
            return .slot(slot)
        case .namespace(let name, let attribute, let offset):
            let place = try read(name, offset: offset)
            return .namespace(place, name: name, attribute: attribute, offset: offset, source)
        case .tuple(let parts, let offset):
            var compiled: [CompiledTarget] = []
            for part in parts { compiled.append(try self.target(part)) }
            return .tuple(compiled, offset: offset, source)
        }
    }

    private func assignBlock(
        _ target: Statement.Target,
        _ filter: Expression?,
        _ statements: [Statement]
    ) throws(TemplateError) -> any Step {
        let inner = scopeFor(statements)
        let (steps, start) = try within(inner) { () throws(TemplateError) in try body(statements) }
        let chain = try filter.map { (part) throws(TemplateError) in try self.chain(part) } ?? []
        return AssignBlockStep(try self.target(target), chain, start, steps)
    }

    private func filterBlock(_ chain: Expression, _ statements: [Statement]) throws(TemplateError) -> any Step
    {
        let inner = scopeFor(statements)
        let (steps, start) = try within(inner) { () throws(TemplateError) in try body(statements) }
        return FilterBlockStep(try self.chain(chain), start, steps, at: chain.offset, source)
    }

    /// The filters of a chain without a start, the innermost first.
    private func chain(_ expression: Expression) throws(TemplateError) -> [any Node] {
        guard case .filter(let value, let name, let arguments) = expression.kind else { return [] }
        let before = try value.map { (part) throws(TemplateError) in try self.chain(part) } ?? []
        return before + [try filter(ConstantNode(.string("")), name, arguments, expression.offset)]
    }

    private func with(
        _ pairs: [(target: Statement.Target, value: Expression)],
        _ statements: [Statement]
    ) throws(TemplateError) -> any Step {
        var values: [any Node] = []
        for pair in pairs { values.append(try node(pair.value)) }
        let inner = scopeFor(statements)
        let ((targets, steps), start) = try within(inner) {
            () throws(TemplateError) -> ([CompiledTarget], StepList) in
            var targets: [CompiledTarget] = []
            for pair in pairs { targets.append(try self.target(pair.target)) }
            return (targets, try body(statements))
        }
        return WithStep(targets, values, start, steps)
    }

    // MARK: Loops

    private func loop(_ loop: Statement.Loop) throws(TemplateError) -> any Step {
        let items = try node(loop.items)
        let inner = loop.isRecursive ? functionScope() : innerScope()
        // The variables of the loop come first: the test sees them, too.
        let loopSlot = inner.declare("loop")
        inner.assigned.insert("loop")
        for name in StoredNames.names(loop.target) {
            _ = inner.declare(name)
        }
        let bodyNames = StoredNames.find(loop.body)
        var usesLoop = false
        let ((target, test, steps), start) = try within(inner) {
            () throws(TemplateError) -> (CompiledTarget, (any Node)?, StepList) in
            let target = try self.loopTarget(loop.target)
            let test = try loop.test.map { (part) throws(TemplateError) in try node(part) }
            for name in bodyNames { _ = inner.declare(name) }
            let steps = try body(loop.body)
            usesLoop = LoopUse.isRead(loop.body) || loop.isRecursive
            return (target, test, steps)
        }
        let otherScope = scopeFor(loop.otherwise)
        let (otherwise, otherStart) = try within(otherScope) { () throws(TemplateError) in
            try body(loop.otherwise)
        }
        var roundStart = start
        roundStart.clears = bodyNames.filter { !inner.inherited.contains($0) }.compactMap { inner.slots[$0] }
        let code = LoopCode(
            target: target,
            test: test,
            start: roundStart,
            body: steps,
            loopSlot: usesLoop ? loopSlot : nil,
            frameSize: loop.isRecursive ? inner.function : nil,
            offset: loop.offset,
            source: source
        )
        return LoopStep(items, code, otherwise, otherStart)
    }

    private func loopTarget(_ target: Statement.Target) throws(TemplateError) -> CompiledTarget {
        if StoredNames.names(target).contains("loop") {
            throw source.error(.syntax, at: 0, "one cannot assign to 'loop' in a loop")
        }
        return try self.target(target)
    }

    // MARK: Macros

    private func macro(_ macro: Statement.Macro, name: String) throws(TemplateError) -> MacroCode {
        let inner = functionScope()
        var seen: Set<String> = []
        for parameter in macro.parameters {
            guard seen.insert(parameter.name).inserted else {
                throw source.error(
                    .syntax,
                    at: macro.offset,
                    "the parameter '\(parameter.name)' stands twice"
                )
            }
            _ = inner.declare(parameter.name)
            inner.assigned.insert(parameter.name)
        }
        let special = ["caller", "varargs", "kwargs"].filter { !seen.contains($0) }
        let used = special.filter { NameUse.isRead($0, in: macro.body) }
        for name in used {
            _ = inner.declare(name)
            inner.assigned.insert(name)
        }
        let ((defaults, steps), start) = try within(inner) {
            () throws(TemplateError) -> ([(any Node)?], StepList) in
            var defaults: [(any Node)?] = []
            for parameter in macro.parameters {
                defaults.append(try parameter.fallback.map { (part) throws(TemplateError) in try node(part) })
            }
            for name in StoredNames.find(macro.body) { _ = inner.declare(name) }
            return (defaults, try body(macro.body))
        }
        var parameters: [MacroCode.Parameter] = []
        for (place, parameter) in macro.parameters.enumerated() {
            let slot = inner.declare(parameter.name)
            parameters.append(
                MacroCode.Parameter(name: parameter.name, slot: slot, fallback: defaults[place])
            )
        }
        return MacroCode(
            name: name,
            parameters: parameters,
            callerSlot: used.contains("caller") ? inner.declare("caller") : nil,
            restSlot: used.contains("varargs") ? inner.declare("varargs") : nil,
            namesSlot: used.contains("kwargs") ? inner.declare("kwargs") : nil,
            frameSize: inner.function.slotCount,
            weight: 4 + NameUse.depth(macro.body),
            start: start,
            body: steps
        )
    }
}
