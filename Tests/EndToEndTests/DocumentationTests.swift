import Foundation
import Testing

/// Runs every example of the documentation; the info string of a block says how.
///
/// | block | what is done with it |
/// | --- | --- |
/// | `yaml mapping [name=FILE]` | completed where sections are missing, written, and checked: no findings |
/// | `yaml fragment=SECTION` | the same with what stands under `activities`, `notifications`, `inputs`, `content` |
/// | `yaml broken name=FILE` | written as it is |
/// | `yaml file name=FILE`, `jsonl recording name=FILE` | written as it is |
/// | `sh test [exit=CODE]` | run in the folder of the files before it |
/// | `text output` | what the `sh test` before it printed, exactly |
/// | `text help=COMMAND` | what `--help` prints |
/// | `… notest` | not run; a shell can read it |
/// | `text picture` | nothing |
@Suite("Documentation")
struct DocumentationTests {
    @Test("the program is built beside the tests")
    func program() {
        #expect(FileManager.default.isExecutableFile(atPath: DocumentationFolder.builtProgram))
    }

    @Test("every example does what the text says", arguments: DocumentationFile.all)
    func examples(_ file: DocumentationFile) throws {
        #expect(!file.lines.isEmpty)
        let folder = try DocumentationFolder()
        var last: DocumentationFolder.Outcome?
        for block in file.blocks {
            let place = Comment(rawValue: "\(block)")
            switch (block.language, block.kind, block.options) {
            case ("yaml", "mapping", _):
                try check(DocumentationMappings.whole(block.text), block, folder)
            case ("yaml", "", let options) where options["fragment"] != nil:
                let section = options["fragment"] ?? ""
                let text = DocumentationMappings.whole(fragment: block.text, of: section)
                try check(try #require(text, place), block, folder)
            case ("yaml", "file", _), ("yaml", "broken", _), ("jsonl", "recording", _):
                try folder.write(block.text, to: try #require(block.options["name"], place))
            case ("sh", "test", let options):
                let outcome = try folder.shell(block.text)
                #expect(outcome.status == Int32(options["exit"] ?? "0"), "\(block): \(outcome.output)")
                last = outcome
                continue
            case ("text", "output", _):
                compare(try #require(last, place).output, block)
            case ("text", "", let options) where options["help"] != nil:
                let command = options["help"] ?? ""
                let arguments = command == "pushward-mqtt" ? ["--help"] : [command, "--help"]
                let outcome = try folder.run(arguments)
                #expect(outcome.status == 0, place)
                compare(outcome.output, block)
            case ("sh", "notest", _):
                let outcome = try folder.isShell(block.text)
                #expect(outcome.status == 0, "\(block): \(outcome.output)")
            case ("yaml", "notest", _), ("nginx", "notest", _), ("text", "picture", _): break
            default: Issue.record("\(block): nothing says how this block is tested")
            }
            last = nil
        }
    }

    /// What was printed is what the block shows; or the block is written anew.
    private func compare(_ output: String, _ block: DocumentationBlock) {
        if DocumentationFile.isUpdating {
            DocumentationFile(block.file).replace(block, with: output)
        } else {
            #expect(output == block.text, "\(block)")
        }
    }

    /// A mapping has no findings at all.
    private func check(_ text: String, _ block: DocumentationBlock, _ folder: DocumentationFolder) throws {
        let name = block.options["name"] ?? "example-\(block.line).yaml"
        try folder.write(text, to: name)
        let outcome = try folder.run(["check", name])
        #expect(outcome.output == "\(name): no findings\n", "\(block)")
        #expect(outcome.status == 0, "\(block)")
    }

    @Test("every link within the documentation leads somewhere", arguments: DocumentationFile.all)
    func links(_ file: DocumentationFile) throws {
        let expression = try NSRegularExpression(
            pattern: #"(?:\]\(|(?:src|srcset|href)=")([^)"\s]+)[)"]"#
        )
        let text = file.text
        for match in expression.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
            guard let range = Range(match.range(at: 1), in: text) else { continue }
            let target = String(text[range])
            guard !target.contains("://"), !target.hasPrefix("mailto:") else { continue }
            let parts = target.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
            let base = DocumentationFile.repository.appendingPathComponent(file.path)
                .deletingLastPathComponent()
            let path =
                parts[0].isEmpty ? file.path : Self.relative(base.appendingPathComponent(parts[0]))
            let whole = DocumentationFile.repository.appendingPathComponent(path).path
            #expect(FileManager.default.fileExists(atPath: whole), "\(file): \(target)")
            guard parts.count == 2 else { continue }
            #expect(Self.anchors(DocumentationFile(path)).contains(parts[1]), "\(file): \(target)")
        }
    }

    private static func relative(_ url: URL) -> String {
        String(url.standardizedFileURL.path.dropFirst(DocumentationFile.repository.path.count + 1))
    }

    /// The anchors that GitHub makes of headings.
    private static func anchors(_ file: DocumentationFile) -> [String] {
        file.lines.filter { $0.hasPrefix("#") }.map { heading in
            let title = heading.drop { $0 == "#" }.dropFirst().lowercased()
            return String(
                title.compactMap { character in
                    if character == " " { return "-" }
                    return character.isLetter || character.isNumber || "-_".contains(character)
                        ? character : nil
                }
            )
        }
    }

    @Test("the reference of commands has each command's help, and no other")
    func commands() throws {
        let help = try DocumentationFolder().run(["--help"]).output
        let commands = help.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("  --") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        let documented = DocumentationFile("README.md").blocks.compactMap { $0.options["help"] }
        #expect(commands.count > 3)
        #expect(documented.sorted() == (commands + ["pushward-mqtt"]).sorted())
    }

    private static let verifier = "/usr/bin/systemd-analyze"

    @Test(
        "systemd accepts the unit",
        .enabled(if: FileManager.default.isExecutableFile(atPath: verifier))
    )
    func unit() throws {
        let folder = try DocumentationFolder()
        let source = DocumentationFile.repository.appendingPathComponent("systemd/pushward-mqtt.service")
        let unit = try String(contentsOf: source, encoding: .utf8)
        let installed = "/usr/local/bin/pushward-mqtt"
        #expect(unit.contains("ExecStart=\(installed) run"))
        let own = unit.replacingOccurrences(of: installed, with: DocumentationFolder.builtProgram)
        try folder.write(own, to: "pushward-mqtt.service")
        let outcome = try folder.execute(Self.verifier, ["verify", "./pushward-mqtt.service"])
        // It may complain of other units of the machine.
        let complaints = outcome.output.split(separator: "\n").filter { $0.contains("pushward-mqtt.service") }
        #expect(complaints == [])
    }
}
