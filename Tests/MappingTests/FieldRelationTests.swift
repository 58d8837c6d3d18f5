import JSONReader
import Mapping
import TestSupport
import Testing
import Values
import YAMLReader

@Suite("Rules between fields", .enabled(if: SchemaValidator.python != nil))
struct FieldRelationTests {
    /// Contents that break one rule between fields, each beside one that keeps to it.
    private static let cards: [(broken: String, whole: String)] = [
        ("template: countdown", "template: countdown, duration: 5m"),
        (
            "template: countdown, end_date: 2000000000, duration: 5m",
            "template: countdown, end_date: 2000000000"
        ),
        ("template: countdown, direction: up, duration: 5m", "template: countdown, direction: up, goal: 5m"),
        (
            "template: countdown, duration: 5m, goal: 9m",
            "template: countdown, direction: \"{{ a }}\", goal: 9m"
        ),
        ("template: generic, live_progress: true", "template: generic, live_progress: true, duration: 5m"),
        ("template: generic, eta: \"{{ a }}\", duration: 5m", "template: generic, eta: \"{{ a }}\""),
        (
            "template: approval, options: [{id: a, title: A}, {id: b, title: B}], on_expire: a",
            "template: approval, options: [{id: a, title: A}, {id: b, title: B}], on_expire: a, end_date: \"{{ a }}\""
        ),
    ]
    private static let widgets: [(broken: String, whole: String)] = [
        ("template: progress", "template: progress, value: 0.5"),
        (
            "template: progress, value: 0.5, start_date: \"{{ a }}\"",
            "template: progress, start_date: \"{{ a }}\", end_date: \"{{ a }}\""
        ),
        ("template: progress, value: 0.5, end_date: \"{{ a }}\"", "template: progress, value: \"{{ a }}\""),
        ("template: flow, flow: {}", "template: flow, flow: {output: {rate: 1}}"),
        (
            "template: schedule, periods: [{start: \"{{ a }}\", value: 1, level: low}, {start: \"{{ a }}\", value: 2}]",
            "template: schedule, periods: [{start: \"{{ a }}\", value: 1, level: low}]"
        ),
        ("template: trend, value: 1", "template: trend, value: 1, history: 1h"),
        ("template: trend, value: 1, points: [1, 2], history: 1h", "template: trend, points: \"{{ a }}\""),
    ]

    private static func mapping(_ content: String, isWidget: Bool) -> String {
        let account = "pushward: {token: hlk_example, min_app_version: 1.19.0}"
        let section = isWidget ? "widgets" : "activities"
        let start = isWidget ? "" : "start: \"{{ a }}\", "
        return """
            version: 1
            mqtt: {url: mqtt://localhost}
            \(account)
            \(section): {rule: {inputs: {a: a/b}, \(start)content: {\(content)}}}
            """
    }

    @Test("are told by `check` and by the schema alike", arguments: [false, true])
    func alike(isWidget: Bool) throws {
        var documents: [(name: String, value: JSON)] = []
        for pair in isWidget ? Self.widgets : Self.cards {
            for (content, isBroken) in [(pair.broken, true), (pair.whole, false)] {
                let text = Self.mapping(content, isWidget: isWidget)
                #expect((Decoded(text).mapping == nil) == isBroken, "\(content): \(Decoded(text).short)")
                let root = try #require(YAMLReader.read(text: text, name: "config.yaml").root)
                documents.append(((isBroken ? "broken " : "whole ") + content, root.json))
            }
        }
        let found = try SchemaValidator.refused(
            documents,
            by: MappingSchema.json,
            parseJSON: JSONReader.parser
        )
        let broken = documents.map(\.name).filter { $0.hasPrefix("broken") }
        #expect(Set(found.keys) == Set(broken), "\(found)")
    }
}
