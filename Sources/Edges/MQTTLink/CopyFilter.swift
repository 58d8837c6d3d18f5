/// Lets each message through once, where filters that share topics make a broker send a copy for each of them.
///
/// Brokers differ: some send one copy with all subscription identifiers, some send one for each. Copies of one message
/// come one after another, each with another identifier; the same identifier again means the same content anew.
struct CopyFilter {
    private struct Last {
        var payload: [UInt8]
        var isRetained: Bool
        var seen: Set<UInt32>
    }

    private var lastByTopic: [String: Last] = [:]

    /// Whether a message with these identifiers is news.
    mutating func admits(topic: String, payload: [UInt8], isRetained: Bool, identifiers: [UInt32]) -> Bool {
        guard !identifiers.isEmpty else { return true }
        if var last = lastByTopic[topic], last.isRetained == isRetained, last.payload == payload,
            last.seen.isDisjoint(with: identifiers)
        {
            last.seen.formUnion(identifiers)
            lastByTopic[topic] = last
            return false
        }
        // Forgetting may let a copy through, never lose a message; it bounds the memory.
        if lastByTopic.count >= 10_000 { lastByTopic = [:] }
        lastByTopic[topic] = Last(payload: payload, isRetained: isRetained, seen: Set(identifiers))
        return true
    }
}
