import Testing
import Values

@Suite("JSON Merge Patch")
struct MergePatchTests {
    @Test("What a later patch does not set of an earlier one is what is left of it")
    func remainder() {
        let earlier: JSONObject = ["a": 1, "b": nil, "c": ["d": 1, "e": 2], "f": ["g": 1]]
        let later: JSONObject = ["a": 2, "c": ["d": 3], "f": ["g": nil], "h": 1]
        let rest = MergePatch.remainder(of: earlier, after: later)
        #expect(rest == ["b": nil, "c": ["e": 2]])
        let target: JSONObject = ["b": 5, "c": ["e": 1, "z": 1], "f": ["g": 7, "y": 1]]
        let inOrder = MergePatch.applying(later, to: MergePatch.applying(earlier, to: target))
        #expect(MergePatch.applying(rest, to: MergePatch.applying(later, to: target)) == inOrder)
        #expect(MergePatch.remainder(of: later, after: later).isEmpty)
    }

    /// The examples of RFC 7396, appendix A, that have an object as their target.
    @Test(
        "applies as RFC 7396 says",
        arguments: [
            (["a": "b"], ["a": "c"], ["a": "c"]),
            (["a": "b"], ["b": "c"], ["a": "b", "b": "c"]),
            (["a": "b"], ["a": nil], [:]),
            (["a": "b", "b": "c"], ["a": nil], ["b": "c"]),
            (["a": ["b"]], ["a": "c"], ["a": "c"]),
            (["a": "c"], ["a": ["b"]], ["a": ["b"]]),
            (["a": ["b": "c"]], ["a": ["b": "d", "c": nil]], ["a": ["b": "d"]]),
            (["a": [["b": "c"]]], ["a": [1]], ["a": [1]]),
            (["e": nil], ["a": 1], ["e": nil, "a": 1]),
            ([:], ["a": ["bb": ["ccc": nil]]], ["a": ["bb": [:]]]),
        ] as [(JSON, JSON, JSON)]
    )
    func applies(target: JSON, patch: JSON, result: JSON) {
        #expect(MergePatch.applying(patch, to: target) == result)
    }

    @Test("replaces what is no object as a whole")
    func wholes() {
        #expect(MergePatch.applying(["c"], to: ["a": "b"]) == ["c"])
        #expect(MergePatch.applying(["a": "b", "c": nil], to: [1, 2]) == ["a": "b"])
    }

    @Test("the difference leads from any document to any other", arguments: 0..<200)
    func differenceLeadsThere(seed: Int) {
        var random = Generator(seed: UInt64(seed))
        let source = random.object(depth: 3)
        let goal = random.object(depth: 3)
        let patch = MergePatch.difference(from: source, to: goal)
        #expect(MergePatch.applying(patch, to: source) == goal, "seed \(seed)")
        #expect(MergePatch.difference(from: goal, to: goal).isEmpty)
    }

    @Test("the union of differences leads from each source to the goal", arguments: 0..<200)
    func unionLeadsThere(seed: Int) {
        var random = Generator(seed: UInt64(seed) &+ 1_000_003)
        let goal = random.object(depth: 2)
        let sources = (0..<3).map { _ in random.object(depth: 2) }
        let patch = sources.reduce(JSONObject()) {
            MergePatch.union($0, MergePatch.difference(from: $1, to: goal))
        }
        for source in sources { #expect(MergePatch.applying(patch, to: source) == goal, "seed \(seed)") }
    }
}

/// Makes documents without nulls from a seed.
private struct Generator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }

    mutating func object(depth: Int) -> JSONObject {
        var object = JSONObject()
        for _ in 0..<next(5) { object[["a", "b", "c", "d", "é"][next(5)]] = value(depth: depth) }
        return object
    }

    private mutating func value(depth: Int) -> JSON {
        switch next(depth > 0 ? 7 : 4) {
        case 0: .int(next(3))
        case 1: .string(["x", "y", ""][next(3)])
        case 2: .bool(next(2) == 0)
        case 3: .array([.int(next(2)), .null])
        default: .object(object(depth: depth - 1))
        }
    }
}
