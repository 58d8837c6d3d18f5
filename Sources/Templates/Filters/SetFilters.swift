/// Filters on lists as sets, which are functions, too.
enum SetFilters {
    static let all: [Builtin] = [
        pair("intersect"), pair("union"), pair("difference"), pair("symmetric_difference"), flatten, combine,
        shuffle,
    ]

    private static func pair(_ name: String) -> Builtin {
        Builtin(name, "value, other") { a, run throws(TemplateError) in
            let left = try set(a.value(0), name, run)
            let right = try set(a.value(1), name, run)
            return .list(combine(name, left, right).items)
        }
    }

    private static func set(_ value: Value, _ name: String, _ run: Run) throws(TemplateError) -> ValueSet {
        guard value.text == nil, run.isIterable(value) else {
            throw value.unusable ?? .failed("'\(name)' wants lists, not a \(value.typeName)")
        }
        return try run.set(of: value)
    }

    /// The set of the name's operation: also those of `&`, `|` and `^`.
    static func combine(_ name: String, _ left: ValueSet, _ right: ValueSet) -> ValueSet {
        switch name {
        case "intersect", "intersection", "bitwise_and": left.intersection(right)
        case "union", "bitwise_or": left.union(right)
        case "difference": left.difference(right)
        default: left.symmetricDifference(right)
        }
    }

    static let flatten = Builtin("flatten", "value, levels=") { a, run throws(TemplateError) in
        var output: [Value] = []
        let levels = a[1].flatMap { $0 == .none ? nil : $0 }
        try flatten(a.value(0), levels, depth: 0, &output, run)
        return .list(output)
    }

    /// `levels` is looked at only where there is something to flatten.
    private static func flatten(
        _ value: Value,
        _ levels: Value?,
        depth: Int,
        _ output: inout [Value],
        _ run: Run
    ) throws(TemplateError) {
        guard value.text == nil, run.isIterable(value) else {
            throw value.unusable ?? .failed("'flatten' wants a list, not a \(value.typeName)")
        }
        try run.enter()
        defer { run.leave() }
        for item in try run.items(value) {
            try run.make(1)
            if item.text == nil, run.isIterable(item), try goesOn(levels, depth) {
                try flatten(item, levels, depth: depth + 1, &output, run)
            } else {
                output.append(item)
            }
        }
    }

    private static func goesOn(_ levels: Value?, _ depth: Int) throws(TemplateError) -> Bool {
        guard let levels else { return true }
        guard let number = Number(levels) else {
            throw levels.unusable ?? .failed("the levels of 'flatten' are a number, not a \(levels.typeName)")
        }
        return number.double - Double(depth) >= 1
    }

    static let combine = Builtin("combine", "*args, recursive=") { a, run throws(TemplateError) in
        guard !a.rest.isEmpty else { throw .failed("'combine' needs mappings") }
        let isRecursive = try a.flag(0, run)
        var result = ValueDictionary()
        for value in a.rest {
            guard case .dict(let dictionary) = value else {
                throw value.unusable ?? .failed("'combine' wants mappings, not a \(value.typeName)")
            }
            result = try merged(result, dictionary, isRecursive, run)
        }
        return .dict(result)
    }

    private static func merged(
        _ left: ValueDictionary,
        _ right: ValueDictionary,
        _ isRecursive: Bool,
        _ run: Run
    ) throws(TemplateError) -> ValueDictionary {
        try run.enter()
        defer { run.leave() }
        var result = left
        for (key, value) in right {
            try run.make(1)
            if isRecursive, case .dict(let inner) = value, case .dict(let outer)? = result[key] {
                result[key] = .dict(try merged(outer, inner, true, run))
            } else {
                result[key] = value
            }
        }
        return result
    }

    static let shuffle = Builtin("shuffle", "*args, seed=") { a, run throws(TemplateError) in
        guard let first = a.rest.first else { throw .failed("'shuffle' needs values") }
        var items = a.rest
        var seed = a[0]
        if run.isIterable(first) {
            items = try run.items(first)
            if a.rest.count > 1, seed == nil || seed == Value.none { seed = a.rest[1] }
        } else if a.rest.count == 1 {
            throw .failed("'shuffle' wants a list, not a \(first.typeName)")
        }
        var generator = try MersenneTwister.seeded(seed, run)
        for place in items.indices.dropFirst().reversed() {
            items.swapAt(place, generator.below(place + 1))
        }
        return .list(items)
    }
}

extension Run {
    func set(of value: Value) throws(TemplateError) -> ValueSet {
        if case .set(let set) = value { return set.copied() }
        var result = ValueSet()
        for item in try items(value) {
            try make(1)
            try checkHashable(item)
            result.insert(item)
        }
        return result
    }
}
