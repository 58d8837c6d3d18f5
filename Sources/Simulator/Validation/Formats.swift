import Values

/// The formats that several kinds of content share (pushward-api.md sections 1, 7.2, 9).
enum Formats {
    /// Colour names (pushward-api.md section 9.1).
    static let colourNames = [
        "red", "orange", "yellow", "green", "blue", "purple", "pink", "indigo", "teal", "cyan", "mint",
        "brown",
    ]
    static let blockedSchemes = ["javascript", "data", "file", "vbscript"]

    static func isSlug(_ text: String) -> Bool { isIdentifier(text, longest: 128) }

    /// Letters, digits, `-`, `_`, the first one a letter or digit, all of ASCII.
    static func isIdentifier(_ text: String, longest: Int) -> Bool {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, bytes.count <= longest, isAlphanumeric(first) else { return false }
        return bytes.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }

    static func isColour(_ text: String) -> Bool {
        if colourNames.contains(text) { return true }
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        return [6, 8].contains(digits.utf8.count) && digits.utf8.allSatisfy(isHexDigit)
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }

    static func isHexDigit(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...70).contains(byte) || (97...102).contains(byte)
    }

    /// The scheme of a URL in lower case (RFC 3986 section 3.1), or nil where there is none.
    static func scheme(_ url: String) -> String? {
        guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = url[..<colon]
        guard let first = scheme.utf8.first, isAlphanumeric(first), first >= 65 else { return nil }
        let others = Array("+-.".utf8)
        guard scheme.utf8.allSatisfy({ isAlphanumeric($0) || others.contains($0) }) else { return nil }
        return scheme.lowercased()
    }

    static func isHTTP(_ url: String) -> Bool { ["http", "https"].contains(scheme(url) ?? "") }

    /// What is between `//` and the path, or nil where the URL has no such part.
    static func authority(_ url: String) -> String? {
        guard let colon = url.firstIndex(of: ":") else { return nil }
        let rest = url[url.index(after: colon)...]
        guard rest.hasPrefix("//") else { return nil }
        return String(rest.dropFirst(2).prefix { !"/?#".contains($0) })
    }

    static func host(_ url: String) -> String? {
        guard let authority = authority(url) else { return nil }
        let afterUser = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        if afterUser.hasPrefix("["), let end = afterUser.firstIndex(of: "]") {
            return String(afterUser[...end])
        }
        let host = afterUser.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).first
        return host.flatMap { $0.isEmpty ? nil : String($0) }
    }

    /// What is wrong with the URL of an action or a link, or nil (pushward-api.md section 7.2).
    static func urlComplaint(_ url: String) -> String? {
        if url.isEmpty { return "must not be empty" }
        if url.codePoints > 2048 { return "must be at most 2048 characters" }
        if url.unicodeScalars.contains(where: {
            $0.properties.isWhitespace || $0.value < 32 || $0.value == 127
        }) {
            return "must not contain white space or control characters"
        }
        guard let scheme = scheme(url) else { return "must have a scheme" }
        if blockedSchemes.contains(scheme) { return "must not use the scheme \(scheme)" }
        if isHTTP(url), host(url) == nil { return "must have a host" }
        return nil
    }

    /// The same for a link that must be http or https.
    static func webURLComplaint(_ url: String, schemes: [String] = ["http", "https"]) -> String? {
        if let complaint = urlComplaint(url) { return complaint }
        return schemes.contains(scheme(url) ?? "") ? nil : "must be \(schemes.joined(separator: " or "))"
    }

    /// Whether the text is padded base64 in the standard alphabet (RFC 4648 section 4).
    static func isBase64(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count % 4 == 0 else { return false }
        let padding = bytes.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard padding <= 2 else { return false }
        return bytes.dropLast(padding).allSatisfy {
            isAlphanumeric($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
        }
    }

    /// Seconds of `90`, `10m`, `1h30m` (pushward-api.md section 8.1), or nil.
    static func durationSeconds(_ text: String) -> Int? {
        guard !text.isEmpty else { return nil }
        if text.utf8.allSatisfy({ (48...57).contains($0) }) { return Int(text) }
        var total = 0
        var digits = ""
        for character in text {
            if character.isASCII, character.isNumber {
                digits.append(character)
                continue
            }
            guard let unit = ["h": 3600, "m": 60, "s": 1][character], let count = Int(digits) else {
                return nil
            }
            let (product, overflow) = count.multipliedReportingOverflow(by: unit)
            let (sum, overflowed) = total.addingReportingOverflow(product)
            guard !overflow, !overflowed else { return nil }
            total = sum
            digits = ""
        }
        return digits.isEmpty ? total : nil
    }
}

extension Schema {
    /// A text of up to 128 code points that names an icon.
    static let icon = Schema.text(max: 128)

    static let colour = Schema.rule(.string) { value in
        value.stringValue.map(Formats.isColour) == true ? nil : "expected a colour name or hex RRGGBB(AA)"
    }

    static let slug = Schema.rule(.string) { value in
        value.stringValue.map(Formats.isSlug) == true
            ? nil : "expected string to match pattern ^[a-zA-Z0-9][a-zA-Z0-9_-]{0,127}$"
    }

    /// Seconds since 1970, positive.
    static let epoch = Schema.integer(1...Int(Int32.max) * 16)

    static let link = Schema.rule(.string) { $0.stringValue.flatMap { Formats.urlComplaint($0) } }
    static let webLink = Schema.rule(.string) { $0.stringValue.flatMap { Formats.webURLComplaint($0) } }

    /// A text of 1 to `max` code points that is not blank.
    static func visible(max: Int) -> Schema {
        .rule(.text(1...max)) { ($0.stringValue ?? "").isBlank ? "must not be blank" : nil }
    }

    static let instant = Schema.rule(.string) { value in
        value.stringValue.flatMap(TimeText.parse) == nil ? "expected an RFC 3339 date-time" : nil
    }
}
