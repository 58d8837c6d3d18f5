import Replay
import Testing
import Values

/// A player whose fields come one topic at a time, as Home Assistant's statestream sends them.
private let player = """
    activities:
      player:
        each: mp/{name}/state
        slug: "player-{{ name }}"
        name: Living room
        inputs:
          state: mp/{name}/state
          title: mp/{name}/title
          artist: mp/{name}/artist
          duration: mp/{name}/duration
          position: mp/{name}/position
        start: "{{ state == 'playing' }}"
        end: {when: "{{ state in ['idle', 'off'] }}", for: 1m}
        content:
          template: media
          media_title: "{{ title }}"
          subtitle: "{{ artist }}"
          playback_state: "{{ state }}"
          duration_seconds: "{{ duration }}"
          position_seconds: "{{ position }}"
    """

/// One change of the player: the state first, then its attributes, all of them each time.
private func burst(
    _ time: Double,
    _ state: String,
    _ title: String?,
    position: Double = 0,
    duration: Double = 200
) -> [String] {
    var lines = [Line.message(time, "mp/sofa/state", state)]
    guard let title else { return lines }
    lines.append(Line.message(time + 0.01, "mp/sofa/duration", String(duration)))
    lines.append(Line.message(time + 0.02, "mp/sofa/position", String(position)))
    lines.append(Line.message(time + 0.03, "mp/sofa/title", "\"\(title)\""))
    lines.append(Line.message(time + 0.04, "mp/sofa/artist", "\"The Understudies\""))
    return lines
}

@Suite("A media card")
struct MediaTests {
    @Test("an album of ten tracks costs twelve requests")
    func album() throws {
        var lines = burst(0, "playing", "Track 0")
        for track in 1..<10 { lines += burst(Double(track) * 200, "playing", "Track \(track)") }
        lines += burst(2000, "idle", nil)
        let run = try Scenario(player, (lines + [Line.pass(2100)]).recording)
        #expect(run.summary.requests == 12, "\(run.requests)")
        #expect(run.summary.refusals.isEmpty)
        let last = run.bodies("/activities/player-sofa").last
        #expect(
            last == ["state": "ended", "content": ["playback_state": "stopped", "position_seconds": 200.0]]
        )
    }

    @Test("a track change sends its title and where it is, even at the same number")
    func trackChange() throws {
        let lines = burst(0, "playing", "One") + burst(200, "playing", "Two")
        let run = try Scenario(player, lines.recording)
        let content = run.bodies("/activities/player-sofa").last?["content"]
        #expect(content?["media_title"] == "Two")
        #expect(content?["position_seconds"] != nil)
        #expect(content?["playback_state"] == nil)
    }

    @Test("buffering for a moment costs nothing, and one that lasts is told before the playhead is off")
    func buffering() throws {
        var lines = burst(0, "playing", "One")
        lines += burst(60, "buffering", "One", position: 60) + burst(61.5, "playing", "One", position: 60)
        lines += burst(65, "buffering", "One", position: 63.5) + burst(90, "playing", "One", position: 63.5)
        let run = try Scenario(player, (lines + [Line.pass(100)]).recording)
        let times = run.requestTimes
        #expect(times.count == 4, "\(run.requests)")
        #expect(times.count > 2 && (66.9...67.2).contains(times[2]), "\(times)")
        let last = run.bodies("/activities/player-sofa").suffix(2).map { $0["content"]?["playback_state"] }
        #expect(last == ["buffering", "playing"])
    }

    @Test("a track that begins with buffering costs one request")
    func bufferedTrack() throws {
        var lines = burst(0, "playing", "One")
        for track in 1..<5 {
            let time = Double(track) * 60
            lines +=
                burst(time, "buffering", "Track \(track)") + burst(time + 1.2, "playing", "Track \(track)")
        }
        let run = try Scenario(player, (lines + [Line.pass(300)]).recording)
        #expect(run.summary.requests == 6, "\(run.requests)")
    }

    @Test("what the device shows by itself is not sent: the position while it plays")
    func ticking() throws {
        var lines = burst(0, "playing", "One")
        for second in stride(from: 5.0, to: 180, by: 5) {
            lines.append(Line.message(second, "mp/sofa/position", "\(second + 0.8)"))
        }
        let run = try Scenario(player, lines.recording)
        #expect(run.summary.requests == 2)
    }

    @Test("a seek is sent once, a pause and a resume once each, at once")
    func seekAndPause() throws {
        var lines = burst(0, "playing", "One")
        lines += [Line.message(60, "mp/sofa/position", "150")]
        lines += burst(70, "paused", "One", position: 160) + burst(75, "playing", "One", position: 160)
        let run = try Scenario(player, (lines + [Line.pass(100)]).recording)
        let patches = run.bodies("/activities/player-sofa").dropFirst()
        #expect(
            Array(patches) == [
                ["content": ["playback_state": "playing", "position_seconds": 150.1]],
                ["content": ["playback_state": "paused", "position_seconds": 160]],
                ["content": ["playback_state": "playing", "position_seconds": 160.1]],
            ]
        )
    }

    @Test("the new state never goes out with the old attributes")
    func burstIsAtomic() throws {
        let run = try Scenario(
            player,
            (burst(0, "playing", "One") + burst(50, "paused", "Two", position: 5)).recording
        )
        #expect(run.bodies("/activities/player-sofa").count == 2)
        #expect(run.bodies("/activities/player-sofa").last?["content"]?["media_title"] == "Two")
    }
}
