internal import Values

/// Collects the entries of a mapping with what merge keys bring in.
struct MappingBuilder {
    private var own: [MarkedNode.Entry] = []
    private var merged: [MarkedNode.Entry] = []
    private var mergedKeys: Set<String> = []

    mutating func add(_ entry: MarkedNode.Entry) {
        own.append(entry)
    }

    /// Takes over the entries of a mapping or of a list of mappings; of equal keys the first mapping's counts.
    ///
    /// - Returns: whether the node was one.
    mutating func merge(_ node: MarkedNode) -> Bool {
        switch node {
        case .mapping(let entries, _):
            for entry in entries where mergedKeys.insert(entry.key).inserted { merged.append(entry) }
            return true
        case .sequence(let elements, _):
            for element in elements {
                guard case .mapping = element, merge(element) else { return false }
            }
            return true
        case .scalar(let scalar): return scalar.isUnresolved
        }
    }

    /// The mapping's own entries, equal keys included, then those merged entries that none of its own replaces.
    func entries() -> [MarkedNode.Entry] {
        guard !merged.isEmpty else { return own }
        let ownKeys = Set(own.map(\.key))
        return own + merged.filter { !ownKeys.contains($0.key) }
    }
}
