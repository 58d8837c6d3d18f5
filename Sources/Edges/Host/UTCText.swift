internal import Values

/// An instant as people and log collectors read it.
enum UTCText {
    /// `2026-06-01T12:00:00.123Z`; the bare seconds since 1970 beyond the year 9999.
    static func milliseconds(_ instant: Timestamp) -> String {
        guard let date = CivilDate(instant) else { return String(instant.wholeSeconds) }
        return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T"
            + "\(padded(date.hour, 2)):\(padded(date.minute, 2)):\(padded(date.second, 2))."
            + "\(padded(date.microsecond / 1_000, 3))Z"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
