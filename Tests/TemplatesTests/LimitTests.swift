import Templates
import Testing
import Values

/// Nothing that a template or a payload says may hang or crash the daemon.
@Suite("Limits")
struct LimitTests {
    private static func nested(_ count: Int) -> Value {
        var value = Value.int(1)
        for _ in 0..<count { value = .list([value]) }
        return value
    }

    static let sources: [String] = [
        "{{ " + String(repeating: "(", count: 100_000) + "1" + String(repeating: ")", count: 100_000) + " }}",
        "{{ " + String(repeating: "[", count: 100_000) + " }}",
        "{{ " + String(repeating: "-", count: 100_000) + "1 }}",
        "{{ " + String(repeating: "not ", count: 100_000) + "1 }}",
        "{{ 1" + String(repeating: " + 1", count: 100_000) + " }}",
        "{{ x" + String(repeating: ".a", count: 100_000) + " }}",
        "{{ 1" + String(repeating: " | abs", count: 100_000) + " }}",
        "{{ 1" + String(repeating: " if 1 else 1", count: 50_000) + " }}",
        String(repeating: "{% if 1 %}", count: 50_000) + String(repeating: "{% endif %}", count: 50_000),
        "{{ 'x' * 1000000000 }}", "{{ [1] * 1000000000 }}", "{{ 10 ** 100000 }}", "{{ (2 ** 9999) ** 9999 }}",
        "{{ range(1000000) | list }}", "{{ range(100001) }}",
        "{% for a in range(1000) %}{% for b in range(1000) %}{% for c in range(1000) %}{% endfor %}{% endfor %}{% endfor %}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}",
        "{% for i in range(100000) %}0123456789{% endfor %}",
        "{% set ns = namespace(x='a') %}{% for i in range(100) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}{{ ns.x | length }}",
        "{% set ns = namespace(x=2) %}{% for i in range(100) %}{% set ns.x = ns.x * ns.x %}{% endfor %}",
        "{% set ns = namespace(x=[]) %}{% for i in range(100000) %}{% set ns.x = [ns.x] %}{% endfor %}",
        "{% set ns = namespace(x=[]) %}{% for i in range(100000) %}{% set ns.x = {'a': ns.x} %}{% endfor %}",
        "{% set ns = namespace(x=[]) %}{% for i in range(100000) %}{% set ns.x = [ns.x] | batch(1) | list %}{% endfor %}",
        "{{ '%1000000000d' % 1 }}", "{{ '{:1000000000}'.format(1) }}", "{{ 'a' | center(1000000000) }}",
        "{{ 'a'.zfill(1000000000) }}", "{{ 'a' | indent(1000000000, true) }}", "{{ 1.5 | round(100000) }}",
        "{{ [1, 2] | batch(1000000000, 0) | list }}", "{{ [1] | tojson(1000000000) }}",
        "{{ ('a' * 100000) | regex_match('(a+)+b') }}", "{{ 'x' | slice(1000000000) | list }}",
        "{% for i in range(100000) %}{{ 5 in range(100000) | list }}{% endfor %}",
    ]

    @Test("What is too deep, too long or too much ends with an error", arguments: sources)
    func ends(_ source: String) throws {
        let error = try #require(Harness.error(source), "\(source.prefix(80)) should fail")
        #expect(
            [.limit, .failed, .undefined, .syntax].contains(error.code),
            "\(source.prefix(80)): \(error)"
        )
    }

    @Test(
        "A value that is nested deep can be looked at, or fails, but never crashes",
        arguments: [
            "{{ x }}", "{{ x | string }}", "{{ x | to_json }}", "{{ x | tojson }}", "{{ x | flatten }}",
            "{{ x == x }}",
            "{{ x | pprint }}", "{{ x < x }}", "{{ x in [x] }}", "{{ [x, x] | unique | list }}",
            "{{ [x] | sort }}",
            "{{ x[0][0] is list }}", "{{ [x, x] | max }}", "{{ x | length }}",
        ]
    )
    func deepValues(_ source: String) {
        // Whether it renders or fails does not matter here.
        _ = Harness.error(source, ["x": Self.nested(1_000)])
    }

    @Test("A text that looks like a deep literal stays text")
    func deepLiterals() {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(Template.literalValue(of: deep) == .string(deep))
        let many = String(repeating: "-", count: 100_000) + "1"
        #expect(Template.literalValue(of: many) == .string(many))
        let digits = String(repeating: "9", count: 5_000)
        #expect(Template.literalValue(of: digits) == .string(digits))
    }

    @Test("What people really write stays within the limits")
    func ordinary() throws {
        let loop =
            "{% set ns = namespace(n=0) %}{% for i in range(20000) %}{% set ns.n = ns.n + i %}{% endfor %}{{ ns.n }}"
        #expect(try Harness.render(loop) == "199990000")
        let recursive = "{% macro f(n) %}{{ 1 if n < 2 else n * f(n - 1) | int }}{% endmacro %}{{ f(20) }}"
        #expect(try Harness.render(recursive) == "2432902008176640000")
        #expect(
            try Harness.render("{{ 2 ** 200 }}")
                == "1606938044258990275541962092341162602522202993782792835301376"
        )
    }
}
