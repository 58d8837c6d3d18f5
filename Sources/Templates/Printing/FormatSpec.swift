/// A format specification of `str.format`, such as `>8.2f`.
///
/// Source: Python's "Format Specification Mini-Language".
struct FormatSpec {
    var fill: Unicode.Scalar = " "
    var align: Unicode.Scalar?
    /// Nil where none is written, which means `-`.
    var sign: Unicode.Scalar?
    var isAlternate = false
    var dropsNegativeZero = false
    var width = 0
    var grouping: Unicode.Scalar?
    var precision: Int?
    var type: Unicode.Scalar?

    /// Widths and precisions beyond it are refused.
    static let maximum = 100_000

    init?(_ text: String) {
        var rest = text.unicodeScalars[...]
        let aligns = "<>=^".unicodeScalars
        var hasFill = false
        if let second = rest.dropFirst().first, aligns.contains(second) {
            fill = rest.removeFirst()
            hasFill = true
            align = rest.removeFirst()
        } else if let first = rest.first, aligns.contains(first) {
            align = rest.removeFirst()
        }
        if let first = rest.first, "+- ".unicodeScalars.contains(first) { sign = rest.removeFirst() }
        if rest.first == "z" {
            dropsNegativeZero = true
            rest.removeFirst()
        }
        if rest.first == "#" {
            isAlternate = true
            rest.removeFirst()
        }
        if rest.first == "0" {
            if !hasFill { fill = "0" }
            align = align ?? "="
            rest.removeFirst()
        }
        guard let width = Self.number(&rest) else { return nil }
        self.width = width ?? 0
        if rest.first == "," || rest.first == "_" { grouping = rest.removeFirst() }
        if rest.first == "." {
            rest.removeFirst()
            guard let precision = Self.number(&rest), let precision else { return nil }
            self.precision = precision
        }
        type = rest.popFirst()
        guard rest.isEmpty else { return nil }
    }

    init() {}

    /// The outer nil is a number that is too large.
    private static func number(_ rest: inout Substring.UnicodeScalarView) -> Int?? {
        var result: Int?
        while let digit = rest.first?.asciiDigit {
            let value = (result ?? 0) * 10 + digit
            guard value <= maximum else { return nil }
            result = value
            rest.removeFirst()
        }
        return .some(result)
    }

    /// The text filled up to the width; a sign and prefix stay in front where the alignment is `=`.
    func pad(_ body: String, prefix: String = "", defaultAlign: Unicode.Scalar) -> String {
        let missing = width - body.unicodeScalars.count - prefix.unicodeScalars.count
        guard missing > 0 else { return prefix + body }
        func filler(_ count: Int) -> String { String(repeating: String(fill), count: count) }
        switch align ?? defaultAlign {
        case "<": return prefix + body + filler(missing)
        case "^": return filler(missing / 2) + prefix + body + filler(missing - missing / 2)
        case "=": return prefix + filler(missing) + body
        default: return filler(missing) + prefix + body
        }
    }

    func signText(isNegative: Bool) -> String {
        isNegative ? "-" : sign == "+" || sign == " " ? String(sign ?? " ") : ""
    }

    /// Separators between groups of digits; zeros that fill up to the width get some, too.
    func grouped(_ digits: String, rest: String, prefixWidth: Int, every size: Int = 3) -> String {
        guard let grouping else { return digits + rest }
        var whole = digits
        if fill == "0", align == "=" {
            let room = width - prefixWidth - rest.unicodeScalars.count
            while Self.separated(whole, grouping, size).count < room { whole = "0" + whole }
            let text = Self.separated(whole, grouping, size)
            // A separator must not stand first: one zero more is what Python writes.
            return text + rest
        }
        return Self.separated(whole, grouping, size) + rest
    }

    private static func separated(_ digits: String, _ mark: Unicode.Scalar, _ size: Int) -> String {
        var output = ""
        let count = digits.utf8.count
        for (place, digit) in digits.enumerated() {
            if place > 0, (count - place) % size == 0 { output.unicodeScalars.append(mark) }
            output.append(digit)
        }
        return output
    }
}
