extension BigInteger {
    static prefix func - (number: BigInteger) -> BigInteger {
        BigInteger(isNegative: !number.isNegative, limbs: number.limbs)
    }

    static func + (left: BigInteger, right: BigInteger) -> BigInteger {
        if left.isNegative == right.isNegative {
            return BigInteger(isNegative: left.isNegative, limbs: sum(left.limbs, right.limbs))
        }
        if compareMagnitude(left.limbs, right.limbs) >= 0 {
            return BigInteger(isNegative: left.isNegative, limbs: difference(left.limbs, right.limbs))
        }
        return BigInteger(isNegative: right.isNegative, limbs: difference(right.limbs, left.limbs))
    }

    static func - (left: BigInteger, right: BigInteger) -> BigInteger { left + -right }

    static func * (left: BigInteger, right: BigInteger) -> BigInteger {
        guard !left.isZero, !right.isZero else { return BigInteger(0) }
        var result = [UInt32](repeating: 0, count: left.limbs.count + right.limbs.count)
        for (place, limb) in left.limbs.enumerated() {
            var carry: UInt64 = 0
            for (offset, other) in right.limbs.enumerated() {
                let value = UInt64(limb) &* UInt64(other) &+ UInt64(result[place + offset]) &+ carry
                result[place + offset] = UInt32(truncatingIfNeeded: value)
                carry = value >> 32
            }
            result[place + right.limbs.count] = UInt32(carry)
        }
        return BigInteger(isNegative: left.isNegative != right.isNegative, limbs: result)
    }

    /// Quotient rounded down and remainder with the divisor's sign, as Python's `divmod`; nil for a zero divisor.
    func dividedFloor(by divisor: BigInteger) -> (quotient: BigInteger, remainder: BigInteger)? {
        guard !divisor.isZero else { return nil }
        let (magnitude, rest) = Self.divideMagnitude(limbs, divisor.limbs)
        var quotient = BigInteger(isNegative: isNegative != divisor.isNegative, limbs: magnitude)
        var remainder = BigInteger(isNegative: isNegative, limbs: rest)
        if !remainder.isZero, remainder.isNegative != divisor.isNegative {
            quotient = quotient - BigInteger(1)
            remainder = remainder + divisor
        }
        return (quotient, remainder)
    }

    /// The power, or nil where it would be wider than `limit` bits.
    func power(_ exponent: Int, limit: Int) -> BigInteger? {
        guard exponent > 0 else { return BigInteger(1) }
        guard bitWidth <= 1 || exponent <= limit / (bitWidth - 1) else { return nil }
        var result = BigInteger(1)
        var base = self
        var rest = exponent
        while true {
            if rest & 1 == 1 { result = result * base }
            rest >>= 1
            if rest == 0 { return result }
            base = base * base
        }
    }

    func shifted(left count: Int) -> BigInteger {
        let whole = count / 32
        let bits = UInt32(count % 32)
        var result = [UInt32](repeating: 0, count: whole)
        var carry: UInt32 = 0
        for limb in limbs {
            result.append(limb << bits | carry)
            carry = bits == 0 ? 0 : limb >> (32 - bits)
        }
        result.append(carry)
        return BigInteger(isNegative: isNegative, limbs: result)
    }

    /// The magnitude shifted, the sign kept.
    func shifted(right count: Int) -> BigInteger {
        let whole = count / 32
        let bits = UInt32(count % 32)
        guard whole < limbs.count else { return BigInteger(0) }
        var result: [UInt32] = []
        for place in whole..<limbs.count {
            let above = place + 1 < limbs.count && bits > 0 ? limbs[place + 1] << (32 - bits) : 0
            result.append(limbs[place] >> bits | above)
        }
        return BigInteger(isNegative: isNegative, limbs: result)
    }

    private static func sum(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
        let (long, short) = left.count >= right.count ? (left, right) : (right, left)
        var result = long
        var carry: UInt64 = 0
        for place in long.indices {
            let value = UInt64(long[place]) + (place < short.count ? UInt64(short[place]) : 0) + carry
            result[place] = UInt32(truncatingIfNeeded: value)
            carry = value >> 32
        }
        if carry > 0 { result.append(UInt32(carry)) }
        return result
    }

    /// The difference of a magnitude and one that is not larger.
    private static func difference(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
        var result = left
        var borrow: Int64 = 0
        for place in left.indices {
            var value = Int64(left[place]) - (place < right.count ? Int64(right[place]) : 0) - borrow
            borrow = value < 0 ? 1 : 0
            if value < 0 { value += 1 << 32 }
            result[place] = UInt32(truncatingIfNeeded: value)
        }
        return result
    }

    /// Quotient and remainder of the magnitude by one limb.
    static func divide(_ limbs: [UInt32], bySmall divisor: UInt32) -> (quotient: [UInt32], remainder: UInt32)
    {
        var quotient = limbs
        var remainder: UInt64 = 0
        for place in limbs.indices.reversed() {
            let value = remainder << 32 | UInt64(limbs[place])
            quotient[place] = UInt32(truncatingIfNeeded: value / UInt64(divisor))
            remainder = value % UInt64(divisor)
        }
        while quotient.last == 0 { quotient.removeLast() }
        return (quotient, UInt32(remainder))
    }

