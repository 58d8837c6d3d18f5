import Templates
import Testing
import Values

/// What a template may see of an input that nobody knows.
@Suite("Inputs that are not known")
struct UnknownInputTests {
    static let inputs: [String: Value] = [
        "never": .unset(name: "never"), "gone": .lost(name: "gone"), "known": .int(5),
        "previous": .dict([(key: .string("power"), value: .unset(name: "power"))]),
    ]

    @Test(
        "An input that never had a value is none, not defined, and replaced by a default",
        arguments: [
            ("{{ never is none }}", "True"), ("{{ never is not none }}", "False"),
            ("{{ never is defined }}", "False"),
            ("{{ never is undefined }}", "True"), ("{{ never | default(3) }}", "3"),
            ("{{ never | d('x', true) }}", "x"),
            ("{{ never | default }}", ""), ("{{ 1 if never is none else never }}", "1"),
            ("{{ never is not none and never > 3 }}", "False"), ("{{ known == 5 or never }}", "True"),
            ("{% if false %}{{ gone }}{% endif %}x", "x"), ("{{ previous.power is none }}", "True"),
            ("{{ previous['power'] | default(1) }}", "1"),
        ]
    )
    func isVisible(_ source: String, _ text: String) throws {
        #expect(try Harness.render(source, Self.inputs) == text)
    }

    @Test(
        "Anything else that reads it fails and names it",
        arguments: [
            "{{ never }}", "{{ never > 3 }}", "{{ 3 < never }}", "{{ never == none }}", "{{ never + 1 }}",
            "{{ -never }}",
            "{{ never ~ '' }}", "{% if never %}{% endif %}", "{{ not never }}", "{{ never.x }}",
            "{{ never['x'] }}",
            "{{ never | float(0) }}", "{{ never | int(0) }}", "{{ never | string }}", "{{ never | length }}",
            "{{ [never] }}", "{{ {'a': never} }}", "{{ never in [1] }}", "{{ 1 in never }}",
            "{% set x = never %}",
            "{% for x in never %}{% endfor %}", "{{ never is number }}", "{{ never is string }}",
            "{{ never() }}",
            "{{ iif(never, 1, 2) }}", "{{ never | bool(false) }}", "{{ never | as_timestamp(0) }}",
            "{{ gone is none }}", "{{ gone is defined }}", "{{ gone | default(3) }}",
            "{{ gone | d(3, true) }}",
            "{{ gone }}", "{{ never or 1 }}", "{{ known and gone }}", "{{ previous.power + 1 }}",
            "{{ previous }}",
            "{{ previous.power }}", "{{ previous.values() | list }}", "{{ previous | to_json }}",
            "{{ previous.values() | sum }}", "{% with x = never %}{% endwith %}",
        ]
    )
    func fails(_ source: String) throws {
        let error = try #require(Harness.error(source, Self.inputs), "\(source) should fail")
        #expect(error.code == .unknownInput, "\(source): \(error)")
        #expect(
            error.message.contains("never") || error.message.contains("gone")
                || error.message.contains("power")
        )
        #expect(error.line == 1 && error.column >= 1)
    }

    @Test("Names that come from outside are known before anything is rendered")
    func freeNames() throws {
        let template = try Template(
            "{% set x = power %}{% for i in items %}{{ i }}{{ x }}{% endfor %}{{ now() }}{{ y }}{% set y = 1 %}"
        )
        #expect(template.freeNames == ["power", "items", "y"])
        #expect(template.globalNames == ["now"])
        #expect(try Template("{% set x = 1 %}{{ x }}").freeNames.isEmpty)
        #expect(try Template("{% macro m(a) %}{{ a }}{{ b }}{% endmacro %}{{ m(1) }}").freeNames == ["b"])
        #expect(try Template("{% if c %}{% set x = 1 %}{% endif %}{{ x }}").freeNames == ["c", "x"])
    }
}
