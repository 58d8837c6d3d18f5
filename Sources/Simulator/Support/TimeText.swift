package import Values

/// Times as text: RFC 3339 for JSON, RFC 9110 for the `Date` header.
enum TimeText {
    static func rfc3339(_ instant: Timestamp) -> String {
        let time = CivilTime(instant)
        let date = "\(padded(time.year, 4))-\(padded(time.month))-\(padded(time.day))"
        return "\(date)T\(padded(time.hour)):\(padded(time.minute)):\(padded(time.second))Z"
    }

    static func httpDate(_ instant: Timestamp) -> String {
        let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let time = CivilTime(instant)
        let weekday = weekdays[CivilTime.weekday(instant)]
        let clock = "\(padded(time.hour)):\(padded(time.minute)):\(padded(time.second))"
        return
            "\(weekday), \(padded(time.day)) \(months[time.month - 1]) \(padded(time.year, 4)) \(clock) GMT"
    }

    /// The instant that an RFC 3339 text with `Z` or an offset names, or nil.
    static func parse(_ text: String) -> Timestamp? {
        var rest = Array(text.utf8)[...]
        guard let year = digits(4, &rest), take("-", &rest), let month = digits(2, &rest), take("-", &rest),
            let day = digits(2, &rest), take("T", &rest) || take("t", &rest), let hour = digits(2, &rest),
            take(":", &rest), let minute = digits(2, &rest), take(":", &rest), let second = digits(2, &rest)
        else { return nil }
        guard (1...12).contains(month), day >= 1, day <= CivilTime.daysInMonth(year: year, month: month),
            hour < 24, minute < 60, second < 60
        else { return nil }
        if take(".", &rest) {
            guard let first = rest.first, isDigit(first) else { return nil }
            rest = rest.drop(while: isDigit)
        }
        guard let offset = offset(&rest), rest.isEmpty else { return nil }
        let seconds = hour * 3600 + minute * 60 + second - offset
        return CivilTime.instant(year: year, month: month, day: day, second: seconds)
    }

    /// Seconds east of UTC.
    private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int? {
        if take("Z", &rest) || take("z", &rest) { return 0 }
        let sign = take("+", &rest) ? 1 : take("-", &rest) ? -1 : 0
        guard sign != 0, let hours = digits(2, &rest), take(":", &rest), let minutes = digits(2, &rest),
            hours < 24, minutes < 60
        else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    private static func take(_ character: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    private static func digits(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Int? {
        let head = rest.prefix(count)
        guard head.count == count, head.allSatisfy(isDigit) else { return nil }
        rest = rest.dropFirst(count)
        return head.reduce(0) { $0 * 10 + Int($1) - 48 }
    }

    private static func padded(_ number: Int, _ width: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}

extension Simulator {
    /// The instant that a JSON value names: seconds since 1970, or RFC 3339.
    package static func instant(_ value: JSON) -> Timestamp? {
        value.stringValue.flatMap(TimeText.parse) ?? value.doubleValue.flatMap { Timestamp(unixSeconds: $0) }
    }

    /// The instant in RFC 3339, in whole seconds of UTC.
    package static func text(of instant: Timestamp) -> String { TimeText.rfc3339(instant) }
}
