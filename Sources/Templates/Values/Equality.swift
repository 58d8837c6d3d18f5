extension Value: Hashable {
    /// Python's `==`: numbers and truth values by their value, sequences and dictionaries element by element.
    package static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.string(let a), .string(let b)), (.string(let a), .markup(let b)),
            (.markup(let a), .string(let b)),
            (.markup(let a), .markup(let b)):
            sameText(a, b)
        case (.int(let a), .int(let b)): a == b
        case (.none, .none), (.ellipsis, .ellipsis), (.undefined, .undefined): true
        case (.list(let a), .list(let b)): a == b
        case (.dict(let a), .dict(let b)): equalDictionaries(a, b)
        case (.bytes(let a), .bytes(let b)): a == b
        case (.set(let a), .set(let b)): a == b
        case (.range(let a), .range(let b)): equalRanges(a, b)
        case (.datetime(let a), .datetime(let b)): a.isEqual(to: b)
        case (.date(let a), .date(let b)): a == b
        case (.time(let a), .time(let b)): a == b
        case (.timedelta(let a), .timedelta(let b)): a == b
        case (.zone(let a), .zone(let b)): a == b
        case (.version(let a), _): a.isEqual(to: right)
        case (_, .version(let b)): b.isEqual(to: left)
        case (.function(let a), .function(let b)): a === b
        case (.method(let a), .method(let b)): a.function === b.function && a.receiver == b.receiver
        case (.reference(let a), .reference(let b)): a == b
        case (.unset(let a), .unset(let b)), (.lost(let a), .lost(let b)): a == b
        case (.view(let a), .view(let b)): equalViews(a, b)
        default: equalNumbersOrTuples(left, right)
        }
    }

    private static func equalNumbersOrTuples(_ left: Value, _ right: Value) -> Bool {
        if let a = left.tupleItems, let b = right.tupleItems { return a == b }
        guard let a = Number(left), let b = Number(right) else { return false }
        return a.compare(to: b) == .same
    }

    private var tupleItems: [Value]? {
        switch self {
        case .tuple(let items): items
        case .record(let record): record.items
        default: nil
        }
    }

    private static func equalDictionaries(_ left: ValueDictionary, _ right: ValueDictionary) -> Bool {
        left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
    }

    private static func equalRanges(_ left: ValueRange, _ right: ValueRange) -> Bool {
        let count = left.count
        guard count == right.count else { return false }
        return count == 0 || (left.start == right.start && (count == 1 || left.step == right.step))
    }

    private static func equalViews(_ left: DictionaryView, _ right: DictionaryView) -> Bool {
        guard left.kind == right.kind, left.kind != .values else { return false }
        return ValueSet(left.items) == ValueSet(right.items)
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .string(let text), .markup(let text): hasher.combine(text)
        case .version(let version): hasher.combine(version.text)
        case .int(let number): hasher.combine(number)
        case .bool(let flag): hasher.combine(flag ? 1 : 0)
        case .float(let number):
            if let whole = Int(exactly: number) { hasher.combine(whole) } else { hasher.combine(number) }
        case .big(let number):
            // A float of the same value must hash the same.
            hasher.combine(number.double)
        case .tuple(let items): hasher.combine(items)
        case .record(let record): hasher.combine(record.items)
        case .bytes(let bytes): hasher.combine(bytes)
        case .datetime(let moment): hasher.combine(moment.hashKey)
        case .date(let date): hasher.combine(date)
        case .time(let time): hasher.combine(time)
        case .timedelta(let duration): hasher.combine(duration)
        case .reference(let reference): hasher.combine(reference)
        default: hasher.combine(0)
        }
    }

    /// Whether it can be a dictionary's key or a set's element.
    var isHashable: Bool {
        switch self {
        case .list, .dict, .set: false
        // Python's views of keys and items are like sets, that of values is like nothing else.
        case .view(let view): view.kind == .values
        case .tuple(let items): items.allSatisfy(\.isHashable)
        case .record(let record): record.items.allSatisfy(\.isHashable)
        default: true
        }
    }
}
