/// The members of a JSON object in the order in which they were written; of equal keys the last one's value counts.
///
/// Small objects are searched in order; larger ones carry an index, so that no payload makes a look-up slow.
package struct JSONObject: Sendable {
    package typealias Member = (key: String, value: JSON)

    private static let indexedFrom = 16

    private var keyList: [String] = []
    private var valueList: [JSON] = []
    private var index: [String: Int]?

    package init() {}

    /// Makes an object of `members`; a repeated key keeps its first place and takes its last value.
    package init(_ members: some Sequence<(String, JSON)>) {
        for (key, value) in members { self[key] = value }
    }

    package var count: Int { keyList.count }
    package var isEmpty: Bool { keyList.isEmpty }
    package var keys: [String] { keyList }
    package var values: [JSON] { valueList }

    /// The value of `key`; setting nil removes the member, setting a new key appends it.
    package subscript(key: String) -> JSON? {
        get { position(of: key).map { valueList[$0] } }
        set {
            guard let newValue else {
                remove(key)
                return
            }
            if let place = position(of: key) {
                valueList[place] = newValue
            } else {
                append(key, newValue)
            }
        }
    }

    private func position(of key: String) -> Int? {
        if let index { return index[key] }
        var place = 0
        while place < keyList.count {
            if keyList[place] == key { return place }
            place += 1
        }
        return nil
    }

    private mutating func append(_ key: String, _ value: JSON) {
        keyList.append(key)
        valueList.append(value)
        if index != nil {
            index?[key] = keyList.count - 1
        } else if keyList.count >= Self.indexedFrom {
            reindex()
        }
    }

    private mutating func remove(_ key: String) {
        guard let place = position(of: key) else { return }
        keyList.remove(at: place)
        valueList.remove(at: place)
        if index != nil { reindex() }
    }

    private mutating func reindex() {
        var fresh: [String: Int] = [:]
        fresh.reserveCapacity(keyList.count)
        for (place, key) in keyList.enumerated() { fresh[key] = place }
        index = fresh
    }
}

extension JSONObject: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { keyList.count }
    package subscript(position: Int) -> Member { (keyList[position], valueList[position]) }
}

extension JSONObject: Hashable {
    /// Two objects are equal when they have the same members, in whatever order.
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        var sum = 0
        for member in self {
            var own = Hasher()
            own.combine(member.key)
            own.combine(member.value)
            sum ^= own.finalize()
        }
        hasher.combine(sum)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }
}
