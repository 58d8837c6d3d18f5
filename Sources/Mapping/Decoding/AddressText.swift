import Values

/// A URL's parts, as far as the settings need them.
struct URLParts {
    var scheme: String
    var user: String?
    var password: String?
    var host: String
    var port: Int?
    /// With its slash; empty where there is none.
    var path: String

    /// Reads `scheme://[user[:password]@]host[:port][/path]`, or nil.
    init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
        scheme = text[..<colon].lowercased()
        guard !scheme.isEmpty,
            scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { return nil }
        guard !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F }) else {
            return nil
        }
        let rest = text[colon...].dropFirst(3)
        let authority = rest.prefix { !"/?#".contains($0) }
        path = String(rest.dropFirst(authority.count))
        var hostPort = authority
        if let at = authority.lastIndex(of: "@") {
            let info = authority[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            user = info.first.map { Self.unescaped(String($0)) }
            password = info.count > 1 ? info.last.map { Self.unescaped(String($0)) } : nil
            hostPort = authority[authority.index(after: at)...]
        }
        guard let (host, port) = Self.split(hostPort), !host.isEmpty else { return nil }
        self.host = host
        if let port {
            guard let number = ScalarText.integer(port), (1...65_535).contains(number) else { return nil }
            self.port = number
        }
    }

    /// Splits `host:port`, `[v6]:port`, `host`.
    static func split(_ text: Substring) -> (host: String, port: String?)? {
        if text.hasPrefix("[") {
            guard let close = text.firstIndex(of: "]") else { return nil }
            let host = text[text.index(after: text.startIndex)..<close]
            let rest = text[text.index(after: close)...]
            if rest.isEmpty { return (String(host), nil) }
            guard rest.hasPrefix(":") else { return nil }
            return (String(host), String(rest.dropFirst()))
        }
        guard let colon = text.lastIndex(of: ":") else { return (String(text), nil) }
        let host = text[..<colon]
        guard !host.contains(":") else { return nil }
        return (String(host), String(text[text.index(after: colon)...]))
    }

    /// Percent-decoded, as a name or password in a URL is meant.
    private static func unescaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        let source = Array(text.utf8)
        var place = 0
        while place < source.count {
            if source[place] == UInt8(ascii: "%"), place + 2 < source.count,
                let byte = UInt8(
                    String(decoding: source[(place + 1)...(place + 2)], as: UTF8.self),
                    radix: 16
                )
            {
                bytes.append(byte)
                place += 3
            } else {
                bytes.append(source[place])
                place += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Reads addresses to listen on.
enum ListenText {
    /// `0.0.0.0:8787`, `[::1]:0`, `:8787` (every address), `localhost:8787`; nil for anything else.
    static func read(_ text: String) -> ListenAddress? {
        guard let (host, portText) = URLParts.split(Substring(text)), let portText else { return nil }
        guard let port = ScalarText.integer(portText), (0...65_535).contains(port) else { return nil }
        switch host {
        case "", "*": return ListenAddress(address: "0.0.0.0", port: port)
        case "localhost": return ListenAddress(address: "127.0.0.1", port: port)
        default: return isAddress(host) ? ListenAddress(address: host, port: port) : nil
        }
    }

    /// Whether a text looks like an IPv4 or IPv6 address.
    static func isAddress(_ text: some StringProtocol) -> Bool {
        if text.contains(":") {
            return text.count >= 2 && text.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                part.count <= 3 && part.allSatisfy { $0.isASCII && $0.isNumber }
                    && Int(part).map { $0 <= 255 } ?? false
            }
    }

    /// Whether a text is an address or a network, such as `10.0.0.0/8`.
    static func isNetwork(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let address = parts.first, isAddress(address), parts.count <= 2 else { return false }
        guard parts.count == 2 else { return true }
        guard let bits = ScalarText.integer(String(parts[1])) else { return false }
        return bits >= 0 && bits <= (address.contains(":") ? 128 : 32)
    }
}
