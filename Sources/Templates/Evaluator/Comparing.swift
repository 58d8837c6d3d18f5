extension Run {
    /// Python's `==`, where reading an input that is not known fails.
    func areEqual(_ left: Value, _ right: Value) throws(TemplateError) -> Bool {
        switch (left, right) {
        case (.unset(let name), _), (.lost(let name), _), (_, .unset(let name)), (_, .lost(let name)):
            throw .unknown(name)
        case (.string, _), (.int, _), (.bool, _), (.none, _), (.float, _): return left == right
        default:
            try step(left.weight / 16)
            return left == right
        }
    }

    func compare(
        _ comparison: Comparison,
        _ left: Value,
        _ right: Value
    ) throws(TemplateError) -> Bool {
        switch comparison {
        case .equal: try areEqual(left, right)
        case .notEqual: try !areEqual(left, right)
        case .less: try isLess(left, right, comparison, orEqual: false)
        case .lessOrEqual: try isLess(left, right, comparison, orEqual: true)
        case .greater: try isLess(right, left, comparison, orEqual: false, isSwapped: true)
        case .greaterOrEqual: try isLess(right, left, comparison, orEqual: true, isSwapped: true)
        case .within: try contains(right, left)
        case .notWithin: try !contains(right, left)
        }
    }

    /// `isSwapped` says whether the values were swapped to ask for more instead of less.
    private func isLess(
        _ left: Value,
        _ right: Value,
        _ comparison: Comparison,
        orEqual: Bool,
        isSwapped: Bool = false
    ) throws(TemplateError) -> Bool {
        if case .int(let a) = left, case .int(let b) = right { return orEqual ? a <= b : a < b }
        if case .version(let a) = left { return try a.isLess(than: right, orEqual: orEqual, run: self) }
        if case .version(let b) = right { return try b.isMore(than: left, orEqual: orEqual, run: self) }
        if case .set(let a) = left, case .set(let b) = right {
            return a.isSubset(of: b) && (orEqual || a.count < b.count)
        }
        guard let order = try order(left, right) else {
            let (first, second) = isSwapped ? (right, left) : (left, right)
            throw notComparable(first, second, comparison.rawValue)
        }
        switch order {
        case .less: return true
        case .same: return orEqual
        case .more, .none: return false
        }
    }

    func notComparable(_ left: Value, _ right: Value, _ sign: String) -> TemplateError {
        for value in [left, right] {
            if let error = value.unusable { return error }
        }
        return .failed(
            "'\(sign)' cannot compare a \(left.typeName) with a \(right.typeName)",
            hint: "convert with | float or | int first"
        )
    }

    /// The order of two values, nil where Python knows none.
    func order(_ left: Value, _ right: Value) throws(TemplateError) -> Number.Order? {
        switch (left, right) {
        case (.unset(let name), _), (.lost(let name), _), (_, .unset(let name)), (_, .lost(let name)):
            throw .unknown(name)
        case (.undefined(let value), _), (_, .undefined(let value)): throw .undefined(value)
        case (.int(let a), .int(let b)): return a == b ? .same : a < b ? .less : .more
        case (.float(let a), .float(let b)):
            return a == b ? .same : a < b ? .less : a > b ? .more : Number.Order.none
        case (.bytes(let a), .bytes(let b)):
            return a == b ? .same : a.lexicographicallyPrecedes(b) ? .less : .more
        case (.list(let a), .list(let b)), (.tuple(let a), .tuple(let b)): return try order(a, b)
        case (.record(let a), _): return try order(.tuple(a.items), right)
        case (_, .record(let b)): return try order(left, .tuple(b.items))
        case (.datetime(let a), .datetime(let b)):
            guard let distance = a.distance(from: b) else {
                throw .failed(
                    "a time with a zone cannot be compared with one without",
                    hint: "use | as_local"
                )
            }
            return distance == 0 ? .same : distance < 0 ? .less : .more
        case (.date(let a), .date(let b)): return a == b ? .same : a < b ? .less : .more
        case (.time(let a), .time(let b)):
            let (first, second) = (a.microsecondsOfDay, b.microsecondsOfDay)
            return first == second ? .same : first < second ? .less : .more
        case (.timedelta(let a), .timedelta(let b)): return a == b ? .same : a < b ? .less : .more
        default:
            if let a = left.text, let b = right.text { return Self.order(a, b) }
            guard let a = Number(left), let b = Number(right) else { return nil }
            return a.compare(to: b)
        }
    }

    private func order(_ left: [Value], _ right: [Value]) throws(TemplateError) -> Number.Order? {
        try enter()
        defer { leave() }
        for (a, b) in zip(left, right) {
            try step()
            if a == b { continue }
            return try order(a, b)
        }
        return left.count == right.count ? .same : left.count < right.count ? .less : .more
    }

    /// By code points, which is the order of the bytes in UTF-8.
    static func order(_ left: String, _ right: String) -> Number.Order {
        if sameText(left, right) { return .same }
        return left.utf8.lexicographicallyPrecedes(right.utf8) ? .less : .more
    }

    /// Python's `in`.
    func contains(_ container: Value, _ item: Value) throws(TemplateError) -> Bool {
        let item = try item.known()
        switch container {
        case .unset(let name), .lost(let name): throw .unknown(name)
        case .string(let text), .markup(let text):
            guard let part = item.text else {
                throw item.unusable ?? .failed("'in' a text wants a text, not a \(item.typeName)")
            }
            try step((text.utf8.count + part.utf8.count) / 64)
            return TextSearch.find(Array(part.utf8), in: Array(text.utf8), from: 0) != nil
        case .dict(let dictionary):
            try checkHashable(item)
            return dictionary[item] != nil
        case .set(let set):
            try checkHashable(item)
            return set.contains(item)
        case .view(let view) where view.kind == .keys:
            try checkHashable(item)
            return view.dictionary[item] != nil
        case .range(let range):
            guard let number = Number(item), let whole = Int(exactly: number.double) else { return false }
            let offset = whole - range.start
            return offset % range.step == 0 && (0..<range.count).contains(offset / range.step)
        case .reference(let reference) where reference.kind == .generator:
            let iterator = try iterate(container)
            while let next = try iterator.next() {
                try step()
                if next == item { return true }
            }
            return false
        case .bytes(let bytes):
            if case .bytes(let part) = item { return TextSearch.find(part, in: bytes, from: 0) != nil }
            guard let number = item.int else { throw .failed("'in' bytes wants bytes or a number") }
            return bytes.contains { Int($0) == number }
        default:
            let items = try items(container)
            try step(items.count / 8)
            return items.contains(item)
        }
    }

    func checkHashable(_ value: Value) throws(TemplateError) {
        guard value.isHashable else { throw .failed("a \(value.typeName) cannot be a key") }
    }
}

extension Value {
    /// The error of using a value that is undefined or an input that is not known; nil for any other value.
    var unusable: TemplateError? {
        switch self {
        case .unset(let name), .lost(let name): .unknown(name)
        case .undefined(let undefined): .undefined(undefined)
        default: nil
        }
    }

    /// About how many parts it has, seen from outside.
    var weight: Int {
        switch self {
        case .list(let items), .tuple(let items): items.count
        case .dict(let dictionary): dictionary.count
        case .set(let set): set.count
        default: 1
        }
    }
}

/// Finding bytes in bytes.
enum TextSearch {
    /// The offset of the first occurrence at or after a place; an empty part is found where one looks.
    static func find(_ part: [UInt8], in text: [UInt8], from start: Int) -> Int? {
        guard let first = part.first else { return start <= text.count ? start : nil }
        guard text.count >= part.count else { return nil }
        var place = start
        let last = text.count - part.count
        while place <= last {
            if text[place] == first, text[place..<place + part.count].elementsEqual(part) { return place }
            place += 1
        }
        return nil
    }
}
