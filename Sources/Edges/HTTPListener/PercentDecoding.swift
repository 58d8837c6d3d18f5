/// Percent-encoded text of a request.
enum PercentDecoding {
    /// The decoded text, or nil for a broken escape, bytes that are no UTF-8, or a NUL.
    static func text(_ encoded: String) -> String? {
        guard encoded.utf8.contains(UInt8(ascii: "%")) else { return encoded }
        var output: [UInt8] = []
        var place = encoded.utf8.makeIterator()
        while let byte = place.next() {
            guard byte == UInt8(ascii: "%") else {
                output.append(byte)
                continue
            }
            guard let high = place.next().flatMap(digit), let low = place.next().flatMap(digit) else {
                return nil
            }
            output.append(high << 4 | low)
        }
        guard !output.contains(0) else { return nil }
        return String(validating: output)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension String {
    /// The text of the bytes, or nil where they are no UTF-8.
    fileprivate init?(validating bytes: [UInt8]) {
        self.init(validating: bytes, as: UTF8.self)
    }
}
