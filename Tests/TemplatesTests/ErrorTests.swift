import Templates
import Testing

/// Where and why templates do not work.
@Suite("Errors")
struct ErrorTests {
    struct Expected: Sendable {
        let source: String
        let code: TemplateError.Code
        let place: String
        let words: [String]

        init(_ source: String, _ code: TemplateError.Code, _ place: String, _ words: String...) {
            self.source = source
            self.code = code
            self.place = place
            self.words = words
        }
    }

    @Test(
        "An error names the place, the cause and what to do",
        arguments: [
            Expected("{% if x %}a", .syntax, "1:4", "no end", "endif"),
            Expected("a\nb {{ 1 + }}", .syntax, "2:10", "a value is expected"),
            Expected("{{ 'abc }}", .syntax, "1:4", "no closing quote"),
            Expected("{{ (1 }}", .syntax, "1:7", "'}' stands where ')'"),
            Expected("{{ x", .syntax, "1:1", "no end"),
            Expected("{# x", .syntax, "1:1", "#}"),
            Expected("{% fro x in y %}{% endfor %}", .syntax, "1:4", "no tag 'fro'", "'for'"),
            Expected("{% break %}", .syntax, "1:4", "outside of a loop"),
            Expected("{{ f(a=1, 2) }}", .syntax, "1:5", "wrong order"),
            Expected("{{ 1 is == 1 }}", .syntax, "1:9", "a name is expected"),
            Expected("ü{{ x | flaot }}", .unknownName, "1:9", "no filter 'flaot'", "'float'"),
            Expected("{{ 1 is nubmer }}", .unknownName, "1:9", "no test 'nubmer'", "'number'"),
            Expected("{{ states('sensor.x') }}", .unknownName, "1:4", "registry", "declare an input"),
            Expected("{{ states.sensor.x.state }}", .unknownName, "1:4", "declare an input"),
            Expected("{{ is_state('a', 'b') }}", .unknownName, "1:4", "declare an input"),
            Expected("{{ 'sensor.x' | states }}", .unknownName, "1:17", "declare an input"),
            Expected("{{ 'a' is is_state('b') }}", .unknownName, "1:11", "declare an input"),
            Expected("{{ a.b.c }}", .undefined, "1:6", "'a' is undefined"),
            Expected("{{ x.y }}\n{{ {}.a.b }}", .undefined, "1:6", "'x' is undefined"),
            Expected("line\n{{ 'a' + 1 }}", .failed, "2:8", "'+' cannot work on a str and a int"),
            Expected("{{ 1 / 0 }}", .failed, "1:6", "divided by zero"),
            Expected("{{ 'x' | float }}", .failed, "1:10", "'float' cannot use 'x'", "default"),
            Expected("{{ {}.update }}{{ {}.update() }}", .undefined, "1:22", "may not use"),
            Expected("{{ nosuch() }}", .undefined, "1:4", "'nosuch' is undefined"),
            Expected("{{ 1 | round(1, 2, 3, 4, 5) }}", .failed, "1:8", "at most 4"),
            Expected("{{ 'a' | replace('b') }}", .failed, "1:10", "needs 'new'"),
            Expected("{{ 'a' | trim(x=1) }}", .failed, "1:10", "no argument 'x'"),
            Expected("{{ 'a' | regex_match('(') }}", .failed, "1:10", "regular expression"),
            Expected("{% include 'x' %}", .undefined, "1:12", "no template 'x'"),
        ]
    )
    func says(_ expected: Expected) throws {
        let error = try #require(Harness.error(expected.source), "\(expected.source) should fail")
        #expect(error.code == expected.code, "\(expected.source): \(error)")
        #expect("\(error.line):\(error.column)" == expected.place, "\(expected.source): \(error)")
        let text = error.description
        for word in expected.words { #expect(text.contains(word), "\(expected.source): \(text)") }
    }

    @Test("An unknown filter in a branch only fails when the branch is taken, and check hears of it")
    func softNames() throws {
        let template = try Template(
            "{{ value | nosuch if bad else 'fine' }}{% if bad %}{{ 1 is nosuch }}{% endif %}"
        )
        #expect(template.warnings.map(\.code) == [.unknownName, .unknownName])
        #expect(try template.render(in: Harness.scope(["bad": .bool(false)])) == "fine")
        #expect(throws: TemplateError.self) { try template.render(in: Harness.scope(["bad": .bool(true)])) }
        #expect(throws: TemplateError.self) { try Template("{{ value | nosuch }}") }
        #expect(try Template("{{ 1 | float }}").warnings.isEmpty)
        #expect(try Template("{{ nwo() }}").warnings.first?.hint == "did you mean 'now'?")
    }

    @Test("A name that a template or an input gives is no registry function")
    func ownNames() throws {
        #expect(try Harness.render("{% set states = ['a', 'b'] %}{{ states[1] }}") == "b")
        #expect(try Harness.render("{{ states | length }}", ["states": .list([.int(1)])]) == "1")
    }
}
