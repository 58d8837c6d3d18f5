import PushWardAPI
import Testing
import Values

@Suite("Values of templates become what the API takes")
struct CoercionTests {
    typealias Kind = FieldSpec.Kind

    @Test(
        "Texts are trimmed, cleaned and cut between characters",
        arguments: [
            ("abcd", 4, "abcd"), ("abc", 4, "abc"), ("abcde", 4, "abcd"), ("  ab  ", 4, "ab"),
            ("a\u{0}b\u{7}c", 4, "abc"), ("a\r\nb", 4, "a b"), ("ab 👩‍👩‍👧‍👦", 6, "ab"), ("ab👩‍👩‍👧‍👦", 9, "ab👩‍👩‍👧‍👦"),
            ("🇩🇪🇫🇷", 3, "🇩🇪"), ("e\u{301}e\u{301}", 3, "e\u{301}"), ("abc   ", 3, "abc"),
            ("abcd   x", 4, "abcd"),
        ]
    )
    func texts(source: String, max: Int, expected: String) {
        #expect(Kind.text(max: max).coerce(.string(source)) == .value(.string(expected)))
    }

    @Test("Long texts keep their lines, short ones do not")
    func lines() {
        #expect(Kind.text(max: 256).coerce("a\r\nb\tc") == .value("a\nb c"))
        #expect(Kind.text(max: 32).coerce("a\nb") == .value("a b"))
    }

    @Test("A text that was cut is told, one that fits is not")
    func cutRemarks() {
        #expect(Kind.text(max: 4).coerceReporting("abcde").remarks.count == 1)
        #expect(Kind.text(max: 4).coerceReporting("abcd  ").remarks.isEmpty)
    }

    @Test("Numbers as texts of a text field are written as JSON writes them")
    func textsOfNumbers() {
        #expect(Kind.text(max: 16).coerce(21.5) == .value("21.5"))
        #expect(Kind.text(max: 16).coerce(.double(21)) == .value("21"))
        #expect(Kind.text(max: 16).coerce(true) == .value("true"))
    }

