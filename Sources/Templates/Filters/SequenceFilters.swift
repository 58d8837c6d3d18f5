import Values

/// Filters on lists and other things with elements.
enum SequenceFilters {
    static let all: [Builtin] =
        [
            first, last, length("length"), length("count"), list, join, sum, min, max, sort, unique, reverse,
            batch, slice, groupby,
            dictsort, items, random,
        ] + MathFilters.all

    static let first = Builtin("first", "seq") { a, run throws(TemplateError) in
        try run.iterate(a.value(0)).next() ?? .undefined(.message("there is no first item"))
    }

    static let last = Builtin("last", "seq") { a, run throws(TemplateError) in
        switch a.value(0) {
        case .set, .reference:
            throw .failed(
                "'last' cannot go backwards through a \(a.value(0).typeName)",
                hint: "use | list first"
            )
        case .string(let text), .markup(let text):
            guard let last = text.unicodeScalars.last else {
                return .undefined(.message("there is no last item"))
            }
            return MarkupText.marked(.string(String(last)), like: a.value(0))
        default: return try run.items(a.value(0)).last ?? .undefined(.message("there is no last item"))
        }
    }

    private static func length(_ name: String) -> Builtin {
        Builtin(name, "obj") { a, run throws(TemplateError) in .int(try run.length(a.value(0))) }
    }

    static let list = Builtin("list", "value") { a, run throws(TemplateError) in
        let items = try run.items(a.value(0))
        try run.make(items.count)
        return .list(items)
    }

    static let join = Builtin("join", "value, d=, attribute=") { a, run throws(TemplateError) in
        let separator = try a[1].map { (value) throws(TemplateError) in try run.text(value) } ?? ""
        let path = AttributePath(a[2])
        var output = ""
        var isFirst = true
        let iterator = try run.iterate(a.value(0))
        while let item = try iterator.next() {
            let text = try run.text(try path.value(of: item, run))
            try run.make(text.utf8.count + separator.utf8.count + 1)
            if !isFirst { output += separator }
            isFirst = false
            output += text
        }
        return .string(output)
    }

    static let sum = Builtin("sum", "iterable, attribute=, start=") { a, run throws(TemplateError) in
        var total = a[2] ?? .int(0)
        if total.text != nil { throw .failed("'sum' cannot join texts", hint: "use | join") }
        let path = AttributePath(a[1])
        let iterator = try run.iterate(a.value(0))
        var running: ExactSum.Running?
        while let item = try iterator.next() {
            try run.step()
            let value = try path.value(of: item, run)
            if running == nil, case .float(let start) = total { running = ExactSum.Running(start) }
            switch value {
            case .float(let number) where running != nil: running?.add(number)
            case .int(let number) where running != nil: running?.addPlainly(Double(number))
            case .bool(let flag) where running != nil: running?.addPlainly(flag ? 1 : 0)
            default:
                if let value = running?.result { total = .float(value) }
                running = nil
                total = try run.apply(.add, total, value)
            }
        }
        return running.map { .float($0.result) } ?? total
    }

    private static func extreme(
        _ items: ValueIterator,
        _ isMaximum: Bool,
        _ caseSensitive: Bool,
        _ path: AttributePath,
        _ run: Run
    ) throws(TemplateError) -> Value {
        func key(_ item: Value) throws(TemplateError) -> Value {
            let value = try path.value(of: item, run)
            return caseSensitive ? value : Sorting.folded(value)
        }
        guard var best = try items.next() else { return .undefined(.message("the list is empty")) }
        var bestKey = try key(best)
        while let item = try items.next() {
            try run.step()
            let itemKey = try key(item)
            if try run.compare(isMaximum ? .greater : .less, itemKey, bestKey) {
                (best, bestKey) = (item, itemKey)
            }
        }
        return best
    }

    static let min = Builtin("min", "value, case_sensitive=, attribute=") { a, run throws(TemplateError) in
        try extreme(try run.iterate(a.value(0)), false, try a.flag(1, run), AttributePath(a[2]), run)
    }

