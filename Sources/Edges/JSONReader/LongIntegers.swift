/// Turns integers that 64 bits cannot hold into the same numbers with a fraction, which the library reads as doubles.
enum LongIntegers {
    /// A text with `.0` behind each such integer.
    struct Amended {
        var bytes: [UInt8] = []
        /// Where, in `bytes`, something was put in.
        var insertions: [Int] = []

        /// The place in the text as it was before.
        func originalOffset(of offset: Int) -> Int {
            offset - 2 * insertions.prefix { $0 < offset }.count
        }
    }

    /// The text with those integers amended, or nil where it has none.
    static func amending(_ text: [UInt8]) -> Amended? {
        var result = Amended()
        result.bytes.reserveCapacity(text.count + 16)
        var place = 0
        while place < text.count {
            let byte = text[place]
            if byte == UInt8(ascii: "\"") {
                let end = endOfString(in: text, from: place + 1)
                result.bytes.append(contentsOf: text[place..<end])
                place = end
            } else if isDigit(byte) || byte == UInt8(ascii: "-") {
                let end = text[place...].firstIndex { !isPartOfNumber($0) } ?? text.count
                result.bytes.append(contentsOf: text[place..<end])
                if isLongInteger(text[place..<end]) {
                    result.insertions.append(result.bytes.count)
                    result.bytes.append(contentsOf: ".0".utf8)
                }
                place = end
            } else {
                result.bytes.append(byte)
                place += 1
            }
        }
        return result.insertions.isEmpty ? nil : result
    }

    private static func endOfString(in text: [UInt8], from start: Int) -> Int {
        var place = start
        while place < text.count {
            if text[place] == UInt8(ascii: "\\") {
                place += 2
            } else if text[place] == UInt8(ascii: "\"") {
                return place + 1
            } else {
                place += 1
            }
        }
        return text.count
    }

    private static func isLongInteger(_ token: ArraySlice<UInt8>) -> Bool {
        let digits = token.first == UInt8(ascii: "-") ? token.dropFirst() : token
        guard digits.count > 18, digits.allSatisfy(isDigit) else { return false }
        return Int64(String(decoding: token, as: UTF8.self)) == nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    private static func isPartOfNumber(_ byte: UInt8) -> Bool {
        isDigit(byte)
            || [
                UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"),
            ]
            .contains(byte)
    }
}
