/// Decimal digits of binary numbers, rounded half to even on the exact value as the C library and Python do.
enum ExactDecimal {
    /// The magnitude times ten to the `places`, rounded to a whole number.
    static func scaled(_ magnitude: Double, places: Int) -> BigInteger {
        guard magnitude > 0, magnitude.isFinite else { return BigInteger(0) }
        let (significand, exponent) = parts(magnitude)
        var numerator = BigInteger(significand)
        var denominator = BigInteger(1)
        if places >= 0 {
            numerator = numerator * powerOfTen(places)
        } else {
            denominator = powerOfTen(-places)
        }
        if exponent >= 0 {
            numerator = numerator.shifted(left: exponent)
        } else {
            denominator = denominator.shifted(left: -exponent)
        }
        return divideHalfEven(numerator, denominator)
    }

    /// Significand and exponent so that the number is their product with a power of two.
    static func parts(_ magnitude: Double) -> (significand: Int, exponent: Int) {
        if magnitude.isNormal {
            return (Int(magnitude.significandBitPattern | (1 << 52)), Int(magnitude.exponent) - 52)
        }
        return (Int(magnitude.significandBitPattern), -1_074)
    }

    static func divideHalfEven(_ numerator: BigInteger, _ denominator: BigInteger) -> BigInteger {
        guard let (quotient, remainder) = numerator.dividedFloor(by: denominator) else {
            return BigInteger(0)
        }
        let twice = remainder + remainder
        let isOdd = (quotient.limbs.first ?? 0) & 1 == 1
        if twice > denominator || (twice == denominator && isOdd) { return quotient + BigInteger(1) }
        return quotient
    }

    static func powerOfTen(_ exponent: Int) -> BigInteger {
        BigInteger(10).power(exponent, limit: 1 << 20) ?? BigInteger(0)
    }

    /// `%.nf` without the sign.
    static func fixed(_ magnitude: Double, places: Int) -> String {
        let digits = scaledText(magnitude, places: places)
        guard places > 0 else { return digits }
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
        return "\(padded.dropLast(places)).\(padded.suffix(places))"
    }

    private static func scaledText(_ magnitude: Double, places: Int) -> String {
        if let quick = quickScaled(magnitude, places: places) { return String(quick) }
        return scaled(magnitude, places: places).text()
    }

    /// The same as `scaled` in machine integers, where they suffice.
    static func quickScaled(_ magnitude: Double, places: Int) -> UInt64? {
        guard places >= 0, places <= 18, magnitude < 1e15 else { return nil }
        guard magnitude > 0 else { return 0 }
        let (significand, exponent) = parts(magnitude)
        var factor: UInt64 = 1
        for _ in 0..<places { factor *= 10 }
        let product = UInt64(significand).multipliedFullWidth(by: factor)
        if exponent >= 0 {
            guard product.high == 0, product.low.leadingZeroBitCount > exponent else { return nil }
            return product.low << UInt64(exponent)
        }
        let shift = -exponent
        if shift > 126 { return 0 }
        if shift >= 64 {
            let bits = UInt64(shift - 64)
            let whole = product.high >> bits
            let rest = product.high & ((1 << bits) - 1)
            let half: UInt64 = bits == 0 ? 0 : 1 << (bits - 1)
            let isAbove =
                bits == 0 ? product.low > 1 << 63 : rest > half || (rest == half && product.low > 0)
            let isHalf = bits == 0 ? product.low == 1 << 63 : rest == half && product.low == 0
            return whole + (isAbove || (isHalf && whole & 1 == 1) ? 1 : 0)
        }
        let bits = UInt64(shift)
        guard product.high >> bits == 0 else { return nil }
        let whole = product.high << (64 - bits) | product.low >> bits
        let rest = product.low & ((1 << bits) - 1)
        let half: UInt64 = 1 << (bits - 1)
        guard whole < .max else { return nil }
        return whole + (rest > half || (rest == half && whole & 1 == 1) ? 1 : 0)
    }

    /// Exactly `count` significant digits and the power of ten of the first one, for `%e` and `%g`.
    static func significant(_ magnitude: Double, count: Int) -> (digits: [UInt8], exponent: Int) {
        guard magnitude > 0 else { return ([UInt8](repeating: UInt8(ascii: "0"), count: count), 0) }
        var exponent = FloatText.shortest(magnitude).exponent
        var text = Array(scaled(magnitude, places: count - 1 - exponent).text().utf8)
        if text.count > count {
            exponent += 1
            text = Array(scaled(magnitude, places: count - 1 - exponent).text().utf8)
        } else if text.count < count {
            // The shortest digits had been rounded up to the next power of ten.
            exponent -= 1
            text = Array(scaled(magnitude, places: count - 1 - exponent).text().utf8)
        }
        return (text, exponent)
    }

    /// Python's `round(number, places)`.
    static func round(_ number: Double, places: Int) -> Double {
        guard number.isFinite, number != 0 else { return number }
        // Beyond these the number has no such digits, or nothing is left of it.
        if places > 323 { return number }
        if places < -309 { return number.sign == .minus ? -0.0 : 0.0 }
        let magnitude = number.magnitude
        var result: Double
        if places <= 15, let whole = quickScaled(magnitude, places: places), whole < 1 << 53 {
            var factor = 1.0
            for _ in 0..<places { factor *= 10 }
            result = Double(whole) / factor
        } else {
            let whole = scaled(magnitude, places: places)
            result = Double(whole.text() + "e\(-places)") ?? magnitude
        }
        if number.sign == .minus { result = -result }
        return result
    }
}
