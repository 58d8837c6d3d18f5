import Foundation
import Templates
import Testing

/// The examples of docs/template-functions.md.
@Suite("The documentation of the functions")
struct DocumentationTests {
    struct Row: Sendable, CustomStringConvertible {
        let section: String
        let name: String
        let example: String
        let result: String

        var description: String { "\(section): \(name)" }
    }

    static let rows: [Row] = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appendingPathComponent("docs/template-functions.md")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        var section = ""
        var rows: [Row] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
            guard line.hasPrefix("| `") else { continue }
            let bar = "\u{1}"
            let cells = line.replacingOccurrences(of: "\\|", with: bar).split(
                separator: "|",
                omittingEmptySubsequences: false
            )
            .map { cell in
                let plain = cell.replacingOccurrences(of: bar, with: "|").trimmingCharacters(in: .whitespaces)
                return plain.hasPrefix("`") && plain.hasSuffix("`")
                    ? String(plain.dropFirst().dropLast()) : plain
            }
            if cells.count >= 4 {
                rows.append(Row(section: section, name: cells[1], example: cells[2], result: cells[3]))
            }
        }
        return rows
    }()

    @Test("Each example gives what is written beside it", arguments: rows)
    func example(_ row: Row) throws {
        #expect(try Harness.render(row.example) == row.result, "\(row.example)")
    }

    @Test("Every filter, test and function has an example")
    func isComplete() {
        func names(_ section: String) -> [String] {
            Self.rows.filter { $0.section == section }.map(\.name).sorted()
        }
        #expect(names("Filters") == TemplateNames.filters)
        #expect(names("Tests") == TemplateNames.tests)
        #expect(names("Functions") == TemplateNames.functions)
    }
}
