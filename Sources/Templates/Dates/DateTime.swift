/// A time on a wall clock, with or without the zone of that clock: Python's `datetime`.
package struct DateTime: Sendable {
    /// Microseconds from 1970-01-01 00:00 on the same wall clock.
    let wall: Int
    /// Whether it is the second of two equal wall times, when clocks go back.
    let isSecond: Bool
    /// Nil where it is naive.
    let zone: Zone?

    static let range = -62_135_596_800_000_000...253_402_300_799_999_999

    /// Nil beyond the years 1 to 9999.
    init?(wall: Int, isSecond: Bool = false, zone: Zone?) {
        guard Self.range.contains(wall) else { return nil }
        self.wall = wall
        self.isSecond = isSecond
        self.zone = zone
    }

    /// The wall time of an instant in a zone.
    init?(utc: Int, zone: Zone) {
        guard Self.range.contains(utc) else { return nil }
        let (offset, isSecond) = zone.placement(utc: floorDivide(utc, 1_000_000))
        self.init(wall: utc + offset * 1_000_000, isSecond: isSecond, zone: zone)
    }

    init?(date: CivilDate, time: TimeOfDay, zone: Zone?) {
        self.init(
            wall: date.daysSinceEpoch * TimeDelta.day + time.microsecondsOfDay,
            isSecond: time.isSecond,
            zone: zone
        )
    }

    var date: CivilDate {
        CivilDate(daysSinceEpoch: floorDivide(wall, TimeDelta.day)) ?? Self.firstDay
    }

    private static let firstDay = CivilDate(daysSinceEpoch: 0) ?? CivilDate.fallback

    var timeOfDay: TimeOfDay {
        TimeOfDay(microsecondsOfDay: floorModulo(wall, TimeDelta.day), isSecond: isSecond, zone: nil)
    }

    /// Seconds east of Greenwich; nil where it is naive.
    var offset: Int? { zone?.offset(wallSeconds: floorDivide(wall, 1_000_000), isSecond: isSecond) }

    /// Microseconds since 1970 in UTC; a naive time is read in the zone given.
    func instant(naiveIn local: Zone) -> Int {
        let seconds = floorDivide(wall, 1_000_000)
        return wall - (zone ?? local).offset(wallSeconds: seconds, isSecond: isSecond) * 1_000_000
    }

    func isEqual(to other: DateTime) -> Bool {
        switch (zone, other.zone) {
        case (nil, nil): wall == other.wall
        case (let own?, let theirs?):
            own.isSame(as: theirs)
                ? wall == other.wall : instant(naiveIn: .utc) == other.instant(naiveIn: .utc)
        default: false
        }
    }

    /// The time from `other` to this one, on the wall where both have the same zone; nil where only one has a zone.
    func distance(from other: DateTime) -> Int? {
        switch (zone, other.zone) {
        case (nil, nil): wall - other.wall
        case (let own?, let theirs?):
            own.isSame(as: theirs) ? wall - other.wall : instant(naiveIn: .utc) - other.instant(naiveIn: .utc)
        default: nil
        }
    }

    /// Arithmetic on the wall clock.
    func adding(_ duration: Int) -> DateTime? {
        let (sum, overflow) = wall.addingReportingOverflow(duration)
        return overflow ? nil : DateTime(wall: sum, zone: zone)
    }

    var hashKey: Int { zone == nil ? wall : instant(naiveIn: .utc) }
}

extension DateTime {
    /// As in `2026-06-01 14:00:00+02:00`.
    var text: String { iso(separator: " ") }

    func iso(separator: String) -> String {
        date.text + separator + timeOfDay.text + offsetText(offset, separator: ":")
    }
}

/// `+02:00`, with seconds only where there are some; nothing for a naive time.
func offsetText(_ offset: Int?, separator: String) -> String {
    guard let offset else { return "" }
    let size = Int(offset.magnitude)
    var text = (offset < 0 ? "-" : "+") + padded(size / 3_600, 2) + separator + padded(size / 60 % 60, 2)
    if size % 60 != 0 { text += separator + padded(size % 60, 2) }
    return text
}

/// A time of day: Python's `time`.
package struct TimeOfDay: Sendable, Hashable {
    let hour: Int
    let minute: Int
    let second: Int
    let microsecond: Int
    let isSecond: Bool
    let zone: Zone?

    init?(
        hour: Int,
        minute: Int,
        second: Int,
        microsecond: Int = 0,
        isSecond: Bool = false,
        zone: Zone? = nil
    ) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second),
            (0...999_999).contains(microsecond)
        else { return nil }
        self.hour = hour
        self.minute = minute
        self.second = second
        self.microsecond = microsecond
        self.isSecond = isSecond
        self.zone = zone
    }

    /// `microsecondsOfDay` is from 0 to a day less one.
    init(microsecondsOfDay: Int, isSecond: Bool, zone: Zone?) {
        let seconds = microsecondsOfDay / 1_000_000
        self.hour = seconds / 3_600
        self.minute = seconds / 60 % 60
        self.second = seconds % 60
        self.microsecond = microsecondsOfDay % 1_000_000
        self.isSecond = isSecond
        self.zone = zone
    }

    var microsecondsOfDay: Int { ((hour * 60 + minute) * 60 + second) * 1_000_000 + microsecond }

    /// As in `14:00:00` or `14:00:00.500000`.
    var text: String {
        let clock = "\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
        let tail = microsecond == 0 ? "" : "." + padded(microsecond, 6)
        return clock + tail + (zone?.isFixed == true ? offsetText(zone?.fixedOffset, separator: ":") : "")
    }
}

extension DateTime {
    var repr: String {
        let time = timeOfDay
        let date = date
        var parts = [date.year, date.month, date.day, time.hour, time.minute]
        if time.second != 0 || time.microsecond != 0 { parts.append(time.second) }
        if time.microsecond != 0 { parts.append(time.microsecond) }
        var text = parts.map(String.init).joined(separator: ", ")
        if isSecond { text += ", fold=1" }
        if let zone { text += ", tzinfo=\(zone.repr)" }
        return "datetime.datetime(\(text))"
    }
}

extension TimeOfDay {
    var repr: String {
        var parts = [hour, minute]
        if second != 0 || microsecond != 0 { parts.append(second) }
        if microsecond != 0 { parts.append(microsecond) }
        return "datetime.time(\(parts.map(String.init).joined(separator: ", ")))"
    }
}

extension CivilDate {
    /// 1970-01-01, where arithmetic that cannot fail would need a value.
    static let fallback = CivilDate(unchecked: 1_970, 1, 1)

    private init(unchecked year: Int, _ month: Int, _ day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    var repr: String { "datetime.date(\(year), \(month), \(day))" }
}
