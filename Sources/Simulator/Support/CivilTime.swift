import Values

/// A date and time of day in UTC, in the proleptic Gregorian calendar.
struct CivilTime: Sendable, Hashable {
    var year: Int
    var month: Int
    var day: Int
    var hour: Int
    var minute: Int
    var second: Int

    static let secondsPerDay = 86_400

    init(_ instant: Timestamp) {
        let seconds = instant.wholeSeconds
        let days = Self.floorDivide(seconds, Self.secondsPerDay)
        let rest = seconds - days * Self.secondsPerDay
        (year, month, day) = Self.date(ofDay: days)
        hour = rest / 3600
        minute = rest / 60 % 60
        second = rest % 60
    }

    /// The day of the week, 0 for Sunday.
    static func weekday(_ instant: Timestamp) -> Int {
        let days = floorDivide(instant.wholeSeconds, secondsPerDay)
        return ((days + 4) % 7 + 7) % 7
    }

    /// Days since 1970-01-01 of a date.
    static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = floorDivide(shifted, 400)
        let yearOfEra = shifted - era * 400
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    static func daysInMonth(year: Int, month: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    static func instant(year: Int, month: Int, day: Int, second: Int = 0) -> Timestamp {
        let days = dayNumber(year: year, month: month, day: day)
        return Timestamp(seconds: days * secondsPerDay + second)
    }

    private static func date(ofDay days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    private static func floorDivide(_ number: Int, _ divisor: Int) -> Int {
        let quotient = number / divisor
        return number % divisor < 0 ? quotient - 1 : quotient
    }
}

extension Timestamp {
    /// The instant of whole Unix seconds, cut to what a timestamp can hold.
    init(seconds: Int) {
        let (product, overflow) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000)
        self.init(microseconds: overflow ? (seconds < 0 ? .min : .max) : product)
    }
}
