import Values

/// The random numbers of Python's `random.Random`, so that a seed gives the same order as there.
///
/// Source: Matsumoto and Nishimura, "Mersenne Twister" (1998), MT19937.
struct MersenneTwister {
    private var state = [UInt32](repeating: 0, count: 624)
    private var place = 624

    init(seed key: [UInt32]) {
        state[0] = 19_650_218
        for index in 1..<624 {
            state[index] = 1_812_433_253 &* (state[index - 1] ^ state[index - 1] >> 30) &+ UInt32(index)
        }
        let key = key.isEmpty ? [0] : key
        var (i, j) = (1, 0)
        for _ in 0..<max(624, key.count) {
            state[i] = (state[i] ^ (state[i - 1] ^ state[i - 1] >> 30) &* 1_664_525) &+ key[j] &+ UInt32(j)
            i += 1
            j = (j + 1) % key.count
            if i >= 624 {
                state[0] = state[623]
                i = 1
            }
        }
        for _ in 0..<623 {
            state[i] = (state[i] ^ (state[i - 1] ^ state[i - 1] >> 30) &* 1_566_083_941) &- UInt32(i)
            i += 1
            if i >= 624 {
                state[0] = state[623]
                i = 1
            }
        }
        state[0] = 0x8000_0000
    }

    /// The generator of a seed as Python makes it; by the clock where there is none.
    static func seeded(_ seed: Value?, _ run: Run) throws(TemplateError) -> MersenneTwister {
        guard let seed, try run.isTrue(seed) else {
            return MersenneTwister(seed: [UInt32(truncatingIfNeeded: run.scope.now.microseconds)])
        }
        if let whole = Number(seed)?.whole { return MersenneTwister(seed: whole.limbs) }
        guard let text = seed.text else { throw .failed("the seed is a whole number or a text") }
        guard let sha512 = run.services.digests.sha512 else { throw .failed("hashes are not available here") }
        let bytes = Array(text.utf8)
        let number = BigInteger(digits: bytes + sha512(bytes), base: 256, isNegative: false)
        return MersenneTwister(seed: number?.limbs ?? [])
    }

    mutating func next() -> UInt32 {
        if place >= 624 { refill() }
        var value = state[place]
        place += 1
        value ^= value >> 11
        value ^= value << 7 & 0x9D2C_5680
        value ^= value << 15 & 0xEFC6_0000
        return value ^ value >> 18
    }

    private mutating func refill() {
        for index in 0..<624 {
            let mixed = state[index] & 0x8000_0000 | state[(index + 1) % 624] & 0x7FFF_FFFF
            state[index] = state[(index + 397) % 624] ^ mixed >> 1 ^ (mixed & 1 == 0 ? 0 : 0x9908_B0DF)
        }
        place = 0
    }

    /// A number from 0 to one below the bound.
    ///
    /// `bound` is from 1 to 2^32 - 1.
    mutating func below(_ bound: Int) -> Int {
        let width = Int.bitWidth - bound.leadingZeroBitCount
        while true {
            let value = Int(next() >> UInt32(32 - width))
            if value < bound { return value }
        }
    }
}
