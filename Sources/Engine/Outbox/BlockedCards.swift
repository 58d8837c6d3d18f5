/// The cards that wait for the host: what weighs more first, then those of a higher priority, then what came first.
struct BlockedCards: Sendable {
    struct Place: Sendable {
        var card: Int
        var weight: RequestWeight
        fileprivate var priority: Int
        fileprivate var number: Int
    }

    private var places: [Int: Place] = [:]
    private var lastNumber = 0

    /// All of them in the order in which they go on.
    var inOrder: [Place] {
        places.values.sorted {
            ($0.weight.rawValue, -$0.priority, $0.number) < ($1.weight.rawValue, -$1.priority, $1.number)
        }
    }

    /// Lets a card wait; one that waits already keeps its turn.
    mutating func insert(_ card: Int, _ weight: RequestWeight, priority: Int) {
        lastNumber += 1
        let number = places[card]?.number ?? lastNumber
        places[card] = Place(card: card, weight: weight, priority: priority, number: number)
    }

    mutating func remove(_ card: Int) { places[card] = nil }
}
