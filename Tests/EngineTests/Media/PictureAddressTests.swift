import Replay
import Testing
import Values

@Suite("A picture's address (pushward-api.md section 9.3)")
struct PictureAddressTests {
    private static func player(_ options: String, image: String = "{{ art }}") -> String {
        """
        activities:
          player:
            inputs: {state: p/state, title: p/title, art: p/art}
            start: "{{ state == 'playing' }}"
            end: "{{ state == 'off' }}"
            \(options)
            content: {template: media, media_title: "{{ title }}", playback_state: playing, image_url: "\(image)"}
        """
    }

    /// What the card shows after each of the pictures that the player names, one a minute.
    private static func shown(_ yaml: String, _ pictures: [String]) throws -> [String?] {
        var lines = [Line.message(0, "p/title", "A"), Line.message(0, "p/state", "playing")]
        for (number, picture) in pictures.enumerated() {
            lines.append(Line.message(Double(number) * 60 + 0.01, "p/art", picture))
        }
        let run = try Scenario(yaml, (lines + [Line.pass(1000)]).recording)
        #expect(run.summary.refusals.isEmpty, "\(run.summary.refusals)")
        var now: String?
        return run.bodies("/activities/player").map { body in
            if let value = body["content"]?["image_url"] { now = value.stringValue }
            return now
        }
    }

    private static let path = "\"/api/media_player_proxy/media_player.p?token=1&cache=a\""

    @Test(
        "a relative one stands behind the base, whole ones stay, and none is none",
        arguments: ["https://ha.example.net", "https://ha.example.net/", "https://example.net/ha"]
    )
    func base(_ base: String) throws {
        let yaml = Self.player("image_base: \(base)")
        let shown = try Self.shown(
            yaml,
            [Self.path, "\"https://i.example.org/x\"", "null", "\"//cdn.example.org/y\"", "\"\""]
        )
        let root = base.hasSuffix("/") ? String(base.dropLast()) : base
        #expect(
            shown == [
                root + "/api/media_player_proxy/media_player.p?token=1&cache=a", "https://i.example.org/x",
                nil, "https://cdn.example.org/y",
            ]
        )
    }

    @Test("the base stands once, under `defaults`, and a rule's own comes first")
    func defaults() throws {
        let yaml =
            "defaults: {image_base: \"https://ha.example.net\"}\n" + Self.player("priority: 1")
        let common = try Self.shown(yaml, [Self.path]).first
        #expect(common?.map { $0.hasPrefix("https://ha.example.net/api/") } == true)
        let own =
            "defaults: {image_base: \"https://ha.example.net\"}\n"
            + Self.player("image_base: https://other.example.net")
        let itsOwn = try Self.shown(own, [Self.path]).first
        #expect(itsOwn?.map { $0.hasPrefix("https://other.example.net/api/") } == true)
    }

    @Test("one that cannot be used goes: that of an earlier track does not stay")
    func unusable() throws {
        for bad in [Self.path, "\"http://192.0.2.1/x\"", "\"no address\""] {
            let shown = try Self.shown(Self.player("priority: 1"), ["\"https://i.example.org/x\"", bad])
            #expect(shown == ["https://i.example.org/x", nil], "\(bad)")
        }
    }

    @Test("what is missing is told once, without the address, which may hold a token")
    func told() throws {
        let yaml = Self.player("priority: 1")
        let lines = [
            Line.message(0, "p/title", "A"), Line.message(0, "p/state", "playing"),
            Line.message(0, "p/art", Self.path), Line.message(30, "p/art", Self.path + " "),
            Line.message(60, "p/title", "B"),
        ]
        let run = try Scenario(yaml, lines.recording, why: true)
        let told = run.output.compactMap { $0["log"]?["message"]?.stringValue }
            .filter { $0.contains("image_url") }
        #expect(told.count == 1, "\(told)")
        #expect(told.allSatisfy { $0.contains("`image_base`") && !$0.contains("token") }, "\(told)")
    }

    @Test("a button's address prints nothing for a none, and never the word")
    func noneInAddress() throws {
        let yaml = """
            activities:
              a:
                inputs: {state: p/state, tab: p/tab}
                start: "{{ state == 'on' }}"
                content:
                  template: generic
                  icon: "mdi:{{ tab }}"
                  tap_action: {url: "https://ha.example.net/{{ tab }}"}
            """
        let lines = [Line.message(0, "p/tab", "None"), Line.message(0, "p/state", "on"), Line.pass(5)]
        let content = try Scenario(yaml, lines.recording).bodies("/activities/a").first?["content"]
        #expect(content?["tap_action"]?["url"] == "https://ha.example.net/")
        #expect(content?["icon"] == nil)
    }
}
