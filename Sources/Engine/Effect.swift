package import PushWardAPI
package import Values

/// Something that the engine wants done outside, in this order.
package enum Effect: Sendable {
    /// Make these changes durable, all or none, before anything that follows.
    case save([StateChange])
    /// Send to the account of that place among the mapping's.
    case request(RequestID, PushWardRequest, account: Int)
    /// Publish, and tell within the deadline whether the broker took it; never later than that.
    case publish(PublicationID, MQTTPublication, within: Duration)
    /// Publish what the daemon says of itself; nobody waits for it.
    case announce(MQTTPublication)
    case answer(TapID, HTTPResponse)
    case log(LogRecord)
    /// What was decided and why; only where decisions were asked for.
    case decided(Decision)
}

/// A change of the durable state: a value under a key in a table, or its removal.
package struct StateChange: Sendable, Hashable {
    package enum Table: String, Sendable, Hashable, CaseIterable {
        /// One row a card, by slug.
        case cards
        /// One row a card that gathers lines, tiles or history, by slug.
        case rings
        /// One row a notification that waits or whose buttons still work, by its id.
        case notifications
        /// One row a notification rule's memory, by rule and capture.
        case rules
        /// One row a single-use tap that was used, until it expires.
        case usedTaps = "used_taps"
        /// One row an account with limits: what was spent, by the account's name.
        case accounts
        /// One row a widget, by slug.
        case widgets
        /// One row: the latest instant at which a button expired.
        case clock
    }

    package var table: Table
    package var key: String
    /// nil: remove.
    package var value: JSON?

    package init(_ table: Table, _ key: String, _ value: JSON?) {
        self.table = table
        self.key = key
        self.value = value
    }
}

/// A line for the log.
package struct LogRecord: Sendable, Hashable {
    package enum Level: String, Sendable, Hashable {
        case error, warning, notice, debug
    }

    package var level: Level
    package var area: String
    package var message: String

    package init(_ level: Level, _ area: String, _ message: String) {
        self.level = level
        self.area = area
        self.message = message
    }
}

/// What a rule decided and why.
package struct Decision: Sendable, Hashable {
    package var rule: String
    package var slug: String?
    /// One word, such as `start`, `hold` or `skip`.
    package var what: String
    package var why: String

    package init(rule: String, slug: String? = nil, what: String, why: String) {
        self.rule = rule
        self.slug = slug
        self.what = what
        self.why = why
    }
}
