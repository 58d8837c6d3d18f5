/// Python's methods of times, dates and durations.
enum DateMethods {
    static let datetime: [Builtin] =
        shared + [
            isoformat, timestamp, replace, astimezone,
            of("date") { .date($0.date) },
            of("time") { .time($0.timeOfDay) },
            of("timetz") { moment in
                let time = moment.timeOfDay
                return .time(
                    TimeOfDay(
                        microsecondsOfDay: time.microsecondsOfDay,
                        isSecond: moment.isSecond,
                        zone: moment.zone
                    )
                )
            },
            of("utcoffset") {
                $0.offset.map { .timedelta(TimeDelta(microseconds: $0 * 1_000_000)) } ?? .none
            },
            of("dst") { moment in
                let seconds = floorDivide(moment.wall, 1_000_000)
                let saving = moment.zone?.daylightSaving(wallSeconds: seconds, isSecond: moment.isSecond)
                return saving.map { .timedelta(TimeDelta(microseconds: $0 * 1_000_000)) } ?? .none
            },
            of("tzname") { moment in
                let seconds = floorDivide(moment.wall, 1_000_000)
                return moment.zone.map {
                    .string($0.abbreviation(wallSeconds: seconds, isSecond: moment.isSecond))
                } ?? .none
            },
            of("utctimetuple") { moment in
                structTime(DateTime(utc: moment.instant(naiveIn: .utc), zone: .utc) ?? moment, saving: 0)
            },
            Builtin("fromtimestamp", "self, timestamp, tz=") { a, run throws(TemplateError) in
                guard let instant = try DateFilters.instant(a.value(1)) else {
                    throw .failed("this is no time")
                }
                var zone: Zone?
                if case .zone(let given)? = a[2] { zone = given }
                guard let moment = DateTime(utc: instant, zone: zone ?? run.local) else {
                    throw Run.beyondCalendar
                }
                let naive = DateTime(wall: moment.wall, isSecond: moment.isSecond, zone: zone)
                return naive.map { .datetime($0) } ?? .none
            },
            Builtin("combine", "self, date, time, tzinfo=") { a, run throws(TemplateError) in
                guard case .time(let time) = a.value(2) else {
                    throw .failed("'combine' wants a date and a time of day")
                }
                let date: CivilDate
                switch a.value(1) {
                case .date(let own): date = own
                case .datetime(let own): date = own.date
                default: throw .failed("'combine' wants a date and a time of day")
                }
                var zone = time.zone
                if let given = a[3] { if case .zone(let own) = given { zone = own } else { zone = nil } }
                return DateTime(date: date, time: time, zone: zone).map { .datetime($0) } ?? .none
            },
            Builtin("today", "self") { a, run throws(TemplateError) in
                DateTime(wall: try run.now().wall, zone: nil).map { .datetime($0) } ?? .none
            },
            Builtin("strptime", "self, date_string, format") { a, run throws(TemplateError) in
                let format = try a.text(2, or: "")
                guard let moment = TimeParser(format: format)?.parse(try a.text(1, or: "")) else {
                    throw .failed("the text does not fit '\(format)'")
                }
                return .datetime(moment)
            },
            Builtin("fromisoformat", "self, date_string") { a, run throws(TemplateError) in
                guard let moment = ISOText.dateTime(try a.text(1, or: "")) else {
                    throw .failed("the text is no ISO time")
                }
                return .datetime(moment)
            },
        ]

    static let date: [Builtin] =
        shared + [
            of("isoformat") { .string($0.date.text) },
            Builtin("replace", "self, year=, month=, day=") { a, run throws(TemplateError) in
                guard case .date(let date) = a.value(0) else { return .none }
                guard
                    let changed = CivilDate(
                        year: try a.int(1, or: date.year),
                        month: try a.int(2, or: date.month),
                        day: try a.int(3, or: date.day)
                    )
                else { throw .failed("there is no such day") }
                return .date(changed)
            },
        ]

