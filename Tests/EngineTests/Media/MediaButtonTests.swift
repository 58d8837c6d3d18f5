import Replay
import Testing
import Values

@Suite("A media card's buttons, art and age (pushward-api.md section 8.9)")
struct MediaButtonTests {
    private static func player(_ fields: String, end: String = "{when: \"{{ state == 'off' }}\", for: 10s}")
        -> String
    {
        """
        version: 1
        mqtt: {host: localhost, port: 1883}
        pushward: {token: hlk_test}
        taps: {listen: "127.0.0.1:8787", public_url: "https://taps.example.net"}
        activities:
          player:
            inputs:
              state: p/state
              title: p/title
              artist: p/artist
              length: p/length
              position: p/position
              features: p/features
              art: p/art
              ended_by: p/ended_by
            start: "{{ state == 'playing' }}"
            end: \(end)
            stale_ttl: 30d
            content:
              template: media
              media_title: "{{ title }}"
              subtitle: "{{ artist }}"
              playback_state: "{{ state }}"
              duration_seconds: "{{ length }}"
              position_seconds: "{{ position }}"
        \(fields)
        """
    }

    private static func playing(_ time: Double, _ title: String, features: Int = 63, length: Int = 200)
        -> [String]
    {
        [
            Line.message(time, "p/state", "playing"), Line.message(time, "p/title", "\"\(title)\""),
            Line.message(time, "p/length", String(length)), Line.message(time, "p/position", "0"),
            Line.message(time, "p/features", String(features)),
        ]
    }

    private static let controls = """
              controls:
                previous: {when: "{{ features | bitwise_and(16) }}", publish: {topic: p/set, payload: previous}}
                play_pause: {publish: {topic: p/set, payload: toggle}}
                next: {when: "{{ features | bitwise_and(32) }}", publish: {topic: p/set, payload: next}}
                stop: {publish: {topic: p/set, payload: stop}}
                favorite: {publish: {topic: p/set, payload: favorite}}
                volume_down: {publish: {topic: p/set, payload: "-"}}
                volume_up: {publish: {topic: p/set, payload: "+"}}
                play: {publish: {topic: p/set, payload: play}}
                pause: {publish: {topic: p/set, payload: pause}}
                extra:
                  - {icon: shuffle, title: Shuffle, publish: {topic: p/set, payload: shuffle}}
                  - {icon: repeat, when: "{{ features | bitwise_and(64) }}", publish: {topic: p/set, payload: repeat}}

        """

