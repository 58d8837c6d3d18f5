import Values

/// Cuts and cleans texts.
enum TextLimit {
    /// The text without white space at its ends and without control characters, at most `max` code points long.
    ///
    /// What people see as one character is never split: where it does not fit whole, it is left out. Line feeds
    /// stay where `keepsLines` says so; else they, like tabs, become spaces.
    static func cut(_ text: String, to max: Int, keepsLines: Bool) -> (text: String, wasCut: Bool) {
        if isPlain(text, max: max) { return (text, false) }
        // One code point more than fits is enough to tell whether the last character is whole.
        var kept = String.UnicodeScalarView()
        var room = Swift.max(max, 0) &+ 1
        var hasBegun = false
        var previous: Unicode.Scalar?
        var isComplete = true
        for scalar in text.unicodeScalars {
            guard let clean = cleaned(scalar, after: previous, keepsLines: keepsLines) else {
                previous = scalar
                continue
            }
            previous = scalar
            if !hasBegun, clean.properties.isWhitespace { continue }
            hasBegun = true
            if room == 0 {
                if clean.properties.isWhitespace { continue }
                isComplete = false
                break
            }
            kept.append(clean)
            room &-= 1
        }
        let candidate = String(kept)
        guard !isComplete || kept.count > max else { return (trimmingEnd(candidate), false) }
        var result = ""
        var length = 0
        var wasCut = false
        for character in candidate {
            let size = character.unicodeScalars.count
            if length &+ size > max {
                wasCut = !character.isWhitespace || !isComplete
                break
            }
            result.append(character)
            length &+= size
        }
        return (trimmingEnd(result), wasCut)
    }

    /// Whether the text is printable ASCII within its limit and without spaces at its ends, as nearly all are.
    private static func isPlain(_ text: String, max: Int) -> Bool {
        let bytes = text.utf8
        guard bytes.count <= max, let first = bytes.first, first != UInt8(ascii: " "),
            bytes.last != UInt8(ascii: " ")
        else { return bytes.isEmpty }
        return bytes.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// The scalar to keep in place of `scalar`, or nil where it is to go.
    private static func cleaned(
        _ scalar: Unicode.Scalar,
        after previous: Unicode.Scalar?,
        keepsLines: Bool
    ) -> Unicode.Scalar? {
        switch scalar {
        case "\n": previous == "\r" ? nil : (keepsLines ? "\n" : " ")
        case "\r": keepsLines ? "\n" : " "
        case "\t": " "
        default: scalar.properties.generalCategory == .control ? nil : scalar
        }
    }

    private static func trimmingEnd(_ text: String) -> String {
        var scalars = Substring(text).unicodeScalars
        while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
        return String(scalars)
    }
}

extension Coercer {
    /// Texts of this length and more may have several lines.
    private static let linesFrom = 256

    mutating func text(_ value: JSON, max: Int) -> Coercion {
        guard let source = plainText(value).map(EscapeSequences.removed) else {
            return .invalid(reason: "a text belongs here, not \(excerpt(value))")
        }
        var (text, wasCut) = TextLimit.cut(source, to: max, keepsLines: max >= Self.linesFrom)
        if wasCut, max <= WholeNumbers.longestReading {
            let whole = TextLimit.cut(source, to: 400, keepsLines: false).text
            guard let fitting = WholeNumbers.fitting(whole, cut: text, to: max) else {
                return .invalid(
                    reason:
                        "\(excerpt(value)) does not fit into \(max) characters, and cut it would say another number"
                )
            }
            text = fitting
        }
        if wasCut { remark("a text is cut to \(max) characters") }
        return text.isEmpty ? .clear : .value(.string(text))
    }

    /// A scalar's text; a number as JSON writes it.
    func plainText(_ value: JSON) -> String? {
        switch value {
        case .string(let text): text
        case .bool, .int: value.text
        case .double(let number): number.isFinite ? value.text : nil
        case .null, .array, .object: nil
        }
    }

    mutating func icon(_ value: JSON, max: Int, allowsMDI: Bool) -> Coercion {
        guard case .string(let source) = value else {
            return .invalid(reason: "an icon is a name, not \(excerpt(value))")
        }
        var name = TextLimit.cut(source, to: max &+ 1, keepsLines: false).text
        for (prefix, replacement) in [("hass:", "mdi:"), ("sfsymbols:", ""), ("sf:", "")]
        where name.lowercased().hasPrefix(prefix) {
            name = replacement + name.dropFirst(prefix.count)
        }
        guard name.unicodeScalars.count <= max else {
            return .invalid(reason: "an icon's name has at most \(max) characters")
        }
        let isMDI = name.lowercased().hasPrefix("mdi:")
        if isMDI, !allowsMDI {
            return .invalid(reason: "only SF Symbols can be drawn here, not \(excerpt(.string(name)))")
        }
        if isMDI { name = "mdi:" + name.dropFirst(4).lowercased() }
        let body = isMDI ? name.dropFirst(4) : Substring(name)
        let isName = body.utf8.allSatisfy { byte in
            isLetterOrDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "_")
        }
        guard isName, !body.isEmpty else {
            return .invalid(
                reason: "\(excerpt(value)) is no icon: name an SF Symbol\(allowsMDI ? " or mdi:name" : "")"
            )
        }
        return .value(.string(name))
    }

    /// Compares without regard to case, `-`, `_` and spaces, then looks for a word that means the same.
    func choice(_ value: JSON, of choices: [String]) -> Coercion {
        guard let source = plainText(value) else {
            return .invalid(
                reason: "one of \(choices.joined(separator: ", ")) belongs here, not \(excerpt(value))"
            )
        }
        let wanted = Self.folded(TextLimit.cut(source, to: 64, keepsLines: false).text)
        if let exact = choices.first(where: { Self.folded($0) == wanted }) { return .value(.string(exact)) }
        if let synonym = Synonyms.table[wanted]?.first(where: choices.contains) {
            return .value(.string(synonym))
        }
        let nearest = NearestName.find(wanted, in: choices).map { "; did you mean \($0)?" } ?? ""
        let names = choices.joined(separator: ", ")
        return .invalid(reason: "\(excerpt(value)) is none of \(names)\(nearest)")
    }

    private static func folded(_ text: String) -> String {
        String(text.lowercased().map { $0 == "_" || $0 == " " ? "-" : $0 })
    }

    /// Padded Base64 of the standard alphabet, at most 64 characters (`pushward-api.md` section 9.3).
    func thumbHash(_ value: JSON) -> Coercion {
        guard case .string(let source) = value else {
            return .invalid(reason: "a ThumbHash is a text, not \(excerpt(value))")
        }
        let text = TextLimit.cut(source, to: 65, keepsLines: false).text
        let body = text.utf8.reversed().drop { $0 == UInt8(ascii: "=") }
        let padding = text.utf8.count - body.count
        let isAlphabet = body.allSatisfy {
            isLetterOrDigit($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
        }
        guard isAlphabet, padding <= 2, !body.isEmpty, text.utf8.count % 4 == 0, text.utf8.count <= 64 else {
            return .invalid(reason: "a ThumbHash is padded Base64 of at most 64 characters")
        }
        return .value(.string(text))
    }
}

/// Whether the byte is an ASCII letter or digit.
func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        true
    default: false
    }
}
