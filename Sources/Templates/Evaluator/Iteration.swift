/// Elements that come one at a time.
final class ValueIterator {
    private let advance: () throws(TemplateError) -> Value?
    private var isOver = false

    init(_ advance: @escaping () throws(TemplateError) -> Value?) {
        self.advance = advance
    }

    convenience init(_ items: [Value]) {
        var place = 0
        self.init { () throws(TemplateError) -> Value? in
            guard place < items.count else { return nil }
            place += 1
            return items[place - 1]
        }
    }

    func next() throws(TemplateError) -> Value? {
        guard !isOver else { return nil }
        do throws(TemplateError) {
            if let value = try advance() { return value }
        } catch {
            isOver = true
            throw error
        }
        isOver = true
        return nil
    }
}

/// A generator's state.
final class Generator {
    let iterator: ValueIterator

    init(_ iterator: ValueIterator) {
        self.iterator = iterator
    }
}

extension Run {
    /// The elements one at a time, as Python's `iter`.
    func iterate(_ value: Value) throws(TemplateError) -> ValueIterator {
        if case .reference(let reference) = value {
            switch reference.kind {
            case .generator: return try object(reference, as: Generator.self).iterator
            case .cycler: throw .failed("a Cycler cannot be gone through")
            default: break
            }
        }
        if case .range(let range) = value {
            var place = 0
            let count = range.count
            return ValueIterator { () throws(TemplateError) -> Value? in
                guard place < count else { return nil }
                place += 1
                return .int(range.element(place - 1))
            }
        }
        return ValueIterator(try items(value))
    }

    /// All elements at once; a generator is used up by it.
    func items(_ value: Value) throws(TemplateError) -> [Value] {
        switch value {
        case .list(let items), .tuple(let items): return items
        case .record(let record): return record.items
        case .unset(let name), .lost(let name): throw .unknown(name)
        case .undefined: return []
        case .dict(let dictionary): return dictionary.keys
        case .set(let set): return set.items
        case .view(let view): return view.items
        case .string(let text), .markup(let text):
            try make(text.utf8.count)
            return text.unicodeScalars.map { .string(String($0)) }
        case .bytes(let bytes): return bytes.map { .int(Int($0)) }
        case .version(let version): return version.text.unicodeScalars.map { .string(String($0)) }
        case .range(let range):
            try make(range.count)
            return (0..<range.count).map { .int(range.element($0)) }
        case .reference(let reference) where reference.kind == .generator:
            let iterator = try object(reference, as: Generator.self).iterator
            var result: [Value] = []
            while let item = try iterator.next() {
                try make(1)
                result.append(item)
            }
            return result
        default: throw .failed("a \(value.typeName) cannot be gone through")
        }
    }

    func isIterable(_ value: Value) -> Bool {
        switch value {
        case .list, .tuple, .record, .undefined, .dict, .set, .view, .string, .markup, .version, .bytes,
            .range:
            true
        case .reference(let reference): reference.kind == .generator || reference.kind == .loop
        default: false
        }
    }

    func generator(
        _ advance: @escaping () throws(TemplateError) -> Value?
    ) throws(TemplateError) -> Value {
        try register(Generator(ValueIterator(advance)), .generator)
    }
}
