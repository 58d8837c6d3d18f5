/// Who wants to be woken when: the earliest first, at the cost of a logarithm whatever the number of owners.
package struct DeadlineQueue<Owner: Hashable & Sendable>: Sendable {
    private struct Entry: Sendable {
        var deadline: Duration
        var owner: Owner
    }

    private var heap: [Entry] = []
    /// The deadline that counts of each owner; entries of the heap that differ are stale.
    private var current: [Owner: Duration] = [:]

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
        guard current[owner] != deadline else { return }
        current[owner] = deadline
        guard let deadline else { return }
        heap.append(Entry(deadline: deadline, owner: owner))
        siftUp(heap.count - 1)
        if heap.count > 64, heap.count > 4 * current.count { rebuild() }
    }

    /// Takes an owner whose deadline has come; its deadline is gone then.
    package mutating func popDue(at uptime: Duration) -> Owner? {
        dropStale()
        guard let first = heap.first, first.deadline <= uptime else { return nil }
        current[first.owner] = nil
        removeFirst()
        return first.owner
    }

    private mutating func dropStale() {
        while let first = heap.first, current[first.owner] != first.deadline { removeFirst() }
    }

    private mutating func rebuild() {
        heap = current.map { Entry(deadline: $0.value, owner: $0.key) }.sorted { $0.deadline < $1.deadline }
    }

    private mutating func removeFirst() {
        guard let last = heap.popLast() else { return }
        guard !heap.isEmpty else { return }
        heap[0] = last
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < heap.count {
                if heap[child].deadline < heap[least].deadline { least = child }
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
            guard heap[place].deadline < heap[parent].deadline else { return }
            heap.swapAt(place, parent)
            place = parent
        }
    }
}
