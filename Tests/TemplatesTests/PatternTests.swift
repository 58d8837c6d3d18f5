import PatternMatcher
import Templates
import Testing

/// Regular expressions mean what Python's `re` means.
@Suite("Regular expressions")
struct PatternTests {
    private static func matches(_ expression: String, _ text: String, ignoresCase: Bool = false) throws
        -> [[String?]]
    {
        let pattern = try PatternMatcher.compiler()(expression, ignoresCase: ignoresCase)
        let bytes = Array(text.utf8)
        var result: [[String?]] = []
        var start = 0
        var advances = false
        while let match = try pattern.find(
            in: bytes,
            from: start,
            .init(isAnchored: false, advances: advances)
        ),
            let whole = match.first ?? nil
        {
            result.append(match.map { range in range.map { String(decoding: bytes[$0], as: UTF8.self) } })
            start = whole.upperBound
            advances = whole.isEmpty
        }
        return result
    }

    @Test("A group that took no part is nil")
    func missingGroups() throws {
        #expect(try Self.matches("(a)|(b)", "ab") == [["a", "a", nil], ["b", nil, "b"]])
        #expect(try Harness.render("{{ 'ab' | regex_findall('(a)|(b)') }}") == "[('a', ''), ('', 'b')]")
        #expect(try Harness.render("{{ 'ab' | regex_replace('(a)|b', '[\\\\1]') }}") == "[a][]")
    }

    @Test(
        "Python's own ways of writing are understood",
        arguments: [
            ("\\u00e9", "é", ["é"]), ("a\\Z", "ba", ["a"]), ("x{,2}y", "xxy", ["xxy"]), ("[[]", "[", ["["]),
            ("[]a]+", "]a", ["]a"]), ("(?P<n>a)(?P=n)", "aa", ["aa"]), ("\\w+", "Straße 5", ["Straße", "5"]),
            ("\\d", "٣", ["٣"]), ("(?u)é", "é", ["é"]), ("\\x41", "A", ["A"]),
            ("x*", "axb", ["", "x", "", ""]),
            ("^a$", "a\n", ["a"]), ("(?s:.)", "\n", ["\n"]), ("\\101", "A", ["A"]), ("(?<=a)b", "ab", ["b"]),
        ]
    )
    func python(_ expression: String, _ text: String, _ found: [String]) throws {
        #expect(try Self.matches(expression, text).map { $0[0] } == found)
    }

    @Test("Case is ignored beyond ASCII")
    func ignoresCase() throws {
        #expect(try Self.matches("É", "é", ignoresCase: true).count == 1)
    }

    @Test(
        "What Python refuses is refused",
        arguments: [
            "(", "[a", "a**", "\\", "\\q", "(?<n>a)", "(?P>n)", "(?z)", "\\u12", "(?P<n", "\\Qa\\E", "*a",
        ]
    )
    func refuses(_ expression: String) {
        #expect(throws: PatternError.self) { try Self.matches(expression, "a") }
    }

    @Test("Backtracking without end is stopped")
    func limits() throws {
        let pattern = try PatternMatcher.compiler()("(a|aa)+$", ignoresCase: false)
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: 5_000) + [UInt8(ascii: "b")]
        do {
            _ = try pattern.find(in: text, from: 0, .init(isAnchored: true, advances: false))
            Issue.record("it should have been stopped")
        } catch {
            #expect(error.isLimit)
        }
    }
}
