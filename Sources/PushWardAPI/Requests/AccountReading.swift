package import Values

/// What `GET /auth/me` says of the account's quotas (`pushward-api.md` section 3); what is missing is not capped.
package struct AccountReading: Sendable, Hashable {
    /// What was used of one kind in its period, and how much may be.
    package struct Quota: Sendable, Hashable {
        package var used: Int
        /// nil: no cap on this plan.
        package var limit: Int?
        /// When the count starts anew, by the server's clock.
        package var resetsAt: Timestamp
        /// Whether the period is a day, else a calendar month in UTC.
        package var isDaily: Bool
    }

    package var quotas: [QuotaKind: Quota]

    /// Reads the answer's body; nil where it is no account.
    ///
    /// `now` is the server's clock, for a server that does not say when a period ends.
    package init?(_ body: JSON?, now: Timestamp) {
        guard let body, let members = body.objectValue else { return nil }
        var quotas: [QuotaKind: Quota] = [:]
        let month = Self.endOfMonth(body["quota_period_month"]?.intValue, now: now)
        let day = Self.time(body["quota_resets_day_at"])
        for kind in QuotaKind.allCases {
            guard let used = members["\(kind.rawValue)_used"]?.intValue else { continue }
            let limit = members["\(kind.rawValue)_limit"]?.intValue
            // Notifications of a paid plan count by the day, everything else by the month.
            let isDaily = kind == .notifications && day != nil
            let resets = kind == .notifications ? day ?? Self.time(body["quota_resets_at"]) ?? month : month
            quotas[kind] = Quota(
                used: max(0, used),
                limit: limit.map { max(0, $0) },
                resetsAt: resets,
                isDaily: isDaily
            )
        }
        guard !quotas.isEmpty else { return nil }
        self.quotas = quotas
    }

    private static func time(_ json: JSON?) -> Timestamp? {
        json?.stringValue.flatMap { Timestamp(rfc3339: $0) }
    }

    /// The end of a month `YYYYMM`, else of the one in which `now` lies.
    private static func endOfMonth(_ number: Int?, now: Timestamp) -> Timestamp {
        let own = number.flatMap { CivilDate(year: $0 / 100, month: $0 % 100, day: 1) }
        return (own ?? CivilDate(now)).map { QuotaPeriod.nextMonth(after: $0) } ?? now + .seconds(86_400)
    }
}

/// The periods in which quotas count, in UTC (`pushward-api.md` section 4.2).
package enum QuotaPeriod {
    /// The first instant of the month after the one of `date`.
    package static func nextMonth(after date: CivilDate) -> Timestamp {
        let year = date.month == 12 ? date.year + 1 : date.year
        let first = CivilDate(year: year, month: date.month % 12 + 1, day: 1) ?? date
        return first.timestamp
    }

    /// A reset so near to the first of a month is meant to be there: a clock may be a little off.
    private static let tolerance: Duration = .seconds(7200)

    /// The first instant of the period that ends at `reset`.
    ///
    /// A reset in the middle of a month ends a month that began in the middle of the one before.
    package static func start(of reset: Timestamp, isDaily: Bool) -> Timestamp {
        if isDaily { return reset - .seconds(86_400) }
        return month(from: reset, by: -1) ?? reset - .seconds(30 * 86_400)
    }

    /// The end of the period that begins at `reset`.
    package static func next(after reset: Timestamp, isDaily: Bool) -> Timestamp {
        if isDaily { return reset + .seconds(86_400) }
        return month(from: reset, by: 1) ?? reset + .seconds(30 * 86_400)
    }

    /// The same instant of another month, or the last day of that; near the first of a month, the first.
    private static func month(from reset: Timestamp, by months: Int) -> Timestamp? {
        guard let date = CivilDate(reset), let near = CivilDate(reset + tolerance),
            let first = CivilDate(year: near.year, month: near.month, day: 1)
        else { return nil }
        let isFirst = reset - first.timestamp <= tolerance
        let from = isFirst ? first : date
        let number = from.month - 1 + months
        let year = from.year + (number < 0 ? -1 : number > 11 ? 1 : 0)
        for day in stride(from: from.day, through: 1, by: -1) {
            let found = CivilDate(
                year: year,
                month: (number + 12) % 12 + 1,
                day: day,
                hour: from.hour,
                minute: from.minute,
                second: from.second
            )
            if let found { return found.timestamp }
        }
        return nil
    }
}
