/// How Python writes numbers with a fraction.
enum FloatText {
    /// The shortest digits that give the number back, without sign, and the power of ten of the first digit's unit.
    static func shortest(_ magnitude: Double) -> (digits: [UInt8], exponent: Int) {
        var digits: [UInt8] = []
        var point: Int?
        var exponent = 0
        var bytes = magnitude.description.utf8.makeIterator()
        while let byte = bytes.next() {
            switch byte {
            case UInt8(ascii: "."): point = digits.count
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                var isNegative = false
                while let next = bytes.next() {
                    if next == UInt8(ascii: "-") {
                        isNegative = true
                    } else if next >= UInt8(ascii: "0"), next <= UInt8(ascii: "9") {
                        exponent = exponent * 10 + Int(next - UInt8(ascii: "0"))
                    }
                }
                if isNegative { exponent = -exponent }
            default: digits.append(byte)
            }
        }
        var place = (point ?? digits.count) - 1 + exponent
        let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
        digits.removeFirst(zeros)
        place -= zeros
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        return digits.isEmpty ? ([UInt8(ascii: "0")], 0) : (digits, place)
    }

    /// Python's `repr`: the shortest text that reads back the same, with an exponent below 1e-4 and from 1e16 on.
    static func repr(_ number: Double) -> String {
        if number.isNaN { return "nan" }
        if number.isInfinite { return number < 0 ? "-inf" : "inf" }
        let magnitude = number.magnitude
        if magnitude < 9_007_199_254_740_992, magnitude >= 1e-4 || magnitude == 0 {
            // Swift writes the same digits in the same form in this range.
            return number.description
        }
        let (digits, exponent) = shortest(magnitude)
        let sign = number.sign == .minus ? "-" : ""
        if exponent >= -4, exponent < 16 { return sign + plain(digits, exponent) }
        return sign + scientific(digits, exponent)
    }

    private static func plain(_ digits: [UInt8], _ exponent: Int) -> String {
        var output: [UInt8] = []
        if exponent < 0 {
            output += Array("0.".utf8) + [UInt8](repeating: UInt8(ascii: "0"), count: -exponent - 1) + digits
        } else if digits.count <= exponent + 1 {
            output += digits + [UInt8](repeating: UInt8(ascii: "0"), count: exponent + 1 - digits.count)
            output += Array(".0".utf8)
        } else {
            output += digits[...exponent] + [UInt8(ascii: ".")] + digits[(exponent + 1)...]
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Digits with a point after the first and an exponent of at least two digits.
    static func scientific(_ digits: [UInt8], _ exponent: Int, marker: String = "e") -> String {
        var output = [digits[0]]
        if digits.count > 1 { output += [UInt8(ascii: ".")] + digits[1...] }
        return String(decoding: output, as: UTF8.self) + exponentText(exponent, marker: marker)
    }

    static func exponentText(_ exponent: Int, marker: String = "e") -> String {
        let size = exponent.magnitude
        return marker + (exponent < 0 ? "-" : "+") + (size < 10 ? "0" : "") + String(size)
    }
}
