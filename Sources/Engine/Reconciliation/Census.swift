import Mapping

/// Which cards of an account are on, kept so that nobody who asks has to look at all of them.
struct Census: Sendable, Hashable {
    /// By place; ours only.
    var priorities: [Int: Int] = [:]
}

extension Engine {
    /// The cards of an account that are on when everything sent has arrived.
    mutating func census(_ account: Int) -> Census {
        if let known = censuses[account] { return known }
        cardsCounted += cards.count
        let census = counted(account)
        censuses[account] = census
        return census
    }

    private func counted(_ account: Int) -> Census {
        var census = Census()
        for place in cards.indices
        where cards[place].account == account && cards[place].slot.isBelievedOngoing {
            census.priorities[place] = mapping.activities[cards[place].rule].options.priority
        }
        return census
    }

    /// Whether what is kept of the cards that are on is what they say themselves, for tests.
    package var isCensusTrue: Bool { censuses.allSatisfy { $0.value == counted($0.key) } }

    /// Notes that a card may have come on or gone off.
    mutating func recount(_ place: Int) {
        let account = cards[place].account
        guard censuses[account] != nil else { return }
        let isOn = cards[place].slot.isBelievedOngoing
        censuses[account]?.priorities[place] =
            isOn ? mapping.activities[cards[place].rule].options.priority : nil
    }
}
