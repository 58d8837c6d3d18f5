import Values

/// Reads just as much of a URL as PushWard checks (`pushward-api.md` sections 7.2 and 9.3).
package struct URLParts: Sendable, Hashable {
    /// In lower case.
    package var scheme: String
    /// Without user, port and brackets; nil where the URL has no `//`.
    package var host: String?
    package var hasUser: Bool

    /// The scheme is `http` or `https`.
    package var isWeb: Bool { scheme == "http" || scheme == "https" }

    /// Reads an absolute URL, or gives nil where it has no scheme, or a host or port that cannot be one.
    package init?(_ text: String) {
        let bytes = text.utf8
        guard let first = bytes.first, Self.isLetter(first),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        let scheme = bytes[..<colon]
        guard scheme.allSatisfy({ isLetterOrDigit($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }) else {
            return nil
        }
        let lowered = String(Substring(scheme)).lowercased()
        let rest = bytes[bytes.index(after: colon)...]
        guard rest.starts(with: "//".utf8) else {
            guard !rest.isEmpty else { return nil }
            self.scheme = lowered
            self.host = nil
            self.hasUser = false
            return
        }
        let authority = rest.dropFirst(2).prefix { byte in
            byte != UInt8(ascii: "/") && byte != UInt8(ascii: "?") && byte != UInt8(ascii: "#")
                && byte != UInt8(ascii: "\\")
        }
        let at = authority.lastIndex(of: UInt8(ascii: "@"))
        guard let host = Self.host(of: at.map { authority[authority.index(after: $0)...] } ?? authority)
        else {
            return nil
        }
        self.scheme = lowered
        self.host = host
        self.hasUser = at != nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) && byte > UInt8(ascii: "9") }

    private static func host(of text: Substring.UTF8View) -> String? {
        var host = text
        var port: Substring.UTF8View?
        if text.first == UInt8(ascii: "[") {
            guard let close = text.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            host = text[text.index(after: text.startIndex)..<close]
            let isAddress = host.allSatisfy {
                isLetterOrDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
            }
            let tail = text[text.index(after: close)...]
            guard isAddress, tail.isEmpty || tail.first == UInt8(ascii: ":") else { return nil }
            port = tail.isEmpty ? nil : tail.dropFirst()
        } else {
            if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
                host = text[..<colon]
                port = text[text.index(after: colon)...]
            }
            // An international name has to be written in its ASCII form (`xn--…`).
            guard host.allSatisfy(isHostByte) else { return nil }
        }
        if let port {
            let isNumber = port.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard isNumber, let number = Int(String(Substring(port))), (1...65_535).contains(number) else {
                return nil
            }
        }
        return String(Substring(host))
    }

    /// Printable ASCII but for what no host has.
    private static func isHostByte(_ byte: UInt8) -> Bool {
        guard (0x21...0x7E).contains(byte) else { return false }
        switch byte {
        case UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "{"),
            UInt8(ascii: "}"), UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "["),
            UInt8(ascii: "]"):
            return false
        default: return true
        }
    }

    /// Whether the host is certainly none that PushWard could call: an address or a name of a home's own network.
    package var isPrivate: Bool {
        guard let host = host?.lowercased() else { return false }
        return isPrivateAddress || host.hasSuffix(".local") || !host.contains(".") && !host.contains(":")
    }

    /// Whether the host is an address that only a home's own network reaches.
    package var isPrivateAddress: Bool {
        guard let host else { return false }
        if host == "::1" || host == "::" || host.hasPrefix("fe80:")
            || (host.hasPrefix("fd") || host.hasPrefix("fc")) && host.contains(":")
        {
            return true
        }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).compactMap { UInt8($0) }
        guard parts.count == 4, host.filter({ $0 == "." }).count == 3 else { return false }
        switch (parts[0], parts[1]) {
        case (0, _), (10, _), (127, _), (192, 168), (172, 16...31), (169, 254), (100, 64...127), (224..., _):
            return true
        default: return false
        }
    }
}

extension Coercer {
    /// The schemes that PushWard refuses everywhere (`pushward-api.md` section 7.2).
    private static let blockedSchemes: Set<String> = ["javascript", "data", "file", "vbscript"]

    mutating func url(_ value: JSON, max: Int, schemes: FieldSpec.URLSchemes) -> Coercion {
        guard case .string(let source) = value else {
            return .invalid(reason: "a URL belongs here, not \(excerpt(value))")
        }
        guard source.utf8.count <= max &* 4 else {
            return .invalid(reason: "a URL has at most \(max) characters")
        }
        let trimmed = TextLimit.cut(source, to: max &* 4, keepsLines: false).text
        // As PushWard reads it: a `\` before an `@` makes a user name of what stood for a host.
        let encoded = Self.percentEncoding(trimmed)
        guard let parts = URLParts(encoded) else {
            return .invalid(reason: "a URL belongs here that starts with a scheme such as https://")
        }
        if Self.blockedSchemes.contains(parts.scheme) {
            return .invalid(reason: "a URL cannot start with \(parts.scheme):")
        }
        if parts.isWeb {
            guard parts.host?.isEmpty == false else { return .invalid(reason: "the URL names no host") }
        }
        switch schemes {
        case .https:
            guard parts.scheme == "https" else {
                return .invalid(reason: "the URL must start with https://, not \(parts.scheme):")
            }
            guard !parts.hasUser else {
                return .invalid(reason: "the URL cannot hold a user name or password")
            }
            if parts.isPrivateAddress { remark("the phone cannot load from a private address") }
        case .web:
            guard parts.isWeb else {
                return .invalid(reason: "the URL must start with https:// or http://, not \(parts.scheme):")
            }
        case .any: break
        }
        let count = encoded.unicodeScalars.count
        guard count <= max else {
            return .invalid(reason: "a URL has at most \(max) characters, this one has \(count)")
        }
        return .value(.string(encoded))
    }

    /// The URL with what may not stand in one written as `%XX`: spaces, non-ASCII, quotes, a `%` without two digits.
    private static func percentEncoding(_ text: String) -> String {
        if text.utf8.allSatisfy(isURLByte) { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (place, byte) in bytes.enumerated() {
            let isEscape =
                byte == UInt8(ascii: "%") && place + 2 < bytes.count && isHex(bytes[place + 1])
                && isHex(bytes[place + 2])
            if isEscape || isURLByte(byte) {
                result.append(byte)
            } else {
                result.append(UInt8(ascii: "%"))
                let hex = String(byte, radix: 16, uppercase: true)
                if hex.utf8.count == 1 { result.append(UInt8(ascii: "0")) }
                result.append(contentsOf: hex.utf8)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
            UInt8(ascii: "a")...UInt8(ascii: "f"):
            true
        default: false
        }
    }

    /// The characters that RFC 3986 lets stand in a URL, but for `%`.
    private static func isURLByte(_ byte: UInt8) -> Bool {
        if isLetterOrDigit(byte) { return true }
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: ":"),
            UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "["), UInt8(ascii: "]"),
            UInt8(ascii: "@"), UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"),
            UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","),
            UInt8(ascii: ";"), UInt8(ascii: "="):
            return true
        default: return false
        }
    }
}
