/// What Python says of characters.
enum TextClass {
    /// White space as `str.isspace`, `strip` and `split` see it.
    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20, 0x09...0x0D, 0x1C...0x1F, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F,
            0x205F,
            0x3000:
            true
        default: false
        }
    }

    /// A line boundary as `str.splitlines` sees it.
    static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x1C...0x1E, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    static func isAlphabetic(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }

    static func isDecimal(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.numericType == .decimal }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.numericType == .decimal || scalar.properties.numericType == .digit
    }

    static func isNumeric(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.numericType != nil }

    /// Whether the regular expression class `\w` holds it.
    static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || isAlphabetic(scalar) || isNumeric(scalar)
    }

    static func isUpper(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isUppercase }
    static func isLower(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isLowercase }
    static func isTitle(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .titlecaseLetter
    }
    static func isCased(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isCased }

    /// Whether `repr` prints it as it is.
    static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == " " { return true }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator:
            return false
        default: return true
        }
    }

    /// The text with the decimal digits of other scripts as those of ASCII.
    static func withPlainDigits(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var output = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isDecimal(scalar), let value = scalar.properties.numericValue,
                let digit = Unicode.Scalar(48 + UInt32(value))
            {
                output.append(digit)
            } else {
                output.append(scalar)
            }
        }
        return String(output)
    }

    /// The text without white space at its ends, or without the characters given.
    static func strip(_ text: String, _ characters: String? = nil, left: Bool = true, right: Bool = true)
        -> String
    {
        let scalars = text.unicodeScalars
        let set = characters.map { Set($0.unicodeScalars) }
        func goes(_ scalar: Unicode.Scalar) -> Bool { set?.contains(scalar) ?? isSpace(scalar) }
        var start = scalars.startIndex
        var end = scalars.endIndex
        if left { while start < end, goes(scalars[start]) { start = scalars.index(after: start) } }
        if right {
            while end > start {
                let before = scalars.index(before: end)
                guard goes(scalars[before]) else { break }
                end = before
            }
        }
        if start == scalars.startIndex, end == scalars.endIndex { return text }
        return String(scalars[start..<end])
    }
}
