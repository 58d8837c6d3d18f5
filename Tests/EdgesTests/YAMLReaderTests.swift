import Testing
import Values
import YAMLReader

/// The tree as text, for comparing: scalars in quotes.
private func shape(_ node: MarkedNode?) -> String {
    switch node {
    case .scalar(let scalar)?: "'\(scalar.text)'"
    case .sequence(let elements, _)?: "[" + elements.map(shape).joined(separator: ", ") + "]"
    case .mapping(let entries, _)?:
        "{" + entries.map { "\($0.key): \(shape($0.value))" }.joined(separator: ", ") + "}"
    case nil: "nil"
    }
}

private func value(_ node: MarkedNode?, _ key: String) -> MarkedScalar? {
    guard case .mapping(let entries, _)? = node, let entry = entries.first(where: { $0.key == key }),
        case .scalar(let scalar) = entry.value
    else { return nil }
    return scalar
}

@Suite("YAML reader")
struct YAMLReaderTests {
    @Test("What an editor saved as UTF-16 is read; UTF-32 and broken UTF-16 say what they are")
    func wideText() {
        let text = "a: {b: \"ä 😀\"}\n"
        let little: [UInt8] = text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        let big: [UInt8] = text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
        func read(_ bytes: [UInt8]) -> YAMLDocument {
            YAMLReader.read(
                file: "w.yaml",
                sources: FileSource(read: { _ in bytes }, environment: { _ in nil })
            )
        }
        for bytes in [little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big] {
            let document = read(bytes)
            #expect(shape(document.root) == "{a: {b: 'ä 😀'}}")
            #expect(document.diagnostics.isEmpty)
        }
        let wide: [UInt8] = text.unicodeScalars.flatMap { scalar -> [UInt8] in
            let value = scalar.value
            return [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value >> 16 & 0xFF), 0]
        }
        #expect(
            read([0xFF, 0xFE, 0, 0] + wide).diagnostics.map(\.description) == [
                "w.yaml: error: cannot read w.yaml: it is UTF-32; save it as UTF-8"
            ]
        )
        #expect(
            read([0xFF, 0xFE] + little.dropLast()).diagnostics.first?.description.contains("UTF-16") == true
        )
    }

    @Test("A file that cannot be read has no line")
    func noFile() {
        let document = YAMLReader.read(file: "none.yaml", sources: FileSource(files: [:]))
        #expect(
            document.diagnostics.map(\.description) == [
                "none.yaml: error: cannot read none.yaml: no such file"
            ]
        )
    }

    @Test(
        "Trees are read, scalars as text",
        arguments: [
            ("", "''"), ("# only a comment\n", "''"),
            ("a: on\nb: 0123\nc: 12:30:00\nd: ~\n", "{a: 'on', b: '0123', c: '12:30:00', d: '~'}"),
            ("- a\n- {b: 1, c: [x, 'y']}\n- \"z\\n\"", "['a', {b: '1', c: ['x', 'y']}, 'z\n']"),
            ("a: 1\na: 2\n", "{a: '1', a: '2'}"),
            ("a: &x 1\nb: *x\n", "{a: '1', b: '1'}"),
            ("x: &x {a: 1, b: 2}\ny:\n  <<: *x\n  b: 3\n", "{x: {a: '1', b: '2'}, y: {b: '3', a: '1'}}"),
            (
                "x: &x {a: 1}\nz: &z {a: 2, c: 3}\ny: {<<: [*x, *z]}\n",
                "{x: {a: '1'}, z: {a: '2', c: '3'}, y: {a: '1', c: '3'}}"
            ),
            ("'<<': 1", "{<<: '1'}"),
            ("\u{FEFF}a: 1", "{a: '1'}"), ("a: !!str 1", "{a: '1'}"), ("---\na: 1\n...\n", "{a: '1'}"),
            ("a:\r\n  b: 1\r\n", "{a: {b: '1'}}"),
        ]
    )
    func trees(text: String, expected: String) {
        let document = YAMLReader.read(text: text)
        #expect(document.diagnostics.isEmpty)
        #expect(shape(document.root) == expected)
    }

    @Test("Marks count lines and characters from 1, not bytes")
    func marks() throws {
        let document = YAMLReader.read(text: "ä: {ö😀: ü, k: \"v\"}\nb:\n  - x\n", name: "f.yaml")
        guard case .mapping(let entries, let mark)? = document.root,
            case .mapping(let inner, let innerMark) = entries[0].value,
            case .sequence(let list, _) = entries[1].value
        else {
            Issue.record("another tree")
            return
        }
        #expect(mark == SourceMark(file: "f.yaml", line: 1, column: 1))
        #expect(innerMark.column == 4)
        #expect(inner[0].keyMark.column == 5)
        #expect(inner[0].value.mark.column == 9)
        #expect(inner[1].keyMark.column == 12)
        #expect(inner[1].value.mark.column == 15)
        guard case .scalar(let quoted) = inner[1].value else { return }
        #expect(quoted.mark(line: 1, column: 1).column == 16)
        #expect(list[0].mark == SourceMark(file: "f.yaml", line: 3, column: 5))
    }

    @Test("A comment behind a plain text is told")
    func comments() throws {
        let text = "a: home/ # x\nb: #\nc: home/#\nd: 'x' # y\ne: x\nf: +/x\n"
        let root = YAMLReader.read(text: text).root
        #expect(value(root, "a")?.text == "home/")
        #expect(value(root, "a")?.hasTrailingComment == true)
        #expect(value(root, "b")?.text == "")
        #expect(value(root, "b")?.hasTrailingComment == true)
        #expect(value(root, "c")?.text == "home/#")
        #expect(value(root, "c")?.hasTrailingComment == false)
        #expect(value(root, "d")?.hasTrailingComment == false)
        #expect(value(root, "e")?.hasTrailingComment == false)
        #expect(value(root, "f")?.text == "+/x")
    }

    @Test(
        "Mistakes are told with their place and what to do",
        arguments: [
            ("a: 1\n\tb: 2\n", "2:1: error: a tab cannot indent (use spaces)"),
            ("a:\n  b: 1\n\tc: 2\n", "3:1: error: a tab cannot indent (use spaces)"),
            ("a: @x\n", "1:4: error: a text cannot start with `@` (put the text into quotes)"),
            ("a: `x`\n", "1:4: error: a text cannot start with ``` (put the text into quotes)"),
            (
                "a: b: c\n",
                "1:5: error: no key can stand here (put a text that holds `: ` into quotes, or check the indentation)"
            ),
            (
                "a: {{ x }}\n",
                "1:5: error: a key must be a text, not a mapping (a template goes into quotes: \"{{ … }}\")"
            ),
            (
                "a: {b: 1\nc: 2\n",
                "2:2: error: the `{` of line 1 is not closed, or a `,` is missing (a template goes into quotes: \"{{ … }}\")"
            ),
            ("a: [1, 2\nb: 3\n", "2:2: error: the `[` of line 1 is not closed, or a `,` is missing"),
            ("a: \"x\nb: 1\n", "1:4: error: the quote is never closed (close it)"),
            (
                "a: \"\\d\"\n",
                "1:5: error: unknown escape in double quotes (write `\\\\` for a backslash, or use single quotes)"
            ),
            (
                "a: 1\n b: 2\n",
                "2:3: error: no key can stand here (put a text that holds `: ` into quotes, or check the indentation)"
            ),
            (
                "a:\n  b: 1\n c: 2\n",
                "3:2: error: this does not fit the keys that start in line 1 (check the indentation, and that a text in quotes has nothing behind it)"
            ),
            (
                "a:\n  b: 1\n  c\n",
                "3:3: error: a key has no `:` (write `key: value`, with a space behind the colon)"
            ),
            (
                "a: - b\n",
                "1:4: error: no list can start here (start the list on a line of its own, indented below its key)"
            ),
            (
                "a: *x\n",
                "1:4: error: `*x` refers to no `&x` above it (put the text into quotes where no alias is meant)"
            ),
            (
                "a: &power 1\nb: *powr\n",
                "2:4: error: `*powr` refers to no `&powr` above it (did you mean `*power`?)"
            ),
            ("a: &x [*x]\n", "1:8: error: `*x` stands inside its own anchor `&x`"),
            (
                "a: *\n",
                "1:5: error: a name is missing (`*` and `&` have a meaning of their own: put the text into quotes)"
            ),
            ("a: 1\n---\nb: 2\n", "2:1: error: a second document starts here (remove the `---`)"),
            ("? [a]\n: b\n", "1:3: error: a key must be a text"),
            (
                "a: {<<: x}\n",
                "1:5: error: `<<` can only merge mappings (write `<<: *name`, or a list of them)"
            ),
            ("a: !secrt x\n", "1:4: error: unknown tag `!secrt` (did you mean `!secret`?)"),
            (
                "a: !lambda x\n",
                "1:4: error: unknown tag `!lambda` (known are `!secret`, `!env`, `!file`, `!include`)"
            ),
            (
                "a: !include [x]\n",
                "1:4: error: unexpected tag before a list or mapping (`!include` can stand before a text only)"
            ),
            ("a: !secret\n", "1:4: error: `!secret` lacks a name"),
            (
                "a: 1\nb: \u{1}\n",
                "2:4: error: the file holds a byte or character that YAML does not allow (save the file as UTF-8, without control characters)"
            ),
        ]
    )
    func mistakes(text: String, expected: String) {
        let document = YAMLReader.read(text: text, name: "f")
        #expect(document.diagnostics.map(\.description) == ["f:" + expected])
    }

    @Test("Bytes that are no UTF-8 are told with their line")
    func notUTF8() {
        let source = FileSource(
            read: { _ in Array("a: 1\nb: ".utf8) + [0xFF, 0x0A] },
            environment: { _ in nil }
        )
        let document = YAMLReader.read(file: "f", sources: source)
        #expect(document.root == nil)
        #expect(document.diagnostics.first?.mark == SourceMark(file: "f", line: 2, column: 4))
    }

    @Test("Aliases and nesting are bounded")
    func bombs() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...9 {
            let list = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(list)]\n"
        }
        #expect(
            YAMLReader.read(text: text).diagnostics.first?.message.contains("more than 10000 values") == true
        )
        for count in [65, 500, 100_000] {
            let deep = String(repeating: "[", count: count)
            #expect(YAMLReader.read(text: deep).diagnostics.count == 1)
        }
        let block = (0..<200).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
        #expect(YAMLReader.read(text: block).diagnostics.first?.message.contains("nested deeper") == true)
    }

    @Test("Tags bring in secrets, variables, files and other files")
    func tags() throws {
        let sources = FileSource(
            files: [
                "conf/config.yaml": """
                password: !secret mqtt
                outer: !secret outer_only
                user: !env USER_NAME
                fallback: !env MISSING some default
                token: !file token.txt
                more: !include sub/more.yaml
                """,
                "conf/secrets.yaml": "mqtt: hunter2\nouter_only: \"o\"\n",
                "conf/sub/secrets.yaml": "mqtt: inner\n",
                "conf/sub/more.yaml": "p: !secret mqtt\nq: !secret outer_only\nr: !include ../third.yaml\n",
                "conf/third.yaml": "- 1\n",
                "conf/token.txt": "hlk_abc\n",
            ],
            environment: ["USER_NAME": "bridge"]
        )
        let document = YAMLReader.read(file: "conf/config.yaml", sources: sources)
        #expect(document.diagnostics.isEmpty)
        #expect(
            shape(document.root)
                == "{password: 'hunter2', outer: 'o', user: 'bridge', fallback: 'some default', token: 'hlk_abc', "
                + "more: {p: 'inner', q: 'o', r: ['1']}}"
        )
        let password = try #require(value(document.root, "password"))
        #expect(password.isSecret)
        #expect(password.mark == SourceMark(file: "conf/config.yaml", line: 1, column: 11))
        #expect(document.secrets.map(\.revealed).contains("hunter2"))
        #expect(
            Set(document.files).isSuperset(of: ["conf/config.yaml", "conf/secrets.yaml", "conf/token.txt"])
        )
        #expect(document.files.first == "conf/config.yaml")
    }

    @Test("Tags that fail are each told once, and the rest is read")
    func failedTags() throws {
        let sources = FileSource(
            files: [
                "c.yaml":
                    "a: !secret mqtt_pasword\nb: !env NOPE\nc: !file none.txt\nd: !include c.yaml\ne: !include x.yaml\nf: 1\n",
                "secrets.yaml": "mqtt_password: x\n",
            ]
        )
        let document = YAMLReader.read(file: "c.yaml", sources: sources)
        #expect(
            document.diagnostics.map(\.description) == [
                "c.yaml:1:4: error: `mqtt_pasword` is not in secrets.yaml (did you mean `mqtt_password`?)",
                "c.yaml:2:4: error: the environment variable `NOPE` is not set (set it, or give a default: `!env NOPE default`)",
                "c.yaml:3:4: error: cannot read none.txt: no such file",
                "c.yaml:4:4: error: c.yaml includes itself (by way of c.yaml)",
                "c.yaml:5:4: error: cannot read x.yaml: no such file",
            ]
        )
        #expect(value(document.root, "f")?.text == "1")
        #expect(value(document.root, "a")?.isUnresolved == true)
    }

    @Test("Without a secrets file its absence is told")
    func noSecrets() {
        let document = YAMLReader.read(
            file: "/etc/p/c.yaml",
            sources: FileSource(files: ["/etc/p/c.yaml": "a: !secret x\n"])
        )
        #expect(
            document.diagnostics.map(\.message) == ["there is no /etc/p/secrets.yaml to take `x` from"]
        )
        #expect(YAMLReader.read(file: "none", sources: FileSource(files: [:])).diagnostics.count == 1)
    }

    @Test("Includes are bounded in depth and number")
    func includes() {
        var files: [String: String] = [:]
        for level in 0..<20 { files["f\(level).yaml"] = "a: !include f\(level + 1).yaml\n" }
        files["f20.yaml"] = "x"
        let deep = YAMLReader.read(file: "f0.yaml", sources: FileSource(files: files))
        #expect(deep.diagnostics.map(\.message) == ["too many files are included one in another"])
        var wide: [String: String] = ["w6.yaml": "x"]
        for level in 0..<6 {
            wide["w\(level).yaml"] = (0..<10).map { "a\($0): !include w\(level + 1).yaml\n" }.joined()
        }
        let many = YAMLReader.read(file: "w0.yaml", sources: FileSource(files: wide))
        #expect(!many.diagnostics.isEmpty)
    }

    @Test("Random text never crashes")
    func garbage() {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("ab:-[]{}&*!|>'\"%@`#,? \n\t\\0~<é".unicodeScalars)
        var readable = 0
        for _ in 0..<5_000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...40, using: &generator) {
                text.unicodeScalars.append(alphabet[Int.random(in: 0..<alphabet.count, using: &generator)])
            }
            if YAMLReader.read(text: text).root != nil { readable += 1 }
        }
        #expect(readable < 5_000)
    }
}
