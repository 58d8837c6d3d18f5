import PushWardAPI
import TestSupport
import Testing
import Values

@Suite("Bodies as a smart home sends them")
struct ExampleTests {
    /// Before the times of the examples.
    static let now = Timestamp(microseconds: 1_794_995_000 * 1_000_000)

    @Test("A content that is right goes through unchanged", arguments: Examples.activities)
    func activities(text: String) throws {
        guard let content = try parsed(text)["content"]?.objectValue,
            let name = content["template"]?.stringValue
        else { return }
        let template = try #require(ContentFields.template(named: name))
        let result = ContentRules.content(of: content, template: template, now: Self.now)
        var expected = content
        expected["template"] = .string(template.name)
        #expect(result.content == expected)
        #expect(result.dropped.isEmpty)
        #expect(result.remarks.isEmpty)
        #expect(result.isComplete)
        #expect(ServerChecker.problems(result.content, now: Self.now.wholeSeconds).isEmpty)
        #expect(PayloadBudget.estimate(result.content) < PayloadBudget.contentLimit)
    }

    @Test("The fields of a later patch go through unchanged", arguments: Examples.activities)
    func patches(text: String) throws {
        guard let content = try parsed(text)["content"]?.objectValue, content["template"] == nil else {
            return
        }
        for (name, value) in content where !value.isNull {
            let kinds = ContentFields.templates.compactMap { $0.field(name)?.kind }
            #expect(kinds.contains { Self.takesUnchanged($0, value) }, "\(name)")
        }
    }

    private static func takesUnchanged(_ kind: FieldSpec.Kind, _ value: JSON) -> Bool {
        switch kind.coerce(value) {
        case .value(let result): result == value || result.doubleValue == value.doubleValue
        case .clear, .invalid: value["next"] == .null
        }
    }

    @Test("A notification that is right goes through unchanged", arguments: Examples.notifications)
    func notifications(text: String) throws {
        let body = try #require(try parsed(text).objectValue)
        var fields = JSONObject()
        for (name, value) in body where name != "actions" {
            let field = try #require(NotificationFields.fields.first { $0.name == name })
            #expect(field.kind.coerce(value) == .value(value))
            fields[name] = value
        }
        let actions = try (body["actions"]?.arrayValue ?? []).map { action in
            guard case .value(.object(let result)) = FieldSpec.Kind.action(.notification).coerce(action)
            else {
                throw NoAction()
            }
            return result
        }
        let result = NotificationRules.complete(fields, actions: actions)
        #expect(result.content == body)
        #expect(result.isComplete)
    }

    private struct NoAction: Error {}
}
