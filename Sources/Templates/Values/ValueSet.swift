/// A set.
///
/// Its elements have CPython's order where that does not depend on chance (numbers, None, tuples of these), else the
/// order in which they came.
package struct ValueSet: Sendable {
    private var came: [Value] = []
    private var members: Set<Value> = []
    /// Nil as soon as an element's place would depend on chance.
    private var table: HashTable? = HashTable()

    init() {}

    init(_ items: some Sequence<Value>) {
        for item in items { insert(item) }
    }

    var items: [Value] { table?.values ?? came }

    var count: Int { came.count }

    mutating func insert(_ item: Value) {
        guard members.insert(item).inserted else { return }
        came.append(item)
        guard table != nil else { return }
        if let hash = PythonHash.hash(of: item) {
            table?.insert(item, hash: hash)
        } else {
            table = nil
        }
    }

    func contains(_ item: Value) -> Bool { members.contains(item) }

    func isSubset(of other: ValueSet) -> Bool { members.isSubset(of: other.members) }

    static func == (left: ValueSet, right: ValueSet) -> Bool { left.members == right.members }

    /// A set made of this one, which need not show its elements in the same order.
    func copied() -> ValueSet {
        var result = self
        result.table = table?.copied()
        return result
    }

    /// Forgets elements whose places in the table are free already.
    private mutating func forget(_ items: [Value]) {
        let forgotten = Set(items)
        came.removeAll { forgotten.contains($0) }
        members.subtract(forgotten)
    }

    private mutating func freePlace(of item: Value) {
        if let hash = PythonHash.hash(of: item) { table?.remove(item, hash: hash) }
    }

    func union(_ other: ValueSet) -> ValueSet {
        var result = copied()
        let items = other.items
        if !items.isEmpty { result.table?.makeRoom(for: items.count) }
        for item in items { result.insert(item) }
        return result
    }

    /// Of equal elements Python keeps the one of the smaller set.
    func intersection(_ other: ValueSet) -> ValueSet {
        other.count > count
            ? ValueSet(items.filter { other.contains($0) }) : ValueSet(other.items.filter { contains($0) })
    }

    func difference(_ other: ValueSet) -> ValueSet {
        guard count / 4 > other.count else { return ValueSet(items.filter { !other.contains($0) }) }
        // Much is left: Python drops from a copy what the other has, so that all else stays in its place.
        var result = copied()
        let gone = other.items.filter { contains($0) }
        for item in gone { result.freePlace(of: item) }
        result.forget(gone)
        return result
    }

    /// `union` with what is no set: its elements come one after the other.
    func union(elements: [Value]) -> ValueSet {
        var result = copied()
        for item in elements { result.insert(item) }
        return result
    }

    /// `intersection` with what is no set: the elements are its own, in its order.
    func intersection(elements: [Value]) -> ValueSet { ValueSet(elements.filter { contains($0) }) }

    /// `difference` from what is no set: all that is left stays in its place.
    func difference(elements: [Value]) -> ValueSet {
        var result = copied()
        let gone = ValueSet(elements.filter { contains($0) }).items
        for item in gone { result.freePlace(of: item) }
        result.forget(gone)
        return result
    }

    func symmetricDifference(_ other: ValueSet, isCopied: Bool = false) -> ValueSet {
        guard table != nil, other.table != nil else {
            return ValueSet(items.filter { !other.contains($0) } + other.items.filter { !contains($0) })
        }
        // Python drops from a copy of the other what both have, and adds the rest, one after the other.
        var result = isCopied ? other : other.copied()
        var gone: [Value] = []
        for item in items {
            if other.contains(item) {
                result.freePlace(of: item)
                gone.append(item)
            } else {
                result.insert(item)
            }
        }
        result.forget(gone)
        return result
    }
}
