import Values

/// A cron line as PushWard takes it (`pushward-api.md` section 11.9): five fields, or one of five words.
package struct CronLine: Sendable, Hashable {
    /// What is wrong with a text that is no such line.
    package struct Problem: Error, Sendable, Hashable {
        package let reason: String
    }

    /// The line as PushWard reads it: names of days and months as numbers.
    package let text: String
    private let minutes: [Int]
    private let hours: [Int]
    private let days: Set<Int>
    private let months: Set<Int>
    /// 0 is Sunday.
    private let weekdays: Set<Int>
    /// With both restricted, a day of either kind counts.
    private let isEitherDay: Bool

    /// The fewest minutes between two sends.
    package static let leastMinutes = 15

    private static let words = [
        "@hourly": "0 * * * *", "@daily": "0 0 * * *", "@weekly": "0 0 * * 0", "@monthly": "0 0 1 * *",
        "@yearly": "0 0 1 1 *",
    ]
    /// Words of other crons that PushWard does not know.
    private static let synonyms = ["@midnight": "@daily", "@annually": "@yearly"]

    /// Reads a line; names such as `MON` and `JAN`, and 7 for Sunday, are turned into what PushWard knows.
    package init(_ source: String) throws(Problem) {
        guard source.utf8.count <= 4 * Limits.cron else {
            throw Problem(reason: "a cron line has at most \(Limits.cron) characters")
        }
        let trimmed = source.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
        let line = Self.synonyms[trimmed] ?? trimmed
        if line.hasPrefix("@"), Self.words[line] == nil {
            let known = Self.words.keys.sorted().joined(separator: ", ")
            throw Problem(reason: "`\(source.prefix(40))` is no cron line: PushWard knows \(known)")
        }
        let fields = (Self.words[line] ?? line).split(separator: " ").map(String.init)
        guard fields.count == 5 else {
            throw Problem(
                reason:
                    "a cron line has five fields (minute, hour, day, month, weekday), this one has \(fields.count)"
            )
        }
        let minute = try CronField(fields[0], "minute", 0...59)
        let hour = try CronField(fields[1], "hour", 0...23)
        let day = try CronField(fields[2], "day", 1...31)
        let month = try CronField(fields[3], "month", 1...12, names: CronField.monthNames)
        let weekday = try CronField(fields[4], "weekday", 0...7, names: CronField.weekdayNames)
        minutes = minute.values.sorted()
        hours = hour.values.sorted()
        days = day.values
        months = month.values
        weekdays = Set(weekday.values.map { $0 % 7 })
        isEitherDay = !day.isAny && !weekday.isAny
        text =
            Self.words[line] != nil
            ? line : [minute, hour, day, month, weekday.folding(7)].map(\.text).joined(separator: " ")
        guard gap >= Self.leastMinutes * 60 else {
            throw Problem(reason: "PushWard sends at least \(Self.leastMinutes) minutes apart")
        }
        guard next(afterWall: 0) != nil else { throw Problem(reason: "there is no such day") }
    }

    /// The least seconds between two times of it, those of neighbouring days included.
    package var gap: Int {
        let times = hours.flatMap { hour in minutes.map { hour * 60 + $0 } }
        guard let first = times.first, let last = times.last else { return 86_400 }
        let least = zip(times, times.dropFirst()).map { $1 - $0 }.min() ?? 1440
        return min(least, first + 1440 - last) * 60
    }

    /// The first time after `wall` that the line names, in seconds of the wall clock since 1970.
    ///
    /// - Returns: nil where there is none within eight years, the longest wait for a leap day.
    package func next(afterWall wall: Int) -> Int? {
        let (quotient, remainder) = wall.quotientAndRemainder(dividingBy: 86_400)
        let today = remainder < 0 ? quotient &- 1 : quotient
        for day in today...(today &+ 8 * 366) where names(day: day) {
            for hour in hours {
                for minute in minutes {
                    let time = day &* 86_400 &+ hour * 3600 &+ minute * 60
                    if time > wall { return time }
                }
            }
        }
        return nil
    }

    /// Whether the day, counted from 1970-01-01, is one of the line's.
    private func names(day: Int) -> Bool {
        let (microseconds, overflow) = Int64(day).multipliedReportingOverflow(by: 86_400_000_000)
        guard !overflow, let date = CivilDate(Timestamp(microseconds: microseconds)),
            months.contains(date.month)
        else { return false }
        // The first of January 1970 was a Thursday.
        let weekday = ((day % 7) + 7 + 4) % 7
        return isEitherDay
            ? days.contains(date.day) || weekdays.contains(weekday)
            : days.contains(date.day) && weekdays.contains(weekday)
    }
}

