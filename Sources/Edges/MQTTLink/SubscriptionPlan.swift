internal import Values

/// What to subscribe to, so that each message comes once: filters that another one covers are left out.
struct SubscriptionPlan: Equatable {
    struct Entry: Hashable {
        /// As it is sent.
        var filter: String
        var qos: Int
        /// Nil where no other filter can match the same topic; else a number by which copies are told apart.
        var identifier: Int?
    }

    private(set) var entries: [Entry] = []

    init() {}

    /// Plans for the wanted filters; those that the broker refused cover none of the others.
    init(_ wanted: [MQTTSubscription], refused: Set<String> = []) {
        var kept: [(filter: TopicFilter, text: String, qos: Int)] = []
        for subscription in Self.merged(wanted) {
            let text = subscription.filter.subscription
            if let place = kept.firstIndex(where: {
                !refused.contains($0.text) && $0.filter.covers(subscription.filter)
            }) {
                kept[place].qos = max(kept[place].qos, subscription.qos)
                continue
            }
            var qos = subscription.qos
            if !refused.contains(text) {
                for other in kept where subscription.filter.covers(other.filter) { qos = max(qos, other.qos) }
                kept.removeAll { subscription.filter.covers($0.filter) && !refused.contains($0.text) }
            }
            kept.append((subscription.filter, text, qos))
        }
        let patterns = kept.map(\.filter)
        let isOverlapping = Self.overlapping(patterns)
        // Copies keep their order only where all have the same quality of service.
        let sharedQoS = zip(kept, isOverlapping).filter(\.1).map(\.0.qos).max() ?? 0
        var next = 1
        for (entry, overlaps) in zip(kept, isOverlapping) {
            entries.append(
                Entry(
                    filter: entry.text,
                    qos: overlaps ? sharedQoS : entry.qos,
                    identifier: overlaps ? next : nil
                )
            )
            if overlaps { next += 1 }
        }
    }

    /// Equal filters become one, with the highest quality of service.
    private static func merged(_ wanted: [MQTTSubscription]) -> [MQTTSubscription] {
        var places: [String: Int] = [:]
        var output: [MQTTSubscription] = []
        for subscription in wanted {
            let text = subscription.filter.subscription
            if let place = places[text] {
                output[place].qos = max(output[place].qos, subscription.qos)
            } else {
                places[text] = output.count
                output.append(subscription)
            }
        }
        return output
    }

    /// For each filter, whether some topic matches it and another one.
    private static func overlapping(_ filters: [TopicFilter]) -> [Bool] {
        var result = [Bool](repeating: false, count: filters.count)
        // Only a filter with a wildcard can share a topic with another one.
        let wild = filters.indices.filter { !filters[$0].isTopic }
        for place in wild {
            for other in filters.indices
            where other != place && Self.canShareTopic(filters[place], filters[other]) {
                result[place] = true
                result[other] = true
            }
        }
        return result
    }

    private static func canShareTopic(_ left: TopicFilter, _ right: TopicFilter) -> Bool {
        if !left.matchesRest, !right.matchesRest, left.levels.count != right.levels.count { return false }
        if left.matchesRest, !right.matchesRest, right.levels.count < left.levels.count { return false }
        if right.matchesRest, !left.matchesRest, left.levels.count < right.levels.count { return false }
        return zip(left.levels, right.levels).allSatisfy { first, second in
            if case .text(let one) = first, case .text(let two) = second { one == two } else { true }
        }
    }
}
