/// Reads durations as Home Assistant's `as_timedelta` does.
enum DurationText {
    /// `1 day, 2:03:04.5`, `12.5`, `PT1H7M`, `1 day 02:03:04`; nil where it is no duration.
    static func timedelta(_ text: String) -> TimeDelta? {
        standard(Reader(text)) ?? iso(Reader(text)) ?? postgres(Reader(text))
    }

    /// As in `[[-]D day[s][,] ][-][H:[M:]]S[.ffffff]`.
    private static func standard(_ start: Reader) -> TimeDelta? {
        var reader = start
        var days = 0.0
        if let value = leadingDays(&reader) { days = value }
        let sign = reader.take("-") ? -1.0 : 1.0
        guard let first = reader.digits() else { return nil }
        var numbers = [first]
        while numbers.count < 3, reader.take(":") {
            guard let next = reader.digits() else { return nil }
            numbers.append(next)
        }
        var fraction = 0.0
        if reader.take(".") || reader.take(",") {
            guard let value = reader.microseconds() else { return nil }
            fraction = value
        }
        guard reader.isAtEnd else { return nil }
        let seconds = numbers.reduce(0) { $0 * 60 + $1 }
        return TimeDelta(rounding: days * 86_400e6 + sign * (seconds * 1e6 + fraction))
    }

    /// `3 days, ` or `3 day, `; the expression also lets a bare `3 ` through.
    private static func leadingDays(_ reader: inout Reader) -> Double? {
        var probe = reader
        let isNegative = probe.take("-")
        guard let number = probe.digits(), probe.take(" ") else { return nil }
        var words = probe
        if words.take("day") {
            _ = words.take("s")
            guard words.take(", ") else { return nil }
            probe = words
        }
        reader = probe
        return isNegative ? -number : number
    }

    /// `[-+]P[nD][T[nH][nM][nS]]` with fractions.
    private static func iso(_ start: Reader) -> TimeDelta? {
        var reader = start
        let sign = reader.take("-") ? -1.0 : 1.0
        if sign > 0 { _ = reader.take("+") }
        guard reader.take("P") else { return nil }
        var total = 0.0
        func part(_ unit: String, _ microseconds: Double) {
            var probe = reader
            guard let number = probe.decimal(), probe.take(unit) else { return }
            reader = probe
            total += number * microseconds
        }
        part("D", 86_400e6)
        if reader.take("T") {
            part("H", 3_600e6)
            part("M", 60e6)
            part("S", 1e6)
        }
        return reader.isAtEnd ? TimeDelta(rounding: sign * total) : nil
    }

    /// As in `[-]D day[s] [-+]HH:MM:SS[.ffffff]`.
    private static func postgres(_ start: Reader) -> TimeDelta? {
        var reader = start
        var days = 0.0
        var probe = reader
        let isNegative = probe.take("-")
        if let number = probe.digits(), probe.take(" day") {
            _ = probe.take("s")
            _ = probe.take(" ")
            days = isNegative ? -number : number
            reader = probe
        }
        if reader.isAtEnd { return TimeDelta(rounding: days * 86_400e6) }
        let sign = reader.take("-") ? -1.0 : 1.0
        if sign > 0 { _ = reader.take("+") }
        guard let hours = reader.digits(), reader.take(":"), let minutes = reader.digits(exactly: 2),
            reader.take(":"), let seconds = reader.digits(exactly: 2)
        else { return nil }
        var fraction = 0.0
        if reader.take(".") {
            guard let value = reader.microseconds(longest: 6) else { return nil }
            fraction = value
        }
        guard reader.isAtEnd else { return nil }
        let clock = (hours * 3_600 + minutes * 60 + seconds) * 1e6 + fraction
        return TimeDelta(rounding: days * 86_400e6 + sign * clock)
    }

    private struct Reader {
        let text: [UInt8]
        var place = 0

        init(_ text: String) {
            self.text = Array(TextClass.withPlainDigits(text).utf8)
        }

        /// A final line break does not count, as in Python's `$`.
        var isAtEnd: Bool { place == text.count || (place == text.count - 1 && text[place] == 0x0A) }

        mutating func take(_ word: String) -> Bool {
            guard text[place...].starts(with: word.utf8) else { return false }
            place += word.utf8.count
            return true
        }

        mutating func digits(exactly: Int? = nil) -> Double? {
            let start = place
            while place < text.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[place]) {
                place += 1
            }
            guard place > start, exactly.map({ $0 == place - start }) ?? true else { return nil }
            return Double(String(decoding: text[start..<place], as: UTF8.self))
        }

        mutating func decimal() -> Double? {
            guard let whole = digits() else { return nil }
            var probe = self
            guard probe.take(".") || probe.take(",") else { return whole }
            let start = probe.place
            guard probe.digits() != nil else { return whole }
            let fraction = String(decoding: text[start..<probe.place], as: UTF8.self)
            self = probe
            return Double("\(Int(exactly: whole).map(String.init) ?? "0").\(fraction)")
        }

        /// Digits after a point as microseconds.
        mutating func microseconds(longest: Int = 12) -> Double? {
            let start = place
            guard digits() != nil, place - start <= longest else { return nil }
            let digits = String(decoding: text[start..<place].prefix(6), as: UTF8.self)
            return Double(digits + String(repeating: "0", count: 6 - digits.utf8.count))
        }
    }
}
