/// Filters on times and durations, most of which are functions, too.
enum DateFilters {
    static let all: [Builtin] = shared + [timestampCustom, timestampLocal, timestampUTC]

    /// Those that are functions, too.
    static let shared: [Builtin] = [
        asTimestamp, asDatetime, asLocal, asTimedelta, todayAt, relativeTime, timeSince, timeUntil,
        timedeltaString,
    ]

    /// The instant of Unix seconds, as Python's `fromtimestamp`; nil where a default can replace the error.
    static func instant(_ value: Value) throws(TemplateError) -> Int? {
        if let error = value.unusable { throw error.code == .unknownInput ? error : .failed(error.message) }
        guard let number = Number(value) else { return nil }
        let seconds = number.double
        guard !seconds.isNaN else { return nil }
        guard seconds.magnitude < 1e17 else { throw .failed("the time is too far away") }
        let whole = seconds.rounded(.down)
        // Python rounds the fraction half to even.
        var fraction = ((seconds - whole) * 1e6).rounded(.toNearestOrEven)
        var base = Int(whole)
        if fraction >= 1e6 {
            base += 1
            fraction -= 1e6
        }
        guard (-62_135_596_800...253_402_300_799).contains(base) else { return nil }
        return base * 1_000_000 + Int(fraction)
    }

    private static func moment(_ value: Value, _ zone: Zone) throws(TemplateError) -> DateTime? {
        if value.isUndefined { return nil }
        guard let instant = try instant(value) else { return nil }
        return DateTime(utc: instant, zone: zone)
    }

    static let timestampCustom = Builtin("timestamp_custom", "value, date_format=, local=, default=") {
        a,
        run throws(TemplateError) in
        let zone = try a.flag(2, run, or: true) ? run.local : Zone.utc
        guard let moment = try moment(a.value(0), zone), let format = a[1].map(\.text) ?? "%Y-%m-%d %H:%M:%S"
        else {
            return try run.orDefault(a[3], "timestamp_custom", a.value(0))
        }
        return .string(try run.strftime(.datetime(moment), format))
    }

    static let timestampLocal = Builtin("timestamp_local", "value, default=") {
        a,
        run throws(TemplateError) in
        guard let moment = try moment(a.value(0), run.local) else {
            return try run.orDefault(a[1], "timestamp_local", a.value(0))
        }
        return .string(moment.iso(separator: "T"))
    }

    static let timestampUTC = Builtin("timestamp_utc", "value, default=") { a, run throws(TemplateError) in
        guard let moment = try moment(a.value(0), .utc) else {
            return try run.orDefault(a[1], "timestamp_utc", a.value(0))
        }
        return .string(moment.iso(separator: "T"))
    }

    static let asTimestamp = Builtin("as_timestamp", "value, default=") { a, run throws(TemplateError) in
        let moment: DateTime?
        if case .datetime(let own) = a.value(0) {
            moment = own
        } else {
            moment = ISOText.dateTime(try run.text(a.value(0)))
        }
        guard let moment else { return try run.orDefault(a[1], "as_timestamp", a.value(0)) }
        return .float(Double(moment.instant(naiveIn: run.local)) / 1_000_000)
    }

    static let asDatetime = Builtin("as_datetime", "value, default=") { a, run throws(TemplateError) in
        let value = a.value(0)
        switch value {
        case .datetime: return value
        case .date(let date):
            return DateTime(wall: date.daysSinceEpoch * TimeDelta.day, zone: nil).map { .datetime($0) }
                ?? .none
        default: break
        }
        if let number = try run.float(value), let instant = try instant(.float(number)),
            let moment = DateTime(utc: instant, zone: .utc)
        {
            return .datetime(moment)
        }
        if let text = value.text {
            if let moment = ISOText.dateTime(text) { return .datetime(moment) }
            return a[1] ?? .none
        }
        return try run.orDefault(a[1], "as_datetime", value)
    }

    static let asLocal = Builtin("as_local", "value") { a, run throws(TemplateError) in
        .datetime(try local(try moment(a.value(0)), run))
    }

    private static func moment(_ value: Value) throws(TemplateError) -> DateTime {
        guard case .datetime(let moment) = value else {
            throw value.unusable
                ?? .failed(
                    "a date with its time is needed, not a \(value.typeName)",
                    hint: "use | as_datetime first"
                )
        }
        return moment
    }

