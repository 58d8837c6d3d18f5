/// The name of an activity: 1 to 128 letters, digits, `-` and `_`, the first a letter or digit.
///
/// Source: `pushward-api.md` section 1.
package struct Slug: Sendable, Hashable, Comparable, CustomStringConvertible {
    package static let maxLength = 128

    package let text: String

    /// Takes a text that is a slug already.
    ///
    /// - Throws: `SlugError` where it is none.
    package init(validating text: String) throws(SlugError) {
        if let problem = Self.problem(of: text) { throw problem }
        self.text = text
    }

    private init(unchecked text: String) {
        self.text = text
    }

    package var description: String { text }

    package static func < (left: Slug, right: Slug) -> Bool { left.text < right.text }

    /// A slug for any text: the text itself where it is one, else one like it that ends with a checksum.
    ///
    /// Distinct texts stay distinct (but for the chance of 1 in 4 billion that two checksums agree), and the
    /// same text always gives the same slug. Latin letters lose their accents; other writing becomes `-`.
    package static func from(text: String) -> Slug {
        if problem(of: text) == nil { return Slug(unchecked: text) }
        let suffix = "-" + Checksum.hex(text)
        var base = Identifier.fitting(Transliteration.latin(text), max: maxLength - suffix.utf8.count)
        while base.last == "-" || base.last == "_" { base.removeLast() }
        return Slug(unchecked: (base.isEmpty ? "x" : base) + suffix)
    }

    private static func problem(of text: String) -> SlugError? {
        guard let first = text.utf8.first else { return .empty }
        guard text.utf8.count <= maxLength else { return .tooLong }
        guard isLetterOrDigit(first) else { return .badStart }
        let isFitting = text.utf8.allSatisfy {
            isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
        return isFitting ? nil : .badCharacter
    }
}

/// Why a text is no slug.
package enum SlugError: Error, Sendable, Hashable, CustomStringConvertible {
    case empty
    case tooLong
    case badStart
    case badCharacter

    package var description: String {
        switch self {
        case .empty: "a slug cannot be empty"
        case .tooLong: "a slug has at most 128 characters"
        case .badStart: "a slug starts with a letter or digit"
        case .badCharacter: "a slug has only letters (without accents), digits, `-` and `_`"
        }
    }
}

/// A checksum that stays the same for ever (FNV-1a, 32 bits of the 64 folded).
package enum Checksum {
    /// Eight hexadecimal digits.
    package static func hex(_ text: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 {
            hash ^= UInt64(byte)
            hash = hash &* 0x100_0000_01B3
        }
        let digits = String(UInt32(truncatingIfNeeded: hash ^ (hash >> 32)), radix: 16)
        return String(repeating: "0", count: max(0, 8 - digits.utf8.count)) + digits
    }

    /// The text where it has at most `max` characters, else its beginning with a checksum of all of it.
    ///
    /// For identifiers such as `collapse_id`, which must not become equal by being cut. `max` is at least 16.
    package static func shortened(_ text: String, max: Int) -> String {
        guard text.unicodeScalars.count > max else { return text }
        return TextLimit.cut(text, to: max - 9, keepsLines: false).text + "-" + hex(text)
    }
}

/// Writes Latin letters without what ASCII lacks.
enum Transliteration {
    /// The text with the letters of European languages as one or two ASCII letters; others stay.
    static func latin(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                result.unicodeScalars.append(scalar)
            } else if let replacement = table[scalar] {
                result += replacement
            } else if scalar.properties.generalCategory != .nonspacingMark {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static let table: [Unicode.Scalar: String] = {
        var table: [Unicode.Scalar: String] = [:]
        for entry in rows.split(separator: " ") {
            let parts = entry.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, let replacement = parts.last else { continue }
            for scalar in parts[0].unicodeScalars { table[scalar] = String(replacement) }
        }
        return table
    }()

    private static let rows = """
        äæǽ:ae öœ:oe ü:ue ß:ss Ä:Ae Ö:Oe Ü:Ue ẞ:SS Æ:AE Œ:OE àáâãåāăą:a ÀÁÂÃÅĀĂĄ:A çćčĉċ:c ÇĆČĈĊ:C \
        ďđð:d ĎĐÐ:D èéêëēĕėęě:e ÈÉÊËĒĔĖĘĚ:E ĝğġģ:g ĜĞĠĢ:G ĥħ:h ĤĦ:H ìíîïĩīĭįı:i ÌÍÎÏĨĪĬĮİ:I ĵ:j Ĵ:J ķ:k Ķ:K \
        ĺļľŀł:l ĹĻĽĿŁ:L ñńņň:n ÑŃŅŇ:N òóôõøōŏő:o ÒÓÔÕØŌŎŐ:O ŕŗř:r ŔŖŘ:R śŝşšș:s ŚŜŞŠȘ:S ţťŧț:t ŢŤŦȚ:T \
        ùúûũūŭůűų:u ÙÚÛŨŪŬŮŰŲ:U ŵ:w Ŵ:W ýÿŷ:y ÝŸŶ:Y źżž:z ŹŻŽ:Z þ:th Þ:Th
        """
}
