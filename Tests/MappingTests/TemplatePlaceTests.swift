import Mapping
import Testing
import Values

/// A fault in a template is told where it stands in the file, however the template is written in YAML.
@Suite("Places of template faults")
struct TemplatePlaceTests {
    @Test(
        "the line and column are the file's",
        arguments: [
            ("\"{{ pwer }}\"", "11:18"),
            ("'it''s {{ pwer }}'", "11:24"),
            ("\"\\u00e9\\n\\\"{{ pwer }}\"", "11:28"),
            ("\"a \\\n          {{ pwer }}\"", "12:14"),
            ("\"a\n\n          {{ pwer }}\"", "13:14"),
            ("'a\n          {{ pwer }}'", "12:14"),
            ("on\n          {{ pwer }}", "12:14"),
            ("on\n\n          it {{ pwer }}", "13:17"),
            ("|\n          a\n          {{ pwer }}", "13:14"),
            ("|2\n          a\n          {{ pwer }}", "13:14"),
            (">\n          a\n          b {{ pwer }}", "13:16"),
            (">-\n          a\n\n          b\n            c\n          {{\n            pwer }}", "17:13"),
            ("!!str >-\n          a\n          {{ pwer }}", "13:14"),
            ("&name 'a\n          {{ pwer }}'", "12:14"),
        ]
    )
    func unknownName(scalar: String, place: String) {
        let text = """
            version: 1
            mqtt: {url: mqtt://localhost}
            pushward: {token: hlk_example}
            activities:
              washer:
                inputs: {power: z2m/plug}
                start: "{{ power > 10 }}"
                content:
                  template: generic
                  icon: washer
                  state: \(scalar)
            """
        let short = Decoded(text).short
        #expect(short == ["\(place) error: nothing here is called `pwer`"])
    }

    @Test("a fault of syntax, too, and one at the end of a folded text")
    func syntax() {
        let text = """
            version: 1
            mqtt: {url: mqtt://localhost}
            pushward: {token: hlk_example}
            activities:
              washer:
                inputs: {power: z2m/plug}
                start: >
                  {{ power
                     > 10 +
                  }}
                content: {template: generic, state: a}
            """
        let short = Decoded(text).short
        #expect(short.count == 1 && short[0].hasPrefix("10:7 error: "), "\(short)")
    }
}