    static let max = Builtin("max", "value, case_sensitive=, attribute=") { a, run throws(TemplateError) in
        try extreme(try run.iterate(a.value(0)), true, try a.flag(1, run), AttributePath(a[2]), run)
    }

    /// The functions `min` and `max`, which also take their values one by one.
    static func function(_ name: String, isMaximum: Bool) -> Builtin {
        Builtin(name, "*args, case_sensitive=, attribute=") { a, run throws(TemplateError) in
            guard let only = a.rest.first else { throw .failed("'\(name)' needs values") }
            if a.rest.count == 1, !run.isIterable(only) {
                throw .failed("'\(name)' wants a list, not a \(only.typeName)")
            }
            let items = a.rest.count == 1 ? try run.iterate(only) : ValueIterator(a.rest)
            return try extreme(items, isMaximum, try a.flag(0, run), AttributePath(a[1]), run)
        }
    }

    static let sort = Builtin("sort", "value, reverse=, case_sensitive=, attribute=") {
        a,
        run throws(TemplateError) in
        let caseSensitive = try a.flag(2, run)
        let names: [Value?] =
            if let text = a[3]?.text {
                text.split(separator: ",", omittingEmptySubsequences: false).map { .string(String($0)) }
            } else { [a[3]] }
        let paths = names.map { AttributePath($0) }
        let items = try run.items(a.value(0))
        return .list(
            try Sorting.sorted(items, run, reverse: try a.flag(1, run)) {
                (item) throws(TemplateError) -> Value in
                var keys: [Value] = []
                for path in paths {
                    let value = try path.value(of: item, run)
                    keys.append(caseSensitive ? value : Sorting.folded(value))
                }
                return .list(keys)
            }
        )
    }

    static let unique = Builtin("unique", "value, case_sensitive=, attribute=") {
        a,
        run throws(TemplateError) in
        let caseSensitive = try a.flag(1, run)
        let path = AttributePath(a[2])
        let value = a.value(0)
        var iterator: ValueIterator?
        var seen: Set<Value> = []
        return try run.generator { () throws(TemplateError) -> Value? in
            if iterator == nil { iterator = try run.iterate(value) }
            while let item = try iterator?.next() {
                try run.step()
                var key = try path.value(of: item, run)
                if !caseSensitive { key = Sorting.folded(key) }
                try run.checkHashable(key)
                if seen.insert(key).inserted { return item }
            }
            return nil
        }
    }

    static let reverse = Builtin("reverse", "value") { a, run throws(TemplateError) in
        switch a.value(0) {
        case .string(let text), .markup(let text):
            return .string(String(String.UnicodeScalarView(text.unicodeScalars.reversed())))
        case .set, .reference: return .list(try run.items(a.value(0)).reversed())
        default:
            let iterator = ValueIterator(try run.items(a.value(0)).reversed())
            return try run.generator { () throws(TemplateError) -> Value? in try iterator.next() }
        }
    }

    static let batch = Builtin("batch", "value, linecount, fill_with=") { a, run throws(TemplateError) in
        let fill = a[2]
        let value = a.value(0)
        // A batch that can never be full takes everything.
        let size = batchSize(a.value(1))
        var source: ValueIterator?
        var isOver = false
        return try run.generator { () throws(TemplateError) -> Value? in
            let iterator = source == nil ? try run.iterate(value) : source
            source = iterator
            guard !isOver else { return nil }
            var line: [Value] = []
            while line.count < size {
                guard let item = try iterator?.next() else {
                    isOver = true
                    break
                }
                try run.make(1)
                line.append(item)
            }
            guard !line.isEmpty else { return nil }
            if isOver, let fill, fill != Value.none {
                let size = try a.int(1, or: 1)
                try run.make(Swift.max(0, size - line.count))
                while line.count < size { line.append(fill) }
            }
            try run.noteNesting(line)
            return .list(line)
        }
    }

