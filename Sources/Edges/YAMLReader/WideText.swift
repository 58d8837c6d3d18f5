/// Files that an editor saved with two or four bytes a character.
enum WideText {
    struct Unusable: Error, CustomStringConvertible {
        let description: String
    }

    /// UTF-16, with its mark or by its look, as UTF-8; anything else as it is.
    ///
    /// - Throws: `Unusable` for UTF-32, which nobody saves by choice, and for UTF-16 that is broken.
    static func narrowed(_ bytes: [UInt8]) throws(Unusable) -> [UInt8] {
        let start = Array(bytes.prefix(4))
        guard start.count >= 2 else { return bytes }
        if start == [0xFF, 0xFE, 0, 0] || start == [0, 0, 0xFE, 0xFF] || start.count(where: { $0 == 0 }) == 3
        {
            throw Unusable(description: "it is UTF-32; save it as UTF-8")
        }
        switch (start[0], start[1]) {
        case (0xFF, 0xFE): return try utf8(bytes.dropFirst(2), isLittleEndian: true)
        case (0xFE, 0xFF): return try utf8(bytes.dropFirst(2), isLittleEndian: false)
        case (1..., 0): return try utf8(bytes[...], isLittleEndian: true)
        case (0, 1...): return try utf8(bytes[...], isLittleEndian: false)
        default: return bytes
        }
    }

    private static func utf8(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) throws(Unusable) -> [UInt8] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var first: UInt8?
        for byte in bytes {
            guard let other = first else {
                first = byte
                continue
            }
            units.append(
                isLittleEndian ? UInt16(byte) << 8 | UInt16(other) : UInt16(other) << 8 | UInt16(byte)
            )
            first = nil
        }
        guard first == nil, let text = String(validating: units, as: UTF16.self) else {
            throw Unusable(description: "it looks like UTF-16 and is not; save it as UTF-8")
        }
        return Array(text.utf8)
    }
}
