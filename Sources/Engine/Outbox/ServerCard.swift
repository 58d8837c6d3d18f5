package import Values

/// What the server holds of a card, as far as its answers told.
package struct ServerCard: Sendable, Hashable {
    package enum State: String, Sendable, Hashable {
        case ongoing, ended, preempted
    }

    package var state: State
    package var content: JSONObject
    /// The settings of the row; nil members are not known.
    package var row: RowSettings

    package init(state: State = .ended, content: JSONObject = [:], row: RowSettings = RowSettings()) {
        self.state = state
        self.content = content
        self.row = row
    }
}

/// A row's settings: what `POST /activities` sets (`pushward-api.md` section 6.1), nil where it is not known.
package struct RowSettings: Sendable, Hashable {
    package var name: String?
    /// 0 to 10.
    package var priority: Int?
    /// Seconds.
    package var endedTTL: Int?
    /// Seconds.
    package var staleTTL: Int?
    /// Seconds.
    package var dismissalTTL: Int?

    package init(
        name: String? = nil,
        priority: Int? = nil,
        endedTTL: Int? = nil,
        staleTTL: Int? = nil,
        dismissalTTL: Int? = nil
    ) {
        self.name = name
        self.priority = priority
        self.endedTTL = endedTTL
        self.staleTTL = staleTTL
        self.dismissalTTL = dismissalTTL
    }

    /// The members that `PATCH` can set and that differ from `known`.
    func patchMembers(differingFrom known: RowSettings) -> JSONObject {
        var members = JSONObject()
        if let priority, priority != known.priority { members["priority"] = .int(priority) }
        if let endedTTL, endedTTL != known.endedTTL { members["ended_ttl"] = .int(endedTTL) }
        if let staleTTL, staleTTL != known.staleTTL { members["stale_ttl"] = .int(staleTTL) }
        if let dismissalTTL, dismissalTTL != known.dismissalTTL {
            members["dismissal_ttl"] = .int(dismissalTTL)
        }
        return members
    }

    /// Takes over what a request's body sets.
    mutating func adopt(_ body: JSONObject) {
        name = body["name"]?.stringValue ?? name
        priority = body["priority"]?.intValue ?? priority
        endedTTL = body["ended_ttl"]?.intValue ?? endedTTL
        staleTTL = body["stale_ttl"]?.intValue ?? staleTTL
        dismissalTTL = body["dismissal_ttl"]?.intValue ?? dismissalTTL
    }

    var json: JSON {
        var members = JSONObject()
        members["name"] = name.map(JSON.string)
        members["priority"] = priority.map(JSON.int)
        members["ended_ttl"] = endedTTL.map(JSON.int)
        members["stale_ttl"] = staleTTL.map(JSON.int)
        members["dismissal_ttl"] = dismissalTTL.map(JSON.int)
        return .object(members)
    }
}
