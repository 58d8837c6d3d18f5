/// Reads durations as people write them: `30s`, `5m`, `1h30m`, `2d`, `100ms`, or a plain number of seconds.
enum DurationText {
    enum Reading: Equatable {
        case duration(Duration)
        /// No duration; the hint says how to write what was probably meant.
        case wrong(hint: String)
    }

    /// What every wrong duration's hint ends with.
    static let forms = "write it like `30s`, `5m`, `1h30m`, `2d` or `100ms`"

    /// The longest duration that is read: a hundred years.
    private static let longest = 36_525 * 86_400_000_000

    private static let units: [(name: String, microseconds: Int)] = [
        ("ms", 1_000), ("d", 86_400_000_000), ("h", 3_600_000_000), ("m", 60_000_000), ("s", 1_000_000),
    ]

    /// Words that people write for units.
    private static let words: [String: String] = [
        "sec": "s", "secs": "s", "second": "s", "seconds": "s", "min": "m", "mins": "m", "minute": "m",
        "minutes": "m", "hr": "h", "hrs": "h", "hour": "h", "hours": "h", "day": "d", "days": "d",
        "msec": "ms", "millisecond": "ms", "milliseconds": "ms", "s": "s", "m": "m", "h": "h", "d": "d",
        "ms": "ms",
    ]

    static func read(_ text: String) -> Reading {
        let text = text.lowercased()
        if text.contains(":") { return .wrong(hint: clockHint(text)) }
        var rest = Substring(text)
        var total = 0
        guard !rest.isEmpty else { return .wrong(hint: forms) }
        while !rest.isEmpty {
            guard let number = takeNumber(&rest) else { return .wrong(hint: hint(for: text)) }
            let unit: Int
            if let match = units.first(where: { rest.hasPrefix($0.name) }) {
                rest = rest.dropFirst(match.name.count)
                unit = match.microseconds
            } else if rest.isEmpty, total == 0 {
                unit = 1_000_000
            } else {
                return .wrong(hint: hint(for: text))
            }
            if let first = rest.first, !first.isASCII || !first.isNumber {
                return .wrong(hint: hint(for: text))
            }
            let part = number * Double(unit)
            guard part <= Double(longest) else { return .wrong(hint: "a hundred years at most; " + forms) }
            total += Int(part.rounded())
            guard total <= longest else { return .wrong(hint: "a hundred years at most; " + forms) }
        }
        return .duration(.microseconds(total))
    }

    /// A duration in the form in which it is written here, such as `1h30m`.
    static func text(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        if attoseconds != 0 {
            let milliseconds = attoseconds / 1_000_000_000_000_000
            return seconds == 0 ? "\(milliseconds)ms" : "\(seconds)s\(milliseconds)ms"
        }
        guard seconds != 0 else { return "0s" }
        var rest = seconds
        var text = ""
        for (name, size) in [("d", Int64(86_400)), ("h", 3_600), ("m", 60), ("s", 1)] where rest >= size {
            text += "\(rest / size)\(name)"
            rest %= size
        }
        return text
    }

    private static func takeNumber(_ rest: inout Substring) -> Double? {
        let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let number = Double(digits), number.isFinite else { return nil }
        rest = rest.dropFirst(digits.count)
        return number
    }

    /// `0:30` may be half a minute or half an hour: both are named.
    private static func clockHint(_ text: String) -> String {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        switch parts.count {
        case 2:
            guard let first = parts[0], let second = parts[1], first >= 0, second >= 0 else { return forms }
            let minutes = first == 0 ? "\(second)s" : "\(first)m\(second)s"
            let hours = first == 0 ? "\(second)m" : "\(first)h\(second)m"
            return "write `\(minutes)` or `\(hours)`"
        case 3:
            guard let hours = parts[0], let minutes = parts[1], let seconds = parts[2] else { return forms }
            return "write `\(hours)h\(minutes)m\(seconds)s`"
        default: return forms
        }
    }

    /// `5 min` is told as `5m`.
    private static func hint(for text: String) -> String {
        let pieces = text.split(separator: " ").map(String.init)
        var parts: [String] = []
        for piece in pieces {
            let digits = piece.prefix { $0.isASCII && $0.isNumber }
            parts.append(String(digits))
            parts.append(String(piece.dropFirst(digits.count)))
        }
        parts.removeAll(where: \.isEmpty)
        guard parts.count == 2, Int(parts[0]) != nil, let unit = words[parts[1]] else { return forms }
        return "write `\(parts[0])\(unit)`"
    }
}
