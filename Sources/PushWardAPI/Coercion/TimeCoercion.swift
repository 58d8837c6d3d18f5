import Values

extension Coercer {
    /// Unix seconds from seconds, milliseconds, microseconds, nanoseconds or RFC 3339 text.
    ///
    /// The size of a number tells its unit: seconds stay below 10^11 until the year 5138.
    func time(_ value: JSON) -> Coercion {
        if let number = finiteNumber(value) {
            var seconds = number
            for _ in 0..<3 where seconds.magnitude > 1e11 { seconds /= 1000 }
            guard seconds >= 1, seconds <= 1e11, let whole = Int(exactly: seconds.rounded(.down)) else {
                return .invalid(reason: "\(excerpt(value)) is no time: Unix seconds belong here")
            }
            return .value(.int(whole))
        }
        guard case .string(let text) = value else {
            return .invalid(reason: "a time belongs here, not \(excerpt(value))")
        }
        let trimmed = TextLimit.cut(text, to: 64, keepsLines: false).text
        guard let instant = Timestamp(rfc3339: trimmed) else {
            return .invalid(
                reason:
                    "\(excerpt(value)) is no time: Unix seconds, or a date and time with its offset, belong here"
            )
        }
        guard instant.wholeSeconds > 0 else {
            return .invalid(reason: "\(excerpt(value)) lies before 1970")
        }
        return .value(.int(instant.wholeSeconds))
    }

    /// RFC 3339 text in UTC, to the second, from what ``time(_:)`` takes.
    func instant(_ value: JSON) -> Coercion {
        guard case .value(let seconds) = time(value) else { return time(value) }
        guard let instant = seconds.doubleValue.flatMap(Timestamp.init(unixSeconds:)) else {
            return .invalid(reason: "\(excerpt(value)) is no time")
        }
        return .value(.string(instant.rfc3339))
    }

    /// Text of PushWard's own form stays; every other form becomes seconds.
    ///
    /// A longer one than there can be is none: shown as the longest, it would be made up.
    mutating func duration(_ value: JSON, in range: ClosedRange<Int>) -> Coercion {
        let seconds: Double
        var kept: String?
        if let number = finiteNumber(value) {
            seconds = number
        } else if case .string(let text) = value,
            let parsed = DurationText.seconds(TextLimit.cut(text, to: 64, keepsLines: false).text)
        {
            seconds = parsed
            let trimmed = TextLimit.cut(text, to: 64, keepsLines: false).text
            if DurationText.isPushWardForm(trimmed) { kept = trimmed }
        } else {
            return .invalid(
                reason: "\(excerpt(value)) is no duration: seconds, or a text such as 1h30m, belong here"
            )
        }
        guard seconds > 0 else { return .invalid(reason: "a duration must be longer than nothing") }
        let whole = Int(exactly: Swift.max(seconds.rounded(), 1)) ?? .max
        guard whole <= range.upperBound else {
            return .invalid(
                reason: "\(excerpt(value)) is too long a duration: \(range.upperBound) seconds are the most"
            )
        }
        guard range.contains(whole) else {
            let clamped = range.lowerBound
            remark("\(excerpt(value)) is brought to \(clamped) seconds")
            return .value(.int(clamped))
        }
        return .value(kept.map { .string($0) } ?? .int(whole))
    }
}
