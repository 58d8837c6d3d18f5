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
    /// What the server writes as the state of a card that it ended for want of updates (`pushward-api.md` section 6.4).
    static let staleText = "Stale (auto-ended)"
    /// The icon that it gives such a card.
    static let staleIcon = "clock.badge.xmark"
    /// Whether the server ended it by itself for want of updates, and not we.
    var isStale = false
    /// Whether the row is kept for 30 days, because it was made and never on since: only an end sets its deletion.
    var isLasting = false

    /// A row that nothing else deletes is, so many seconds after its last change (`pushward-api.md` section 6.4).
    private static let longestKept = 30 * 86_400

    /// So many seconds after the last update an ended card's row is gone; nil: not known.
    var deletedAfter: Int? {
        if isLasting || state != .ended { return Self.longestKept }
        return row.endedTTL.map { $0 + (isStale ? row.staleTTL ?? 0 : 0) }
    }

    package init(state: State = .ended, content: JSONObject = [:], row: RowSettings = RowSettings()) {
        self.state = state
        self.content = content
        self.row = row
    }

    /// Takes over what the server says of the row's settings and of its end.
    mutating func learn(_ answer: JSON) {
        row.adopt(answer: answer)
        if answer["state"]?.stringValue?.lowercased() == State.ended.rawValue,
            let deletion = answer["delete_at"]
        {
            isLasting = deletion.isNull
        }
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

    /// The members that `PATCH` can set and that differ from any of the settings which the server may have.
    func patchMembers(differingFrom known: [RowSettings]) -> JSONObject {
        var members = JSONObject()
        func add(_ name: String, _ value: Int?, _ held: (RowSettings) -> Int?) {
            if let value, known.contains(where: { held($0) != value }) { members[name] = .int(value) }
        }
        add("priority", priority) { $0.priority }
        add("ended_ttl", endedTTL) { $0.endedTTL }
        add("stale_ttl", staleTTL) { $0.staleTTL }
        add("dismissal_ttl", dismissalTTL) { $0.dismissalTTL }
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

    /// Takes over what the server says that a row's settings are; `null` is none.
    mutating func adopt(answer row: JSON) {
        name = row["name"]?.stringValue ?? name
        if let value = row["priority"] { priority = value.intValue }
        if let value = row["ended_ttl"] { endedTTL = value.intValue }
        if let value = row["stale_ttl"] { staleTTL = value.intValue }
        if let value = row["dismissal_ttl"] { dismissalTTL = value.intValue }
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
