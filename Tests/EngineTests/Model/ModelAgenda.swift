/// What is to happen when, in order of time; equal times in the order of their coming.
struct ModelAgenda<Item> {
    private struct Entry {
        let due: Duration
        let number: Int
        let item: Item

        func precedes(_ other: Entry) -> Bool { (due, number) < (other.due, other.number) }
    }

    private var heap: [Entry] = []
    private var count = 0

    var next: Duration? { heap.first?.due }

    mutating func add(_ item: Item, at due: Duration) {
        count += 1
        heap.append(Entry(due: due, number: count, item: item))
        var child = heap.count - 1
        while child > 0, heap[child].precedes(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func removeFirst() -> Item? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        guard !heap.isEmpty else { return first.item }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [parent * 2 + 1, parent * 2 + 2]
            where child < heap.count && heap[child].precedes(heap[least]) { least = child }
            guard least != parent else { return first.item }
            heap.swapAt(parent, least)
            parent = least
        }
    }

    mutating func removeAll(where isGone: (Item) -> Bool) {
        let kept = heap.filter { !isGone($0.item) }.sorted { $0.precedes($1) }
        heap = kept
    }
}
