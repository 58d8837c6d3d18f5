package import Values

/// The URL of a request, with its query.
package enum RequestURL {
    private static let hex = Array("0123456789ABCDEF".utf8)

    /// The target with the query appended, or nil where it is no `http` or `https` URL or holds spaces or controls.
    package static func text(of request: HTTPRequest) -> String? {
        let target = request.target
        let scheme = target.prefix { $0 != ":" }.lowercased()
        guard scheme == "http" || scheme == "https", target.dropFirst(scheme.count).hasPrefix("://") else {
            return nil
        }
        guard target.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
        guard !request.query.isEmpty else { return target }
        let separator = target.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        return target + separator + query(request.query)
    }

    /// Scheme, host and port of the target: what shares connections.
    static func host(of request: HTTPRequest) -> String {
        let parts = request.target.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.prefix(3).joined(separator: "/").lowercased()
    }

    /// The pairs as a query: `a=1&b=x%20y`.
    package static func query(_ pairs: [HTTPRequest.Pair]) -> String {
        pairs.map { "\(encoding($0.name))=\(encoding($0.value))" }.joined(separator: "&")
    }

    /// The text with everything but letters, digits and `-._~` as `%XX` (RFC 3986 section 2.3): for one path segment
    /// or one part of a query.
    package static func encoding(_ text: String) -> String {
        var output: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                output.append(byte)
            default:
                output.append(UInt8(ascii: "%"))
                output.append(hex[Int(byte >> 4)])
                output.append(hex[Int(byte & 0x0F)])
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
