import Replay
import Testing
import Values

@Suite("What a Home Assistant player does not say any more is not shown any more")
struct PlayerAttributeTests {
    /// One change as statestream sends it: the state, then every attribute that there is.
    private static func burst(
        _ time: Double,
        _ state: String,
        _ attributes: [(String, String)],
        player: String = "x"
    )
        -> [String]
    {
        let base = "homeassistant/media_player/\(player)/"
        return [Line.message(time, base + "state", state)]
            + attributes.enumerated().map { number, attribute in
                Line.message(time + Double(number + 1) * 0.002, base + attribute.0, attribute.1)
            }
    }

    private static let album = [
        ("media_duration", "200"), ("media_position", "0"), ("media_title", "\"One\""),
        ("media_artist", "\"The Understudies\""),
    ]

    private static func shown(_ lines: [String], _ mapping: String = statestreamMapping()) throws -> JSON? {
        let run = try Scenario(mapping, lines.recording)
        #expect(run.summary.refusals.isEmpty, "\(run.summary.refusals)")
        return run.finalState["cards"]?.arrayValue?.first?["content"]
    }

    @Test("a radio after an album has neither its length nor its artist nor its playhead")
    func radio() throws {
        let lines =
            Self.burst(1, "playing", Self.album)
            + Self.burst(60, "playing", [("media_title", "\"Radio\"")]) + [Line.pass(300)]
        let content = try Self.shown(lines)
        #expect(content?["media_title"] == "Radio")
        for name in ["subtitle", "duration_seconds", "position_seconds"] { #expect(content?[name] == nil) }
    }

    @Test("a source without a title has none")
    func lineIn() throws {
        let lines =
            Self.burst(1, "playing", Self.album)
            + Self.burst(60, "playing", [("media_artist", "\"Line-in\"")]) + [Line.pass(300)]
        let content = try Self.shown(lines)
        #expect(content?["media_title"] == nil && content?["subtitle"] == "Line-in")
    }

    @Test("a state alone, a player that rests, and what was stored take nothing away")
    func kept() throws {
        let alone =
            Self.burst(1, "playing", Self.album) + [
                Line.message(60, "homeassistant/media_player/x/state", "paused"), Line.pass(100),
            ]
        #expect(try Self.shown(alone)?["media_title"] == "One")
        let resting =
            Self.burst(1, "playing", Self.album) + Self.burst(60, "idle", [("media_artist", "\"-\"")])
            + [Line.pass(65)]
        #expect(try Self.shown(resting)?["media_title"] == "One")
        // A broker hands out what it stored in an order of its own.
        let parts =
            Self.album + [
                ("state", "playing"), ("media_album_name", "\"Songs\""), ("media_title", "\"One\""),
            ]
        let stored = parts.enumerated().map { number, part in
            Line.message(Double(number) / 100, "homeassistant/media_player/x/" + part.0, part.1, retain: true)
                .replacing("\"retain\":true", with: "\"retain\":true,\"stored\":true")
        }
        #expect(try Self.shown(stored + [Line.pass(5)])?["subtitle"] == "The Understudies")
    }

    @Test("another player's burst, and one of another kind of source, take nothing away")
    func others() throws {
        let lines =
            Self.burst(1, "playing", Self.album)
            + Self.burst(60, "playing", [("media_title", "\"Two\"")], player: "y") + [Line.pass(100)]
        let run = try Scenario(statestreamMapping(), lines.recording)
        let cards = run.finalState["cards"]?.arrayValue ?? []
        #expect(cards.first { $0["slug"] == "x" }?["content"]?["subtitle"] == "The Understudies")
        // Roon and its like send only what changed.
        let partial = statestreamMapping("roon").replacing("/media_player/", with: "/zone/")
        let changes =
            (Self.burst(1, "playing", Self.album) + Self.burst(60, "playing", [("media_title", "\"Two\"")]))
            .map { $0.replacing("homeassistant/media_player", with: "roon/zone") }
        #expect(try Self.shown(changes + [Line.pass(100)], partial)?["subtitle"] == "The Understudies")
    }
}
