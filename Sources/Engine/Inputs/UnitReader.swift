import Mapping
import PushWardAPI
import Templates
import Values

/// Turns what an input says into seconds or a time, by its `unit`.
enum UnitReader {
    static func convert(
        _ value: Value,
        unit: Input.Unit?,
        timeZone: String?,
        now: Timestamp,
        scope: () -> TemplateScope
    ) -> InputReading {
        if case .float(let number) = value, number.isNaN { return .unknown(reason: .notSaid) }
        guard let unit else { return .value(value) }
        if case .none = value { return .value(.none) }
        switch unit {
        case .seconds: return scaled(value, by: 1)
        case .minutes: return scaled(value, by: 60)
        case .hours: return scaled(value, by: 3600)
        case .milliseconds: return scaled(value, by: 0.001)
        case .clock: return seconds(DurationText.seconds(text(value) ?? ""))
        case .minutesAndSeconds: return seconds(minutesAndSeconds(text(value) ?? ""))
        case .timeOfDay:
            let scope = scope()
            guard let text = text(value),
                let time = TimeOfDay.instant(text, zone: timeZone, now: now, services: scope.services)
            else { return .unknown(reason: .implausible) }
            return .value(scope.services.localTime(time))
        case .iso: return iso(value, timeZone: timeZone, scope: scope())
        }
    }

    private static func scaled(_ value: Value, by factor: Double) -> InputReading {
        guard let number = number(value), number.isFinite else { return .unknown(reason: .implausible) }
        return seconds(number * factor)
    }

    private static func seconds(_ number: Double?) -> InputReading {
        guard let number, number.isFinite else { return .unknown(reason: .implausible) }
        if let whole = Int(exactly: number) { return .value(.int(whole)) }
        return .value(.float(number))
    }

    /// `M:SS`, of which the minutes may be more than an hour's; anything else as any other clock.
    private static func minutesAndSeconds(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return DurationText.seconds(text) }
        guard let minutes = UInt16(parts[0]), let seconds = UInt8(parts[1]), seconds < 60 else { return nil }
        return Double(minutes) * 60 + Double(seconds)
    }

    private static func iso(_ value: Value, timeZone: String?, scope: TemplateScope) -> InputReading {
        guard let text = text(value) else { return .unknown(reason: .implausible) }
        if text.hasPrefix("P"), let duration = DurationText.seconds(text) { return seconds(duration) }
        guard let time = TimeReading.time(of: .string(text), zone: timeZone, scope: scope) else {
            return .unknown(reason: .implausible)
        }
        return .value(scope.services.localTime(time))
    }

    static func number(_ value: Value) -> Double? {
        switch value {
        case .int(let number): Double(number)
        case .float(let number): number
        case .string(let text): Double(text.trimmed)
        default: nil
        }
    }

    static func text(_ value: Value) -> String? {
        switch value {
        case .string(let text): text.trimmed
        case .int(let number): String(number)
        case .float(let number): String(number)
        default: nil
        }
    }
}
