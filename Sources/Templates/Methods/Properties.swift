/// Python's attributes that are no methods.
enum Properties {
    static func find(_ name: String, of value: Value, run: Run) -> Value? {
        switch value {
        case .datetime(let moment):
            switch name {
            case "tzinfo": return moment.zone.map { .zone($0) } ?? Value.none
            case "fold": return .int(moment.isSecond ? 1 : 0)
            case "min":
                return DateTime(wall: CivilDate.earliest * TimeDelta.day, zone: nil).map { .datetime($0) }
            case "max":
                let wall = (CivilDate.latest + 1) * TimeDelta.day - 1
                return DateTime(wall: wall, zone: nil).map { .datetime($0) }
            case "resolution": return .timedelta(TimeDelta(microseconds: 1))
            default: return date(name, moment.date) ?? time(name, moment.timeOfDay)
            }
        case .date(let date):
            switch name {
            case "min": return CivilDate(daysSinceEpoch: CivilDate.earliest).map { .date($0) }
            case "max": return CivilDate(daysSinceEpoch: CivilDate.latest).map { .date($0) }
            case "resolution": return .timedelta(TimeDelta(microseconds: TimeDelta.day))
            default: return self.date(name, date)
            }
        case .time(let time):
            if name == "tzinfo" { return time.zone.map { .zone($0) } ?? Value.none }
            return self.time(name, time)
        case .timedelta(let duration):
            switch name {
            case "days": return .int(duration.days)
            case "seconds": return .int(duration.seconds)
            case "microseconds": return .int(duration.fraction)
            case "resolution": return .timedelta(TimeDelta(microseconds: 1))
            default: return nil
            }
        case .int, .big, .bool:
            switch name {
            case "real", "numerator": return Number(value)?.whole.map { Value($0) }
            case "imag": return .int(0)
            case "denominator": return .int(1)
            default: return nil
            }
        case .float(let number):
            switch name {
            case "real": return .float(number)
            case "imag": return .float(0)
            default: return nil
            }
        case .record(let record): return record.field(name)
        case .range(let range):
            switch name {
            case "start": return .int(range.start)
            case "stop": return .int(range.stop)
            case "step": return .int(range.step)
            default: return nil
            }
        case .zone(let zone): return name == "key" && !zone.isFixed ? .string(zone.text) : nil
        case .version(let version): return self.version(name, version)
        case .view(let view): return name == "mapping" ? .dict(view.dictionary) : nil
        default: return nil
        }
    }

    private static func date(_ name: String, _ date: CivilDate) -> Value? {
        switch name {
        case "year": .int(date.year)
        case "month": .int(date.month)
        case "day": .int(date.day)
        default: nil
        }
    }

    private static func time(_ name: String, _ time: TimeOfDay) -> Value? {
        switch name {
        case "hour": .int(time.hour)
        case "minute": .int(time.minute)
        case "second": .int(time.second)
        case "microsecond": .int(time.microsecond)
        default: nil
        }
    }

    private static func version(_ name: String, _ version: Version) -> Value? {
        switch name {
        case "string": .string(version.bare)
        case "prefix": version.prefix.map { .string($0) } ?? Value.none
        case "simple": .bool(version.isSimple)
        case "major", "year": section(version, 0)
        case "minor": section(version, 1)
        case "patch", "micro": section(version, 2)
        case "sections": .int(version.sectionCount)
        case "valid": .bool(version.isValid)
        case "modifier_type": version.modifierWord.map { .string($0) } ?? Value.none
        case "modifier": version.modifier.map { .string($0) } ?? Value.none
        case "alpha": .bool(version.modifier.map { $0.hasPrefix("a") } ?? false)
        case "beta": .bool(version.modifier.map { $0.hasPrefix("b") } ?? false)
        case "dev": .bool(version.modifier.map { $0.hasPrefix("d") } ?? false)
        case "release_candidate": .bool(version.modifier.map { $0.hasPrefix("rc") } ?? false)
        default: nil
        }
    }

    private static func section(_ version: Version, _ place: Int) -> Value? {
        version.section(place).map { .version($0) } ?? Value.none
    }
}
