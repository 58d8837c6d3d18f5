/// A duration in whole microseconds, which may be negative: Python's `timedelta`.
package struct TimeDelta: Sendable, Hashable, Comparable {
    let microseconds: Int

    static let day = 86_400_000_000
    /// Python's largest number of days is 999,999,999; here it is what 64 bits hold.
    static let maximumDays = 106_751_990

    init(microseconds: Int) {
        self.microseconds = microseconds
    }

    /// The duration of that many microseconds, rounded half to even; nil beyond 292,000 years.
    init?(rounding microseconds: Double) {
        let rounded = microseconds.rounded(.toNearestOrEven)
        guard let whole = Int(exactly: rounded) else { return nil }
        self.microseconds = whole
    }

    /// Whole days, rounded down.
    var days: Int { floorDivide(microseconds, Self.day) }
    /// 0 to 86,399: what is left beside the days.
    var seconds: Int { floorModulo(microseconds, Self.day) / 1_000_000 }
    /// 0 to 999,999.
    var fraction: Int { floorModulo(microseconds, 1_000_000) }

    var totalSeconds: Double { Double(microseconds) / 1_000_000 }

    package static func < (left: TimeDelta, right: TimeDelta) -> Bool {
        left.microseconds < right.microseconds
    }

    /// As in `1 day, 2:03:04.500000`.
    var text: String {
        let clock = "\(seconds / 3_600):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
        let tail = fraction == 0 ? "" : "." + padded(fraction, 6)
        guard days != 0 else { return clock + tail }
        return "\(days) day\(days.magnitude == 1 ? "" : "s"), \(clock)\(tail)"
    }

    var repr: String {
        var parts: [String] = []
        if days != 0 { parts.append("days=\(days)") }
        if seconds != 0 { parts.append("seconds=\(seconds)") }
        if fraction != 0 { parts.append("microseconds=\(fraction)") }
        return "datetime.timedelta(\(parts.isEmpty ? "0" : parts.joined(separator: ", ")))"
    }
}

/// The quotient rounded down; the divisor is not 0.
func floorDivide(_ number: Int, _ divisor: Int) -> Int {
    if divisor == -1 { return 0 &- number }
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder != 0 && (remainder < 0) != (divisor < 0) ? quotient - 1 : quotient
}

/// The remainder with the divisor's sign; the divisor is not 0.
func floorModulo(_ number: Int, _ divisor: Int) -> Int {
    if divisor == -1 { return 0 }
    let remainder = number % divisor
    return remainder != 0 && (remainder < 0) != (divisor < 0) ? remainder + divisor : remainder
}
