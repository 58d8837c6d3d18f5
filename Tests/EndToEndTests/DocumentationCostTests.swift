import Foundation
import Host
import JSONReader
import Testing
import Values

/// Writes the table of `docs/costs.md` from recordings, and holds it against them.
@Suite("Documentation: costs")
struct DocumentationCostTests {
    /// A recording, and the mapping that it is played to.
    private struct Row: Sendable {
        var title: String
        /// In `Tests/Recordings`, or made.
        var lines: @Sendable () throws -> [String]
        /// A mapping of the page, or the example.
        var mapping = DocumentationCostTests.example
        /// The most updates that are in order: a table that was written anew must not hide that it became worse.
        var most: Int
    }

    private static let example = "config.example.yaml"
    private static let page = "docs/costs.md"

    private static let rows: [Row] = [
        Row(
            title: "a wash of 70 minutes",
            lines: { CostRecordings.wash("zigbee2mqtt/laundry_plug").lines },
            most: 4
        ),
        Row(
            title: "a wash of 70 minutes, with its time left and what it does",
            lines: { CostRecordings.washWithTimeLeft() },
            mapping: "wash.yaml",
            most: 8
        ),
        Row(title: "an album of ten tracks", lines: { CostRecordings.album(pauses: 0, seeks: 0) }, most: 12),
        Row(
            title: "an album of ten tracks, with three pauses and two seeks",
            lines: { CostRecordings.album(pauses: 3, seeks: 2) },
            most: 22
        ),
        Row(title: "three timers of ten minutes", lines: { CostRecordings.timers() }, most: 4),
        Row(
            title: "a print of an hour with a pause (Moonraker)",
            lines: { try recorded("moonraker", until: 3_700) },
            mapping: "moonraker.yaml",
            most: 12
        ),
        Row(
            title: "a print of a minute with a pause (OctoPrint, real)",
            lines: { try recorded("octoprint-real", until: 69) },
            mapping: "octoprint.yaml",
            most: 8
        ),
        Row(
            title: "a charge of ten hours (go-eCharger)",
            lines: { CostRecordings.charge() },
            mapping: "car.yaml",
            most: 20
        ),
        Row(
            title: "a day of a doorbell, 15 presses by 12 visitors",
            lines: { CostRecordings.doorbell() },
            most: 0
        ),
        Row(
            title: "seven minutes of a home with a timer (Home Assistant, real)",
            lines: { try recorded("homeassistant-real-timer", until: .infinity) },
            most: 12
        ),
    ]

    @Test("docs/costs.md says what the recordings cost, and they cost no more than is in order")
    func costs() throws {
        let folder = try DocumentationFolder()
        for block in DocumentationFile(Self.page).blocks where block.kind == "mapping" {
            try folder.write(DocumentationMappings.whole(block.text), to: block.options["name"] ?? "")
        }
        var table =
            "| What | Messages | Updates | Of these | Notifications | Mapping |\n| --- | --- | --- | --- | --- | --- |\n"
        for row in Self.rows {
            let lines = try row.lines()
            try folder.write(lines.joined(separator: "\n"), to: "recording.jsonl")
            let outcome = try folder.run([
                "replay", "--config", row.mapping, "--epoch", "2026-03-02T18:00:00Z", "recording.jsonl",
            ])
            #expect(outcome.status == 0, "\(row.title): \(outcome.output)")
            let cost = Cost(output: outcome.output)
            #expect(cost.updates.count <= row.most, "\(row.title): \(outcome.output)")
            let messages = lines.count { $0.contains("\"topic\"") }
            let mapping = row.mapping == Self.example ? "the example" : "`\(row.mapping)`"
            table +=
                "| \(row.title) | \(messages) | \(cost.updates.count) | \(cost.parts) | \(cost.notifications) | \(mapping) |\n"
        }
        try compare(table)
    }

    private static func recorded(_ name: String, until end: Double) throws -> [String] {
        try Files.readText(Repository.file("Tests/Recordings/\(name).jsonl")).split(separator: "\n").map(
            String.init
        )
        .filter { ((try? JSONReader.read(Array($0.utf8)))?["t"]?.doubleValue ?? 0) <= end }
    }

    private func compare(_ table: String) throws {
        let url = DocumentationFile.repository.appendingPathComponent(Self.page)
        let text = try String(contentsOf: url, encoding: .utf8)
        let parts = text.components(separatedBy: "<!-- costs -->\n")
        let rest = try #require(parts.last).components(separatedBy: "<!-- /costs -->")
        try #require(parts.count == 2 && rest.count == 2)
        if DocumentationFile.isUpdating {
            try Data("\(parts[0])<!-- costs -->\n\(table)<!-- /costs -->\(rest[1])".utf8).write(to: url)
        } else {
            #expect(rest[0] == table)
        }
    }

    /// What a replay asked of PushWard.
    private struct Cost {
        var updates: [JSON]
        var notifications: Int

        init(output: String) {
            let requests = output.split(separator: "\n").filter { $0.hasPrefix("{") }.compactMap {
                (try? JSONReader.read(Array($0.utf8)))?["request"]
            }
            updates = requests.filter {
                $0["path"]?.stringValue?.hasPrefix("/activities") == true && $0["method"] != "GET"
            }
            notifications = requests.count { $0["path"] == "/notifications" && $0["method"] == "POST" }
        }

        /// What the updates are for, such as `1 name, 1 start, 2 changes, 1 end`.
        var parts: String {
            let kinds = updates.map(Self.kind)
            let counted = [
                ("name", "names"), ("start", "starts"), ("change", "changes"), ("touch", "touches"),
                ("end", "ends"),
            ]
            .compactMap { one, many -> String? in
                let count = kinds.count { $0 == one }
                return count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
            }
            return counted.isEmpty ? "" : counted.joined(separator: ", ")
        }

        private static func kind(_ request: JSON) -> String {
            guard request["method"] != "POST" else { return "name" }
            switch request["body"]?["state"]?.stringValue {
            case "ongoing": return "start"
            case "ended": return "end"
            default: return request["body"]?["content"] == nil ? "touch" : "change"
            }
        }
    }
}
