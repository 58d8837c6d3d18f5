import Values

/// Turns what was parsed into a form in which names are places and functions are known.
final class Compiler {
    let source: SourceText
    let library = Library.standard
    var scope: CompileScope
    /// The names that are read from outside, and where the root frame keeps them.
    private(set) var freeSlots: [(name: String, slot: Int)] = []
    private(set) var freeNames: Set<String> = []
    private(set) var globalNames: Set<String> = []
    private(set) var warnings: [TemplateError] = []
    private let root: CompileScope
    /// Whether an unknown filter is only an error when it is used: inside of `if`.
    var isSoft = false

    init(_ source: SourceText) {
        self.source = source
        self.root = CompileScope(parent: nil, function: CompileScope.Function(outer: nil))
        self.scope = root
    }

    var slotCount: Int { root.function.slotCount }

    func compile(_ statements: [Statement]) throws(TemplateError) -> StepList {
        for name in StoredNames.find(statements) { _ = root.declare(name) }
        let result = try body(statements)
        try inheritBranches(root)
        return result
    }

    /// Names that only some branches set start with the outer value, too, where an inner scope reads them.
    private func inheritBranches(_ scope: CompileScope) throws(TemplateError) {
        for name in scope.setInSomeBranches.intersection(scope.readInside).sorted() {
            try inherit(name, in: scope, offset: 0)
        }
    }

    // MARK: Names

    /// The place from which a name is read.
    func read(_ name: String, offset: Int) throws(TemplateError) -> SlotAddress {
        try address(name, from: scope, offset: offset)
    }

    /// `isDirect` says whether the scope reads the name itself, and not one inside of it.
    private func address(
        _ name: String,
        from start: CompileScope,
        offset: Int,
        isDirect: Bool = true
    ) throws(TemplateError) -> SlotAddress {
        var candidate: CompileScope? = start
        var level = 0
        var function = start.function
        while let current = candidate {
            if current.function !== function {
                level += 1
                function = current.function
            }
            if let slot = current.slots[name] {
                if !current.assigned.contains(name) {
                    // As in Jinja, only what the scope reads itself lets a name start with the outer value.
                    if current === start, isDirect {
                        try inherit(name, in: current, offset: offset)
                    } else {
                        current.readInside.insert(name)
                    }
                }
                return SlotAddress(level: level, index: slot)
            }
            candidate = current.parent
        }
        return SlotAddress(level: level, index: try free(name, offset: offset))
    }

    private func inherit(_ name: String, in scope: CompileScope, offset: Int) throws(TemplateError) {
        guard !scope.inherited.contains(name) else { return }
        scope.inherit(name)
        if scope === root {
            noteFree(name)
        } else if let parent = scope.parent {
            _ = try address(name, from: parent, offset: offset, isDirect: false)
        }
    }

    private func noteFree(_ name: String) {
        let isGlobal = library.functions[name] != nil || library.constants[name] != nil
        if isGlobal { globalNames.insert(name) } else { freeNames.insert(name) }
        if let slot = root.slots[name], !freeSlots.contains(where: { $0.name == name }) {
            freeSlots.append((name, slot))
        }
    }

    private func free(_ name: String, offset: Int) throws(TemplateError) -> Int {
        if let known = freeSlots.first(where: { $0.name == name }) { return known.slot }
        let slot = root.function.newSlot()
        freeSlots.append((name, slot))
        let isGlobal = library.functions[name] != nil || library.constants[name] != nil
        if isGlobal { globalNames.insert(name) } else { freeNames.insert(name) }
        return slot
    }

    /// Whether no scope sets the name.
    func isFree(_ name: String) -> Bool {
        var candidate: CompileScope? = scope
        while let current = candidate {
            if current.slots[name] != nil { return false }
            candidate = current.parent
        }
        return true
    }

    /// Compiles a part with variables of its own, and what they start with.
    func within<T>(
        _ inner: CompileScope,
        _ work: () throws(TemplateError) -> T
    ) throws(TemplateError) -> (result: T, start: ScopeStart) {
        let outer = scope
        let wasSoft = isSoft
        scope = inner
        isSoft = false
        defer {
            scope = outer
            isSoft = wasSoft
        }
        let result = try work()
        try inheritBranches(inner)
        var moves: [(from: SlotAddress, to: Int)] = []
        for name in inner.inherited {
            guard let slot = inner.slots[name], let parent = inner.parent else { continue }
            var from = try address(name, from: parent, offset: 0, isDirect: false)
            // The part's own frame is one further in than the parent's, where it has one.
            if inner.function !== parent.function {
                from = SlotAddress(level: from.level + 1, index: from.index)
            }
            moves.append((from, slot))
        }
        return (result, ScopeStart(moves: moves))
    }

    /// A scope in the same frame.
    func innerScope() -> CompileScope { CompileScope(parent: scope, function: scope.function) }

    /// A scope with a frame of its own.
    func functionScope() -> CompileScope {
        CompileScope(parent: scope, function: CompileScope.Function(outer: scope.function))
    }

    // MARK: Unknown names

    func unknown(
        _ kind: String,
        _ name: String,
        _ known: some Sequence<String>,
        offset: Int
    ) throws(TemplateError) -> TemplateError {
        if Library.registry.contains(name) { throw registry(name, offset) }
        let hint = NearestName.find(name, in: known).map { "did you mean '\($0)'?" }
        let error = source.error(.unknownName, at: offset, "there is no \(kind) '\(name)'", hint: hint)
        guard isSoft else { throw error }
        warnings.append(error)
        return error
    }

    func registry(_ name: String, _ offset: Int) -> TemplateError {
        source.error(
            .unknownName,
            at: offset,
            "'\(name)' asks Home Assistant's own registry, which is not there",
            hint: Library.registryHint
        )
    }

    /// A call of a name that nothing sets and that is no function.
    func noteCall(_ name: String, offset: Int) throws(TemplateError) {
        guard isFree(name) else { return }
        if Library.registry.contains(name) { throw registry(name, offset) }
        guard library.functions[name] == nil, let nearest = NearestName.find(name, in: library.functions.keys)
        else {
            return
        }
        warnings.append(
            source.error(
                .unknownName,
                at: offset,
                "there is no function '\(name)'",
                hint: "did you mean '\(nearest)'?"
            )
        )
    }
}

/// What a scope's variables start with.
struct ScopeStart: Sendable {
    let moves: [(from: SlotAddress, to: Int)]
    /// The variables that each round of a loop begins without.
    var clears: [Int] = []

    @inline(__always)
    func apply(_ frame: Frame) {
        for slot in clears { frame.slots[slot] = nil }
        for move in moves { frame.slots[move.to] = frame.slot(move.from) }
    }
}
