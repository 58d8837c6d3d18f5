package import Values

/// A broker's address as people write it.
package struct BrokerURL: Sendable, Hashable {
    package var host: String
    package var port: Int
    /// Whether the connection is secured: `mqtts`.
    package var isSecure: Bool
    package var username: String?
    package var password: Secret?

    /// Reads `mqtt://host`, `mqtts://user:password@host:8883`, `host` or `host:1883`.
    ///
    /// - Throws: `BrokerURLError`.
    package init(_ text: String) throws(BrokerURLError) {
        var rest = text[...]
        var isSecure = false
        if let end = Self.position(of: "://", in: text) {
            let scheme = text[..<end].lowercased()
            switch scheme {
            case "mqtt", "tcp": break
            case "mqtts", "ssl", "tls": isSecure = true
            default: throw .unknownScheme(scheme)
            }
            rest = text[text.index(end, offsetBy: 3)...]
        }
        self.isSecure = isSecure
        if rest.hasSuffix("/") { rest.removeLast() }
        guard !rest.contains(where: { "/?# \t".contains($0) }) else { throw .trailingText }
        if let at = rest.lastIndex(of: "@") {
            let parts = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            self.username = parts.first.map { Self.decoding($0) }
            if parts.count == 2 { self.password = parts.last.map { Secret(Self.decoding($0)) } }
            rest = rest[rest.index(after: at)...]
        }
        let (host, port) = try Self.hostAndPort(rest)
        guard !host.isEmpty else { throw .noHost }
        self.host = host
        self.port = port ?? (isSecure ? 8_883 : 1_883)
    }

    private static func position(of mark: String, in text: String) -> String.Index? {
        text.indices.first { text[$0...].hasPrefix(mark) }
    }

    private static func hostAndPort(
        _ text: Substring
    ) throws(BrokerURLError) -> (host: String, port: Int?) {
        var host = text
        var portText: Substring?
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else { throw .noHost }
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            if rest.first == ":" {
                portText = rest.dropFirst()
            } else if !rest.isEmpty {
                throw .trailingText
            }
        } else if let colon = text.lastIndex(of: ":"), !text[..<colon].contains(":") {
            host = text[..<colon]
            portText = text[text.index(after: colon)...]
        }
        guard let portText else { return (String(host), nil) }
        guard let port = Int(portText), (1...65_535).contains(port) else { throw .badPort(String(portText)) }
        return (String(host), port)
    }

    private static func decoding(_ text: Substring) -> String {
        var output: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"),
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
                rest.count >= 2
            {
                output.append(value)
                rest = rest.dropFirst(2)
            } else {
                output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}

/// Why a text is no broker's address.
package enum BrokerURLError: Error, Sendable, Hashable, CustomStringConvertible {
    case unknownScheme(String)
    case noHost
    case badPort(String)
    case trailingText

    package var description: String {
        switch self {
        case .unknownScheme(let scheme): "`\(scheme)` is no scheme of a broker: use mqtt:// or mqtts://"
        case .noHost: "the broker's address has no host: write mqtt://host:1883"
        case .badPort(let text): "`\(text)` is no port: use a number from 1 to 65535"
        case .trailingText: "nothing can follow the broker's host and port"
        }
    }
}