    @Test("every slot is a button that calls silently, and a tap on each publishes what it says")
    func slots() throws {
        let slots = [
            "previous", "play_pause", "next", "stop", "favorite", "volume_down", "volume_up", "play", "pause",
        ]
        let lines =
            Self.playing(1, "A") + slots.map { Line.tap(20, "player", "controls.\($0)") }
            + [Line.tap(21, "player", "controls.extra.0")]
        let run = try Scenario(Self.player(Self.controls), lines.recording)
        #expect(run.summary.refusals.isEmpty, "\(run.summary.refusals)")
        let controls = run.bodies("/activities/player").first?["content"]?["controls"]
        #expect(Set(controls?.objectValue?.keys ?? []) == Set(slots + ["extra"]))
        #expect(slots.allSatisfy { controls?[$0]?["method"] == "POST" })
        #expect(controls?["extra"]?.arrayValue?.count == 1)
        #expect(
            run.publications.map { $0.split(separator: " ").last.map(String.init) ?? "" } == [
                "previous", "toggle", "next", "stop", "favorite", "-", "+", "play", "pause", "shuffle",
            ]
        )
    }

    @Test("a slot that the player lacks goes with null, and comes back with its button")
    func pruning() throws {
        let lines =
            Self.playing(1, "A") + [
                Line.message(30, "p/features", "15"), Line.message(60, "p/features", "127"),
            ]
        let run = try Scenario(Self.player(Self.controls), lines.recording)
        #expect(run.summary.refusals.isEmpty, "\(run.summary.refusals)")
        let patches = run.bodies("/activities/player").dropFirst().map { $0["content"]?["controls"] }
        #expect(patches.first == ["previous": .null, "next": .null])
        let back = try #require(patches.last.flatMap { $0 })
        #expect(back["next"]?["url"] != nil && back["previous"]?["headers"] != nil)
        #expect(back["stop"] == nil)
        #expect(back["extra"]?.arrayValue?.count == 2)
    }

    @Test("a button that nobody knows of stays as it is, and the others with it")
    func unknownFeatures() throws {
        let lines = Array(Self.playing(1, "A").dropLast())
        let run = try Scenario(Self.player(Self.controls), lines.recording)
        let controls = run.bodies("/activities/player").first?["content"]?["controls"]
        #expect(controls?["next"] == nil && controls?["stop"] != nil)
    }

    @Test(
        "a player that plays or rests for two days stays true, and nothing is refused",
        arguments: ["playing", "paused"]
    )
    func age(_ state: String) throws {
        var lines = Self.playing(1, "A", length: 400_000)
        if state == "paused" { lines.append(Line.message(60, "p/state", "paused")) }
        lines += [Line.pass(150_000), Line.message(150_001, "p/artist", "\"B\""), Line.pass(172_800)]
        let run = try Scenario(Self.player(""), lines.recording)
        #expect(run.summary.refusals.isEmpty, "\(run.summary.refusals)")
        let card = run.finalState["cards"]?.arrayValue?.first
        #expect(card?["state"] == "ongoing")
        let content = card?["content"]
        let shown = content?["position_seconds"]?.doubleValue ?? 0
        let at = content?["position_at"]?.doubleValue ?? 0
        let moved = state == "playing" ? Scenario.epoch.unixSeconds + 172_800 - at : 0
        #expect(abs(shown + moved - (state == "playing" ? 172_799 : 59)) < 3, "\(shown) \(moved)")
    }

    private static func retained(_ line: String) -> String {
        line.replacing("\"retain\":false", with: "\"retain\":true")
    }

    @Test("an outage of a day leaves no anchor that is too old")
    func outage() throws {
        let lines =
            Self.playing(1, "A", length: 400_000) + [
                Line.respond(3600, "/activities/player", 503, times: 100_000),
                Line.message(40_000, "p/state", "paused"), Line.message(60_000, "p/title", "B"),
                Line.pass(86_400),
            ]
        let run = try Scenario(Self.player(""), lines.recording)
        let refused = run.summary.refusals.filter { !$0.key.hasPrefix("503") }
        #expect(refused.isEmpty, "\(run.summary.refusals)")
    }

    @Test(
        "a card that rested for long ends without being refused, with and without a last frame",
        arguments: ["", "O"]
    )
    func oldEnd(_ outcome: String) throws {
        let lines =
            Self.playing(1, "A", length: 400_000) + [
                Line.message(60, "p/state", "paused"), Line.message(50_000, "p/state", "off"),
                Line.pass(50_060),
            ]
        let outcomes = outcome.isEmpty ? "" : "    outcomes: [{subtitle: Over}]"
        let run = try Scenario(Self.player("") + "\n" + outcomes, lines.recording)
        #expect(run.summary.refusals.isEmpty, "\(run.summary.refusals)")
        #expect(run.bodies("/activities/player").last?["state"] == "ended", "\(run.requests)")
    }

    @Test("a stop amid a track is told though the end must hold for long; one at its end is not")
    func stops() throws {
        let yaml = Self.player("", end: "{when: \"{{ state == 'off' }}\", for: 1m}")
        let amid = Self.playing(1, "A") + [Line.message(60, "p/state", "off"), Line.pass(200)]
        let told = try Scenario(yaml, amid.recording)
        #expect(
            told.bodies("/activities/player").dropFirst().first?["content"]?["playback_state"] == "stopped"
        )
        #expect(told.requestTimes[1] < 70, "\(told.requestTimes)")
        let atEnd = Self.playing(1, "A") + [Line.message(200.5, "p/state", "off"), Line.pass(300)]
        #expect(try Scenario(yaml, atEnd.recording).bodies("/activities/player").count == 2)
    }

    @Test("a player that stops for a moment between tracks costs one request a track")
    func gaps() throws {
        let yaml = Self.player("", end: "{when: \"{{ state == 'off' }}\", for: 1m}")
        var lines = Self.playing(1, "A")
        for track in 1..<6 {
            let time = Double(track) * 40
            lines.append(Line.message(time, "p/state", "off"))
            lines += Self.playing(time + 1.5, "Track \(track)")
        }
        let run = try Scenario(yaml, lines.recording)
        #expect(run.bodies("/activities/player").count == 6, "\(run.requests)")
    }

    @Test("the art of an earlier track goes, and a renewed token of the same picture costs nothing")
    func art() throws {
        let yaml = Self.player("      image_url: \"{{ art }}\"")
        let url = "https://ha.example.net/api/media_player_proxy/p?token=1&cache=a"
        let lines =
            Self.playing(1, "A") + [
                Line.message(1, "p/artist", "One"), Line.message(1.05, "p/art", url),
                Line.message(40, "p/art", url.replacing("token=1", with: "token=2")),
            ] + Self.playing(80, "B") + [Line.message(80, "p/artist", "Two")]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.summary.refusals.isEmpty, "\(run.summary.refusals)")
        let patches = run.bodies("/activities/player").map { $0["content"] }
        #expect(patches.count == 2, "\(run.requests)")
        #expect(patches.first.flatMap { $0?["image_url"] } == .string(url))
        #expect(patches.last.flatMap { $0?["image_url"] } == .null)
    }

    @Test("a stream without a length or a place loses its playhead, and gets it back")
    func stream() throws {
        let lines =
            Self.playing(1, "A") + [
                Line.message(60, "p/title", "\"Radio\""), Line.message(60, "p/length", "null"),
                Line.message(60, "p/position", "null"), Line.message(120, "p/title", "\"B\""),
                Line.message(120, "p/length", "300"), Line.message(120, "p/position", "0"),
            ]
        let run = try Scenario(Self.player(""), lines.recording)
        #expect(run.summary.refusals.isEmpty)
        let patches = run.bodies("/activities/player").dropFirst().map { $0["content"] }
        #expect(
            patches.first == [
                "media_title": "Radio", "duration_seconds": .null, "position_seconds": .null,
                "position_at": .null,
            ]
        )
        #expect(patches.last.flatMap { $0?["position_seconds"] } == 0.1)
    }
}
