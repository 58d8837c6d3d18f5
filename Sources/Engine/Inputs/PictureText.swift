import Values

/// Reads pictures that sources write as text.
enum PictureText {
    /// The bytes of base64, of a `data:` URL with it, or of either as a JSON string; nil for anything else.
    static func bytes(_ payload: [UInt8]) -> [UInt8]? {
        guard payload.count >= 32, payload.first.map({ $0 >= 0x20 && $0 < 0x7F }) == true else { return nil }
        var text = payload.filter { $0 > 0x20 && $0 != UInt8(ascii: "\"") }[...]
        if text.starts(with: "data:".utf8) {
            guard let comma = text.firstIndex(of: UInt8(ascii: ",")) else { return nil }
            text = text[(comma + 1)...]
        }
        return Base64URL.bytes(String(decoding: text, as: UTF8.self))
    }
}