    static let time: [Builtin] = [
        strftime,
        Builtin("utcoffset", "self") { a, run throws(TemplateError) in Value.none },
        Builtin("dst", "self") { a, run throws(TemplateError) in Value.none },
        Builtin("tzname", "self") { a, run throws(TemplateError) in Value.none },
        Builtin("isoformat", "self, timespec=") { a, run throws(TemplateError) in
            guard case .time(let time) = a.value(0) else { return .none }
            return .string(try isoTime(time, try a.text(1, or: "auto")))
        },
        Builtin("replace", "self, hour=, minute=, second=, microsecond=") { a, run throws(TemplateError) in
            guard case .time(let time) = a.value(0) else { return .none }
            guard
                let changed = TimeOfDay(
                    hour: try a.int(1, or: time.hour),
                    minute: try a.int(2, or: time.minute),
                    second: try a.int(3, or: time.second),
                    microsecond: try a.int(4, or: time.microsecond),
                    zone: time.zone
                )
            else { throw .failed("there is no such time of day") }
            return .time(changed)
        },
    ]

    static let timedelta: [Builtin] = [
        Builtin("total_seconds", "self") { a, run throws(TemplateError) in
            guard case .timedelta(let duration) = a.value(0) else { return .none }
            return .float(duration.totalSeconds)
        }
    ]

    /// Those that dates have, too.
    private static let shared: [Builtin] = [
        strftime,
        of("weekday") { .int($0.date.weekday) },
        of("isoweekday") { .int($0.date.weekday + 1) },
        of("toordinal") { .int($0.date.ordinal) },
        of("isocalendar") { moment in
            let week = moment.date.isoWeek
            return .record(Record(.isoCalendar, [.int(week.year), .int(week.week), .int(week.weekday)]))
        },
        of("timetuple") { moment in
            let seconds = floorDivide(moment.wall, 1_000_000)
            let saving = moment.zone?.daylightSaving(wallSeconds: seconds, isSecond: moment.isSecond)
            return structTime(moment, saving: saving.map { $0 == 0 ? 0 : 1 } ?? -1)
        },
        Builtin("fromordinal", "self, ordinal") { a, run throws(TemplateError) in
            let (days, overflow) = try a.int(1, or: 0).subtractingReportingOverflow(CivilDate.epochOrdinal)
            return try naive(overflow ? nil : CivilDate(daysSinceEpoch: days), like: a.value(0))
        },
        Builtin("fromisocalendar", "self, year, week, day") { a, run throws(TemplateError) in
            let (year, week, day) = (try a.int(1, or: 0), try a.int(2, or: 0), try a.int(3, or: 0))
            guard (1...53).contains(week), (1...7).contains(day),
                let fourth = CivilDate(year: year, month: 1, day: 4)
            else { throw Run.beyondCalendar }
            // The week with the fourth of January is the year's first.
            let monday = fourth.daysSinceEpoch - fourth.weekday
            let date = CivilDate(daysSinceEpoch: monday + (week - 1) * 7 + day - 1)
            guard let found = date?.isoWeek, found.week == week else { throw Run.beyondCalendar }
            return try naive(date, like: a.value(0))
        },
        Builtin("ctime", "self") { a, run throws(TemplateError) in
            .string(try run.strftime(a.value(0), "%a %b %e %H:%M:%S %Y"))
        },
    ]

    private static func naive(_ date: CivilDate?, like value: Value) throws(TemplateError) -> Value {
        guard let date else { throw Run.beyondCalendar }
        if case .date = value { return .date(date) }
        return DateTime(wall: date.daysSinceEpoch * TimeDelta.day, zone: nil).map { .datetime($0) } ?? .none
    }

    private static func of(_ name: String, _ body: @escaping @Sendable (DateTime) -> Value) -> Builtin {
        Builtin(name, "self") { a, run throws(TemplateError) in
            switch a.value(0) {
            case .datetime(let moment): return body(moment)
            case .date(let date):
                return DateTime(wall: date.daysSinceEpoch * TimeDelta.day, zone: nil).map(body) ?? .none
            default: return .none
            }
        }
    }

