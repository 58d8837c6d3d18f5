import Mapping
import Testing
import Values

@Suite("Printing findings")
struct DiagnosticPrinterTests {
    private func finding(_ line: Int, _ column: Int, hint: String? = nil) -> Diagnostic {
        Diagnostic(.error, at: SourceMark(file: "a.yaml", line: line, column: column), "no", hint: hint)
    }

    private func lines(_ text: String, _ line: Int, _ column: Int) -> [String] {
        let printer = DiagnosticPrinter(texts: ["a.yaml": text])
        return printer.text(finding(line, column)).split(separator: "\n").map(String.init)
    }

    @Test("a finding is shown with its source line, a caret and its hint")
    func whole() {
        let printer = DiagnosticPrinter(texts: ["a.yaml": "one: 1\r\ntwo: 2\r\n"])
        let expected = """
            a.yaml:2:6: error: no
              two: 2
                   ^
              hint: yes
            1 error

            """
        #expect(printer.text([finding(2, 6, hint: "yes")]) == expected)
    }

    @Test("a file that cannot be read has no excerpt")
    func noSource() {
        #expect(DiagnosticPrinter().text([finding(2, 6)]) == "a.yaml:2:6: error: no\n1 error\n")
    }

    @Test(
        "the caret stands under its character, behind tabs, wide and combining ones",
        arguments: [
            ("ab", 2, "  ab", "   ^"), ("\tb", 2, "      b", "      ^"), ("日本: x", 5, "  日本: x", "        ^"),
            ("e\u{301}: x", 5, "  e\u{301}: x", "     ^"), ("🎵: x", 4, "  🎵: x", "      ^"),
            ("ab", 3, "  ab", "    ^"),
            ("ab", 99, "  ab", "    ^"), ("a\u{1B}b", 3, "  a\u{FFFD}b", "    ^"),
            ("a\u{202E}b", 3, "  ab", "   ^"),
        ]
    )
    func caret(text: String, column: Int, line: String, caret: String) {
        #expect(lines(text, 1, column).dropFirst() == [line, caret])
    }

    @Test("a long line is cut around the caret")
    func long() {
        let text = String(repeating: "x", count: 300) + "!" + String(repeating: "y", count: 300)
        let shown = lines(text, 1, 301)
        #expect(shown[1].count <= 104)
        #expect(shown[1].hasPrefix("  …") && shown[1].hasSuffix("…"))
        let place = shown[2].count - 1
        #expect(Array(shown[1])[place] == "!")
    }

    @Test("what a terminal would obey is not passed on")
    func control() {
        let mark = SourceMark(file: "a.yaml", line: 1, column: 1)
        let text = DiagnosticPrinter().text(
            Diagnostic(.warning, at: mark, "key `\u{1B}[31m`", hint: "\u{7}bell")
        )
        #expect(!text.unicodeScalars.contains("\u{1B}"))
        #expect(!text.unicodeScalars.contains("\u{7}"))
    }

    @Test(
        "keys and passwords in a source line are hidden, and the caret stays right",
        arguments: [
            ("token: hlk_abc123 # x", "token: •••••••••• # x"), ("x: [hlk_abc, y]", "x: [hlk_•••, y]"),
            ("url: mqtt://me:pa:ss@host", "url: mqtt://me:•••••@host"),
            ("url: mqtt://host:1883", "url: mqtt://host:1883"),
            ("{pasword: \"a b\", user: me}", "{pasword: \"• •\", user: me}"),
            ("password: !secret mqtt", "password: !secret mqtt"),
            ("token_file: /run/token", "token_file: /run/token"), ("password:", "password:"),
            ("é: hlk_", "é: hlk_"),
        ]
    )
    func hidden(text: String, shown: String) {
        #expect(lines(text, 1, 3).dropFirst().first == "  " + shown)
        #expect(lines(text, 1, 3).last == "    ^")
    }

    @Test("colours are written only where they are wanted")
    func color() {
        let printer = DiagnosticPrinter(usesColor: true)
        #expect(printer.text(finding(1, 1)).contains("\u{1B}[1;31merror:\u{1B}[0m"))
    }

    @Test("the summary counts what there is")
    func summary() {
        let error = finding(1, 1)
        let warning = Diagnostic(.warning, at: error.mark, "hm")
        #expect(DiagnosticPrinter.summary([]) == "no problems found")
        #expect(DiagnosticPrinter.summary([warning]) == "1 warning")
        #expect(DiagnosticPrinter.summary([error, warning, error, error]) == "3 errors, 1 warning")
    }

    @Test("findings can be had as JSON")
    func json() {
        let json = DiagnosticPrinter.json([finding(3, 4, hint: "yes"), finding(5, 6)])
        let expected =
            #"[{"file":"a.yaml","line":3,"column":4,"severity":"error","message":"no","hint":"yes"},"#
            + #"{"file":"a.yaml","line":5,"column":6,"severity":"error","message":"no","hint":null}]"#
        #expect(json.text == expected)
    }
}
