/// A whole number of any size: what Python's `int` is beyond 64 bits.
///
/// Sign and magnitude, least significant limb first, without leading zero limbs.
package struct BigInteger: Sendable, Hashable {
    var isNegative: Bool
    var limbs: [UInt32]

    init(isNegative: Bool, limbs: [UInt32]) {
        var limbs = limbs
        while limbs.last == 0 { limbs.removeLast() }
        self.limbs = limbs
        self.isNegative = isNegative && !limbs.isEmpty
    }

    init(_ number: Int) {
        var rest = number.magnitude
        var limbs: [UInt32] = []
        while rest != 0 {
            limbs.append(UInt32(truncatingIfNeeded: rest))
            rest >>= 32
        }
        self.init(isNegative: number < 0, limbs: limbs)
    }

    /// Makes the whole part of a finite number, towards zero.
    init?(truncating number: Double) {
        guard number.isFinite else { return nil }
        let whole = number.rounded(.towardZero)
        if whole == 0 {
            self.init(0)
            return
        }
        let shift = Int(whole.exponent) - 52
        let significand = BigInteger(Int(whole.significandBitPattern | (1 << 52)))
        let magnitude = shift >= 0 ? significand.shifted(left: shift) : significand.shifted(right: -shift)
        self.init(isNegative: number < 0, limbs: magnitude.limbs)
    }

    /// Reads decimal digits, or digits of another base from 2 to 36; nil where there is none or a wrong one.
    init?(digits: some Sequence<UInt8>, base: Int, isNegative: Bool) {
        var limbs: [UInt32] = []
        var count = 0
        for digit in digits {
            guard Int(digit) < base else { return nil }
            var carry = UInt64(digit)
            for place in limbs.indices {
                let product = UInt64(limbs[place]) &* UInt64(base) &+ carry
                limbs[place] = UInt32(truncatingIfNeeded: product)
                carry = product >> 32
            }
            if carry > 0 { limbs.append(UInt32(carry)) }
            count += 1
        }
        guard count > 0 else { return nil }
        self.init(isNegative: isNegative, limbs: limbs)
    }

    var isZero: Bool { limbs.isEmpty }

    /// The number of bits of the magnitude.
    var bitWidth: Int {
        guard let last = limbs.last else { return 0 }
        return limbs.count * 32 - last.leadingZeroBitCount
    }

    /// The number as a machine integer, where it fits.
    var int: Int? {
        guard limbs.count <= 2 else { return nil }
        var magnitude: UInt = 0
        for limb in limbs.reversed() { magnitude = magnitude << 32 | UInt(limb) }
        if isNegative {
            if magnitude == Int.min.magnitude { return Int.min }
            return Int(exactly: magnitude).map { -$0 }
        }
        return Int(exactly: magnitude)
    }

    /// The nearest number with a fraction; an infinity where it is too large.
    var double: Double {
        let width = bitWidth
        if width <= 64 {
            var magnitude: UInt64 = 0
            for limb in limbs.reversed() { magnitude = magnitude << 32 | UInt64(limb) }
            return isNegative ? -Double(magnitude) : Double(magnitude)
        }
        if width > 1_024 { return isNegative ? -.infinity : .infinity }
        // The top 64 bits, with the last bit set where any bit below them is: rounding then goes the right way.
        let shift = width - 64
        var top: UInt64 = 0
        for limb in shifted(right: shift).limbs.reversed() { top = top << 32 | UInt64(limb) }
        if hasBits(below: shift) { top |= 1 }
        let result = Double(sign: .plus, exponent: shift, significand: Double(top))
        return isNegative ? -result : result
    }

    private func hasBits(below width: Int) -> Bool {
        let whole = width / 32
        if limbs.prefix(whole).contains(where: { $0 != 0 }) { return true }
        let rest = width % 32
        guard rest > 0, whole < limbs.count else { return false }
        return limbs[whole] & ((1 << UInt32(rest)) - 1) != 0
    }
}

extension BigInteger: Comparable {
    package static func < (left: BigInteger, right: BigInteger) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        let order = compareMagnitude(left.limbs, right.limbs)
        return left.isNegative ? order > 0 : order < 0
    }

    /// Below, at or above zero as the first is smaller than, equal to or larger than the second.
    static func compareMagnitude(_ left: [UInt32], _ right: [UInt32]) -> Int {
        if left.count != right.count { return left.count < right.count ? -1 : 1 }
        for place in left.indices.reversed() where left[place] != right[place] {
            return left[place] < right[place] ? -1 : 1
        }
        return 0
    }
}
