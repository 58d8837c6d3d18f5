/// A yearly rule of daylight saving as the TZ variable and zone files write it.
struct POSIXRule: Sendable {
    /// The day of a change.
    enum Day: Sendable {
        /// 1 to 365, without the 29th of February.
        case julian(Int)
        /// 0 to 365, with it.
        case ordinal(Int)
        case weekday(month: Int, week: Int, day: Int)
    }

    struct Turn: Sendable {
        let day: Day
        /// Seconds after midnight on the wall clock before the change.
        let time: Int
    }

    let standard: ZoneRules.Period
    let summer: ZoneRules.Period?
    let start: Turn
    let end: Turn

    init?(_ text: String) {
        var reader = POSIXRuleReader(text: Array(text.utf8))
        guard let name = reader.name(), let west = reader.time() else { return nil }
        standard = ZoneRules.Period(offset: -west, saving: 0, abbreviation: name)
        var start = Turn(day: .weekday(month: 3, week: 2, day: 0), time: 7_200)
        var end = Turn(day: .weekday(month: 11, week: 1, day: 0), time: 7_200)
        if let summerName = reader.name() {
            let offset = reader.time().map { -$0 } ?? standard.offset + 3_600
            summer = ZoneRules.Period(
                offset: offset,
                saving: offset - standard.offset,
                abbreviation: summerName
            )
            if reader.take(",") {
                guard let first = reader.turn(), reader.take(","), let second = reader.turn() else {
                    return nil
                }
                start = first
                end = second
            }
        } else {
            summer = nil
        }
        guard reader.isAtEnd else { return nil }
        self.start = start
        self.end = end
    }

    /// The changes of the year of a time and of its neighbours, in order.
    func changes(around seconds: Int) -> [ZoneRules.Change] {
        guard let summer else { return [] }
        let year = 1_970 + floorDivide(seconds, 31_556_952)
        var result: [ZoneRules.Change] = []
        for candidate in (year - 1)...(year + 1) {
            let on = day(start, candidate) - standard.offset
            let off = day(end, candidate) - summer.offset
            result.append(ZoneRules.Change(utc: on, before: standard, after: summer))
            result.append(ZoneRules.Change(utc: off, before: summer, after: standard))
        }
        return result.sorted { $0.utc < $1.utc }
    }

    /// Seconds from 1970 to the change on the wall clock.
    private func day(_ turn: Turn, _ year: Int) -> Int {
        let newYear = CivilDate.days(year: year, month: 1, day: 1)
        let days: Int
        switch turn.day {
        case .julian(let number):
            days = newYear + number - 1 + (CivilDate.isLeap(year) && number >= 60 ? 1 : 0)
        case .ordinal(let number): days = newYear + number
        case .weekday(let month, let week, let day):
            let first = CivilDate.days(year: year, month: month, day: 1)
            let weekday = floorModulo(first + 4, 7)
            var date = 1 + floorModulo(day - weekday, 7) + (week - 1) * 7
            while date > CivilDate.length(ofMonth: month, year: year) { date -= 7 }
            days = first + date - 1
        }
        return days * 86_400 + turn.time
    }
}

private struct POSIXRuleReader {
    let text: [UInt8]
    var place = 0

    init(text: [UInt8]) {
        self.text = text
    }

    var isAtEnd: Bool { place == text.count }
    private var current: UInt8 { place < text.count ? text[place] : 0 }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard UInt32(current) == character.value else { return false }
        place += 1
        return true
    }

    mutating func name() -> String? {
        let start = place
        if take("<") {
            while place < text.count, current != UInt8(ascii: ">") { place += 1 }
            guard take(">") else { return nil }
            return String(decoding: text[(start + 1)..<(place - 1)], as: UTF8.self)
        }
        while (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(current | 0x20) { place += 1 }
        return place - start >= 3 ? String(decoding: text[start..<place], as: UTF8.self) : nil
    }

    mutating func number() -> Int? {
        let start = place
        var result = 0
        while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(current), place - start < 4 {
            result = result * 10 + Int(current - UInt8(ascii: "0"))
            place += 1
        }
        return place > start ? result : nil
    }

    /// Hours, minutes and seconds with a sign, in seconds.
    mutating func time() -> Int? {
        let start = place
        let isNegative = take("-")
        if !isNegative { _ = take("+") }
        guard let hours = number() else {
            place = start
            return nil
        }
        var result = hours * 3_600
        if take(":"), let minutes = number() {
            result += minutes * 60
            if take(":"), let seconds = number() { result += seconds }
        }
        return isNegative ? -result : result
    }

    mutating func turn() -> POSIXRule.Turn? {
        let day: POSIXRule.Day
        if take("M") {
            guard let month = number(), take("."), let week = number(), take("."), let weekday = number(),
                (1...12).contains(month), (1...5).contains(week), (0...6).contains(weekday)
            else { return nil }
            day = .weekday(month: month, week: week, day: weekday)
        } else if take("J") {
            guard let number = number(), (1...365).contains(number) else { return nil }
            day = .julian(number)
        } else {
            guard let number = number(), number <= 365 else { return nil }
            day = .ordinal(number)
        }
        return POSIXRule.Turn(day: day, time: take("/") ? time() ?? 7_200 : 7_200)
    }
}
