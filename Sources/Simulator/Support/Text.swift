import Values

extension String {
    /// The length that limits are told in (pushward-api.md section 1).
    var codePoints: Int { unicodeScalars.count }

    /// The text without white space at its ends.
    var trimmed: String {
        let scalars = unicodeScalars
        let tail = scalars.drop { $0.properties.isWhitespace }
        guard let last = tail.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
        return String(tail[...last])
    }

    var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

    /// The text with each occurrence of `needle` replaced.
    func replacingText(_ needle: String, with replacement: String) -> String {
        var result = ""
        var rest = self[...]
        while let place = rest.firstRange(ofText: needle) {
            result += rest[..<place] + replacement
            rest = rest[place...].dropFirst(needle.count)
        }
        return result + rest
    }

    func containsText(_ needle: String) -> Bool { self[...].firstRange(ofText: needle) != nil }
}

extension Substring {
    /// Where `needle` first begins.
    func firstRange(ofText needle: String) -> Index? {
        var place = startIndex
        while place < endIndex {
            if self[place...].hasPrefix(needle) { return place }
            place = index(after: place)
        }
        return nil
    }
}

/// Percent-encoding of paths and queries (RFC 3986 section 2.1).
enum PercentCoding {
    static func decode(_ text: String, plusIsSpace: Bool = false) -> String {
        var output: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = hexPair(rest.prefix(2)) {
                output.append(value)
                rest = rest.dropFirst(2)
            } else {
                output.append(plusIsSpace && byte == UInt8(ascii: "+") ? 32 : byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    static func queryItems(_ text: String) -> [HTTPRequest.Pair] {
        text.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = decode(String(parts[0]), plusIsSpace: true)
            return HTTPRequest.Pair(name, parts.count > 1 ? decode(String(parts[1]), plusIsSpace: true) : "")
        }
    }

    static func hexPair(_ bytes: ArraySlice<UInt8>) -> UInt8? {
        guard bytes.count == 2 else { return nil }
        return UInt8(String(decoding: bytes, as: UTF8.self), radix: 16)
    }
}

/// Numbers of a JSON object by name.
extension JSONObject {
    func integer(_ key: String) -> Int? { if case .int(let number)? = self[key] { number } else { nil } }
    func number(_ key: String) -> Double? { self[key]?.doubleValue }
    func text(_ key: String) -> String? { self[key]?.stringValue }
    func flag(_ key: String) -> Bool? { self[key]?.boolValue }
    /// Whether the member is there and not null.
    func has(_ key: String) -> Bool { self[key].map { !$0.isNull } ?? false }
    mutating func remove(_ keys: some Sequence<String>) { for key in keys { self[key] = nil } }
}
