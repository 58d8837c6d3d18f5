import Foundation

/// A fenced block of a Markdown file: its text, and what its info string says to do with it.
struct DocumentationBlock: Sendable, CustomStringConvertible {
    /// Relative to the repository.
    var file: String
    /// The line of the fence, from 1.
    var line: Int
    var language: String
    /// The first word after the language; empty where there is none.
    var kind: String
    /// `name=value` words.
    var options: [String: String]
    var text: String

    var description: String { "\(file):\(line)" }
}

/// A Markdown file of the project.
struct DocumentationFile: Sendable, CustomStringConvertible {
    /// Relative to the repository.
    var path: String
    var lines: [String]
    var blocks: [DocumentationBlock]

    var description: String { path }
    var text: String { lines.joined(separator: "\n") }

    static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// All that a person may read.
    static let all: [DocumentationFile] = {
        var paths = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
        let docs = repository.appendingPathComponent("docs")
        // Without the folder there is nothing in it to check.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: docs.path)) ?? []
        paths += names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
        return paths.map(DocumentationFile.init)
    }()

    init(_ path: String) {
        self.path = path
        let url = Self.repository.appendingPathComponent(path)
        let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        lines = text.components(separatedBy: "\n")
        blocks = Self.blocks(lines, path)
    }

    /// Whether what the documentation shows of the program is written anew instead of compared.
    static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] == "1"

    /// Writes the text of a block, found again by its place among the blocks of its kind, into the file.
    func replace(_ block: DocumentationBlock, with text: String) {
        let before = Self.all.first { $0.path == path }?.blocks ?? []
        guard let place = before.firstIndex(where: { $0.line == block.line }), blocks.indices.contains(place)
        else { return }
        let start = blocks[place].line
        let count = blocks[place].text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
        var lines = lines
        let new = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        lines.replaceSubrange(start..<(start + count), with: new)
        let url = Self.repository.appendingPathComponent(path)
        // Where it cannot be written the next comparison fails.
        try? Data(lines.joined(separator: "\n").utf8).write(to: url)
    }

    private static func blocks(_ lines: [String], _ path: String) -> [DocumentationBlock] {
        var blocks: [DocumentationBlock] = []
        var open: DocumentationBlock?
        for (place, line) in lines.enumerated() {
            if var block = open {
                if line == "```" {
                    blocks.append(block)
                    open = nil
                } else {
                    block.text += line + "\n"
                    open = block
                }
            } else if line.hasPrefix("```") {
                open = block(String(line.dropFirst(3)), path, place + 1)
            }
        }
        return blocks
    }

    private static func block(_ info: String, _ path: String, _ line: Int) -> DocumentationBlock {
        var words = info.split(separator: " ").map(String.init)[...]
        let language = words.popFirst() ?? ""
        var kind = ""
        var options: [String: String] = [:]
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2 { options[parts[0]] = parts[1] } else { kind = word }
        }
        return DocumentationBlock(
            file: path,
            line: line,
            language: language,
            kind: kind,
            options: options,
            text: ""
        )
    }
}
