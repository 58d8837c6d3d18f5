/// An instant on the civil time line, in microseconds since 1970-01-01T00:00:00Z.
package struct Timestamp: Sendable, Hashable, Comparable {
    package var microseconds: Int64

    package init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Makes an instant from Unix seconds, or nil where they are not finite or lie beyond the years -9999 to 9999.
    package init?(unixSeconds: Double) {
        guard unixSeconds.isFinite, abs(unixSeconds) < 2.6e11 else { return nil }
        self.microseconds = Int64((unixSeconds * 1_000_000).rounded())
    }

    /// Whole seconds since 1970, rounded down.
    package var wholeSeconds: Int {
        let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return Int(remainder < 0 ? quotient - 1 : quotient)
    }

    /// Seconds since 1970 with their fraction.
    package var unixSeconds: Double { Double(microseconds) / 1_000_000 }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microseconds < right.microseconds
    }

    package static func + (instant: Timestamp, duration: Duration) -> Timestamp {
        Timestamp(microseconds: instant.microseconds &+ duration.wholeMicroseconds)
    }

    package static func - (instant: Timestamp, duration: Duration) -> Timestamp {
        Timestamp(microseconds: instant.microseconds &- duration.wholeMicroseconds)
    }

    /// The time from `right` to `left`.
    package static func - (left: Timestamp, right: Timestamp) -> Duration {
        .microseconds(left.microseconds &- right.microseconds)
    }
}

extension Duration {
    /// Whole microseconds, rounded towards zero; values beyond 292,000 years are cut to that.
    package var wholeMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        return product &+ attoseconds / 1_000_000_000_000
    }

    /// Seconds with their fraction.
    package var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
