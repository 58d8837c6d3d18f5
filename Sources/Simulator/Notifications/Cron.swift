import Values

/// A cron expression of five fields, or one of the `@` words, in UTC (pushward-api.md section 11.9).
struct Cron: Sendable, Hashable {
    private let minutes: Set<Int>
    private let hours: Set<Int>
    private let days: Set<Int>
    private let months: Set<Int>
    private let weekdays: Set<Int>
    private let isAnyDay: Bool
    private let isAnyWeekday: Bool

    private static let words = [
        "@hourly": "0 * * * *", "@daily": "0 0 * * *", "@weekly": "0 0 * * 0", "@monthly": "0 0 1 * *",
        "@yearly": "0 0 1 1 *",
    ]

    init?(_ text: String) {
        let fields = (Self.words[text] ?? text).split(separator: " ").map(String.init)
        guard fields.count == 5, let minutes = Self.set(fields[0], 0...59),
            let hours = Self.set(fields[1], 0...23),
            let days = Self.set(fields[2], 1...31), let months = Self.set(fields[3], 1...12),
            let weekdays = Self.set(fields[4], 0...7)
        else { return nil }
        self.minutes = minutes
        self.hours = hours
        self.days = days
        self.months = months
        self.weekdays = Set(weekdays.map { $0 % 7 })
        isAnyDay = fields[2].hasPrefix("*")
        isAnyWeekday = fields[4].hasPrefix("*")
    }

    private static func set(_ field: String, _ range: ClosedRange<Int>) -> Set<Int>? {
        var result: Set<Int> = []
        for part in field.split(separator: ",", omittingEmptySubsequences: false) {
            let halves = part.split(separator: "/", omittingEmptySubsequences: false)
            guard (1...2).contains(halves.count), let span = span(String(halves[0]), range) else {
                return nil
            }
            var step = 1
            if halves.count == 2 {
                guard let written = Int(halves[1]), written > 0 else { return nil }
                step = written
            }
            let upper = halves.count == 2 && !halves[0].contains("-") ? range.upperBound : span.upperBound
            result.formUnion(stride(from: span.lowerBound, through: upper, by: step))
        }
        return result.isEmpty ? nil : result
    }

    private static func span(_ text: String, _ range: ClosedRange<Int>) -> ClosedRange<Int>? {
        if text == "*" { return range }
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard let first = ends.first, let low = first, let last = ends.last, let high = last, ends.count <= 2,
            low <= high, range.contains(low), range.contains(high)
        else { return nil }
        return low...high
    }

    /// Whether two sends are ever less than `seconds` apart within an hour or across its border.
    func isCloser(than seconds: Int) -> Bool {
        let sorted = minutes.sorted()
        for (earlier, later) in zip(sorted, sorted.dropFirst()) where (later - earlier) * 60 < seconds {
            return true
        }
        let hasNeighbours = hours.contains { hours.contains(($0 + 1) % 24) }
        guard hasNeighbours, let first = sorted.first, let last = sorted.last else { return false }
        return (first + 60 - last) * 60 < seconds
    }

    /// The first instant after `instant` that the expression names, within five years.
    func next(after instant: Timestamp) -> Timestamp? {
        var day = CivilTime(instant)
        var midnight = CivilTime.instant(year: day.year, month: day.month, day: day.day)
        for _ in 0..<(366 * 5) {
            if matches(day, CivilTime.weekday(midnight)) {
                for hour in hours.sorted() {
                    for minute in minutes.sorted() {
                        let candidate = midnight + .seconds(hour * 3600 + minute * 60)
                        if candidate > instant { return candidate }
                    }
                }
            }
            midnight = midnight + .seconds(CivilTime.secondsPerDay)
            day = CivilTime(midnight)
        }
        return nil
    }

    private func matches(_ day: CivilTime, _ weekday: Int) -> Bool {
        guard months.contains(day.month) else { return false }
        if isAnyDay || isAnyWeekday { return days.contains(day.day) && weekdays.contains(weekday) }
        return days.contains(day.day) || weekdays.contains(weekday)
    }
}
