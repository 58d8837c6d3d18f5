extension Timestamp {
    /// Reads a date and time with its offset, such as `2026-12-01T08:30:00.5+01:00` (RFC 3339).
    ///
    /// Also taken: a space for the `T`, an offset without its colon or minutes, a comma before the fraction. A leap
    /// second is the first of the next minute. A time without an offset is not taken: nobody knows when it is.
    package init?(rfc3339 text: String) {
        var reader = DateReader(text)
        guard let year = reader.digits(4), reader.skip("-"), let month = reader.digits(2), reader.skip("-"),
            let day = reader.digits(2), reader.skip("T") || reader.skip("t") || reader.skip(" "),
            let hour = reader.digits(2), reader.skip(":"), let minute = reader.digits(2)
        else { return nil }
        var second = 0
        var microsecond = 0
        if reader.skip(":") {
            guard let read = reader.digits(2) else { return nil }
            second = read
            if reader.skip(".") || reader.skip(",") {
                guard let fraction = reader.microseconds() else { return nil }
                microsecond = fraction
            }
        }
        guard let offset = reader.offset(), reader.isAtEnd, second <= 60,
            let date = CivilDate(
                year: year,
                month: month,
                day: day,
                hour: hour,
                minute: minute,
                second: min(second, 59),
                microsecond: microsecond
            )
        else { return nil }
        let leap: Duration = .seconds(second == 60 ? 1 : 0)
        self = date.timestamp + leap - .seconds(offset)
    }

    /// The instant in UTC as RFC 3339, with a fraction where it has one: `2026-12-01T07:30:00.5Z`.
    ///
    /// Instants outside the years 0 to 9999 are written as the nearest within.
    package var rfc3339: String {
        guard let date = CivilDate(self) else {
            return microseconds < 0 ? "0000-01-01T00:00:00Z" : "9999-12-31T23:59:59Z"
        }
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
        }
        var fraction = ""
        if date.microsecond > 0 {
            fraction = "." + padded(date.microsecond, 6)
            while fraction.hasSuffix("0") { fraction.removeLast() }
        }
        return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T"
            + "\(padded(date.hour, 2)):\(padded(date.minute, 2)):\(padded(date.second, 2))\(fraction)Z"
    }

    /// Reads the date of an HTTP header, such as `Tue, 01 Dec 2026 08:30:00 GMT` (RFC 9110 section 5.6.7).
    ///
    /// The two obsolete forms are not taken.
    package init?(httpDate text: String) {
        let words = text.split(separator: " ")
        guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT" || words[5] == "UTC" else {
            return nil
        }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let clock = words[4].split(separator: ":", omittingEmptySubsequences: false)
        guard let month = months.firstIndex(where: { $0 == words[2] }), clock.count == 3,
            let day = Int(words[1]), let year = Int(words[3]), let hour = Int(clock[0]),
            let minute = Int(clock[1]), let second = Int(clock[2]),
            let date = CivilDate(
                year: year,
                month: month + 1,
                day: day,
                hour: hour,
                minute: minute,
                second: min(second, 59)
            )
        else { return nil }
        self = date.timestamp
    }
}

/// Reads the parts of a date from its ASCII text.
private struct DateReader {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        self.rest = Substring(text).utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Exactly so many digits.
    mutating func digits(_ count: Int) -> Int? {
        var number = 0
        for _ in 0..<count {
            guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
                return nil
            }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
            rest.removeFirst()
        }
        return number
    }

    /// A fraction's digits, one or more; those beyond the sixth are cut off.
    mutating func microseconds() -> Int? {
        var number = 0
        var count = 0
        while let digit = digits(1) {
            if count < 6 { number = number * 10 + digit }
            count += 1
        }
        guard count > 0 else { return nil }
        for _ in min(count, 6)..<6 { number *= 10 }
        return number
    }

    /// `Z`, `+01:00`, `+0100` or `+01`, in seconds east of UTC.
    mutating func offset() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let sign: Int
        if skip("+") {
            sign = 1
        } else if skip("-") {
            sign = -1
        } else {
            return nil
        }
        guard let hours = digits(2), hours <= 23 else { return nil }
        if isAtEnd { return sign * hours * 3600 }
        _ = skip(":")
        guard let minutes = digits(2), minutes <= 59 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
