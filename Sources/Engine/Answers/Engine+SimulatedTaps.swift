import Mapping
import PushWardAPI
package import Values

extension Engine {
    /// What a person taps where PushWard records it, as the simulator's control surface takes it, and at whose
    /// account: for `replay` and tests.
    ///
    /// The rule is its name, or a card's slug; the action is its id. nil: there is no such button now.
    package func recordedTap(rule: String, action: String) -> (
        order: JSONObject, account: Int
    )? {
        let place =
            accounts.indices.compactMap { cardsBySlug[CardAddress($0, rule)] }.first
            ?? cards.firstIndex { mapping.activities[$0.rule].name == rule && $0.run != nil }
        if let place, let run = cards[place].run {
            let found = mapping.activities[cards[place].rule].actions.id(matching: action) ?? action
            let option = ApprovalOptions.wireID(found, run: run.id)
            let order: JSONObject = [
                "slug": .string(cards[place].slug.text), "action": .string("options.\(option)"),
            ]
            return (order, cards[place].account)
        }
        let latest = notices.values.filter { $0.rule == rule && $0.serverID != nil }
            .max { ($0.sentAt, $0.serverID ?? 0) < ($1.sentAt, $1.serverID ?? 0) }
        guard let latest, let number = latest.serverID else { return nil }
        return (["notification": .int(number), "action": .string(action)], latest.account)
    }
}
