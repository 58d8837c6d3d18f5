import Mapping
import Testing
import Values

@Suite("Robustness")
struct RobustnessTests {
    /// Numbers that are the same in every run.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    @Test(
        "a file whose values are anything but what belongs there is told, and nothing crashes",
        arguments: 1...20
    )
    func mutations(seed: Int) throws {
        let text = try TestFiles.text("../../config.example.yaml")
        let mark = SourceMark(file: "a.yaml", line: 1, column: 1)
        let document = Decoded.tree(text)
        let root = try #require(document)
        var generator = Generator(state: UInt64(seed))
        for _ in 0..<30 {
            let mutated = Self.mutate(root, mark, &generator, chance: 12)
            let (mapping, findings) = MappingDecoder.decode(mutated)
            #expect((mapping == nil) == findings.contains { $0.severity == .error })
            #expect(findings.allSatisfy { !$0.message.isEmpty && !$0.message.hasSuffix(".") })
        }
    }

    @Test("half a file is told, and nothing crashes")
    func prefixes() throws {
        let text = try TestFiles.text("../../config.example.yaml")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for count in 0..<lines.count {
            let decoded = Decoded(lines[..<count].joined(separator: "\n"))
            #expect((decoded.mapping == nil) == decoded.findings.contains { $0.severity == .error })
        }
    }

    private static func mutate(
        _ node: MarkedNode,
        _ mark: SourceMark,
        _ generator: inout Generator,
        chance: Int
    ) -> MarkedNode {
        if Int.random(in: 0..<(chance * 8), using: &generator) == 0 { return other(mark, &generator) }
        switch node {
        case .scalar(var scalar):
            if Int.random(in: 0..<chance, using: &generator) == 0 { scalar.text = text(&generator) }
            return .scalar(scalar)
        case .sequence(let nodes, let mark):
            return .sequence(nodes.map { mutate($0, mark, &generator, chance: chance) }, mark)
        case .mapping(let entries, let mark):
            let changed = entries.map { entry in
                var entry = entry
                if Int.random(in: 0..<(chance * 4), using: &generator) == 0 { entry.key = text(&generator) }
                entry.value = mutate(entry.value, mark, &generator, chance: chance)
                return entry
            }
            return .mapping(changed, mark)
        }
    }

    private static func other(_ mark: SourceMark, _ generator: inout Generator) -> MarkedNode {
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: .sequence([.scalar(MarkedScalar(text: "x", isPlain: true, mark: mark))], mark)
        case 1: .mapping([], mark)
        default: .scalar(MarkedScalar(text: "", isPlain: true, mark: mark))
        }
    }

    private static func text(_ generator: inout Generator) -> String {
        let texts = [
            "", " ", "{{", "{{ x }}", "}}", "{a}", "{", "+", "#", "a/#/b", "-1", "99999999999999999999",
            "0x10", "1e999", "nan",
            "\u{0}", "é\u{301}", "🎵", "on", "null", ":", "::", "[", "mqtt://", "mqtt://[", "https://",
            "javascript:x", "1h", "%",
            "%zz", "a@b:c@d", "..", "=", "{% if %}", "{%", "'", "\"", "\n",
            String(repeating: "a", count: 3000),
        ]
        return texts.randomElement(using: &generator) ?? ""
    }
}
