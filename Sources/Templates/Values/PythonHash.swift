/// CPython's hashes of the values whose hash is the same in every process.
///
/// They decide the order in which a set shows its elements. Texts have a hash that changes with each process, so sets
/// of texts have no order that a template could rely on.
enum PythonHash {
    private static let modulus: UInt64 = (1 << 61) - 1

    /// The hash; nil where it is not the same in every process.
    static func hash(of value: Value) -> Int? {
        switch value {
        case .int(let number): whole(number)
        case .bool(let flag): flag ? 1 : 0
        case .big(let number): big(number)
        case .float(let number): float(number)
        case .none: 0xFCA8_6420
        case .string(let text), .markup(let text): text.isEmpty ? 0 : nil
        case .bytes(let bytes): bytes.isEmpty ? 0 : nil
        case .tuple(let items): tuple(items)
        case .record(let record): tuple(record.items)
        case .timedelta(let duration):
            tuple([.int(duration.days), .int(duration.seconds), .int(duration.fraction)])
        default: nil
        }
    }

    /// -1 means an error in CPython, and is never a hash.
    private static func signed(_ magnitude: UInt64, isNegative: Bool) -> Int {
        let hash = Int(truncatingIfNeeded: magnitude) * (isNegative ? -1 : 1)
        return hash == -1 ? -2 : hash
    }

    private static func whole(_ number: Int) -> Int {
        signed(UInt64(number.magnitude) % modulus, isNegative: number < 0)
    }

    private static func big(_ number: BigInteger) -> Int {
        var rest: UInt64 = 0
        for limb in number.limbs.reversed() {
            // 2^32 times a number below 2^61, modulo 2^61 - 1, is a turn by 32 bits.
            rest = ((rest << 32) & modulus | rest >> 29) + UInt64(limb)
            if rest >= modulus { rest -= modulus }
        }
        return signed(rest, isNegative: number.isNegative)
    }

    private static func float(_ number: Double) -> Int? {
        guard number.isFinite else { return number.isInfinite ? (number > 0 ? 314_159 : -314_159) : nil }
        guard number != 0 else { return 0 }
        var exponent = Int(number.exponent) + 1
        var fraction = number.magnitude.significand / 2
        var rest: UInt64 = 0
        while fraction != 0 {
            rest = (rest << 28) & modulus | rest >> 33
            fraction *= 268_435_456
            exponent -= 28
            let digit = UInt64(fraction)
            fraction -= Double(digit)
            rest += digit
            if rest >= modulus { rest -= modulus }
        }
        let turn = UInt64(floorModulo(exponent, 61))
        rest = (rest << turn) & modulus | rest >> (61 - turn)
        return signed(rest, isNegative: number < 0)
    }

    private static func tuple(_ items: [Value]) -> Int? {
        let primes: (UInt64, UInt64, UInt64) = (
            11_400_714_785_074_694_791, 14_029_467_366_897_019_727, 2_870_177_450_012_600_261
        )
        var sum = primes.2
        for item in items {
            guard let hash = hash(of: item) else { return nil }
            sum &+= UInt64(bitPattern: Int64(hash)) &* primes.1
            sum = (sum << 31 | sum >> 33) &* primes.0
        }
        sum &+= UInt64(items.count) ^ (primes.2 ^ 3_527_539)
        return sum == .max ? 1_546_275_796 : Int(truncatingIfNeeded: sum)
    }
}
