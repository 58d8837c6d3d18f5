/// Reads dates as the ISO 8601 reader that Home Assistant uses does, and its looser fallback.
enum ISOText {
    /// The time that a text says, naive where it names no offset; nil where it is no date or an impossible one.
    static func dateTime(_ text: String) -> DateTime? {
        var reader = ISOReader(text: Array(text.utf8))
        return reader.dateTime() ?? loose(text)
    }

    /// As in `2026-6-1 1:02[:03[.5]][Z|+02[:00]]`.
    private static func loose(_ text: String) -> DateTime? {
        var reader = ISOReader(text: Array(TextClass.withPlainDigits(text).utf8))
        guard let year = reader.digits(4...4), reader.take("-"), let month = reader.digits(1...2),
            reader.take("-"), let day = reader.digits(1...2), reader.take("T") || reader.take(" "),
            let hour = reader.digits(1...2), reader.take(":"), let minute = reader.digits(1...2)
        else { return nil }
        var second = 0
        var fraction = 0
        if reader.take(":") {
            guard let value = reader.digits(1...2) else { return nil }
            second = value
            if reader.take(".") {
                guard let value = reader.fraction(longest: 12) else { return nil }
                fraction = value
            }
        }
        let zone: Zone?
        switch reader.looseZone() {
        case .some(let found): zone = found
        case .none: return nil
        }
        guard reader.isAtEnd || reader.isAtFinalLineBreak,
            let date = CivilDate(year: year, month: month, day: day),
            let time = TimeOfDay(hour: hour, minute: minute, second: second, microsecond: fraction)
        else { return nil }
        return DateTime(date: date, time: time, zone: zone)
    }

    /// `20:00`, `06:30:15`; nil where it is no time of day.
    static func timeOfDay(_ text: String) -> TimeOfDay? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 2 else { return nil }
        func number(_ place: Int) -> Int? {
            guard place < parts.count else { return 0 }
            return NumberReading.int(parts[place])?.int
        }
        guard let hour = number(0), let minute = number(1), let second = number(2) else { return nil }
        return TimeOfDay(hour: hour, minute: minute, second: second)
    }
}

private struct ISOReader {
    let text: [UInt8]
    var place = 0

    init(text: [UInt8]) {
        self.text = text
    }

    var isAtEnd: Bool { place == text.count }
    var isAtFinalLineBreak: Bool { place == text.count - 1 && current == 0x0A }
    private var current: UInt8 { place < text.count ? text[place] : 0 }
    private var isAtDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(current) }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard UInt32(current) == character.value, !isAtEnd else { return false }
        place += 1
        return true
    }

    mutating func digits(_ range: ClosedRange<Int>) -> Int? {
        var count = 0
        var result = 0
        while count < range.upperBound, isAtDigit {
            result = result * 10 + Int(current - UInt8(ascii: "0"))
            place += 1
            count += 1
        }
        return count >= range.lowerBound ? result : nil
    }

    /// Digits after a point as microseconds; those after the sixth are cut.
    mutating func fraction(longest: Int = .max) -> Int? {
        var count = 0
        var result = 0
        while isAtDigit, count < longest {
            if count < 6 { result = result * 10 + Int(current - UInt8(ascii: "0")) }
            count += 1
            place += 1
        }
        guard count > 0 else { return nil }
        while count < 6 {
            result *= 10
            count += 1
        }
        return result
    }

    mutating func dateTime() -> DateTime? {
        guard let year = digits(4...4) else { return nil }
        let isExtended = take("-")
        guard let date = date(year: year, isExtended: isExtended) else { return nil }
        if isAtEnd { return DateTime(wall: date.daysSinceEpoch * TimeDelta.day, zone: nil) }
        guard take("T") || take("t") || take(" ") else { return nil }
        guard let clock = clock(isExtended: isExtended) else { return nil }
        let zone: Zone?
        switch isAtEnd ? .some(nil) : offset() {
        case .some(let found): zone = found
        case .none: return nil
        }
        guard isAtEnd else { return nil }
        return DateTime(wall: date.daysSinceEpoch * TimeDelta.day + clock, zone: zone)
    }

    private mutating func date(year: Int, isExtended: Bool) -> CivilDate? {
        if take("W") {
            guard let week = digits(2...2) else { return nil }
            var weekday = 1
            if isExtended ? take("-") : isAtDigit {
                guard let value = digits(1...1) else { return nil }
                weekday = value
            }
            return CivilDate.fromISO(year: year, week: week, weekday: weekday)
        }
        let start = place
        var run = 0
        while run < 5, place + run < text.count,
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[place + run])
        {
            run += 1
        }
        if isExtended ? run >= 3 : run == 3 {
            guard let number = digits(3...3), number >= 1, number <= (CivilDate.isLeap(year) ? 366 : 365)
            else {
                return nil
            }
            return CivilDate(daysSinceEpoch: CivilDate.days(year: year, month: 1, day: 1) + number - 1)
        }
        place = start
        guard let month = digits(2...2) else { return nil }
        if isExtended {
            guard take("-") else { return CivilDate(year: year, month: month, day: 1) }
        }
        guard let day = digits(2...2) else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    /// Microseconds since midnight; 24:00 is the midnight that follows.
    private mutating func clock(isExtended: Bool) -> Int? {
        guard let hour = digits(2...2) else { return nil }
        var minute = 0
        var second = 0
        var fraction = 0
        if isExtended ? take(":") : isAtDigit {
            guard let value = digits(2...2) else { return nil }
            minute = value
            if isExtended ? take(":") : isAtDigit {
                guard let value = digits(2...2) else { return nil }
                second = value
                if take(".") || take(",") {
                    guard let value = self.fraction() else { return nil }
                    fraction = value
                }
            }
        } else if !isExtended, current == UInt8(ascii: ":") {
            return nil
        }
        if hour == 24, minute == 0, second == 0, fraction == 0 { return TimeDelta.day }
        return TimeOfDay(hour: hour, minute: minute, second: second, microsecond: fraction)?.microsecondsOfDay
    }

    /// The outer nil says that there is no offset here.
    private mutating func offset() -> Zone?? {
        if take("Z") || take("z") { return .some(.utc) }
        let isNegative = current == UInt8(ascii: "-")
        guard take("-") || take("+"), let hours = digits(2...2) else { return nil }
        var minutes = 0
        if take(":") || isAtDigit {
            guard let value = digits(2...2), value < 60 else { return nil }
            minutes = value
        }
        let seconds = (hours * 60 + minutes) * 60
        guard seconds < 86_400 else { return nil }
        if seconds == 0 { return .some(.utc) }
        return .some(.fixed(seconds: isNegative ? -seconds : seconds, name: nil, isISO: true))
    }

    mutating func looseZone() -> Zone?? {
        if isAtEnd || isAtFinalLineBreak { return .some(nil) }
        if take("Z") { return .some(.utc) }
        let isNegative = current == UInt8(ascii: "-")
        guard take("-") || take("+"), let hours = digits(2...2) else { return nil }
        var minutes = 0
        if take(":") || isAtDigit {
            guard let value = digits(2...2) else { return nil }
            minutes = value
        }
        let seconds = (hours * 60 + minutes) * 60
        guard seconds < 86_400 else { return nil }
        if seconds == 0 { return .some(.utc) }
        return .some(.fixed(seconds: isNegative ? -seconds : seconds, name: nil, isISO: false))
    }
}
