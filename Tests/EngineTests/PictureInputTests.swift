import Replay
import Testing
import Values

@Suite("Pictures and icons of cards")
struct PictureInputTests {
    private static let png =
        "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGM4ISeHFTEMLQkAkL9BAbKfPiIAAAAASUVORK5CYII="
    private static let player = """
        activities:
          p:
            inputs: {state: p/state, title: p/title, cover: {topic: p/cover, encoding: binary}}
            start: "{{ state == 'playing' }}"
            end: "{{ state == 'off' }}"
            content:
              template: media
              media_title: "{{ title }}"
              playback_state: "{{ state }}"
              image_thumbhash: "{{ cover }}"
        """

    private static func hash(_ cover: String) throws -> JSON? {
        let lines = [
            cover, Line.message(10, "p/title", "A"), Line.message(10, "p/state", "playing"), Line.pass(30),
        ]
        let run = try Scenario(player, lines.recording)
        #expect(run.summary.refusals.isEmpty)
        return run.bodies("/activities/p").first?["content"]?["image_thumbhash"]
    }

    @Test("a picture's ThumbHash goes with the card, whether it comes as bytes, base64 or a data URL")
    func forms() throws {
        let bytes = JSON.object(["t": 10, "topic": "p/cover", "payload_base64": .string(Self.png)]).text
        let hash = try #require(try Self.hash(bytes)?.stringValue)
        #expect(hash.utf8.count <= 64 && hash.utf8.count % 4 == 0)
        for text in [Self.png, "data:image/png;base64,\(Self.png)", "\"\(Self.png)\""] {
            #expect(try Self.hash(Line.message(10, "p/cover", text)) == .string(hash))
        }
    }

    @Test(
        "what is no picture is none",
        arguments: ["", "--", "unknown", "https://example.net/a.jpg", "/9j/4AAQSkZJRgABAQEASABIAAD"]
    )
    func none(_ payload: String) throws {
        #expect(try Self.hash(Line.message(10, "p/cover", payload)) == nil)
    }

    @Test("a cover that goes is cleared, and the same one again costs nothing")
    func cleared() throws {
        let lines = [
            Line.message(10, "p/cover", Self.png), Line.message(10, "p/title", "A"),
            Line.message(10, "p/state", "playing"), Line.message(40, "p/cover", Self.png),
            Line.message(60, "p/cover", ""),
        ]
        let run = try Scenario(Self.player, lines.recording)
        #expect(run.bodies("/activities/p").count == 2)
        #expect(run.bodies("/activities/p").last == ["content": ["image_thumbhash": .null]])
    }

    @Test(
        "a card without an icon has that of the Home Assistant entity that it follows",
        arguments: [
            ("homeassistant/timer/pizza/state", "generic", "mdi:timer-outline"),
            ("home/ha/vacuum/robby/state", "generic", "mdi:robot-vacuum"),
            ("homeassistant/sensor/x/state", "generic", nil), ("zigbee2mqtt/plug", "generic", nil),
            ("homeassistant/media_player/x/state", "media", nil),
        ] as [(String, String, String?)]
    )
    func icons(_ topic: String, _ template: String, _ icon: String?) throws {
        let yaml = """
            activities:
              a:
                inputs: {s: \(topic)}
                start: "{{ s == 'on' }}"
                content: {template: \(template)}
            """
        let run = try Scenario(yaml, Line.message(1, topic, "on"))
        #expect(run.bodies("/activities/a").first?["content"]?["icon"]?.stringValue == icon)
    }

    @Test("a device class counts before the domain, and an icon of the mapping before both")
    func deviceClass() throws {
        func run(_ content: String) throws -> String? {
            let yaml = """
                activities:
                  a:
                    inputs: {s: ha/sensor/x/state, what: ha/sensor/x/device_class}
                    start: "{{ s > 1 }}"
                    content: {template: generic\(content)}
                """
            let lines = [
                Line.message(1, "ha/sensor/x/state", "5"),
                Line.message(1.01, "ha/sensor/x/device_class", "\"power\""),
            ]
            return try Scenario(yaml, lines.recording).bodies("/activities/a").first?["content"]?["icon"]?
                .stringValue
        }
        #expect(try run("") == "mdi:flash")
        #expect(try run(", icon: washer") == "washer")
    }
}
