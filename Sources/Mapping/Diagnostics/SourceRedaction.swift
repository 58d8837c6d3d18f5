/// Hides secrets in a source line that is shown, since people paste such output where others read it.
///
/// Each hidden character becomes one dot, so that places in the line stay the same.
enum SourceRedaction {
    private static let dot: Unicode.Scalar = "\u{2022}"

    static func hiding(_ line: String) -> String {
        var text = Array(line.unicodeScalars)
        hideKeys(&text)
        hidePasswords(&text)
        hideValues(&text)
        var shown = String.UnicodeScalarView()
        shown.append(contentsOf: text)
        return String(shown)
    }

    /// Integration keys and account tokens: `hlk_…`, `hla_…`, `hlw_…`.
    private static func hideKeys(_ text: inout [Unicode.Scalar]) {
        for place in text.indices where place + 4 <= text.count {
            guard text[place] == "h", text[place + 1] == "l", ["k", "a", "w"].contains(text[place + 2]),
                text[place + 3] == "_"
            else { continue }
            var end = place + 4
            while end < text.count, isWord(text[end]) {
                text[end] = dot
                end += 1
            }
        }
    }

    /// The password in `scheme://user:password@host`.
    private static func hidePasswords(_ text: inout [Unicode.Scalar]) {
        var place = 0
        while place + 3 <= text.count {
            guard text[place] == ":", text[place + 1] == "/", text[place + 2] == "/" else {
                place += 1
                continue
            }
            place += 3
            let rest = text[place...].prefix { !"/?# \"'".unicodeScalars.contains($0) }
            guard let at = rest.lastIndex(of: "@"), let colon = rest[..<at].firstIndex(of: ":") else {
                continue
            }
            for index in (colon + 1)..<at { text[index] = dot }
        }
    }

    /// What stands behind a key such as `password:`, but for tags and templates.
    private static func hideValues(_ text: inout [Unicode.Scalar]) {
        for place in text.indices where text[place] == ":" {
            var start = place
            while start > 0, isWord(text[start - 1]) { start -= 1 }
            var key = String.UnicodeScalarView()
            key.append(contentsOf: text[start..<place])
            guard isSecret(String(key).lowercased()) else { continue }
            var end = place + 1
            while end < text.count, text[end] == " " || text[end] == "\"" || text[end] == "'" { end += 1 }
            guard end < text.count, text[end] != "!", text[end] != "{" else { continue }
            while end < text.count, !",}#\"'".unicodeScalars.contains(text[end]) {
                if text[end] != " " { text[end] = dot }
                end += 1
            }
        }
    }

    private static func isSecret(_ key: String) -> Bool {
        guard !key.hasSuffix("_file"), !key.hasPrefix("slug") else { return false }
        return ["password", "pasword", "passwort", "token", "secret", "api_key"].contains { key.contains($0) }
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || (scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)))
    }
}

extension String {
    /// Whether a part of it is `other`.
    fileprivate func contains(_ other: String) -> Bool {
        let (own, wanted) = (Array(utf8), Array(other.utf8))
        guard own.count >= wanted.count else { return false }
        return (0...(own.count - wanted.count)).contains {
            own[$0..<($0 + wanted.count)].elementsEqual(wanted)
        }
    }
}
