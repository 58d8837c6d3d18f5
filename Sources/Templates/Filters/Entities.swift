/// The characters that HTML names.
enum Entities {
    private static let names: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "copy": "©",
        "reg": "®",
        "deg": "°", "euro": "€", "pound": "£", "cent": "¢", "sect": "§", "para": "¶", "middot": "·",
        "bull": "•",
        "hellip": "…", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
        "laquo": "«", "raquo": "»", "times": "×", "divide": "÷", "plusmn": "±", "micro": "µ", "auml": "ä",
        "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é",
        "egrave": "è",
        "agrave": "à", "ccedil": "ç", "ntilde": "ñ", "oslash": "ø", "aring": "å", "aelig": "æ", "trade": "™",
        "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓", "frac12": "½", "sup2": "²", "sup3": "³",
    ]

    static func decode(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var output = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            output += rest[..<start]
            let after = rest[rest.index(after: start)...]
            if let end = after.prefix(32).firstIndex(of: ";"),
                let character = character(String(after[..<end]))
            {
                output += character
                rest = after[after.index(after: end)...]
            } else {
                output += "&"
                rest = after
            }
        }
        return output + rest
    }

    private static func character(_ name: String) -> String? {
        guard name.hasPrefix("#") else { return names[name] }
        let digits = name.dropFirst()
        let code = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.map { Unicode.Scalar($0).map { String($0) } ?? "\u{FFFD}" }
    }
}
