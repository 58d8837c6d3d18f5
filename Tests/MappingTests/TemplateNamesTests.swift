import Testing

@testable import Mapping

@Suite("Names in templates")
struct TemplateNamesTests {
    private func shown(_ source: String) -> [String] {
        TemplateNames(source).names.map { name in
            "\(name.line):\(name.column) \(name.owner.map { $0 + "." } ?? (name.isAttribute ? "?." : ""))\(name.text)"
                + (name.firstText.map { "(\($0))" } ?? "")
        }
    }

    @Test(
        "names stand inside braces, outside of texts and comments",
        arguments: [
            ("power {{ power }}", ["1:10 power"]),
            ("{{ 'power' ~ \"left\" }} {# left #}{{ left }}", ["1:37 left"]),
            ("a\n{% if a.b.c %}\n  {{ d }}", ["2:4 if", "2:7 a", "2:9 a.b", "2:11 ?.c", "3:6 d"]),
            ("{{ since('po\\'wer') > 3 }}", ["1:4 since(po'wer)"]),
            ("{{ a['x'].b }}", ["1:4 a", "1:11 ?.b"]),
            ("{{ 1.5 + x2 }}", ["1:10 x2"]),
            ("é {{ a }}", ["1:6 a"]),
            ("{{", []), ("{{ 'a", []), ("{{ a('", ["1:4 a()"]), ("{#", []), ("{% a", ["1:4 a"]), ("", []),
        ]
    )
    func names(source: String, names: [String]) {
        #expect(shown(source) == names)
    }
}
