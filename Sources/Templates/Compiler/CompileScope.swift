/// Where names live while a template is compiled: one for each part that has variables of its own.
final class CompileScope {
    /// The variables of one frame, which several scopes share.
    final class Function {
        let outer: Function?
        var slotCount = 0

        init(outer: Function?) {
            self.outer = outer
        }

        func newSlot() -> Int {
            slotCount += 1
            return slotCount - 1
        }
    }

    let parent: CompileScope?
    let function: Function
    /// The slots of the names that this scope sets.
    private(set) var slots: [String: Int] = [:]
    /// The names that surely have a value at this point.
    var assigned: Set<String> = []
    /// The names that start with what the outer scope has.
    private(set) var inherited: [String] = []
    /// The names that an inner scope reads while they may have no value here.
    var readInside: Set<String> = []
    /// The names that only some branches of an `if` set.
    var setInSomeBranches: Set<String> = []

    init(parent: CompileScope?, function: Function) {
        self.parent = parent
        self.function = function
    }

    func declare(_ name: String) -> Int {
        if let slot = slots[name] { return slot }
        let slot = function.newSlot()
        slots[name] = slot
        return slot
    }

    func inherit(_ name: String) {
        if !inherited.contains(name) { inherited.append(name) }
    }
}

/// The names that statements set in their own scope.
enum StoredNames {
    static func find(_ statements: [Statement]) -> [String] {
        var names: [String] = []
        for statement in statements { collect(statement, &names) }
        return names
    }

    private static func collect(_ statement: Statement, _ names: inout [String]) {
        switch statement {
        case .branch(let branches, let otherwise):
            for branch in branches { names += find(branch.body) }
            names += find(otherwise)
        case .assign(let target, _), .assignBlock(let target, _, _): names += self.names(target)
        case .macro(let macro): names.append(macro.name)
        default: break
        }
    }

    static func names(_ target: Statement.Target) -> [String] {
        switch target {
        case .name(let name, _): [name]
        case .namespace: []
        case .tuple(let parts, _): parts.flatMap(names)
        }
    }
}
