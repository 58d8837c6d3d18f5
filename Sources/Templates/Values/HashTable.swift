/// The places of a set's elements, as in CPython's table of open addresses: an order that does not depend on chance.
struct HashTable: Sendable {
    /// An element, or without a value the gap that a removed one left.
    private struct Entry: Sendable {
        let hash: Int
        var value: Value?
    }

    private static let smallest = 8
    private static let neighbours = 9

    private var entries = [Entry?](repeating: nil, count: smallest)
    /// The elements and the gaps.
    private var filled = 0
    private var gaps = 0

    private var count: Int { filled - gaps }
    private var mask: Int { entries.count - 1 }

    /// The elements from the first place to the last.
    var values: [Value] { entries.compactMap { $0?.value } }

    /// Adds an element that is not in it.
    mutating func insert(_ value: Value, hash: Int) {
        place(Entry(hash: hash, value: value))
        filled += 1
        if filled * 5 >= mask * 3 { resize(to: count > 50_000 ? count * 2 : count * 4) }
    }

    /// Removes an element; its place stays taken until the table grows.
    mutating func remove(_ value: Value, hash: Int) {
        let found = firstPlace(hash) { $0.map { $0.hash == hash && $0.value == value } ?? true }
        guard entries[found] != nil else { return }
        entries[found]?.value = nil
        gaps += 1
    }

    /// Makes room before the elements of another set come, as CPython does when it merges.
    mutating func makeRoom(for more: Int) {
        if (filled + more) * 5 >= mask * 3 { resize(to: (count + more) * 2) }
    }

    /// A table made of this one, as CPython copies a set.
    func copied() -> HashTable {
        var result = HashTable()
        guard count > 0 else { return result }
        result.makeRoom(for: count)
        if result.entries.count == entries.count, gaps == 0 { return self }
        for case let entry? in entries where entry.value != nil { result.place(entry) }
        result.filled = count
        return result
    }

    private mutating func place(_ entry: Entry) {
        entries[firstPlace(entry.hash) { $0 == nil }] = entry
    }

    /// The first place of those that a hash may have, in CPython's order, that is wanted.
    ///
    /// There is always a free one.
    private func firstPlace(_ hash: Int, where isWanted: (Entry?) -> Bool) -> Int {
        var rest = UInt(bitPattern: hash)
        var start = Int(truncatingIfNeeded: rest & UInt(bitPattern: mask))
        while true {
            let last = start + Self.neighbours <= mask ? start + Self.neighbours : start
            for place in start...last where isWanted(entries[place]) { return place }
            rest >>= 5
            let next = UInt(bitPattern: start) &* 5 &+ 1 &+ rest
            start = Int(truncatingIfNeeded: next & UInt(bitPattern: mask))
        }
    }

    private mutating func resize(to minimum: Int) {
        var size = Self.smallest
        while size <= minimum { size *= 2 }
        let old = entries
        entries = [Entry?](repeating: nil, count: size)
        for case let entry? in old where entry.value != nil { place(entry) }
        filled = count
        gaps = 0
    }
}
