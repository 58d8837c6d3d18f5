import JSONReader
import PushWardAPI
import Replay
import TestSupport
import Testing
import Values

/// The contents of the reference's rows, each said by a mapping: the bridge sends none that PushWard refuses.
@Suite("Contents that break a rule of the reference, from mappings")
struct ContentRuleTests {
    private static func content(_ row: ContentCase) throws -> JSONObject {
        let least = try JSONReader.parser(Array((ContentCase.least[row.template] ?? "{}").utf8))
        let patch = try JSONReader.parser(Array(UnixNow.expand(row.patch, at: RuleRun.start).utf8))
        return MergePatch.applying(patch, to: least).objectValue ?? [:]
    }

    /// Whether a mapping can say it: `check` refuses what PushWard leaves alone, and what says one thing twice.
    private static func isSayable(_ row: ContentCase, _ content: JSONObject) -> Bool {
        let name = content["template"]?.stringValue ?? ""
        guard let template = ContentFields.template(named: name),
            content.keys.allSatisfy({ $0 == "template" || template.field($0) != nil }),
            content["duration"] == nil || content["end_date"] == nil
        else { return false }
        // The background has no title and no icon (section 7.2).
        let background = content["tap_action"]?.objectValue ?? [:]
        return background["title"] == nil && background["icon"] == nil
    }

    /// A run of a card with that content; nil: `check` refuses it.
    private func run(_ content: JSONObject, _ wording: Wording) throws -> RuleRun? {
        let rule: JSONObject = [
            "inputs": ["go": "a/go", "c": "a/c"], "start": "{{ go == 'on' }}", "settle": "0s",
            "min_interval": "0s",
            "content": .object(wording.words(of: content, "c", plain: ["template"])),
        ]
        return try RuleRun(
            ["activities": ["card": .object(rule)]],
            [
                Line.message(0, "a/c", JSON.object(content).text), Line.message(0.1, "a/go", "on"),
                Line.pass(20),
            ]
        )
    }

    @Test("Nothing that breaks a rule is sent", arguments: Reference.refused)
    func refused(_ row: ContentCase) throws {
        let content = try Self.content(row)
        for wording in Wording.allCases {
            guard let run = try run(content, wording) else { continue }
            #expect(run.refusals.isEmpty, "\(wording): \(run.report)")
        }
    }

    @Test("What keeps every rule is sent", arguments: Reference.accepted)
    func accepted(_ row: ContentCase) throws {
        let content = try Self.content(row)
        for wording in Wording.allCases {
            let run = try run(content, wording)
            #expect(run?.refusals.isEmpty != false, "\(wording): \(run?.report ?? "")")
            guard Self.isSayable(row, content) else { continue }
            #expect(run.map { $0.summary.requests > 0 } == true, "\(wording)")
        }
    }

    /// A sample, for the mappings themselves were run above.
    @Test("Most of what breaks a rule comes to a card all the same", arguments: Wording.allCases)
    func repaired(_ wording: Wording) throws {
        var tried = 0
        var shown = 0
        for (place, row) in Reference.refused.enumerated() where place % 7 == 0 {
            tried += 1
            guard let run = try run(Self.content(row), wording), run.summary.requests > 0 else { continue }
            shown += 1
        }
        print("ContentRuleTests: \(wording): \(shown) of \(tried) contents were mended and shown")
        // What is written out wrongly is told by `check`; what comes by templates is mended.
        if wording != .literal { #expect(shown * 2 > tried, "\(shown) of \(tried)") }
    }
}
