/// Reads the ways in which people and devices write a duration.
package enum DurationText {
    /// The seconds of `90`, `1h30m`, `5 min`, `1:30:00`, `1:30` (hours and minutes), `PT5M`, `1 day, 2:03:04`.
    ///
    /// - Returns: a finite number of seconds, not negative, or nil where the text is no duration.
    package static func seconds(_ text: String) -> Double? {
        let lowered = text.lowercased()
        if let number = Numbers.parse(lowered) { return number >= 0 ? number : nil }
        if lowered.hasPrefix("p") { return iso(lowered.dropFirst()) }
        if lowered.contains(":") { return clock(lowered) }
        return units(lowered[...])
    }

    /// Whether PushWard itself reads it: units `h`, `m`, `s` behind whole numbers, without spaces.
    ///
    /// Source: `pushward-api.md` section 8.1.
    package static func isPushWardForm(_ text: String) -> Bool {
        var hasDigits = false
        var hasUnit = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): hasDigits = true
            case UInt8(ascii: "h"), UInt8(ascii: "m"), UInt8(ascii: "s"):
                guard hasDigits else { return false }
                hasDigits = false
                hasUnit = true
            default: return false
            }
        }
        return hasUnit && !hasDigits
    }

    /// Days, hours, minutes, seconds in that order behind a `P`, the latter three behind a `T` (ISO 8601).
    private static func iso(_ text: Substring) -> Double? {
        let parts = text.split(separator: "t", maxSplits: 1, omittingEmptySubsequences: false)
        guard let days = parts.first, parts.count == 2 || !days.isEmpty else { return nil }
        var total = 0.0
        if !days.isEmpty {
            guard let part = units(days, known: ["w": 604_800, "d": 86_400]) else { return nil }
            total += part
        }
        if parts.count == 2, let time = parts.last {
            guard let part = units(time, known: ["h": 3600, "m": 60, "s": 1]) else { return nil }
            total += part
        }
        return total
    }

    /// `H:MM:SS` and `H:MM`, with days in front as Python writes them.
    private static func clock(_ text: String) -> Double? {
        var rest = text[...]
        var days = 0.0
        if let comma = rest.firstIndex(of: ",") {
            guard let part = units(rest[..<comma], known: ["day": 86_400, "days": 86_400, "d": 86_400]) else {
                return nil
            }
            days = part
            rest = rest[rest.index(after: comma)...].drop { $0 == " " }
        }
        let fields = rest.split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count == 2 || fields.count == 3 else { return nil }
        var total = 0.0
        for (place, field) in fields.enumerated() {
            let isDecimal = field.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: ".") }
            guard isDecimal, let number = Numbers.parse(String(field)), place == 0 || number < 60 else {
                return nil
            }
            total = total * 60 + number
        }
        if fields.count == 2 { total *= 60 }
        let sum = total + days
        return sum.isFinite ? sum : nil
    }

    private static let allUnits: [String: Double] = [
        "w": 604_800, "week": 604_800, "weeks": 604_800,
        "d": 86_400, "day": 86_400, "days": 86_400,
        "h": 3600, "hr": 3600, "hrs": 3600, "hour": 3600, "hours": 3600,
        "m": 60, "min": 60, "mins": 60, "minute": 60, "minutes": 60,
        "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1,
        "ms": 0.001,
    ]

    /// Numbers with a unit behind each.
    private static func units(_ text: Substring, known: [String: Double] = allUnits) -> Double? {
        var total = 0.0
        var rest = text.drop { $0 == " " }
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { ("0"..."9").contains($0) || $0 == "." }
            rest = rest.dropFirst(digits.count).drop { $0 == " " }
            let word = rest.prefix { ("a"..."z").contains($0) }
            rest = rest.dropFirst(word.count).drop { $0 == " " }
            guard let number = Numbers.parse(String(digits)), let factor = known[String(word)] else {
                return nil
            }
            total += number * factor
        }
        return total.isFinite ? total : nil
    }
}
