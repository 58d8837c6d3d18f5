import Foundation
import Templates
import Testing
import Values

/// Texts that nobody would write: whatever happens, nothing traps and all ends.
@Suite("Generated garbage")
struct FuzzTests {
    private static let pieces: [String] = [
        "{{", "}}", "{%", "%}", "{#", "#}", "-", "+", "*", "**", "/", "//", "%", "~", "(", ")", "[", "]", "{",
        "}", ".",
        ",", ":", "|", "=", "==", "!=", "<", ">=", " ", "\n", "'a'", "\"b\"", "'", "\\", "0", "1", "2.5",
        "1e400", "-1",
        "99999999999999999999", "x", "value", "value_json", "loop", "true", "none", "if", "else", "elif",
        "endif", "for",
        "in", "endfor", "set", "endset", "macro", "endmacro", "call", "endcall", "filter", "endfilter", "raw",
        "endraw",
        "with", "endwith", "do", "not", "and", "or", "is", "defined", "recursive", "break", "namespace()",
        "range(9)",
        "ns.x", "[1,2,3]", "{'a':1}", "now()", "timedelta(1)", "é", "\u{1F600}", "\u{0}", "float", "int(0)",
        "round(1)",
        "list", "map('int')", "sort", "batch(2)", "join(',')", "string", "default(1)", "tojson", "first",
        "length",
        "replace('a','b')", "regex_replace('(.)','\\\\1')", "format(1)", "slice(2)", ".split()", ".items()",
        ".strftime('%c')",
        "[::-1]", "[1:]", "truncate(3)", "regex_findall('(a)|(b)')", "regex_replace('(a)|b','\\\\1')",
        "as_datetime", "timestamp_custom('%s')", "pack('>I')",
        "base64_decode", "groupby('a')",
    ]

    /// A generator of numbers that starts again from its seed.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }

    private static let count = ProcessInfo.processInfo.environment["FUZZ_COUNT"].flatMap { Int($0) } ?? 20_000
    private static let seed =
        ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap { UInt64($0) }
        ?? UInt64.random(in: 1...1_000_000)

    @Test("No template of random pieces traps", .timeLimit(.minutes(60)))
    func randomTemplates() {
        print("fuzz seed \(Self.seed), \(Self.count) inputs")
        var numbers = Numbers(state: Self.seed)
        let variables: [String: Value] = [
            "x": .int(.min), "value": .string("12,5 W"),
            "value_json": .dict([(key: .string("a"), value: .list([.none]))]),
        ]
        let scope = Harness.scope(variables)
        var rendered = 0
        for _ in 0..<Self.count {
            var source = Bool.random(using: &numbers) ? "{{ " : ""
            let isExpression = !source.isEmpty
            for _ in 0..<Int.random(in: 1...12, using: &numbers) {
                source += Self.pieces.randomElement(using: &numbers) ?? ""
                if Bool.random(using: &numbers) { source += " " }
                if isExpression, Int.random(in: 0..<4, using: &numbers) == 0 { source += " | " }
            }
            if isExpression { source += " }}" }
            // Only that it ends matters.
            if let template = try? Template(source), (try? template.evaluate(in: scope)) != nil {
                rendered += 1
            }
        }
        #expect(rendered > 0)
    }

    @Test("No text of random pieces traps as a literal, a date, a number or a format")
    func randomTexts() throws {
        var numbers = Numbers(state: Self.seed)
        let pieces = Array("0123456789-+:.,TZPDHMSeE_()[]{}'\"\\ #nxub%<>^=*~,Nonestrue").map(String.init)
        let templates = try [
            "{{ v | as_datetime }}{{ v | as_timestamp(0) }}{{ v | as_timedelta }}",
            "{{ v | int(0) }}{{ v | float(0) }}",
            "{{ now().strftime(v) }}", "{{ strptime('2026-06-01 12:00', v, 0) }}",
            "{{ v | regex_search(v) }}",
            "{{ v.format(1, 2, a=3) }}", "{{ v % (1, 2) }}", "{{ v | version > '1' }}",
            "{{ v | base64_decode(none) }}",
            "{{ pack(1, v) }}", "{{ v | from_json(default=0) }}", "{{ 'abc' | regex_replace('(b)', v) }}",
            "{{ v | urlize }}",
            "{{ 1.5 | round(1, v) }}{{ v | slugify }}{{ v | striptags }}{{ v | wordwrap(3) }}",
            "{{ '{:' ~ v ~ '}' }}",
            "{{ ('{:' ~ v ~ '}').format(12.5) }}", "{{ ('%' ~ v) % 12 }}", "{{ v | from_hex }}",
        ].map { try Template($0) }
        for _ in 0..<(Self.count / 10) {
            let text = (0..<Int.random(in: 0...14, using: &numbers)).map { _ in
                pieces.randomElement(using: &numbers) ?? ""
            }.joined()
            _ = Template.literalValue(of: text)
            for template in templates { _ = try? template.render(in: Harness.scope(["v": .string(text)])) }
        }
    }
}