/// One field of a cron line.
private struct CronField: Hashable {
    let values: Set<Int>
    /// Whether the field starts with a star: it then does not restrict the day.
    let isAny: Bool
    /// As PushWard reads it.
    let text: String

    static let monthNames = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ].enumerated().map { (name: $0.element, number: $0.offset + 1) }
    static let weekdayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"].enumerated().map {
        (name: $0.element, number: $0.offset)
    }

    init(
        _ source: String,
        _ name: String,
        _ range: ClosedRange<Int>,
        names: [(name: String, number: Int)] = []
    ) throws(CronLine.Problem) {
        var numbers = source
        for (word, number) in names { numbers = Self.replacing(word, with: String(number), in: numbers) }
        var found: Set<Int> = []
        for part in numbers.split(separator: ",", omittingEmptySubsequences: false) {
            guard let values = Self.values(part, range) else {
                throw CronLine.Problem(
                    reason:
                        "the \(name) of a cron line is *, or numbers from \(range.lowerBound) to \(range.upperBound), not `\(source.prefix(40))`"
                )
            }
            found.formUnion(values)
        }
        values = found
        isAny = numbers.hasPrefix("*")
        text = numbers
    }

    private init(values: Set<Int>, isAny: Bool, text: String) {
        self.values = values
        self.isAny = isAny
        self.text = text
    }

    /// The field with `number` as 0: 7 is Sunday to some crons, and unknown to others.
    func folding(_ number: Int) -> CronField {
        guard values.contains(number), !isAny else { return self }
        let folded = Set(values.map { $0 == number ? 0 : $0 })
        let text = folded.sorted().map { String($0) }.joined(separator: ",")
        return CronField(values: folded, isAny: false, text: text)
    }

    private static func replacing(_ word: String, with number: String, in text: String) -> String {
        text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            part.split(separator: "-", omittingEmptySubsequences: false)
                .map { $0 == word ? number : String($0) }.joined(separator: "-")
        }
        .joined(separator: ",")
    }

    /// `*`, `5`, `5-9`, each with `/3` behind it.
    private static func values(_ part: Substring, _ range: ClosedRange<Int>) -> StrideThrough<Int>? {
        let halves = part.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = halves.first else { return nil }
        var step = 1
        if halves.count == 2 {
            guard let written = number(halves[1], 1...(range.upperBound + 1)) else { return nil }
            step = written
        }
        if first == "*" { return stride(from: range.lowerBound, through: range.upperBound, by: step) }
        let ends = first.split(separator: "-", omittingEmptySubsequences: false)
        guard let low = ends.first.flatMap({ number($0, range) }), ends.count <= 2,
            let high = ends.last.flatMap({ number($0, range) }), low <= high
        else { return nil }
        let last = ends.count == 1 && halves.count == 2 ? range.upperBound : high
        return stride(from: low, through: last, by: step)
    }

    private static func number(_ text: Substring, _ range: ClosedRange<Int>) -> Int? {
        guard !text.isEmpty, text.utf8.count <= 4,
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int(text), range.contains(number)
        else { return nil }
        return number
    }
}

extension Coercer {
    /// A cron line in PushWard's form.
    mutating func cron(_ value: JSON) -> Coercion {
        guard case .string(let source) = value else {
            return .invalid(reason: "a cron line belongs here, not \(excerpt(value))")
        }
        do throws(CronLine.Problem) {
            let text = try CronLine(source).text
            guard text.utf8.count <= Limits.cron else {
                return .invalid(reason: "a cron line has at most \(Limits.cron) characters")
            }
            return .value(.string(text))
        } catch {
            return .invalid(reason: error.reason)
        }
    }

    /// The name of a zone as the IANA database writes it, such as `Europe/Berlin`; whether there is one is not known here.
    func zone(_ value: JSON) -> Coercion {
        guard case .string(let source) = value else {
            return .invalid(reason: "the name of a zone belongs here, not \(excerpt(value))")
        }
        let name = TextLimit.cut(source, to: Limits.zone + 1, keepsLines: false).text
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isName =
            name.utf8.count <= Limits.zone && (name == "UTC" || (2...3).contains(parts.count))
            && parts.allSatisfy { part in
                part.utf8.first.map { isLetterOrDigit($0) && $0 > UInt8(ascii: "9") } == true
                    && part.utf8.allSatisfy { isLetterOrDigit($0) || "_-+".utf8.contains($0) }
            }
        return isName
            ? .value(.string(name))
            : .invalid(reason: "\(excerpt(value)) is no zone: write a name such as Europe/Berlin, or UTC")
    }
}
