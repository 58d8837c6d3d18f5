import Engine
import Mapping
import PushWardAPI
import Service
import Testing
import Values

@Suite("What the bridge writes into buttons")
struct CredentialTests {
    private static let rules = """
        taps: {listen: "127.0.0.1:8787", public_url: "https://taps.example.net"}
        activities:
          lamp:
            inputs: {a: a/lamp}
            start: "{{ a == 'on' }}"
            content: {template: generic, url_action: {title: Off, publish: {topic: a/set, payload: x}}}
        notifications:
          bell:
            on: a/bell
            title: Bell
            body: rings
            actions: [{id: open, title: Open, publish: {topic: a/set, payload: x}}]
        widgets:
          lamp:
            inputs: {a: a/lamp}
            content: {template: status, label: "{{ a }}", url_action: {title: Off, publish: {topic: a/set, payload: x}}}

        """

    private static let places: [(path: String, owner: String, action: String, isCard: Bool)] = [
        ("/activities/lamp", "lamp", "url_action", true), ("/notifications", "bell", "open", false),
        ("/widgets", "widget.lamp", "url_action", true),
    ]

    @Test("address and credential are those that `check` counts", arguments: places)
    func lengths(place: (path: String, owner: String, action: String, isCard: Bool)) throws {
        let rig = try Rig(Self.rules, tokens: TapTokens(key: Array("a key of this test".utf8)))
        rig.say("a/lamp", "on")
        rig.say("a/bell", "ding")
        rig.pass(60)
        let body = try #require(rig.sent.first { $0.request.path == place.path && $0.body != .null }?.body)
        let button = body["content"]?["url_action"] ?? body["actions"]?.arrayValue?.first
        let bearer = try #require(button?["headers"]?["Authorization"]?.stringValue)
        #expect(bearer.dropFirst("Bearer ".count).count == TapAddress.credentialLength(isCard: place.isCard))
        let address = TapAddress.url("https://taps.example.net", owner: place.owner, action: place.action)
        #expect(button?["url"] == .string(address))
    }

    @Test("the id of a run is as long as `check` takes it to be")
    func run() throws {
        let rig = try Rig(
            """
            activities:
              ask:
                inputs: {a: a/ask}
                start: "{{ a == 'on' }}"
                content:
                  template: approval
                  state: Now?
                  options: [{id: yes, title: "Yes"}, {id: no, title: "No"}]

            """,
            tokens: TapTokens(key: Array("a key of this test".utf8))
        )
        rig.say("a/ask", "on")
        rig.pass(5)
        let content = try #require(rig.sent.last { $0.body["content"] != nil }?.body["content"])
        let ids = content["options"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
        #expect(ids.map(\.count) == [3, 2].map { $0 + 1 + TapAddress.runLength })
    }
}
