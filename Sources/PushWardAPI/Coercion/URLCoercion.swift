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
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else { return nil }
        let scheme = text[..<colon]
        let isScheme = scheme.utf8.allSatisfy { isLetterOrDigit($0) || "+-.".utf8.contains($0) }
        guard isScheme, let first = scheme.first, first.isLetter else { return nil }
        self.scheme = scheme.lowercased()
        let rest = text[text.index(after: colon)...]
        guard rest.hasPrefix("//") else {
            guard !rest.isEmpty else { return nil }
            self.host = nil
            self.hasUser = false
            return
        }
        let authority = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != "\\" }
        let afterUser = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
        self.hasUser = authority.contains("@")
        guard let host = Self.host(of: afterUser) else { return nil }
        self.host = host
    }

    private static func host(of text: Substring) -> String? {
        var host = text
        var port: Substring?
        if text.hasPrefix("[") {
            guard let close = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<close]
            guard
                host.utf8.allSatisfy({
                    isLetterOrDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
                })
            else { return nil }
            let tail = text[text.index(after: close)...]
            guard tail.isEmpty || tail.hasPrefix(":") else { return nil }
            port = tail.isEmpty ? nil : tail.dropFirst()
        } else {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            host = parts.first ?? ""
            port = parts.count == 2 ? parts.last : nil
            let refused = "%<>\"{}|^`[]"
            // An international name has to be written in its ASCII form (`xn--…`).
            guard !host.contains(where: { refused.contains($0) || !$0.isASCII }) else { return nil }
        }
        if let port {
            let isNumber = port.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard isNumber, let number = Int(port), (1...65_535).contains(number) else { return nil }
        }
        return String(host)
    }

    /// Whether the host is an address that only a home's own network reaches.
    package var isPrivateAddress: Bool {
        guard let host else { return false }
        if host == "::1" || host.hasPrefix("fe80:") || host.hasPrefix("fd") && host.contains(":") {
            return true
        }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).compactMap { UInt8($0) }
        guard parts.count == 4, host.filter({ $0 == "." }).count == 3 else { return false }
        switch (parts[0], parts[1]) {
        case (10, _), (127, _), (192, 168), (172, 16...31), (169, 254), (100, 64...127): return true
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
        guard let parts = URLParts(trimmed) else {
            return .invalid(reason: "a URL belongs here that starts with a scheme such as https://")
        }
        if Self.blockedSchemes.contains(parts.scheme) {
            return .invalid(reason: "a URL cannot start with \(parts.scheme):")
        }
        if parts.isWeb {
            let host = parts.host ?? ""
            guard !host.isEmpty, !host.unicodeScalars.contains(where: \.properties.isWhitespace) else {
                return .invalid(reason: "the URL names no host")
            }
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
        let encoded = Self.percentEncoding(trimmed)
        guard encoded.unicodeScalars.count <= max else {
            return .invalid(reason: "a URL has at most \(max) characters")
        }
        return .value(.string(encoded))
    }

    /// The URL with what may not stand in one written as `%XX`: spaces, non-ASCII, quotes, a `%` without two digits.
    private static func percentEncoding(_ text: String) -> String {
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
        isLetterOrDigit(byte) || "-._~:/?#[]@!$&'()*+,;=".utf8.contains(byte)
    }
}
