package import Values

/// What a simulated account is like.
package struct Configuration: Sendable {
    /// The token of a key that may do everything, where a test or a person names no other.
    package static let defaultToken = "hlk_simulator0000000000000000000000"

    package var keys: [Key]
    package var plan: Quotas.Plan
    /// Requests a minute and source; nil for no limit.
    package var requestsPerMinute: Int?
    /// Requests with `wait` that may be held at once.
    package var maxHeldWaits: Int
    /// Devices that notifications reach; with none, `delivery` is `none`.
    package var devices: Int
    /// Seconds east of UTC that a named zone has at an instant, nil for an unknown name; for recurring schedules.
    package var utcOffset: (@Sendable (_ zone: String, _ instant: Timestamp) -> Int?)?
    /// What this server does not have.
    package var missing: Set<Feature> = []
    /// The e-mail addresses that were verified in the app, in lower case.
    package var verifiedRecipients: Set<String> = ["me@example.org"]
    /// Of these, the ones that complained or bounced before.
    package var suppressedRecipients: Set<String> = []
    /// Requests that the log keeps.
    package var maxLoggedRequests: Int

    package init(
        token: String = Configuration.defaultToken,
        keys: [Key] = [],
        plan: Quotas.Plan = .free,
        requestsPerMinute: Int? = 200,
        maxHeldWaits: Int = 3,
        devices: Int = 1,
        maxLoggedRequests: Int = 5000
    ) {
        self.keys = [Key(token: token, id: "key-default", name: "Default", isDefault: true)] + keys
        self.plan = plan
        self.requestsPerMinute = requestsPerMinute
        self.maxHeldWaits = maxHeldWaits
        self.devices = devices
        self.maxLoggedRequests = maxLoggedRequests
    }
}
