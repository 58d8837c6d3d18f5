import Mapping
import Values

extension Engine {
    /// Runs that begin so close to each other began together: none of them takes another one's place.
    private static let burst: Duration = .seconds(10)

    /// Whether all cards that are on with that priority, `count` of them, are ours and did not begin before this one.
    ///
    /// Else six starts at once would be six that appear, of which one is gone at once.
    mutating func isOfOneBurst(_ place: Int, with priority: Int, count: Int) -> Bool {
        guard let began = cards[place].run?.startedAt else { return false }
        let together = census(cards[place].account).priorities.count { other, itsPriority in
            guard other != place, itsPriority == priority, let start = cards[other].run?.startedAt else {
                return false
            }
            return began - start <= Self.burst
        }
        return together == count
    }
}
