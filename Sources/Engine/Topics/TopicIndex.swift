package import Values

/// Finds who reads a topic, at a cost that depends on the topic's levels and not on the number of readers.
package struct TopicIndex<Reader: Sendable>: Sendable {
    private struct Node: Sendable {
        var texts: [Substring: Int] = [:]
        var any: Int?
        var readers: [Reader] = []
        var restReaders: [Reader] = []
    }

    private var nodes: [Node] = [Node()]

    package init() {}

    /// Adds a reader of the topics that match `filter`.
    package mutating func insert(_ filter: TopicFilter, _ reader: Reader) {
        var place = 0
        for level in filter.levels {
            switch level {
            case .text(let text): place = child(of: place, text: Substring(text))
            case .any: place = anyChild(of: place)
            }
        }
        if filter.matchesRest {
            nodes[place].restReaders.append(reader)
        } else {
            nodes[place].readers.append(reader)
        }
    }

    /// The readers of `topic`.
    package func readers(of topic: String) -> [Reader] {
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        var found: [Reader] = []
        collect(levels[...], at: 0, isFirst: true, hidesFromWildcards: topic.hasPrefix("$"), into: &found)
        return found
    }

    private func collect(
        _ levels: ArraySlice<Substring>,
        at place: Int,
        isFirst: Bool,
        hidesFromWildcards: Bool,
        into found: inout [Reader]
    ) {
        let node = nodes[place]
        let mayUseWildcards = !(isFirst && hidesFromWildcards)
        if mayUseWildcards { found.append(contentsOf: node.restReaders) }
        guard let level = levels.first else {
            found.append(contentsOf: node.readers)
            return
        }
        let rest = levels.dropFirst()
        if let next = node.texts[level] {
            collect(rest, at: next, isFirst: false, hidesFromWildcards: hidesFromWildcards, into: &found)
        }
        if mayUseWildcards, let next = node.any {
            collect(rest, at: next, isFirst: false, hidesFromWildcards: hidesFromWildcards, into: &found)
        }
    }

    private mutating func child(of place: Int, text: Substring) -> Int {
        if let next = nodes[place].texts[text] { return next }
        nodes.append(Node())
        nodes[place].texts[text] = nodes.count - 1
        return nodes.count - 1
    }

    private mutating func anyChild(of place: Int) -> Int {
        if let next = nodes[place].any { return next }
        nodes.append(Node())
        nodes[place].any = nodes.count - 1
        return nodes.count - 1
    }
}
