import Mapping
import PushWardAPI
import Values

/// An account of PushWard with everything that is known of it.
struct Account: Sendable {
    /// What rules call it; empty where there is only one without a name.
    let name: String
    /// The address of the API.
    let url: String
    let slugPrefix: String
    var host: HostState
    /// Cards that wait for the host.
    var blocked = BlockedCards()
    var budget: Budget
    /// What was saved last of the budget.
    var savedBudget: JSON?
    var reconciliation = Reconciliation()
    /// Whether PushWard does not take our address for callbacks.
    var refusesCallbacks = false

    init(_ settings: PushWardSettings, seed: UInt64) {
        name = settings.name
        url = settings.url
        slugPrefix = settings.slugPrefix
        host = HostState(seed: seed)
        budget = Budget(settings.budget)
    }

    /// The name under which it stands in the durable state, in the status and in the metrics.
    var stateName: String { name.isEmpty ? "default" : name }

    /// What is said of it in the log, in front of a text; nothing where there is no name.
    var label: String { name.isEmpty ? "" : "\(name): " }
}

/// Where a card is: two accounts may have equal slugs.
struct CardAddress: Hashable, Sendable {
    var account: Int
    var slug: String

    init(_ account: Int, _ slug: String) {
        self.account = account
        self.slug = slug
    }
}

/// A request in flight.
struct Flight: Sendable, Hashable {
    var purpose: Purpose
    /// The place of its account among the mapping's.
    var account: Int
    var quota: QuotaKind?
    /// Whether it counts as a start, an end or an alert.
    var isVital = false
    var expected = ExpectedAnswer.json
    /// When it left, on the uptime clock.
    var departedAt: Duration = .zero
}
