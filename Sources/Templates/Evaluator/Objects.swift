/// What `namespace()` makes.
final class Namespace {
    var attributes: ValueDictionary

    init(_ attributes: ValueDictionary) {
        self.attributes = attributes
    }
}

/// What `cycler()` makes.
final class Cycler {
    private let items: [Value]
    private var place = 0

    init(_ items: [Value]) {
        self.items = items
    }

    var current: Value { items[place % max(items.count, 1)] }

    static let nextMethod = Builtin("next", "self") { a, run throws(TemplateError) in
        guard case .reference(let reference) = a.value(0) else { return .none }
        let cycler = try run.object(reference, as: Cycler.self)
        let result = cycler.current
        cycler.place = (cycler.place + 1) % cycler.items.count
        return result
    }

    static let resetMethod = Builtin("reset", "self") { a, run throws(TemplateError) in
        guard case .reference(let reference) = a.value(0) else { return .none }
        try run.object(reference, as: Cycler.self).place = 0
        return .none
    }
}

/// What `joiner()` makes: nothing at the first call, the separator from then on.
final class Joiner {
    let separator: Value
    var isUsed = false

    init(_ separator: Value) {
        self.separator = separator
    }
}

/// A function that was made while rendering.
final class FunctionObject {
    let name: String
    let body: (GatheredArguments) throws(TemplateError) -> Value

    init(_ name: String, _ body: @escaping (GatheredArguments) throws(TemplateError) -> Value) {
        self.name = name
        self.body = body
    }
}

/// What `loop` is inside a loop.
final class LoopState {
    private let iterator: ValueIterator
    private var ahead: [Value] = []
    private var knownLength: Int?
    private(set) var index0 = -1
    private var before: Value?
    private var current: Value?
    private var lastChanged: [Value]?
    let depth0: Int
    /// Renders the loop's body for other items, where the loop is recursive.
    let recurse: ((Value, Int) throws(TemplateError) -> String)?

    init(
        _ iterator: ValueIterator,
        length: Int?,
        depth0: Int,
        recurse: ((Value, Int) throws(TemplateError) -> String)?
    ) {
        self.iterator = iterator
        self.knownLength = length
        self.depth0 = depth0
        self.recurse = recurse
    }

    func next() throws(TemplateError) -> Value? {
        guard let item = ahead.isEmpty ? try iterator.next() : ahead.removeFirst() else { return nil }
        index0 += 1
        before = current
        current = item
        return item
    }

    private func peek() throws(TemplateError) -> Value? {
        if let first = ahead.first { return first }
        guard let item = try iterator.next() else { return nil }
        ahead.append(item)
        return item
    }

    func length(_ run: Run) throws(TemplateError) -> Int {
        if let knownLength { return knownLength }
        while let item = try iterator.next() {
            try run.make(1)
            ahead.append(item)
        }
        let length = index0 + 1 + ahead.count
        knownLength = length
        return length
    }

    func attribute(_ name: String, _ reference: Reference, _ run: Run) throws(TemplateError) -> Value? {
        switch name {
        case "index": return .int(index0 + 1)
        case "index0": return .int(index0)
        case "revindex": return .int(try length(run) - index0)
        case "revindex0": return .int(try length(run) - index0 - 1)
        case "first": return .bool(index0 == 0)
        case "last": return .bool(try peek() == nil)
        case "length": return .int(try length(run))
        case "depth": return .int(depth0 + 1)
        case "depth0": return .int(depth0)
        case "previtem": return before ?? .undefined(.message("there is no previous item"))
        case "nextitem": return try peek() ?? .undefined(.message("there is no next item"))
        case "cycle": return .method(BoundMethod(receiver: .reference(reference), function: Self.cycleMethod))
        case "changed":
            return .method(BoundMethod(receiver: .reference(reference), function: Self.changedMethod))
        default: return nil
        }
    }

    private static let cycleMethod = Builtin("cycle", "self, *values") { a, run throws(TemplateError) in
        guard case .reference(let reference) = a.value(0) else { return .none }
        let state = try run.object(reference, as: LoopState.self)
        guard !a.rest.isEmpty else { throw .failed("'cycle' needs values") }
        return a.rest[max(0, state.index0) % a.rest.count]
    }

    private static let changedMethod = Builtin("changed", "self, *values") { a, run throws(TemplateError) in
        guard case .reference(let reference) = a.value(0) else { return .none }
        let state = try run.object(reference, as: LoopState.self)
        if state.lastChanged == a.rest { return .bool(false) }
        state.lastChanged = a.rest
        return .bool(true)
    }
}