    /// The time in the local zone; a naive one gets the zone stamped on.
    static func local(_ moment: DateTime, _ run: Run) throws(TemplateError) -> DateTime {
        let result =
            moment.zone == nil
            ? DateTime(wall: moment.wall, isSecond: moment.isSecond, zone: run.local)
            : DateTime(utc: moment.instant(naiveIn: .utc), zone: run.local)
        guard let result else { throw Run.beyondCalendar }
        return result
    }

    static let asTimedelta = Builtin("as_timedelta", "value") { a, run throws(TemplateError) in
        guard let text = a.value(0).text else {
            throw a.value(0).unusable
                ?? .failed(
                    "'as_timedelta' wants a text, not a \(a.value(0).typeName)",
                    hint: "use | string first"
                )
        }
        return DurationText.timedelta(text).map { .timedelta($0) } ?? .none
    }

    static let todayAt = Builtin("today_at", "time_str=") { a, run throws(TemplateError) in
        let date = try run.now().date
        var time = TimeOfDay(microsecondsOfDay: 0, isSecond: false, zone: nil)
        if let value = a[0], try run.isTrue(value) {
            guard let parsed = ISOText.timeOfDay(try run.text(value)) else {
                throw .failed(
                    "'today_at' cannot read '\(try run.text(value))'",
                    hint: "write a time such as 20:00"
                )
            }
            time = parsed
        }
        guard let moment = DateTime(date: date, time: time, zone: run.local) else { throw Run.beyondCalendar }
        return .datetime(moment)
    }

    /// The time with its zone, and the microseconds from it to now; no time for what is none.
    private static func age(_ value: Value, _ run: Run) throws(TemplateError) -> (
        value: Value, microseconds: Int?
    ) {
        guard case .datetime(let own) = try value.known() else { return (value, nil) }
        let moment = own.zone == nil ? try local(own, run) : own
        return (.datetime(moment), try run.now().distance(from: moment))
    }

    /// The number of units to show; what is no whole number is reached by no number of units.
    private static func precision(_ a: Arguments) -> Int {
        guard let value = a[1] else { return 1 }
        if case .float(let number) = value { return Int(exactly: number) ?? .max }
        return value.int ?? .max
    }

    private static func rounded(_ microseconds: Int) -> Int {
        Int((Double(microseconds) / 1e6).rounded(.toNearestOrEven))
    }

    static let relativeTime = Builtin("relative_time", "value") { a, run throws(TemplateError) in
        let (value, age) = try age(a.value(0), run)
        guard let age, age >= 0 else { return value }
        return .string(AgeText.text(seconds: rounded(age), precision: 1))
    }

    static let timeSince = Builtin("time_since", "value, precision=") { a, run throws(TemplateError) in
        let (value, age) = try age(a.value(0), run)
        guard let age, age >= 0 else { return value }
        return .string(AgeText.text(seconds: rounded(age), precision: precision(a)))
    }

    static let timeUntil = Builtin("time_until", "value, precision=") { a, run throws(TemplateError) in
        let (value, age) = try age(a.value(0), run)
        guard let age, age <= 0 else { return value }
        return .string(AgeText.text(seconds: rounded(0 &- age), precision: precision(a)))
    }

    static let timedeltaString = Builtin("timedelta_string", "value, precision=") {
        a,
        run throws(TemplateError) in
        guard case .timedelta(let duration) = a.value(0) else { return a.value(0) }
        let seconds = abs(rounded(duration.microseconds))
        return .string(AgeText.text(seconds: seconds, precision: precision(a)))
    }
}

extension Run {
    /// Python's `strftime` of a time, a date or a time of day.
    func strftime(_ value: Value, _ format: String) throws(TemplateError) -> String {
        try make(format.utf8.count * 8)
        let moment: DateTime?
        switch value {
        case .datetime(let own): moment = own
        case .date(let date): moment = DateTime(wall: date.daysSinceEpoch * TimeDelta.day, zone: nil)
        case .time(let time):
            moment = CivilDate(year: 1_900, month: 1, day: 1).flatMap {
                DateTime(date: $0, time: time, zone: time.zone)
            }
        default: moment = nil
        }
        guard let moment else { throw .failed("a \(value.typeName) cannot be written as a time") }
        let result = TimeFormat(moment, local: local).text(format)
        try make(result.utf8.count)
        return result
    }
}