    /// Schoolbook long division (Knuth, The Art of Computer Programming 4.3.1, algorithm D).
    private static func divideMagnitude(_ left: [UInt32], _ right: [UInt32]) -> ([UInt32], [UInt32]) {
        if compareMagnitude(left, right) < 0 { return ([], left) }
        if right.count == 1 {
            let (quotient, remainder) = divide(left, bySmall: right[0])
            return (quotient, remainder == 0 ? [] : [remainder])
        }
        let shift = right[right.count - 1].leadingZeroBitCount
        let divisor = BigInteger(isNegative: false, limbs: right).shifted(left: shift).limbs
        var rest = BigInteger(isNegative: false, limbs: left).shifted(left: shift).limbs
        while rest.count <= left.count { rest.append(0) }
        let size = divisor.count
        var quotient = [UInt32](repeating: 0, count: rest.count - size)
        for place in quotient.indices.reversed() {
            let digit = estimate(rest, divisor, place)
            quotient[place] = subtract(divisor, times: digit, from: &rest, at: place)
        }
        let remainder = BigInteger(isNegative: false, limbs: rest).shifted(right: shift).limbs
        while quotient.last == 0 { quotient.removeLast() }
        return (quotient, remainder)
    }

    private static func estimate(_ rest: [UInt32], _ divisor: [UInt32], _ place: Int) -> UInt64 {
        let size = divisor.count
        let top = UInt64(rest[place + size]) << 32 | UInt64(rest[place + size - 1])
        var digit = top / UInt64(divisor[size - 1])
        var remainder = top % UInt64(divisor[size - 1])
        while digit >> 32 != 0
            || digit &* UInt64(divisor[size - 2]) > (remainder << 32 | UInt64(rest[place + size - 2]))
        {
            digit -= 1
            remainder += UInt64(divisor[size - 1])
            if remainder >> 32 != 0 { break }
        }
        return digit
    }

    /// Takes the product away and returns the digit, one less where it was too large.
    private static func subtract(
        _ divisor: [UInt32],
        times digit: UInt64,
        from rest: inout [UInt32],
        at place: Int
    ) -> UInt32 {
        var borrow: Int64 = 0
        var carry: UInt64 = 0
        for offset in divisor.indices {
            let product = digit &* UInt64(divisor[offset]) &+ carry
            carry = product >> 32
            let value = Int64(rest[place + offset]) - borrow - Int64(product & 0xFFFF_FFFF)
            rest[place + offset] = UInt32(truncatingIfNeeded: value)
            borrow = value < 0 ? 1 : 0
        }
        let value = Int64(rest[place + divisor.count]) - borrow - Int64(carry)
        rest[place + divisor.count] = UInt32(truncatingIfNeeded: value)
        guard value < 0 else { return UInt32(truncatingIfNeeded: digit) }
        var add: UInt64 = 0
        for offset in divisor.indices {
            let sum = UInt64(rest[place + offset]) + UInt64(divisor[offset]) + add
            rest[place + offset] = UInt32(truncatingIfNeeded: sum)
            add = sum >> 32
        }
        rest[place + divisor.count] = rest[place + divisor.count] &+ UInt32(add)
        return UInt32(truncatingIfNeeded: digit - 1)
    }
}

extension BigInteger {
    /// The digits in a base from 2 to 36, with a minus sign where it is negative.
    func text(base: Int = 10) -> String {
        guard !isZero else { return "0" }
        // Take off as many digits at once as fit in a limb.
        var chunk = UInt32(base)
        var width = 1
        while UInt64(chunk) * UInt64(base) < 1 << 32 {
            chunk *= UInt32(base)
            width += 1
        }
        var parts: [String] = []
        var rest = limbs
        while !rest.isEmpty {
            let (quotient, remainder) = Self.divide(rest, bySmall: chunk)
            parts.append(String(remainder, radix: base))
            rest = quotient
        }
        var result = isNegative ? "-" : ""
        for (place, part) in parts.reversed().enumerated() {
            if place > 0 { result += String(repeating: "0", count: width - part.count) }
            result += part
        }
        return result
    }

    /// `&`, `|` and `^` as on two's complement of any width.
    func bitwise(_ other: BigInteger, _ operation: (UInt32, UInt32) -> UInt32) -> BigInteger {
        let width = max(limbs.count, other.limbs.count) + 1
        let left = twosComplement(width)
        let right = other.twosComplement(width)
        var result = (0..<width).map { operation(left[$0], right[$0]) }
        let isNegative = result[width - 1] >> 31 == 1
        if isNegative { result = Self.negated(result) }
        return BigInteger(isNegative: isNegative, limbs: result)
    }

    private func twosComplement(_ width: Int) -> [UInt32] {
        let padded = limbs + [UInt32](repeating: 0, count: width - limbs.count)
        return isNegative ? Self.negated(padded) : padded
    }

    private static func negated(_ limbs: [UInt32]) -> [UInt32] {
        var carry: UInt64 = 1
        return limbs.map { limb in
            let value = UInt64(~limb) + carry
            carry = value >> 32
            return UInt32(truncatingIfNeeded: value)
        }
    }
}
