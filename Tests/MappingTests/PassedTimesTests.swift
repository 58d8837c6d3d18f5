import Mapping
import Testing
import Values
import YAMLReader

@Suite("Times that have passed")
struct PassedTimesTests {
    private static let head = "version: 1\nmqtt: {url: mqtt://broker}\npushward: {token: hlk_test}\n"

    private func findings(_ rule: String, at now: Timestamp?) throws -> [String] {
        let text = Self.head + "notifications: {n: {on: a/b, title: T, body: B, \(rule)}}\n"
        let root = try #require(YAMLReader.read(text: text, name: "test.yaml").root)
        return MappingDecoder.decode(root, at: now).diagnostics.map(\.message)
    }

    private static let rules = [
        "send_at: '2020-01-01T00:00:00Z'",
        "recurrence: {cron: '0 9 * * *', timezone: Europe/Berlin, until: '2020-01-01T00:00:00Z'}",
    ]

    @Test("a check tells of them", arguments: rules)
    func told(rule: String) throws {
        let before = try #require(Timestamp(rfc3339: "2019-12-31T23:00:00Z"))
        #expect(try findings(rule, at: before).isEmpty)
        #expect(try findings(rule, at: nil).isEmpty)
        let after = try #require(Timestamp(rfc3339: "2020-01-01T01:00:00Z"))
        let told = try findings(rule, at: after)
        #expect(told.count == 1)
        #expect(told.first?.hasSuffix("has passed: this is never sent") == true)
    }
}
