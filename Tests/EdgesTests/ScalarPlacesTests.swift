import Foundation
import TestSupport
import Testing
import Values
import YAMLReader

/// Each character of a scalar's text is found again at its place in the file.
@Suite("Places of a scalar's characters")
struct ScalarPlacesTests {
    /// The scalar under `a`.
    private static func scalar(_ text: String) -> MarkedScalar? {
        guard case .mapping(let entries, _)? = YAMLReader.read(text: text, name: "f.yaml").root,
            let entry = entries.first(where: { $0.key == "a" }), case .scalar(let scalar) = entry.value
        else { return nil }
        return scalar
    }

    /// What is wrong with the places of a scalar's characters, nil where each is right.
    private static func fault(_ scalar: MarkedScalar, in file: String) -> String? {
        let lines = file.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
            .split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.unicodeScalars) }
        var line = 1
        var column = 1
        var last = (0, 0)
        for character in scalar.text.unicodeScalars {
            let mark = scalar.mark(line: line, column: column)
            let row = lines.indices.contains(mark.line - 1) ? lines[mark.line - 1] : []
            let found = row.indices.contains(mark.column - 1) ? row[mark.column - 1] : nil
            let isRight =
                found == character || found == "\\"
                || (found == nil && (character == "\n" || character == " "))
                || (found == " " && character == " ") || (found == "\t" && character == " ")
            if !isRight || (mark.line, mark.column) <= last {
                return "\(line):\(column) \(character.debugDescription) is at \(mark)"
            }
            last = (mark.line, mark.column)
            column += 1
            if character == "\n" { (line, column) = (line + 1, 1) }
        }
        return nil
    }

    @Test(
        "The place of the x in every way to write a text",
        arguments: [
            ("a: 1 x", "1:6"),
            ("a: one\n   two\n\n   y x", "4:6"),
            ("a:\n  one\n  x", "3:3"),
            ("a: !!str one\n  x", "2:3"),
            ("a: &b\n  # why\n  one\n   x", "4:4"),
            ("a: 'it''s x'", "1:11"),
            ("a: 'one  \n\n\n  two x'", "4:7"),
            ("a: !!str 'x'", "1:11"),
            ("a: \"\\t\\u00e9\\\"\\U0001F600 x\"", "1:26"),
            ("a: \"one \\\n   two\\n x\"", "2:10"),
            ("a: \"one\n\n   \\  x\"", "3:7"),
            ("a: |\n  one\n\n    two\n  x", "5:3"),
            ("a: |2-\n    one\n  x\n", "3:3"),
            ("a: |+ # why\n\n one\n\n  x\n\n", "5:3"),
            ("a: >\n  one\n  two\n\n  x\n", "5:3"),
            ("a: >-\n\n  one\n    more\n\n    more\n  y\n  z x", "8:5"),
            ("a: >1\n  one\n x", "3:2"),
            ("a: !!str\n  >\n  one\n  y x", "4:5"),
            ("a: >\r\n  one\r\n  x\r\n", "3:3"),
            ("a: |\r  one\r  x\r", "3:3"),
            ("\u{FEFF}a: >\n  é\n  😀 x", "3:5"),
            ("{b: 1, a: [one\n two x", "-"),
            ("{b: 1, a: one\n two x}", "2:6"),
        ]
    )
    func table(file: String, wanted: String) throws {
        guard wanted != "-" else {
            #expect(Self.scalar(file) == nil)
            return
        }
        let scalar = try #require(Self.scalar(file))
        #expect(Self.fault(scalar, in: file) == nil)
        let before = scalar.text.unicodeScalars.prefix { $0 != "x" }
        let line = before.count { $0 == "\n" } + 1
        let column = before.reversed().prefix { $0 != "\n" }.count + 1
        let mark = scalar.mark(line: line, column: column)
        #expect("\(mark.line):\(mark.column)" == wanted)
    }

    @Test("Behind the last line break the text ends behind its last line")
    func ending() throws {
        let scalar = try #require(Self.scalar("a: |\n  one\nb: 1\n"))
        #expect(scalar.text == "one\n")
        #expect(scalar.mark(line: 2, column: 1).description == "f.yaml:2:7")
    }

    @Test("A text from elsewhere has the place of its tag")
    func elsewhere() throws {
        let source = FileSource(files: ["f.yaml": "a: !env X"], environment: ["X": "one\ntwo"])
        guard case .mapping(let entries, _)? = YAMLReader.read(file: "f.yaml", sources: source).root,
            case .scalar(let scalar)? = entries.first?.value
        else {
            Issue.record("no scalar")
            return
        }
        #expect(scalar.mark(line: 2, column: 3) == SourceMark(file: "f.yaml", line: 1, column: 4))
    }

    /// A file with one scalar of random lines, written in a random way.
    private static func randomFile(_ numbers: inout some RandomNumberGenerator) -> String {
        func pick(_ pieces: [String]) -> String { pieces.randomElement(using: &numbers) ?? "" }
        let styles = ["", "'", "\"", "|", ">", "|-", ">-", "|+", ">+", "|2", ">2-"]
        let style = pick(styles)
        let isBlock = style.hasPrefix("|") || style.hasPrefix(">")
        let words = ["x", "é", "{{ a }}", "😀", "b c", "%}", "''", "0"]
        let quoted = words + ["\\n", "\\\"", "\\x41", "\\u00e9", "\\t", "\\\\", "\\ "]
        var file = pick(["", "k: 1\n", "# c\n"]) + "a:" + pick([" ", " !!str ", " &n "])
        file += style
        let lineBreak = pick(["\n", "\n", "\r\n"])
        if isBlock { file += pick(["", " ", " # c"]) }
        for number in 0..<Int.random(in: 1...6, using: &numbers) {
            if isBlock || number > 0 {
                if style == "\"", Int.random(in: 0..<4, using: &numbers) == 0 { file += "\\" }
                file += lineBreak
                if number > 1, Bool.random(using: &numbers) { file += pick(["", " ", "  "]) + lineBreak }
                file += isBlock ? pick(["  ", "  ", "  ", "    ", "  \t"]) : pick(["  ", "   ", "  \t"])
            }
            let pieces = style == "\"" ? quoted : style.isEmpty || isBlock ? words : words
            file += (0..<Int.random(in: 1...3, using: &numbers)).map { index in
                style.isEmpty && index == 0 && number == 0 ? "w" : pick(pieces)
            }.joined(separator: pick(["", " ", "  "]))
            file += pick(["", "", " "])
        }
        if style == "'" || style == "\"" { file += style }
        return file + pick(["", lineBreak, lineBreak + lineBreak]) + pick(["", lineBreak + "z: 1"])
    }

    @Test("Each character of random texts is found at its place")
    func random() throws {
        let seed =
            ProcessInfo.processInfo.environment["PLACES_SEED"].flatMap { UInt64($0) }
            ?? UInt64.random(in: 1...1_000_000)
        var numbers = SeededGenerator(seed: seed)
        var read = 0
        for _ in 0..<20_000 {
            let file = Self.randomFile(&numbers)
            // Some are no YAML, such as a block that starts with a deeper empty line.
            guard let scalar = Self.scalar(file) else { continue }
            read += 1
            let fault = Self.fault(scalar, in: file)
            #expect(fault == nil, "\(file.debugDescription) (seed \(seed))")
            if fault != nil { return }
        }
        #expect(read > 10_000, "seed \(seed)")
    }
}
