package import Values

/// A time zone: UTC, a fixed offset, or the rules of a place.
package enum Zone: Sendable, Hashable {
    case utc
    /// - Parameters:
    ///   - seconds: east of Greenwich.
    ///   - name: nil where only the offset is known.
    ///   - isISO: whether it was read from an ISO text.
    case fixed(seconds: Int, name: String?, isISO: Bool)
    case rules(ZoneRules)

    func offset(wallSeconds: Int, isSecond: Bool) -> Int {
        switch self {
        case .utc: 0
        case .fixed(let seconds, _, _): seconds
        case .rules(let rules): rules.period(wall: wallSeconds, isSecond: isSecond).offset
        }
    }

    /// The offset at an instant, and whether its wall time is there for the second time.
    func placement(utc: Int) -> (offset: Int, isSecond: Bool) {
        switch self {
        case .utc: (0, false)
        case .fixed(let seconds, _, _): (seconds, false)
        case .rules(let rules): rules.placement(utc: utc)
        }
    }

    /// Seconds east of Greenwich at an instant.
    package func offset(at instant: Timestamp) -> Int { placement(utc: instant.wholeSeconds).offset }

    /// The zone's abbreviation at a wall time, such as `CEST`.
    func abbreviation(wallSeconds: Int, isSecond: Bool) -> String {
        switch self {
        case .utc: "UTC"
        case .fixed(let seconds, let name, _): name ?? "UTC" + offsetText(seconds, separator: ":")
        case .rules(let rules): rules.period(wall: wallSeconds, isSecond: isSecond).abbreviation
        }
    }

    /// What daylight saving adds at a wall time, in seconds; nil where the zone says nothing of it.
    func daylightSaving(wallSeconds: Int, isSecond: Bool) -> Int? {
        guard case .rules(let rules) = self else { return nil }
        return rules.period(wall: wallSeconds, isSecond: isSecond).saving
    }

    var isFixed: Bool {
        if case .rules = self { false } else { true }
    }

    var fixedOffset: Int? {
        switch self {
        case .utc: 0
        case .fixed(let seconds, _, _): seconds
        case .rules: nil
        }
    }

    /// Python compares times with the same zone object on the wall, others by their instants.
    func isSame(as other: Zone) -> Bool {
        switch (self, other) {
        case (.utc, .utc): true
        case (.rules(let a), .rules(let b)): a === b || a.name == b.name
        case (.fixed(let a, _, _), .fixed(let b, _, _)): a == b
        default: false
        }
    }

    var typeName: String {
        switch self {
        case .utc: "timezone"
        case .fixed(_, _, let isISO): isISO ? "FixedOffset" : "timezone"
        case .rules: "ZoneInfo"
        }
    }

    /// As in `Europe/Warsaw`, `UTC`, `UTC+02:00`.
    var text: String {
        switch self {
        case .utc: "UTC"
        case .fixed(let seconds, let name, _): name ?? "UTC" + offsetText(seconds, separator: ":")
        case .rules(let rules): rules.name
        }
    }

    var repr: String {
        switch self {
        case .utc: "datetime.timezone.utc"
        case .fixed(let seconds, let name, let isISO):
            if isISO {
                text
            } else {
                "datetime.timezone(\(TimeDelta(microseconds: seconds * 1_000_000).repr)"
                    + (name.map { ", '\($0)'" } ?? "") + ")"
            }
        case .rules(let rules): "zoneinfo.ZoneInfo(key='\(rules.name)')"
        }
    }
}
