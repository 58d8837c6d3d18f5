/// Sorting as Python does it: stable, and failing where two values cannot be compared.
enum Sorting {
    static func sorted(
        _ items: [Value],
        _ run: Run,
        reverse: Bool = false,
        key: (Value) throws(TemplateError) -> Value
    ) throws(TemplateError) -> [Value] {
        var keyed: [(key: Value, item: Value)] = []
        keyed.reserveCapacity(items.count)
        for item in items { keyed.append((try key(item), item)) }
        // Python sorts in reverse by turning the list around twice, so that equal ones keep their order.
        if reverse { keyed.reverse() }
        keyed = try merge(keyed, run)
        if reverse { keyed.reverse() }
        return keyed.map(\.item)
    }

    /// A merge sort, since the comparison may throw.
    private static func merge(
        _ items: [(key: Value, item: Value)],
        _ run: Run
    ) throws(TemplateError) -> [(key: Value, item: Value)] {
        guard items.count > 1 else { return items }
        try run.step(items.count)
        let middle = items.count / 2
        let left = try merge(Array(items[..<middle]), run)
        let right = try merge(Array(items[middle...]), run)
        var result: [(key: Value, item: Value)] = []
        result.reserveCapacity(items.count)
        var (l, r) = (0, 0)
        while l < left.count, r < right.count {
            if try run.compare(.less, right[r].key, left[l].key) {
                result.append(right[r])
                r += 1
            } else {
                result.append(left[l])
                l += 1
            }
        }
        result += left[l...]
        result += right[r...]
        return result
    }

    /// The value in lower case, where it is a text.
    static func folded(_ value: Value) -> Value {
        if let text = value.text { .string(text.lowercased()) } else { value }
    }
}

/// A path to a part of each element, such as `address.city` or `0`.
struct AttributePath {
    private let parts: [Value]
    private let fallback: Value?

    /// `value` is nil or Python's `None` for the element itself.
    init(_ value: Value?, fallback: Value? = nil) {
        switch value {
        case nil, Value.none?: parts = []
        case let value?:
            if let text = value.text {
                parts = text.split(separator: ".", omittingEmptySubsequences: false).map { part in
                    let isNumber = !part.isEmpty && part.unicodeScalars.allSatisfy { TextClass.isDigit($0) }
                    return isNumber
                        ? NumberReading.int(String(part)) ?? .string(String(part)) : .string(String(part))
                }
            } else {
                parts = [value]
            }
        }
        if case Value.none? = fallback { self.fallback = nil } else { self.fallback = fallback }
    }

    func value(of item: Value, _ run: Run) throws(TemplateError) -> Value {
        var result = item
        for part in parts {
            result = try run.item(part, of: result)
            if let fallback, result.isUndefined { result = fallback }
        }
        return try result.known()
    }
}
