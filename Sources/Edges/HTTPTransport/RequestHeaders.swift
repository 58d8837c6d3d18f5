internal import Values

/// Header fields as the library wants them.
enum RequestHeaders {
    /// The lines for the fields, or nil where one could smuggle in another (RFC 9110 section 5.5).
    ///
    /// What the library would add by itself and nobody asked for is switched off.
    static func lines(of request: HTTPRequest) -> [String]? {
        var lines: [String] = []
        for field in request.headers {
            guard isToken(field.name), !field.value.utf8.contains(where: isForbidden) else { return nil }
            // An empty value needs a semicolon, else the library takes it as "leave this field off".
            lines.append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        if request.header("Expect") == nil { lines.append("Expect:") }
        if request.header("Content-Type") == nil { lines.append("Content-Type:") }
        return lines
    }

    /// Whether the text is a token (RFC 9110 section 5.6.2), as methods and field names are.
    static func isToken(_ text: String) -> Bool {
        let marks = Array("!#$%&'*+-.^_`|~".utf8)
        return !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: marks.contains(byte)
                }
            }
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
        byte == 0 || byte == 0x0A || byte == 0x0D
    }

    /// A received line as a field, or nil where it is none.
    static func field(_ line: some Sequence<UInt8>) -> HTTPRequest.Pair? {
        let text = String(decoding: Array(line), as: UTF8.self)
        guard let colon = text.firstIndex(of: ":") else { return nil }
        var value = text[text.index(after: colon)...]
        while let first = value.first, first.isWhitespace { value.removeFirst() }
        while let last = value.last, last.isWhitespace { value.removeLast() }
        return HTTPRequest.Pair(String(text[..<colon]), String(value))
    }
}