    @Test(
        "Null, nothing and white space clear a field of any kind",
        arguments: [JSON.null, "", "  ", "\n\t"]
    )
    func clearing(value: JSON) {
        let kinds: [Kind] = [
            .text(max: 4), .number(0...1), .integer(0...1), .bool, .color, .icon(max: 9, allowsMDI: true),
            .choice(["a"]), .time, .duration(1...2), .url(max: 9, schemes: .any), .action(.cardButton),
            .list(.bool, count: 1...2), .object([], required: []), .map(keyMax: 1, .bool, count: 0...1),
            .thumbHash,
        ]
        for kind in kinds { #expect(kind.coerce(value) == .clear) }
    }

    @Test(
        "Numbers are read from text, clamped and rounded",
        arguments: [
            ("21.5", 0.0...100.0, JSON.double(21.5)), (" 7 ", 0...100, 7), (101, 0...100, 100),
            (-1, 0...100, 0),
            (.double(3.0), 0...100, 3), (0.123456, 0...1, 0.123), ("42%", 0...1, 0.42),
            (.double(1.0), 0...1, 1),
            (21.123456789, -100...100, 21.123457), ("1e2", 0...100, 100), (1e300, 0...5, 5),
        ] as [(JSON, ClosedRange<Double>, JSON)]
    )
    func numbers(source: JSON, range: ClosedRange<Double>, expected: JSON) {
        #expect(Kind.number(range).coerce(source) == .value(expected))
    }

    @Test(
        "What is no number is refused with a reason",
        arguments: [
            "nan", "inf", "0x10", "on", "1,5", .bool(true), [1], .double(.nan), .double(.infinity), "1e999",
        ]
            as [JSON]
    )
    func noNumbers(source: JSON) {
        for kind in [Kind.number(0...1), .integer(0...1)] {
            guard case .invalid(let reason) = kind.coerce(source) else {
                Issue.record("\(source) was taken")
                continue
            }
            #expect(reason.contains("number"))
        }
    }

    @Test(
        "Whole numbers are rounded and clamped",
        arguments: [
            (3.7, 4), (.double(3), 3), ("12", 12), (1000, 64), (-5, 0), (1e30, 64), (-1e30, 0),
            (.int(.max), 64),
        ]
            as [(JSON, Int)]
    )
    func integers(source: JSON, expected: Int) {
        #expect(Kind.integer(0...64).coerce(source) == .value(.int(expected)))
    }

    @Test(
        "Truth is read from the words that people use",
        arguments: [
            ("on", true), ("TRUE", true), ("yes", true), ("1", true), (1, true), (1.0, true),
            ("enable", true),
            (true, true), ("off", false), ("False", false), ("no", false), (0, false), ("0", false),
            (false, false),
        ] as [(JSON, Bool)]
    )
    func bools(source: JSON, expected: Bool) {
        #expect(Kind.bool.coerce(source) == .value(.bool(expected)))
    }

    @Test("Anything else is no truth", arguments: ["maybe", 2, "21.5", ["on"], "open"] as [JSON])
    func noBools(source: JSON) {
        guard case .invalid = Kind.bool.coerce(source) else {
            Issue.record("\(source) was taken")
            return
        }
    }

    @Test(
        "Icons are names of SF Symbols, or of Material Design where the place draws them",
        arguments: [
            (" bolt.fill ", false, "bolt.fill"), ("mdi:home", true, "mdi:home"),
            ("MDI:Home", true, "mdi:home"),
            ("hass:bulb", true, "mdi:bulb"), ("mdi:home", false, nil), ("a b", true, nil),
            ("mdi:", true, nil),
            ("sfsymbols:house", true, "house"), ("square.and.arrow.up", true, "square.and.arrow.up"),
            ("🎉", true, nil),
        ] as [(JSON, Bool, String?)]
    )
    func icons(source: JSON, allowsMDI: Bool, expected: String?) {
        let result = Kind.icon(max: 64, allowsMDI: allowsMDI).coerce(source)
        if let expected {
            #expect(result == .value(.string(expected)))
        } else {
            guard case .invalid = result else {
                Issue.record("\(source) became \(result)")
                return
            }
        }
    }

    @Test("An icon's name is not cut", arguments: [(63, true), (64, true), (65, false)])
    func iconLength(length: Int, isTaken: Bool) {
        let name = String(repeating: "a", count: length)
        let isValue = Kind.icon(max: 64, allowsMDI: false).coerce(.string(name)) == .value(.string(name))
        #expect(isValue == isTaken)
    }

    @Test(
        "Choices are found whatever their case, and by the words of other programs",
        arguments: [
            (["critical", "warning", "info"], "error", "critical"),
            (["critical", "warning", "info"], "WARN", "warning"),
            (["info", "warn", "error"], "warning", "warn"), (["info", "warn", "error"], "critical", "error"),
            (["info", "warn", "error"], "debug", "info"),
            (["playing", "paused", "stopped", "buffering"], "idle", "stopped"),
            (["playing", "paused", "stopped", "buffering"], "off", "stopped"),
            (["playing", "paused", "stopped", "buffering"], "standby", "stopped"),
            (["playing", "paused", "stopped", "buffering"], "on", "paused"),
            (["playing", "paused", "stopped", "buffering"], "PAUSED_PLAYBACK", "paused"),
            (["playing", "paused", "stopped", "buffering"], "TRANSITIONING", "buffering"),
            (["up", "down", "flat"], "rising", "up"), (["up", "down", "flat"], "steady", "flat"),
            (["passive", "active", "time-sensitive", "critical"], "time_sensitive", "time-sensitive"),
        ] as [([String], String, String)]
    )
    func choices(choices: [String], word: String, expected: String) {
        #expect(Kind.choice(choices).coerce(.string(word)) == .value(.string(expected)))
    }

    @Test(
        "A state that says that nobody knows is no state",
        arguments: ["unavailable", "unknown", "recording"]
    )
    func noChoices(word: String) {
        guard
            case .invalid = Kind.choice(["playing", "paused", "stopped", "buffering"]).coerce(.string(word))
        else {
            Issue.record("\(word) was taken")
            return
        }
    }

    @Test(
        "Times are Unix seconds, whatever they were",
        arguments: [
            (1_795_000_000, 1_795_000_000), (1_795_000_000.9, 1_795_000_000),
            (1_795_000_000_123, 1_795_000_000),
            ("1795000000", 1_795_000_000), ("2026-11-18T11:06:40Z", 1_795_000_000), (1, 1),
            ("2026-11-18T12:06:40+01:00", 1_795_000_000), ("2026-11-18 11:06:40.5+00:00", 1_795_000_000),
        ] as [(JSON, Int)]
    )
    func times(source: JSON, expected: Int) {
        #expect(Kind.time.coerce(source) == .value(.int(expected)))
    }

    @Test(
        "A time that nobody can tell is refused",
        arguments: [0, -1, "2026-11-18T12:06:40", "tomorrow", true, 1e300, "12:30", [1]] as [JSON]
    )
    func noTimes(source: JSON) {
        guard case .invalid = Kind.time.coerce(source) else {
            Issue.record("\(source) was taken")
            return
        }
    }

    @Test(
        "Durations are seconds, or stay as PushWard writes them",
        arguments: [
            ("35m", "35m"), ("1h30m", "1h30m"), (300, 300), ("90", 90), ("1:30:00", 5400), ("0:05:00", 300),
            ("1:30", 5400), ("PT5M", 300), ("P1DT1S", 86_401), ("5 min", 300), ("1 day, 0:00:01", 86_401),
            ("0.5h", 1800), (90.4, 90), (0.2, 1), ("2d", 172_800), (157_788_000, 157_788_000),
        ] as [(JSON, JSON)]
    )
    func durations(source: JSON, expected: JSON) {
        #expect(Kind.duration(1...157_788_000).coerce(source) == .value(expected))
    }

    @Test(
        "What is no duration is refused",
        arguments: [
            0, -5, "soon", "5x", "1:70:00", "P", "PT", "h", true, 157_788_001, "99999999999999999999h",
        ] as [JSON]
    )
    func noDurations(source: JSON) {
        guard case .invalid = Kind.duration(1...157_788_000).coerce(source) else {
            Issue.record("\(source) was taken")
            return
        }
    }

    @Test(
        "A ThumbHash is padded Base64",
        arguments: [
            ("3PcNNYSFeXh/d3eld0iHZoZgVwh2", true), ("QUI=", true), ("QUJ", false), ("A_-=", false),
            ("====", false),
        ]
    )
    func thumbHashes(text: String, isTaken: Bool) {
        #expect((Kind.thumbHash.coerce(.string(text)) == .value(.string(text))) == isTaken)
    }
}