    private static func structTime(_ moment: DateTime, saving: Int) -> Value {
        let (date, time) = (moment.date, moment.timeOfDay)
        let fields = [
            date.year, date.month, date.day, time.hour, time.minute, time.second, date.weekday,
            date.dayOfYear, saving,
        ]
        return .record(Record(.structTime, fields.map { .int($0) }))
    }

    private static let strftime = Builtin("strftime", "self, format") { a, run throws(TemplateError) in
        .string(try run.strftime(a.value(0), try a.text(1, or: "")))
    }

    private static let isoformat = Builtin("isoformat", "self, sep=, timespec=") {
        a,
        run throws(TemplateError) in
        guard case .datetime(let moment) = a.value(0) else { return .none }
        let separator = try a.text(1, or: "T")
        guard separator.unicodeScalars.count == 1 else { throw .failed("the separator is one character") }
        let time = try isoTime(moment.timeOfDay, try a.text(2, or: "auto"))
        return .string(moment.date.text + separator + time + offsetText(moment.offset, separator: ":"))
    }

    private static func isoTime(_ time: TimeOfDay, _ precision: String) throws(TemplateError) -> String {
        let clock = time.text.prefix(8)
        switch precision {
        case "auto": return time.text
        case "hours": return String(clock.prefix(2))
        case "minutes": return String(clock.prefix(5))
        case "seconds": return String(clock)
        case "milliseconds": return "\(clock).\(padded(time.microsecond / 1_000, 3))"
        case "microseconds": return "\(clock).\(padded(time.microsecond, 6))"
        default: throw .failed("'\(precision)' is no precision of a time")
        }
    }

    private static let timestamp = Builtin("timestamp", "self") { a, run throws(TemplateError) in
        guard case .datetime(let moment) = a.value(0) else { return .none }
        return .float(Double(moment.instant(naiveIn: run.local)) / 1_000_000)
    }

    private static let replace = Builtin(
        "replace",
        "self, year=, month=, day=, hour=, minute=, second=, microsecond=, tzinfo=, *, fold="
    ) { a, run throws(TemplateError) in
        guard case .datetime(let moment) = a.value(0) else { return .none }
        let (date, time) = (moment.date, moment.timeOfDay)
        var zone = moment.zone
        switch a[8] {
        case nil: break
        case Value.none?: zone = nil
        case .zone(let given)?: zone = given
        default: throw .failed("'tzinfo' is a time zone or none")
        }
        guard
            let day = CivilDate(
                year: try a.int(1, or: date.year),
                month: try a.int(2, or: date.month),
                day: try a.int(3, or: date.day)
            )
        else { throw .failed("there is no such day") }
        guard
            let clock = TimeOfDay(
                hour: try a.int(4, or: time.hour),
                minute: try a.int(5, or: time.minute),
                second: try a.int(6, or: time.second),
                microsecond: try a.int(7, or: time.microsecond),
                isSecond: try a.int(9, or: moment.isSecond ? 1 : 0) == 1
            ), let result = DateTime(date: day, time: clock, zone: zone)
        else { throw .failed("there is no such time of day") }
        return .datetime(result)
    }

    private static let astimezone = Builtin("astimezone", "self, tz=") { a, run throws(TemplateError) in
        guard case .datetime(let moment) = a.value(0) else { return .none }
        let instant = moment.instant(naiveIn: run.local)
        if case .zone(let zone)? = a[1] {
            guard let result = DateTime(utc: instant, zone: zone) else { throw Run.beyondCalendar }
            return .datetime(result)
        }
        guard a[1] == nil || a[1] == Value.none else { throw .failed("'astimezone' wants a time zone") }
        guard let local = DateTime(utc: instant, zone: run.local), let offset = local.offset else {
            throw Run.beyondCalendar
        }
        let seconds = floorDivide(local.wall, 1_000_000)
        let name = run.local.abbreviation(wallSeconds: seconds, isSecond: local.isSecond)
        let fixed = Zone.fixed(seconds: offset, name: name, isISO: false)
        return DateTime(wall: local.wall, zone: fixed).map { .datetime($0) } ?? .none
    }
}
