internal import Values

/// What a request's head says of where its body ends.
enum RequestHead {
    private static let separators = Set("\"(),/:;<=>?@[\\]{}".utf8)

    /// Why it is not certain where the request ends; nil: it is (RFC 9112 sections 5.1, 6.1 and 6.3).
    ///
    /// What a proxy before us takes for the body of one request could be another request here, and the other way round.
    ///
    /// - Parameters:
    ///   - headers: all of them, in the order in which they came.
    ///   - version: of the protocol, as the request's first line has it.
    /// - Returns: Why it is not certain; nil: it is.
    static func doubt(_ headers: [HTTPRequest.Pair], version: String) -> String? {
        guard headers.allSatisfy({ isToken($0.name) }) else { return "a header field's name is malformed" }
        func values(_ name: String) -> [String] {
            headers.filter { $0.name.lowercased() == name }.map(\.value)
        }
        let lengths = values("content-length")
        let codings = values("transfer-encoding")
        guard lengths.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }) else {
            return "its Content-Length is no number"
        }
        guard Set(lengths).count <= 1 else { return "its Content-Length fields differ" }
        guard let coding = codings.first else { return nil }
        if !lengths.isEmpty { return "it has both Content-Length and Transfer-Encoding" }
        if version == "HTTP/1.0" { return "HTTP/1.0 knows no Transfer-Encoding" }
        let isChunked = codings.count == 1 && coding.lowercased() == "chunked"
        return isChunked ? nil : "its Transfer-Encoding is not chunked"
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    /// Whether a text is a field's name: visible ASCII without separators, and no space before the colon.
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !separators.contains($0) }
    }
}
