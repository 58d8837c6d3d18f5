import Testing
import Values

/// A picture by a formula, as the reference implementation that made the hashes below was given it.
private func pattern(_ width: Int, _ height: Int, hasAlpha: Bool) -> Pixels? {
    var rgba: [UInt8] = []
    for y in 0..<height {
        for x in 0..<width {
            let levels = [x * 7 + y * 3, x * x + y * 5, x * y + 40]
            rgba += levels.map { UInt8($0 % 256) }
            rgba.append(hasAlpha ? UInt8(255 - (x * 11 + y * 2) % 200) : 255)
        }
    }
    return Pixels(width: width, height: height, rgba: rgba)
}

@Suite("ThumbHashes of pictures")
struct ThumbHashTests {
    /// From the Python package `thumbhash`, a port of the reference implementation.
    private static let hashes: [(width: Int, height: Int, hasAlpha: Bool, hash: String)] = [
        (1, 1, false, "wwYKVwAI9wiIh4hwj3CI+AiIcH/4AAAA"),
        (100, 100, false, "H/gBBwJVVYBHSRpEJRMlRVaEx/24ZY8E"),
        (100, 40, false, "HwgGC4KFhTBkZWRn+WcKjno="),
        (30, 90, false, "H/gFCgRlN1OQcnVnzC94+UM="),
        (64, 64, true, "HwiGDQIJdSNVBmNkZ/o5c29UaVl+f5l5iQ=="),
        (17, 5, true, "DuiJIYQqYGh2iIdgePiIiI94eIiIiHg="),
        (2, 100, true, "V+mFIQaZdYAYN2h8Y4BYBXgHiXh4eIg="),
        (99, 98, false, "H/gBB4JWVoJXSQpTRCI2VmaFx/2YVo8D"),
    ]

    @Test("they are those of another implementation", arguments: hashes.indices)
    func vectors(_ place: Int) throws {
        let row = Self.hashes[place]
        let picture = try #require(pattern(row.width, row.height, hasAlpha: row.hasAlpha))
        #expect(ThumbHash.text(of: picture) == row.hash)
        // Longer ones PushWard refuses.
        #expect(row.hash.utf8.count <= 64)
    }

    @Test("a large picture is scaled down, keeping its shape and its average colour")
    func scaling() throws {
        let large = try #require(pattern(400, 250, hasAlpha: false)).fitting(100)
        #expect(large.width == 100 && large.height == 63)
        let plain = try #require(Pixels(width: 300, height: 200, rgba: Array(repeating: 200, count: 240_000)))
        #expect(Set(plain.fitting(100).rgba) == [200])
        let sliver = try #require(Pixels(width: 5000, height: 1, rgba: Array(repeating: 9, count: 20_000)))
        #expect(sliver.fitting(100).height == 1 && sliver.fitting(100).width == 100)
    }

    @Test("what is wholly transparent has a hash, too, and bytes that fit no size are no picture")
    func corners() throws {
        let clear = try #require(Pixels(width: 3, height: 3, rgba: Array(repeating: 0, count: 36)))
        #expect(ThumbHash.bytes(of: clear).count > 5)
        #expect(Pixels(width: 2, height: 2, rgba: [1, 2, 3]) == nil)
        #expect(Pixels(width: 0, height: 2, rgba: []) == nil)
    }
}
