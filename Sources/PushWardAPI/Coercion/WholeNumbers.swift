import Values

/// Keeps a cut from making another number of one: `18:00` is never drawn as `18:0`, nor `12345` as `1234`.
enum WholeNumbers {
    /// Texts of up to so many characters stand for one reading; a longer one is a sentence, and is cut.
    static let longestReading = 16
    /// In so little room no unit and no word that loses its end still says the same beside a number.
    private static let narrow = 4

    /// What of a text that is too long may be shown in `max` characters, of which `cut` are its first.
    ///
    /// A decimal number loses decimals, a text the number at the cut; nil: what is left would say something else.
    static func fitting(_ text: String, cut: String, to max: Int) -> String? {
        if let number = Numbers.parse(text) {
            return (0...max).reversed().lazy
                .map { Numbers.json(Numbers.rounded(number, decimals: $0)).text }
                .first { $0.unicodeScalars.count <= max && isPlain($0) }
        }
        let scalars = Array(text.unicodeScalars)
        if max <= narrow { return scalars.contains(where: isDigit) ? nil : cut }
        let place = cut.unicodeScalars.count
        guard place > 0, place < scalars.count else { return cut }
        guard isPart(scalars[place - 1]), isPart(scalars[place]) else { return cut }
        let before = scalars[..<place].reversed().drop(while: isPart)
        guard scalars[before.count..<place].contains(where: isDigit) else { return cut }
        let kept = String(String.UnicodeScalarView(before.drop { isSign($0) }.reversed()))
        let text = TextLimit.cut(kept, to: max, keepsLines: false).text
        return text.isEmpty ? nil : text
    }

    private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "-" || scalar == "+" || scalar == "−"
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.numericType == .decimal
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        isDigit(scalar) || scalar == "." || scalar == "," || scalar == ":"
    }

    /// Whether a number is written without an exponent.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }
    }
}
