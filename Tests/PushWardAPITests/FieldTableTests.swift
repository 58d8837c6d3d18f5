import PushWardAPI
import Testing
import Values

@Suite("The tables of fields")
struct FieldTableTests {
    @Test("All ten templates are there, and `timer` is another name of `countdown`")
    func templates() {
        #expect(
            ContentFields.templates.map(\.name) == [
                "generic", "countdown", "steps", "alert", "gauge", "timeline", "board", "log", "media",
                "approval",
            ]
        )
        #expect(ContentFields.template(named: "timer")?.name == "countdown")
        #expect(ContentFields.template(named: "pipeline") == nil)
    }

    @Test("A name stands once, with a summary, and required fields are among the fields")
    func consistency() {
        for template in ContentFields.templates {
            #expect(Set(template.fields.map(\.name)).count == template.fields.count)
            #expect(template.fields.allSatisfy { $0.summary.hasSuffix(".") && $0.summary.count > 4 })
            #expect(template.required.allSatisfy { template.field($0) != nil })
            #expect(template.coalescing.allSatisfy { template.field($0) != nil })
            #expect(template.summary.hasSuffix("."))
        }
        for place in FieldSpec.ActionPlace.allCases {
            let names = ActionFields.members(of: place).map(\.name)
            #expect(Set(names).count == names.count)
            #expect(ActionFields.required(at: place).allSatisfy(names.contains))
        }
    }

    @Test("What the server owns cannot be set")
    func serverOwned() {
        #expect(ContentFields.allNames.isDisjoint(with: StoredContent.readOnly.subtracting(["history"])))
        #expect(
            !NotificationFields.fields.contains {
                ["sound", "encrypted", "target"].contains($0.name)
            }
        )
    }

    @Test("Images, live progress and buttons are only where they are taken")
    func owners() {
        func takers(_ name: String) -> [String] {
            ContentFields.templates.filter { $0.field(name) != nil }.map(\.name)
        }
        #expect(takers("image_url") == ["generic", "steps", "media"])
        #expect(takers("live_progress") == ["generic", "steps"])
        #expect(takers("goal") == ["countdown"])
        #expect(!takers("url_action").contains("approval"))
        #expect(!takers("alarm").contains("approval"))
        #expect(takers("end_date").count == 10)
    }

    /// Limits as the reference has them: template, field, characters.
    static let textLimits: [(String, String, Int)] = [
        ("generic", "state", 256), ("generic", "subtitle", 256), ("generic", "compact_label", 4),
        ("countdown", "completion_message", 512), ("alert", "severity_label", 40), ("gauge", "unit", 32),
        ("timeline", "unit", 32), ("timeline", "primary_series", 32), ("media", "media_title", 128),
        ("approval", "source", 24),
    ]

    @Test("Texts below and at their limit stay, longer ones are cut to it", arguments: textLimits)
    func textLimit(template: String, field: String, max: Int) throws {
        let kind = try #require(ContentFields.template(named: template)?.field(field)).kind
        for length in [max - 1, max, max + 1] {
            let expected = String(repeating: "ü", count: Swift.min(length, max))
            #expect(kind.coerce(.string(String(repeating: "ü", count: length))) == .value(.string(expected)))
        }
    }

    @Test(
        "Texts within objects are cut to their limits",
        arguments: [
            ("board", "tiles", "label", 32), ("board", "tiles", "value", 16), ("board", "tiles", "unit", 8),
            ("log", "lines", "text", 512), ("approval", "details", "label", 24),
            ("approval", "details", "value", 64),
            ("timeline", "thresholds", "label", 12), ("approval", "options", "title", 24),
            ("approval", "options", "id", 64),
        ]
    )
    func nestedTextLimit(template: String, field: String, member: String, max: Int) throws {
        let kind = try #require(ContentFields.template(named: template)?.field(field)).kind
        for length in [max - 1, max, max + 1] {
            let long = JSON.string(String(repeating: "x", count: length))
            var first: JSONObject = ["label": "l", "text": "t", "value": "1", "id": "a", "title": "T"]
            first[member] = long
            let second: JSONObject = ["label": "l", "text": "t", "value": "1", "id": "b", "title": "T"]
            guard case .value(.array(let elements)) = kind.coerce([.object(first), .object(second)]) else {
                Issue.record("\(member) was refused")
                continue
            }
            #expect(elements.first?[member]?.stringValue?.count == Swift.min(length, max))
        }
    }

    /// Ranges as the reference has them: template, field, lowest, highest.
    static let ranges: [(String, String, Double, Double)] = [
        ("generic", "progress", 0, 1), ("media", "volume", 0, 1), ("media", "position_seconds", 0, 604_800),
        ("generic", "snooze_seconds", 60, 3600),
        ("steps", "total_steps", 1, 64), ("steps", "current_step", 0, 64), ("gauge", "decimals", 0, 10),
        ("timeline", "decimals", 0, 10), ("countdown", "warning_threshold", 0, 86_400),
    ]

    @Test("Numbers at their limits stay, those beyond are clamped", arguments: ranges)
    func range(template: String, field: String, low: Double, high: Double) throws {
        let kind = try #require(ContentFields.template(named: template)?.field(field)).kind
        #expect(kind.coerce(.double(low)) == .value(.int(Int(low))))
        #expect(kind.coerce(.double(high)) == .value(.int(Int(high))))
        #expect(kind.coerce(.double(low - 1)) == .value(.int(Int(low))))
        #expect(kind.coerce(.double(high + 1)) == .value(.int(Int(high))))
        #expect(kind.coerceReporting(.double(high + 1)).remarks.count == 1)
    }
}
