package import Values

/// A dictionary that keeps the order of its keys, as Python's.
///
/// Small ones are searched in order; larger ones carry an index.
package struct ValueDictionary: Sendable, RandomAccessCollection {
    package typealias Element = (key: Value, value: Value)

    private static let indexedFrom = 9

    private(set) var keys: [Value] = []
    private(set) var values: [Value] = []
    private var index: [Value: Int]?

    package init() {}

    package init(_ pairs: some Sequence<Element>) {
        for (key, value) in pairs { self[key] = value }
    }

    package init(_ object: JSONObject) {
        keys.reserveCapacity(object.count)
        values.reserveCapacity(object.count)
        for member in object {
            keys.append(.string(member.key))
            values.append(Value(member.value))
        }
        if keys.count >= Self.indexedFrom { reindex() }
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { keys.count }
    package subscript(position: Int) -> Element { (keys[position], values[position]) }

    /// The value of a key; setting nil removes the key, setting a new key appends it.
    package subscript(key: Value) -> Value? {
        get { place(of: key).map { values[$0] } }
        set {
            let found = place(of: key)
            guard let newValue else {
                if let found { remove(at: found) }
                return
            }
            if let found {
                values[found] = newValue
            } else {
                append(key, newValue)
            }
        }
    }

    /// The value of a key that is a text.
    package subscript(text key: String) -> Value? {
        if let index { return index[.string(key)].map { values[$0] } }
        for (place, candidate) in keys.enumerated() {
            if let text = candidate.text, sameText(text, key) { return values[place] }
        }
        return nil
    }

    private func place(of key: Value) -> Int? {
        if let index { return index[key] }
        return keys.firstIndex { $0 == key }
    }

    private mutating func append(_ key: Value, _ value: Value) {
        keys.append(key)
        values.append(value)
        if index != nil {
            index?[key] = keys.count - 1
        } else if keys.count >= Self.indexedFrom {
            reindex()
        }
    }

    private mutating func remove(at place: Int) {
        keys.remove(at: place)
        values.remove(at: place)
        if index != nil { reindex() }
    }

    private mutating func reindex() {
        var fresh: [Value: Int] = [:]
        fresh.reserveCapacity(keys.count)
        for (place, key) in keys.enumerated() { fresh[key] = place }
        index = fresh
    }
}

extension ValueDictionary: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: Element...) { self.init(elements) }
}

/// Whether two texts have the same code points; Swift's own comparison also holds `é` and `e` with an accent for equal.
@inline(__always)
func sameText(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && left == right && left.utf8.elementsEqual(right.utf8)
}
