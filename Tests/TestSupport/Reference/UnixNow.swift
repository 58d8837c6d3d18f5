/// Puts the time into the lines of the reference's rows.
package enum UnixNow {
    /// The text with `$now`, `$now+60` and `$now-60` replaced by Unix seconds.
    package static func expand(_ text: String, at unix: Int) -> String {
        let marker = "$now"
        var result = ""
        var rest = Substring(text)
        while let place = place(of: marker, in: rest) {
            result += rest[..<place]
            rest = rest[place...].dropFirst(marker.count)
            let sign = rest.first == "-" ? -1 : 1
            let digits = "+-".contains(rest.first ?? " ") ? rest.dropFirst().prefix { $0.isNumber } : ""
            if !digits.isEmpty { rest = rest.dropFirst(digits.count + 1) }
            result += String(unix + sign * (Int(digits) ?? 0))
        }
        return result + rest
    }

    private static func place(of marker: String, in text: Substring) -> Substring.Index? {
        text.indices.first { text[$0] == "$" && text[$0...].hasPrefix(marker) }
    }
}