    private static func batchSize(_ value: Value) -> Int {
        let size =
            switch value {
            case .float(let number): Int(exactly: number) ?? .max
            default: value.int ?? .max
            }
        return size > 0 ? size : .max
    }

    static let slice = Builtin("slice", "value, slices, fill_with=") { a, run throws(TemplateError) in
        let value = a.value(0)
        let count = try a.int(1, or: 1)
        let fill = a[2]
        var known: [Value]?
        var number = 0
        var start = 0
        return try run.generator { () throws(TemplateError) -> Value? in
            let items = known == nil ? try run.items(value) : known ?? []
            known = items
            guard count != 0 else { throw Run.divisionByZero }
            let size = floorDivide(items.count, count)
            let extra = floorModulo(items.count, count)
            guard number < count else { return nil }
            try run.step()
            let length = size + (number < extra ? 1 : 0)
            let end = Swift.min(items.count, start + Swift.max(0, length))
            var part = Array(items[start..<end])
            if let fill, fill != Value.none, number >= extra { part.append(fill) }
            start = end
            number += 1
            try run.noteNesting(part)
            return .list(part)
        }
    }

    static let groupby = Builtin("groupby", "value, attribute, default=, case_sensitive=") {
        a,
        run throws(TemplateError) in
        let caseSensitive = try a.flag(3, run)
        let path = AttributePath(a.value(1), fallback: a[2])
        func key(_ item: Value) throws(TemplateError) -> Value {
            let value = try path.value(of: item, run)
            return caseSensitive ? value : Sorting.folded(value)
        }
        let sorted = try Sorting.sorted(try run.items(a.value(0)), run, key: key)
        var groups: [(key: Value, items: [Value])] = []
        for item in sorted {
            let itemKey = try key(item)
            if let last = groups.last, last.key == itemKey {
                groups[groups.count - 1].items.append(item)
            } else {
                groups.append((itemKey, [item]))
            }
        }
        var result: [Value] = []
        for group in groups {
            let name = try path.value(of: group.items[0], run)
            try run.noteNesting(group.items)
            result.append(.record(Record(.group, [name, .list(group.items)])))
        }
        return .list(result)
    }

    static let dictsort = Builtin("dictsort", "value, case_sensitive=, by=, reverse=") {
        a,
        run throws(TemplateError) in
        guard case .dict(let dictionary) = a.value(0) else {
            throw a.value(0).unusable ?? .failed("'dictsort' wants a mapping, not a \(a.value(0).typeName)")
        }
        let by = try a.text(2, or: "key")
        guard by == "key" || by == "value" else { throw .failed("'dictsort' sorts by 'key' or by 'value'") }
        let caseSensitive = try a.flag(1, run)
        let pairs = dictionary.map { Value.tuple([$0.key, $0.value]) }
        try run.noteNesting(dictionary.values)
        return .list(
            try Sorting.sorted(pairs, run, reverse: try a.flag(3, run)) {
                (pair) throws(TemplateError) -> Value in
                let value = pair.items?[by == "key" ? 0 : 1] ?? .none
                return caseSensitive ? value : Sorting.folded(value)
            }
        )
    }

    static let items = Builtin("items", "value") { a, run throws(TemplateError) in
        let value = a.value(0)
        var place = 0
        return try run.generator { () throws(TemplateError) -> Value? in
            if case .undefined = value { return nil }
            guard case .dict(let dictionary) = value else {
                throw .failed("'items' wants a mapping, not a \(value.typeName)")
            }
            guard place < dictionary.count else { return nil }
            let pair = dictionary[place]
            place += 1
            try run.noteNesting([pair.value])
            return .tuple([pair.key, pair.value])
        }
    }

    /// One of the elements, by the clock.
    static let random = Builtin("random", "values") { a, run throws(TemplateError) in
        let items = try run.items(a.value(0))
        guard !items.isEmpty else { throw .failed("there is nothing to choose from") }
        var generator = MersenneTwister(seed: [UInt32(truncatingIfNeeded: run.scope.now.microseconds)])
        return items[generator.below(items.count)]
    }
}
