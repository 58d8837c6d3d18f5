/// A length of time in words, as Home Assistant's `time_since` says it.
enum AgeText {
    private static let units: [(name: String, seconds: Int)] = [
        ("year", 31_536_000), ("month", 2_592_000), ("day", 86_400), ("hour", 3_600), ("minute", 60),
        ("second", 1),
    ]

    /// `2 days 3 hours`: at most `precision` units, the last one rounded half to even; all of them for 0.
    ///
    /// `total` is not negative.
    static func text(seconds total: Int, precision: Int) -> String {
        guard total > 0 else { return "0 seconds" }
        var rest = rounded(total, precision: precision)
        var parts: [String] = []
        for unit in units where rest >= unit.seconds {
            let count = rest / unit.seconds
            parts.append("\(count) \(unit.name)\(count == 1 ? "" : "s")")
            rest %= unit.seconds
            if parts.count == precision { break }
        }
        return parts.joined(separator: " ")
    }

    /// The length rounded to the last unit that will be shown, so that a rounding up carries into the units above.
    private static func rounded(_ total: Int, precision: Int) -> Int {
        let year = units[0].seconds
        let month = units[1].seconds
        var rest = total
        var shown = 0
        for unit in units where rest >= unit.seconds {
            shown += 1
            if shown == precision {
                let count = (Double(rest) / Double(unit.seconds)).rounded(.toNearestOrEven)
                let result = total + (Int(exactly: count) ?? 0) * unit.seconds - rest
                // Twelve months of 30 days are five days short of a year: rounding to them ends the year.
                let wasFull = total % year / month >= 12
                if result % year / month >= 12, !wasFull || unit.seconds == month {
                    return result + year - result % year
                }
                return result
            }
            rest %= unit.seconds
        }
        return total
    }
}
