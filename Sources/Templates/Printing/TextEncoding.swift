/// Texts in other encodings.
enum TextEncoding {
    /// The text with everything beyond ASCII as escapes.
    static func ascii(_ text: String) -> String {
        var output = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case ..<0x80: output.unicodeScalars.append(scalar)
            case ..<0x100: output += "\\x" + TextRepr.hexadecimal(scalar.value, 2)
            case ..<0x1_0000: output += "\\u" + TextRepr.hexadecimal(scalar.value, 4)
            default: output += "\\U" + TextRepr.hexadecimal(scalar.value, 8)
            }
        }
        return output
    }

    /// Bytes as a text of an encoding; nil for bytes that it does not know, or an unknown encoding.
    static func decode(_ bytes: [UInt8], _ encoding: String) -> String? {
        switch canonical(encoding) {
        case "utf8": return String(validating: bytes, as: UTF8.self)
        case "ascii", "usascii":
            return bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : nil
        case "latin1", "iso88591", "l1":
            var output = String.UnicodeScalarView()
            for byte in bytes { output.append(Unicode.Scalar(byte)) }
            return String(output)
        default: return nil
        }
    }

    /// A text's bytes in an encoding; nil for what it cannot hold, or an unknown encoding.
    static func encode(_ text: String, _ encoding: String) -> [UInt8]? {
        switch canonical(encoding) {
        case "utf8": return Array(text.utf8)
        case "ascii", "usascii": return text.utf8.allSatisfy { $0 < 0x80 } ? Array(text.utf8) : nil
        case "latin1", "iso88591", "l1":
            var output: [UInt8] = []
            for scalar in text.unicodeScalars {
                guard let byte = UInt8(exactly: scalar.value) else { return nil }
                output.append(byte)
            }
            return output
        default: return nil
        }
    }

    private static func canonical(_ name: String) -> String {
        String(name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " })
    }
}
