import PushWardAPI
import Testing
import Values

@Suite("The tables of widgets")
struct WidgetFieldTests {
    @Test("All ten templates are there, five of them for newer apps")
    func templates() {
        #expect(
            WidgetFields.templates.map(\.name) == [
                "value", "progress", "status", "gauge", "stat_list", "trend", "countdown", "battery",
                "schedule", "flow",
            ]
        )
        #expect(
            WidgetFields.templates.filter { $0.minApp != nil }.map(\.name) == [
                "trend", "countdown", "battery", "schedule", "flow",
            ]
        )
        #expect(WidgetFields.template(named: "generic") == nil)
    }

    @Test("A name stands once, with a summary, and required fields are among the fields")
    func consistency() {
        for template in WidgetFields.templates {
            #expect(Set(template.fields.map(\.name)).count == template.fields.count)
            #expect(template.fields.allSatisfy { $0.summary.hasSuffix(".") && $0.summary.count > 4 })
            #expect(template.required.allSatisfy { template.field($0) != nil })
            #expect(template.summary.hasSuffix("."))
        }
        #expect(WidgetSettings.fields.allSatisfy { $0.summary.hasSuffix(".") })
    }

    @Test("Fields are only where they are drawn")
    func owners() {
        func takers(_ name: String) -> [String] {
            WidgetFields.templates.filter { $0.field(name) != nil }.map(\.name)
        }
        #expect(takers("value") == ["value", "progress", "gauge", "trend"])
        #expect(takers("min_value") == ["value", "gauge", "trend"])
        #expect(takers("unit") == ["value", "gauge", "trend", "schedule", "flow"])
        #expect(takers("stat_rows") == ["value", "progress", "stat_list"])
        #expect(takers("end_date") == ["progress", "countdown"])
        #expect(takers("severity").count == 10)
        #expect(takers("tap_action").count == 10)
    }

    /// Limits as the reference has them: template, field, characters.
    static let textLimits: [(String, String, Int)] = [
        ("value", "unit", 32), ("value", "label", 256), ("status", "subtitle", 256),
        ("countdown", "expired_text", 64),
    ]

    @Test("Texts below and at their limit stay, longer ones are cut to it", arguments: textLimits)
    func textLimit(template: String, field: String, max: Int) throws {
        let kind = try #require(WidgetFields.template(named: template)?.field(field)).kind
        for length in [max - 1, max, max + 1] {
            let expected = String(repeating: "ü", count: Swift.min(length, max))
            #expect(kind.coerce(.string(String(repeating: "ü", count: length))) == .value(.string(expected)))
        }
    }

    @Test(
        "Texts within rows, devices and nodes are cut to their limits",
        arguments: [("label", 32), ("value", 32), ("unit", 16)]
    )
    func rowLimit(member: String, max: Int) throws {
        let kind = try #require(WidgetFields.template(named: "stat_list")?.field("stat_rows")).kind
        var row: JSONObject = ["label": "l", "value": "1"]
        row[member] = .string(String(repeating: "x", count: max + 1))
        guard case .value(let rows) = kind.coerce([.object(row)]) else {
            Issue.record("\(member) was refused")
            return
        }
        #expect(rows.arrayValue?.first?[member]?.stringValue?.count == max)
    }

    @Test(
        "Moments become RFC 3339 text in UTC",
        arguments: [
            (.int(1_795_023_000), "2026-11-18T17:30:00Z"), (.double(1_795_023_000.9), "2026-11-18T17:30:00Z"),
            (.int(1_795_023_000_000), "2026-11-18T17:30:00Z"),
            ("2026-11-18T18:30:00+01:00", "2026-11-18T17:30:00Z"),
            ("2026-11-18T17:30:00.5Z", "2026-11-18T17:30:00Z"),
        ] as [(JSON, String)]
    )
    func instants(value: JSON, text: String) {
        #expect(FieldSpec.Kind.instant.coerce(value) == .value(.string(text)))
        #expect(FieldSpec.Kind.instant.coerce(.string(text)) == .value(.string(text)))
    }

    @Test("What is no moment is refused", arguments: ["soon", true, "2026-11-18", -5] as [JSON])
    func noInstant(value: JSON) {
        guard case .invalid = FieldSpec.Kind.instant.coerce(value) else {
            Issue.record("\(value.text) was taken")
            return
        }
    }

    @Test("Nothing stands for a point that cannot be used")
    func points() throws {
        let kind = try #require(WidgetFields.template(named: "trend")?.field("points")).kind
        #expect(kind.coerce([1, "unknown", 3]) == .value([1, 3]))
        #expect(kind.coerce([]) == .clear)
        guard case .invalid = kind.coerce(["unknown", 3]) else {
            Issue.record("one point is no curve")
            return
        }
    }

    @Test("A widget's action says what it does, and its background has no look")
    func actions() {
        let button = FieldSpec.Kind.action(.widget)
        #expect(
            button.coerce("https://example.org/x")
                == .value(["url": "https://example.org/x", "method": "GET"])
        )
        #expect(
            button.coerce(["url": "homeassistant://navigate/x", "method": "POST", "title": "Open"])
                == .value(["url": "homeassistant://navigate/x", "title": "Open"])
        )
        let background = FieldSpec.Kind.action(.widgetBackground)
        #expect(
            background.coerce([
                "url": "https://example.org", "foreground": true, "title": "T", "method": "POST",
            ])
                == .value(["url": "https://example.org", "foreground": true])
        )
    }

    @Test("The server's words about a widget name its fields")
    func problems() {
        let problem = Problem(
            status: 422,
            headers: [],
            body: ["code": "widget.content_invalid", "detail": "value must be from min_value to max_value"]
        )
        #expect(
            problem.classification
                == .invalid(fields: ["content.value", "content.min_value", "content.max_value"])
        )
        let schema = Problem(
            status: 422,
            headers: [],
            body: ["errors": [["location": "body.content.stat_rows[0].value", "message": "expected string"]]]
        )
        #expect(schema.classification == .invalid(fields: ["content.stat_rows[0].value"]))
        let full = Problem(status: 429, headers: [], body: ["code": "widget.limit_exceeded"])
        #expect(full.classification == .limit)
    }
}
