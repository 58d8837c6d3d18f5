/// How Python quotes texts and bytes.
enum TextRepr {
    static func quoted(_ text: String) -> String {
        let quote: Unicode.Scalar =
            text.utf8.contains(UInt8(ascii: "'")) && !text.utf8.contains(UInt8(ascii: "\"")) ? "\"" : "'"
        var output = String.UnicodeScalarView()
        output.append(quote)
        for scalar in text.unicodeScalars {
            if scalar == quote || scalar == "\\" {
                output.append("\\")
                output.append(scalar)
            } else if scalar.value >= 0x20, scalar.value < 0x7F {
                output.append(scalar)
            } else if let letter = letter(scalar) {
                output.append("\\")
                output.append(letter)
            } else if scalar.value >= 0x7F, TextClass.isPrintable(scalar) {
                output.append(scalar)
            } else {
                output.append(contentsOf: escaped(scalar).unicodeScalars)
            }
        }
        output.append(quote)
        return String(output)
    }

    static func quoted(_ bytes: [UInt8]) -> String {
        let hasSingle = bytes.contains(UInt8(ascii: "'"))
        let quote: Unicode.Scalar = hasSingle && !bytes.contains(UInt8(ascii: "\"")) ? "\"" : "'"
        var output = "b\(quote)"
        for byte in bytes {
            let scalar = Unicode.Scalar(byte)
            if scalar == quote || scalar == "\\" {
                output += "\\\(scalar)"
            } else if byte >= 0x20, byte < 0x7F {
                output.unicodeScalars.append(scalar)
            } else if let letter = letter(scalar) {
                output += "\\\(letter)"
            } else {
                output += "\\x" + hexadecimal(UInt32(byte), 2)
            }
        }
        return output + "\(quote)"
    }

    private static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar {
        case "\n": "n"
        case "\r": "r"
        case "\t": "t"
        default: nil
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case ..<0x100: "\\x" + hexadecimal(scalar.value, 2)
        case ..<0x1_0000: "\\u" + hexadecimal(scalar.value, 4)
        default: "\\U" + hexadecimal(scalar.value, 8)
        }
    }

    static func hexadecimal(_ number: UInt32, _ width: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
