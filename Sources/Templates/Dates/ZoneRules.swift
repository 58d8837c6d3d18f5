/// The rules of a time zone: every change that a zone file lists, and the yearly rule that follows them.
///
/// Sources: RFC 8536 (TZif), POSIX.1 section 8.3 (TZ). Python's `zoneinfo` decides on times that are missing or there
/// twice.
package final class ZoneRules: Sendable {
    /// One state of the zone's clocks.
    struct Period: Sendable, Hashable {
        /// Seconds east of Greenwich.
        let offset: Int
        /// What daylight saving adds, in seconds.
        let saving: Int
        let abbreviation: String
    }

    struct Change: Sendable {
        let utc: Int
        let before: Period
        let after: Period

        /// The wall time from which the new period counts.
        func wall(isSecond: Bool) -> Int {
            utc + (isSecond ? min(before.offset, after.offset) : max(before.offset, after.offset))
        }
    }

    package let name: String
    let first: Period
    let changes: [Change]
    let yearly: POSIXRule?

    init(name: String, first: Period, changes: [Change], yearly: POSIXRule?) {
        self.name = name
        self.first = first
        self.changes = changes
        self.yearly = yearly
    }

    /// Greenwich all year.
    package static let utc = ZoneRules(
        name: "UTC",
        first: Period(offset: 0, saving: 0, abbreviation: "UTC"),
        changes: [],
        yearly: nil
    )

    /// Reads a POSIX rule such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil where it is none.
    package convenience init?(posix text: String, name: String? = nil) {
        guard let rule = POSIXRule(text) else { return nil }
        self.init(name: name ?? text, first: rule.standard, changes: [], yearly: rule)
    }

    func period(utc: Int) -> Period {
        if let last = changes.last, utc < last.utc || yearly == nil {
            var low = 0
            var high = changes.count
            while low < high {
                let middle = (low + high) / 2
                if utc >= changes[middle].utc { low = middle + 1 } else { high = middle }
            }
            return low == 0 ? first : changes[low - 1].after
        }
        guard let yearly else { return first }
        return yearly.changes(around: utc).last { utc >= $0.utc }?.after ?? changes.last?.after
            ?? yearly.standard
    }

    func placement(utc: Int) -> (offset: Int, isSecond: Bool) {
        let offset = period(utc: utc).offset
        let earlier = period(wall: utc + offset, isSecond: false).offset
        return (offset, earlier != offset)
    }

    func period(wall: Int, isSecond: Bool) -> Period {
        if let last = changes.last, wall < last.wall(isSecond: isSecond) || yearly == nil {
            var low = 0
            var high = changes.count
            while low < high {
                let middle = (low + high) / 2
                if wall >= changes[middle].wall(isSecond: isSecond) {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            return low == 0 ? first : changes[low - 1].after
        }
        guard let yearly else { return first }
        let change = yearly.changes(around: wall).last { wall >= $0.wall(isSecond: isSecond) }
        return change?.after ?? changes.last?.after ?? yearly.standard
    }
}

extension ZoneRules: Hashable {
    package static func == (left: ZoneRules, right: ZoneRules) -> Bool {
        left === right || left.name == right.name
    }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
