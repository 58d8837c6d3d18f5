import PushWardAPI
import Testing
import Values

@Suite("What does not fit is left out before it says something else")
struct HonestTextTests {
    typealias Kind = FieldSpec.Kind

    @Test(
        "A text of four characters never becomes another number",
        arguments: [
            ("18:00", nil), ("12345", nil), ("-1234", nil), ("12 kW", nil), ("100 W", nil), ("1,234", nil),
            ("21.56", "21.6"), ("-3.14", "-3.1"), ("1234.4", "1234"), ("18:0", "18:0"), ("100%", "100%"),
            ("Washing", "Wash"),
        ] as [(String, String?)]
    )
    func narrow(source: String, expected: String?) {
        guard case .value(let value) = Kind.text(max: 4).coerce(.string(source)) else {
            #expect(expected == nil, "\(source)")
            return
        }
        #expect(value.stringValue == expected)
    }

    @Test(
        "A tile's value is not cut within a number",
        arguments: [
            ("On until 12:45:30", "On until"), ("12345678901234567", nil), ("Balance: -1,234.56", "Balance:"),
            ("12 of 1234567,891", "12 of"),
            ("0.12345678901234567", "0.12345678901235"),
            ("Until 18:00 tomorrow", "Until 18:00 tomo"), ("a rather long text", "a rather long te"),
        ] as [(String, String?)]
    )
    func tile(source: String, expected: String?) {
        guard case .value(let value) = Kind.text(max: 16).coerce(.string(source)) else {
            #expect(expected == nil, "\(source)")
            return
        }
        #expect(value.stringValue == expected)
    }

    @Test(
        "A terminal's escape sequences go whole",
        arguments: [
            ("\u{1B}[31merror\u{1B}[0m", "error"), ("\u{1B}[1;38;5;196mhot\u{1B}[m!", "hot!"),
            ("\u{9B}31mred", "red"), ("\u{1B}]0;title\u{7}done", "done"),
            ("\u{1B}]0;title\u{1B}\\done", "done"),
            ("\u{1B}(Bplain", "plain"), ("a\u{1B}", "a"), ("a[31m", "a[31m"), ("\u{1B}[", nil),
        ] as [(String, String?)]
    )
    func escapes(source: String, expected: String?) {
        let coercion = Kind.text(max: 256).coerce(.string(source))
        #expect(coercion == (expected.map { .value(.string($0)) } ?? .clear))
    }

    @Test("A duration that is too long is none, one that is too short the shortest")
    func durations() {
        let kind = Kind.duration(60...604_800)
        for long in [JSON.double(1e9), 604_801, "1e9", "400 weeks", .double(1e300)] {
            guard case .invalid = kind.coerce(long) else {
                Issue.record("\(long)")
                continue
            }
        }
        #expect(kind.coerce(5) == .value(60))
        #expect(kind.coerce("7 days") == .value(604_800))
    }

    @Test(
        "A line does not keep a time that is further ahead than any may be",
        arguments: [
            (0, true), (300, true), (86_400, true), (157_788_000, false), (10_573_204_501, false),
            (98_227_525_600, false),
        ]
    )
    func lines(ahead: Int, isKept: Bool) throws {
        let now = 1_772_474_400
        let template = try #require(ContentFields.template(named: "log"))
        let time = now + ahead
        let result = ContentRules.content(
            of: ["lines": [["text": "a", "at": .int(time)], ["text": "b", "at": .int(now - 9)]]],
            template: template,
            now: try #require(Timestamp(unixSeconds: Double(now)))
        )
        let lines = result.content["lines"]?.arrayValue ?? []
        #expect(lines.count == 2 && lines.last == ["text": "b", "at": .int(now - 9)])
        #expect(lines.first == (isKept ? ["text": "a", "at": .int(time)] : ["text": "a"]))
        #expect(result.dropped.map(\.field) == (isKept ? [] : ["lines.at"]))
    }

    @Test(
        "The length of what plays is never made up",
        arguments: [(.double(1e9), nil), (604_801, nil), (604_800, 604_800), ("240.5", 240.5), (-1, 0)]
            as [(JSON, JSON?)]
    )
    func length(source: JSON, expected: JSON?) throws {
        let field = try #require(ContentFields.template(named: "media")?.field("duration_seconds"))
        guard case .value(let value) = field.kind.coerce(source) else {
            #expect(expected == nil)
            return
        }
        #expect(value == expected)
    }

    @Test("An answer of a list that a template made says its method")
    func optionMethod() {
        let kind = Kind.action(.approvalOption)
        #expect(
            kind.coerce(["id": "a", "title": "A", "url": "https://h.example/"])
                == .value(["id": "a", "title": "A", "url": "https://h.example/", "method": "POST"])
        )
        // One bad header leaves the answer and its other headers.
        #expect(
            kind.coerce(
                ["id": "a", "title": "A", "url": "https://h.example/", "headers": ["X A": "b", "Ok": "c"]]
            )
                == .value(
                    [
                        "id": "a", "title": "A", "url": "https://h.example/", "headers": ["Ok": "c"],
                        "method": "POST",
                    ]
                )
        )
    }
}
