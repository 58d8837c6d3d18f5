/// Who wants to be woken when: the earliest first, at the cost of a logarithm whatever the number of owners.
///
/// Of equal deadlines the one that was set first comes first, so that the same events have the same effects.
package struct DeadlineQueue<Owner: Hashable & Sendable>: Sendable {
    private struct Entry: Sendable {
        var deadline: Duration
        /// Counts what was set.
        var number: Int
        var owner: Owner

        func precedes(_ other: Entry) -> Bool { (deadline, number) < (other.deadline, other.number) }
    }

    private var heap: [Entry] = []
    /// The deadline that counts of each owner, and its number; entries of the heap that differ are stale.
    private var current: [Owner: (deadline: Duration, number: Int)] = [:]
    private var lastNumber = 0

    package init() {}

    /// The earliest deadline, on the uptime clock.
    package var next: Duration? {
        mutating get {
            dropStale()
            return heap.first?.deadline
        }
    }

    /// Sets the owner's deadline; nil: it wants no waking.
    package mutating func set(_ deadline: Duration?, for owner: Owner) {
        guard current[owner]?.deadline != deadline else { return }
        guard let deadline else {
            current[owner] = nil
            return
        }
        lastNumber += 1
        current[owner] = (deadline, lastNumber)
        heap.append(Entry(deadline: deadline, number: lastNumber, owner: owner))
        siftUp(heap.count - 1)
        if heap.count > 64, heap.count > 4 * current.count { rebuild() }
    }

    /// Sets the owner's deadline, unless it has an earlier one that is still to come.
    package mutating func set(_ deadline: Duration, orEarlierAfter uptime: Duration, for owner: Owner) {
        if let earlier = current[owner]?.deadline, earlier > uptime, earlier < deadline { return }
        set(deadline, for: owner)
    }

    /// Takes an owner whose deadline has come; its deadline is gone then.
    package mutating func popDue(at uptime: Duration) -> Owner? {
        dropStale()
        guard let first = heap.first, first.deadline <= uptime else { return nil }
        current[first.owner] = nil
        removeFirst()
        return first.owner
    }

    private func isStale(_ entry: Entry) -> Bool { current[entry.owner]?.number != entry.number }

    private mutating func dropStale() {
        while let first = heap.first, isStale(first) { removeFirst() }
    }

    private mutating func rebuild() {
        heap = heap.filter { !isStale($0) }.sorted { $0.precedes($1) }
    }

    private mutating func removeFirst() {
        guard let last = heap.popLast() else { return }
        guard !heap.isEmpty else { return }
        heap[0] = last
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < heap.count {
                if heap[child].precedes(heap[least]) { least = child }
            }
            guard least != place else { return }
            heap.swapAt(place, least)
            place = least
        }
    }

    private mutating func siftUp(_ start: Int) {
        var place = start
        while place > 0 {
            let parent = (place - 1) / 2
            guard heap[place].precedes(heap[parent]) else { return }
            heap.swapAt(place, parent)
            place = parent
        }
    }
}
