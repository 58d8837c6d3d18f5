/// Python's escapes in texts.
enum EscapeSequences {
    /// The text with its escapes replaced; unknown ones stay as they are; nil for an incomplete `\x`, `\u` or `\U`.
    static func decode(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        var output = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\" else {
                output.append(scalar)
                continue
            }
            guard let letter = rest.popFirst() else { return nil }
            if letter == "\n" { continue }
            if let simple = simple[letter] {
                output.append(simple)
            } else if let width = width(letter) {
                guard let code = hexadecimal(&rest, width), let decoded = surrogates(code, &rest) else {
                    return nil
                }
                output.append(decoded)
            } else if ("0"..."7").contains(letter) {
                output.append(octal(letter, &rest))
            } else if letter == "N" {
                return nil
            } else {
                output.append("\\")
                output.append(letter)
            }
        }
        return String(output)
    }

    private static let simple: [Unicode.Scalar: Unicode.Scalar] = [
        "n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", "\"": "\"", "a": "\u{07}", "b": "\u{08}",
        "f": "\u{0C}", "v": "\u{0B}",
    ]

    private static func width(_ letter: Unicode.Scalar) -> Int? {
        switch letter {
        case "x": 2
        case "u": 4
        case "U": 8
        default: nil
        }
    }

    private static func hexadecimal(_ rest: inout Substring.UnicodeScalarView, _ width: Int) -> UInt32? {
        let digits = rest.prefix(width)
        guard digits.count == width, digits.allSatisfy({ $0.isASCII && $0.properties.isASCIIHexDigit }) else {
            return nil
        }
        rest = rest.dropFirst(width)
        return UInt32(String(digits), radix: 16)
    }

    /// A code point; half of a pair alone cannot be kept and becomes the replacement character.
    private static func surrogates(
        _ code: UInt32,
        _ rest: inout Substring.UnicodeScalarView
    ) -> Unicode.Scalar? {
        if let scalar = Unicode.Scalar(code) { return scalar }
        guard code < 0x11_0000 else { return nil }
        var probe = rest
        if (0xD800..<0xDC00).contains(code), probe.popFirst() == "\\", probe.popFirst() == "u",
            let low = hexadecimal(&probe, 4), (0xDC00..<0xE000).contains(low)
        {
            rest = probe
            return Unicode.Scalar(0x1_0000 + (code - 0xD800) << 10 + low - 0xDC00)
        }
        return "\u{FFFD}"
    }

    private static func octal(
        _ first: Unicode.Scalar,
        _ rest: inout Substring.UnicodeScalarView
    ) -> Unicode.Scalar {
        var code = first.value - 48
        for _ in 0..<2 {
            guard let next = rest.first, ("0"..."7").contains(next) else { break }
            code = code * 8 + next.value - 48
            rest = rest.dropFirst()
        }
        return Unicode.Scalar(code) ?? "\u{FFFD}"
    }
}
