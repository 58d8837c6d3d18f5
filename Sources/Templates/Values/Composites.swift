/// A tuple whose fields have names.
package struct Record: Sendable {
    enum Kind: Sendable {
        /// A group of `groupby`: prints as a tuple.
        case group
        case structTime
        case isoCalendar
    }

    let kind: Kind
    let items: [Value]

    init(_ kind: Kind, _ items: [Value]) {
        self.kind = kind
        self.items = items
    }

    var typeName: String {
        switch kind {
        case .group: "_GroupTuple"
        case .structTime: "struct_time"
        case .isoCalendar: "IsoCalendarDate"
        }
    }

    var names: [String] {
        switch kind {
        case .group: ["grouper", "list"]
        case .structTime:
            [
                "tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday",
                "tm_isdst",
            ]
        case .isoCalendar: ["year", "week", "weekday"]
        }
    }

    func field(_ name: String) -> Value? {
        guard let place = names.firstIndex(of: name), place < items.count else { return nil }
        return items[place]
    }
}

/// What `range()` gives: numbers that are counted up only when they are needed.
package struct ValueRange: Sendable, Hashable {
    let start: Int
    let stop: Int
    /// Never 0.
    let step: Int

    var count: Int {
        if step > 0 { return start < stop ? (stop - start - 1) / step + 1 : 0 }
        return start > stop ? (start - stop - 1) / -step + 1 : 0
    }

    func element(_ place: Int) -> Int { start + place * step }
}

/// The view that a method of a dictionary gives.
package struct DictionaryView: Sendable {
    enum Kind: String, Sendable {
        case keys, values, items
    }

    let kind: Kind
    let dictionary: ValueDictionary

    var items: [Value] {
        switch kind {
        case .keys: dictionary.keys
        case .values: dictionary.values
        case .items: dictionary.map { .tuple([$0.key, $0.value]) }
        }
    }
}

/// A method together with the value that it was taken from.
package struct BoundMethod: Sendable {
    let receiver: Value
    let function: Builtin
}

/// The number of something that lives in one rendering.
package struct Reference: Sendable, Hashable {
    enum Kind: String, Sendable {
        case namespace = "Namespace"
        case macro = "Macro"
        case generator = "generator"
        case cycler = "Cycler"
        case joiner = "Joiner"
        case loop = "LoopContext"
        case function = "function"
        case context = "Context"
    }

    let kind: Kind
    let id: Int
}
