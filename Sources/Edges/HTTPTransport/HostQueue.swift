/// Things that wait, in order, for one of their host's few connections.
struct HostQueue<Element> {
    private var entries: [(host: String, element: Element)] = []
    private var used: [String: Int] = [:]

    var all: [Element] { entries.map(\.element) }

    mutating func add(_ element: Element, host: String) {
        entries.append((host, element))
    }

    /// The first whose host has a connection left, which it then uses until `release`.
    mutating func next(perHost limit: Int) -> Element? {
        guard let place = entries.firstIndex(where: { used[$0.host, default: 0] < limit }) else { return nil }
        let entry = entries.remove(at: place)
        used[entry.host, default: 0] += 1
        return entry.element
    }

    /// One of the host's connections is free again.
    mutating func release(_ host: String) {
        let count = used[host, default: 1] - 1
        used[host] = count > 0 ? count : nil
    }

    /// Takes out those that match.
    mutating func removeAll(_ matches: (Element) -> Bool) -> [Element] {
        guard !entries.isEmpty else { return [] }
        let taken = entries.filter { matches($0.element) }.map(\.element)
        entries.removeAll { matches($0.element) }
        return taken
    }
}
