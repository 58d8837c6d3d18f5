import PushWardAPI

/// The form of a card's slug (`pushward-api.md` section 1).
enum SlugText {
    static let rule = "a slug has 1 to 128 letters, digits, `-` and `_`, and starts with a letter or digit"

    static func isSlug(_ text: String) -> Bool {
        // Which rule it breaks does not matter here: `rule` names them all.
        (try? Slug(validating: text)) != nil
    }

    /// A text turned into a slug, or nil where nothing is left of it.
    static func slug(from text: String) -> String? {
        var slug = ""
        for byte in text.lowercased().utf8 {
            if isAlphanumeric(byte) {
                slug.unicodeScalars.append(Unicode.Scalar(byte))
            } else if !slug.isEmpty, !slug.hasSuffix("-") {
                slug += byte == UInt8(ascii: "_") ? "_" : "-"
            }
        }
        while slug.hasSuffix("-") { slug.removeLast() }
        return slug.isEmpty ? nil : String(slug.prefix(128))
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}

/// A version of the app, such as `1.14.0`.
struct AppVersion: Comparable {
    var parts: [Int]

    init?(_ text: String) {
        let pieces = text.split(separator: ".", omittingEmptySubsequences: false).map {
            ScalarText.integer(String($0))
        }
        guard (1...4).contains(pieces.count), pieces.allSatisfy({ $0.map { $0 >= 0 } ?? false }) else {
            return nil
        }
        parts = pieces.compactMap { $0 }
        while parts.count < 4 { parts.append(0) }
    }

    static func < (left: AppVersion, right: AppVersion) -> Bool {
        left.parts.lexicographicallyPrecedes(right.parts)
    }
}
