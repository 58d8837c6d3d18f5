import Mapping
import Testing
import Values

private let family = """
    version: 1
    mqtt: {url: mqtt://localhost}
    pushward:
      - {name: anna, token: hlk_anna, min_app_version: 1.19.0}
      - {name: ben, token: hlk_ben, url: "http://127.0.0.1:9000", slug_prefix: b-, min_app_version: 1.9.0}

    """

private func rules(_ to: String, defaults: String = "", notification: String = "") -> String {
    """
    \(defaults)
    activities:
      washer:
        \(to)
        inputs: {power: a/power}
        start: "{{ power > 10 }}"
        content: {template: generic, state: On, compact_label: "1"}
    notifications:
      done:
        \(notification)
        on: {activity: washer, event: end}
        title: Washer
        body: done
      bell: {on: a/bell, title: Bell, body: rings}
    """
}

@Suite("Accounts")
struct AccountTests {
    @Test("a list of accounts keeps its order and each one's keys")
    func list() throws {
        let mapping = try #require(Decoded(family + rules("")).mapping)
        #expect(mapping.accounts.map(\.name) == ["anna", "ben"])
        #expect(mapping.accounts.map(\.token) == [Secret("hlk_anna"), Secret("hlk_ben")])
        #expect(mapping.accounts.map(\.url) == ["https://api.pushward.app", "http://127.0.0.1:9000"])
        #expect(mapping.accounts.map(\.slugPrefix) == ["", "b-"])
    }

    @Test("a single account may have a name or none")
    func single() throws {
        for (text, name) in [
            ("{token: hlk_a}", ""), ("{name: me, token: hlk_a}", "me"), ("[{token: hlk_a}]", ""),
        ] {
            let text = "version: 1\nmqtt: {url: mqtt://localhost}\npushward: \(text)\n" + rules("")
            let decoded = Decoded(text)
            #expect(decoded.findings == [])
            #expect(decoded.mapping?.accounts.map(\.name) == [name])
        }
    }

    @Test("a rule goes to whom it names, what follows its card too, and the rest to the default")
    func to() throws {
        let cases: [(to: String, defaults: String, notification: String, expected: [[Int]])] = [
            ("", "", "", [[0], [0], [0]]),
            ("to: ben", "", "", [[1], [1], [0]]),
            ("to: [ben, anna]", "", "", [[1, 0], [1, 0], [0]]),
            ("", "defaults: {to: [anna, ben]}", "", [[0, 1], [0, 1], [0, 1]]),
            ("to: anna", "defaults: {to: ben}", "", [[0], [0], [1]]),
            ("to: anna", "defaults: {to: ben}", "to: ben", [[0], [1], [1]]),
        ]
        for item in cases {
            let decoded = Decoded(
                family + rules(item.to, defaults: item.defaults, notification: item.notification)
            )
            let mapping = try #require(decoded.mapping, "\(item): \(decoded.short)")
            let accounts = mapping.activities.map(\.accounts) + mapping.notifications.map(\.accounts)
            #expect(accounts == item.expected, "\(item)")
        }
    }

    @Test("a field is held against the apps of those who see it")
    func versions() {
        #expect(Decoded(family + rules("to: anna")).findings == [])
        let findings = Decoded(family + rules("to: [anna, ben]")).findings.map(\.message)
        #expect(findings == ["`compact_label` needs app 1.14.0, newer than `min_app_version`"])
    }

    @Test("two rules may have one slug where no account has both")
    func slugs() {
        func two(_ first: String, _ second: String) -> [String] {
            let rule = "inputs: {p: a/p}, start: \"{{ p }}\", content: {template: generic, state: On}"
            let text =
                "activities:\n  x: {slug: same, to: \(first), \(rule)}\n  y: {slug: same, to: \(second), \(rule)}\n"
            return Decoded(family + text).findings.map(\.message)
        }
        #expect(two("anna", "ben") == [])
        #expect(two("[anna, ben]", "ben") == ["`y` and `x` have the same slug"])
    }
}
