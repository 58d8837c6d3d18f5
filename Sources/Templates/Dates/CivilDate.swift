/// A day of the proleptic Gregorian calendar, from year 1 to 9999.
package struct CivilDate: Sendable, Hashable {
    let year: Int
    let month: Int
    let day: Int

    /// Days from 1970-01-01 to 0001-01-01, which is day 1.
    static let epochOrdinal = 719_163

    /// The first and the last day that there is, in days since 1970-01-01.
    static let earliest = 1 - epochOrdinal
    static let latest = 2_932_896

    init?(year: Int, month: Int, day: Int) {
        guard (1...9_999).contains(year), (1...12).contains(month),
            day >= 1, day <= Self.length(ofMonth: month, year: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day that number of days after 1970-01-01; nil beyond the years 1 to 9999.
    init?(daysSinceEpoch days: Int) {
        guard days >= Self.earliest, days <= Self.latest else { return nil }
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        self.day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        self.month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        self.year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var daysSinceEpoch: Int { Self.days(year: year, month: month, day: day) }

    static func days(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    var ordinal: Int { daysSinceEpoch + Self.epochOrdinal }

    /// 0 on Monday to 6 on Sunday.
    var weekday: Int { (ordinal + 6) % 7 }

    /// 1 on the first of January.
    var dayOfYear: Int { daysSinceEpoch - Self.days(year: year, month: 1, day: 1) + 1 }

    /// Year, week and weekday (1 to 7) of ISO 8601.
    var isoWeek: (year: Int, week: Int, weekday: Int) {
        let thursday = daysSinceEpoch - weekday + 3
        let isoYear = CivilDate(daysSinceEpoch: thursday)?.year ?? (month == 1 ? year - 1 : year + 1)
        let week = (thursday - Self.days(year: isoYear, month: 1, day: 1)) / 7 + 1
        return (isoYear, week, weekday + 1)
    }

    /// The day of an ISO 8601 week; nil where there is no such week.
    static func fromISO(year: Int, week: Int, weekday: Int) -> CivilDate? {
        guard (1...53).contains(week), (1...7).contains(weekday), (1...9_999).contains(year) else {
            return nil
        }
        let fourth = days(year: year, month: 1, day: 4)
        let monday = fourth - (fourth + epochOrdinal + 6) % 7
        guard let date = CivilDate(daysSinceEpoch: monday + (week - 1) * 7 + weekday - 1) else { return nil }
        return week == 53 && date.isoWeek.week != 53 ? nil : date
    }

    /// As in `2026-06-01`.
    var text: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
}

extension CivilDate: Comparable {
    package static func < (left: CivilDate, right: CivilDate) -> Bool {
        left.daysSinceEpoch < right.daysSinceEpoch
    }
}

/// The number with zeros in front of it up to a width.
func padded(_ number: Int, _ width: Int, _ filler: Character = "0") -> String {
    let digits = String(number)
    return digits.utf8.count >= width
        ? digits : String(repeating: filler, count: width - digits.utf8.count) + digits
}
