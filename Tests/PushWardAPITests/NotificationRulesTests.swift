import PushWardAPI
import Testing
import Values

@Suite("Rules of notifications")
struct NotificationRulesTests {
    private func action(_ id: String, url: String? = "https://example.org") -> JSONObject {
        var action: JSONObject = ["id": .string(id), "title": "T"]
        if let url {
            action["url"] = .string(url)
            action["method"] = "POST"
        }
        return action
    }

    @Test("A title and a text are needed")
    func required() {
        #expect(NotificationRules.complete(["title": "a"], actions: []).missing == ["body"])
        #expect(NotificationRules.complete(["title": "a", "body": "b"], actions: []).isComplete)
    }

    @Test(
        "Fields that contradict others are left out",
        arguments: [
            (["volume": 0.5], ["volume"]), (["volume": 0.5, "level": "critical"], []),
            (["tags": ["a"]], ["tags"]), (["tags": ["a"], "acknowledge": [:]], []),
            (["callback_url": "https://a.example"], ["callback_url"]),
            (["callback_url": "https://a.example", "acknowledge": [:]], []),
            (["callback_url": "https://nas.local/x", "acknowledge": [:]], ["callback_url"]),
            (["callback_url": "https://192.168.1.2", "acknowledge": [:]], ["callback_url"]),
            (["acknowledge": [:], "level": "passive"], ["acknowledge"]),
            (["acknowledge": [:], "push": false], ["acknowledge"]),
            (["activity_slug": "a b"], ["activity_slug"]),
            (["sound": "chime"], ["sound"]),
        ] as [(JSONObject, [String])]
    )
    func contradictions(fields: JSONObject, dropped: [String]) {
        var all = fields
        all["title"] = "a"
        all["body"] = "b"
        #expect(NotificationRules.complete(all, actions: []).dropped.map(\.field) == dropped)
    }

    @Test("There are at most ten actions with different ids", arguments: [(9, 9), (10, 10), (11, 10)])
    func actionCount(given: Int, kept: Int) {
        let actions = (0..<given).map { action("a\($0)") } + [action("a0")]
        let result = NotificationRules.complete(["title": "a", "body": "b"], actions: actions)
        #expect(result.content["actions"]?.arrayValue?.count == kept)
    }

    @Test("One that is to be acknowledged has room for the button that does it")
    func acknowledged() {
        let fields: JSONObject = ["title": "a", "body": "b", "acknowledge": [:]]
        let full = (0..<10).map { action("a\($0)") }
        #expect(NotificationRules.complete(fields, actions: full).content["actions"]?.arrayValue?.count == 9)
        let own = (0..<9).map { action("a\($0)") } + [action("seen", url: nil)]
        #expect(NotificationRules.complete(fields, actions: own).content["actions"]?.arrayValue?.count == 10)
    }

    @Test("Metadata has at most 8 KB, tags are single words")
    func sizes() {
        let long = JSON.string(String(repeating: "m", count: 4090))
        let result = NotificationRules.complete(
            [
                "title": "a", "body": "b", "acknowledge": ["repeat_seconds": 60],
                "tags": ["a", "a", "b c", "ü"],
                "metadata": ["k1": long, "k2": long, "k3": long],
            ],
            actions: []
        )
        #expect(result.content["metadata"]?.objectValue?.keys == ["k1", "k2"])
        #expect(result.content["tags"] == ["a"])
    }
}
