/// Filters on bytes and codes.
enum EncodingFilters {
    static let all: [Builtin] = [
        base64Encode, base64Decode, fromHex, digest("md5") { $0.md5 }, digest("sha1") { $0.sha1 },
        digest("sha256") { $0.sha256 },
        digest("sha512") { $0.sha512 }, pack, unpack,
    ]

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    static let base64Encode = Builtin("base64_encode", "value") { a, run throws(TemplateError) in
        let bytes: [UInt8]
        if case .bytes(let own) = a.value(0) {
            bytes = own
        } else if let text = a.value(0).text {
            bytes = Array(text.utf8)
        } else {
            throw a.value(0).unusable
                ?? .failed("'base64_encode' wants a text or bytes, not a \(a.value(0).typeName)")
        }
        try run.make(bytes.count * 2)
        return .string(encode(bytes))
    }

    static func encode(_ bytes: [UInt8]) -> String {
        var output: [UInt8] = []
        var place = 0
        while place < bytes.count {
            let group = bytes[place..<min(place + 3, bytes.count)]
            var bits = 0
            for offset in 0..<3 { bits = bits << 8 | (offset < group.count ? Int(group[place + offset]) : 0) }
            for offset in 0..<4 {
                output.append(
                    offset <= group.count ? alphabet[bits >> (18 - offset * 6) & 63] : UInt8(ascii: "=")
                )
            }
            place += 3
        }
        return String(decoding: output, as: UTF8.self)
    }

    static let base64Decode = Builtin("base64_decode", "value, encoding=") { a, run throws(TemplateError) in
        let source: [UInt8]
        if case .bytes(let own) = a.value(0) {
            source = own
        } else if let text = a.value(0).text, text.utf8.allSatisfy({ $0 < 0x80 }) {
            source = Array(text.utf8)
        } else {
            throw a.value(0).unusable ?? .failed("'base64_decode' wants an ASCII text")
        }
        try run.make(source.count)
        guard let bytes = decode(source) else {
            throw .failed("the text is no base64: its length or padding is wrong")
        }
        let encoding: String?
        if let given = a[1] {
            encoding = try run.isTrue(given) ? given.text : nil
        } else {
            encoding = "utf-8"
        }
        guard let encoding else { return .bytes(bytes) }
        guard let text = TextEncoding.decode(bytes, encoding) else {
            throw .failed("the bytes are no \(encoding)")
        }
        return .string(text)
    }

    /// Characters outside of the alphabet are skipped, as Python does.
    static func decode(_ text: [UInt8]) -> [UInt8]? {
        var output: [UInt8] = []
        var bits = 0
        var count = 0
        var pads = 0
        for byte in text {
            if byte == UInt8(ascii: "=") {
                if count >= 2 {
                    pads += 1
                    if count + pads >= 4 { return output }
                }
                continue
            }
            guard let value = alphabet.firstIndex(of: byte) else { continue }
            pads = 0
            bits = bits << 6 | value
            count += 1
            if count >= 2 { output.append(UInt8(truncatingIfNeeded: bits >> (8 - count * 2))) }
            if count == 4 { (bits, count) = (0, 0) }
            bits &= 0xFFFF
        }
        return count == 0 ? output : nil
    }

    static let fromHex = Builtin("from_hex", "value") { a, run throws(TemplateError) in
        .bytes(try hexadecimal(try a.text(0, or: "")))
    }

    /// The bytes of pairs of digits, with white space between them.
    static func hexadecimal(_ text: String) throws(TemplateError) -> [UInt8] {
        var bytes: [UInt8] = []
        var high: Int?
        for scalar in text.unicodeScalars {
            if high == nil, scalar.isASCII, TextClass.isSpace(scalar) { continue }
            guard scalar.isASCII, let digit = Character(scalar).hexDigitValue else {
                throw .failed("the text is not hexadecimal")
            }
            if let first = high {
                bytes.append(UInt8(first * 16 + digit))
                high = nil
            } else {
                high = digit
            }
        }
        guard high == nil else { throw .failed("the text has an odd number of hexadecimal digits") }
        return bytes
    }

    private static func digest(
        _ name: String,
        _ path: @escaping @Sendable (TemplateDigests) -> TemplateDigests.Digest?
    ) -> Builtin {
        Builtin(name, "value") { a, run throws(TemplateError) in
            let text = try a.text(0, or: "")
            guard let digest = path(run.services.digests) else {
                throw .failed("hashes are not available here")
            }
            try run.make(text.utf8.count)
            return .string(digest(Array(text.utf8)).map { TextRepr.hexadecimal(UInt32($0), 2) }.joined())
        }
    }

    static let pack = Builtin("pack", "value, format_string") { a, run throws(TemplateError) in
        guard let format = StructFormat(try a.text(1, or: "")) else { return .none }
        return format.pack(a.value(0)).map { .bytes($0) } ?? .none
    }

    static let unpack = Builtin("unpack", "value, format_string, offset=") { a, run throws(TemplateError) in
        guard case .bytes(let bytes) = a.value(0) else {
            throw a.value(0).unusable ?? .failed("'unpack' wants bytes, not a \(a.value(0).typeName)")
        }
        guard let format = StructFormat(try a.text(1, or: "")) else { return .none }
        guard format.hasValues else { throw .failed("the format of 'unpack' holds no value") }
        return format.unpack(bytes, offset: try a.int(2, or: 0)) ?? .none
    }
}
