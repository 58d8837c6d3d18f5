import Replay
import Testing
import Values

@Suite("A playhead is told as far as it is known (pushward-api.md section 8.9)")
struct PlayheadTests {
    /// A player whose topics say each a thing, and only when it changes.
    private static func player(_ content: String = "", start: String = "st in ['playing', 'paused']")
        -> String
    {
        """
        activities:
          r:
            inputs: {st: p/st, pos: p/pos, title: p/title, on: p/on, at: {topic: p/at, unit: iso}}
            start: "{{ \(start) }}"
            end: "{{ st == 'off' or on is false }}"
            content:
              template: media
              media_title: "{{ title }}"
              position_seconds: "{{ pos }}"
              duration_seconds: 3600
              \(content.isEmpty ? "playback_state: \"{{ st }}\"" : content)
        """
    }

    private static func say(_ time: Double, _ topic: String, _ payload: String, stored: Bool = false)
        -> String
    {
        let line = Line.message(time, "p/\(topic)", payload, retain: stored)
        return stored ? line.replacing("\"retain\":true", with: "\"retain\":true,\"stored\":true") : line
    }

    /// It plays "S" from its beginning at 1 s on.
    private static let playing = [say(1, "title", "S"), say(1, "pos", "0"), say(1, "st", "playing")]
    /// It stands at 99 s from 100 s on, and the daemon starts again at 500 s.
    private static let restartedInPause = playing + [say(100, "st", "paused"), Line.restart(500)]

    /// What the card's last request says of the player.
    private static func last(_ lines: [String], _ yaml: String = player()) throws -> JSON? {
        let run = try Scenario(yaml, lines.recording)
        #expect(run.summary.refusals.isEmpty, "\(run.summary.refusals)")
        return run.bodies("/activities/r").last?["content"]
    }

    private static func position(_ content: JSON?) -> Double? { content?["position_seconds"]?.doubleValue }

    @Test("a pause that a restart of the daemon falls into goes on from where it was, whatever was stored")
    func restartInPause() throws {
        for stored in [[], ["pos"], ["pos", "title"], ["pos", "title", "st"]] {
            let values = ["pos": "0", "title": "S", "st": "paused"]
            let lines =
                Self.restartedInPause + stored.map { Self.say(500.2, $0, values[$0] ?? "", stored: true) }
                + [Self.say(2000, "st", "playing"), Line.pass(2300)]
            let run = try Scenario(Self.player(), lines.recording)
            // The restart itself costs nothing.
            #expect(run.bodies("/activities/r").count == 3, "\(stored): \(run.requests)")
            let content = run.bodies("/activities/r").last?["content"]
            #expect(content?["playback_state"] == "playing", "\(stored)")
            #expect(
                Self.position(content).map { abs($0 - 99) < 0.5 } == true,
                "\(stored): \(content ?? .null)"
            )
        }
    }

    @Test("a pause after a restart is where the player came to, though nothing says where that is")
    func pauseAfterRestart() throws {
        let lines = Self.playing + [Line.restart(50), Self.say(300, "st", "paused"), Line.pass(400)]
        let content = try Self.last(lines)
        #expect(content?["playback_state"] == "paused")
        #expect(Self.position(content).map { abs($0 - 299) < 0.5 } == true, "\(content ?? .null)")
    }

    @Test("what went on while the daemon did not run has no place, since nobody knows when it did")
    func resumedMeanwhile() throws {
        let lines = Self.restartedInPause + [Self.say(500.2, "st", "playing", stored: true), Line.pass(600)]
        let content = try Self.last(lines)
        #expect(content?["playback_state"] == "playing" && content?["position_seconds"] == .null)
    }

    @Test("after a restart another track has no place unless its beginning is heard, and begins at 0 then")
    func trackAfterRestart() throws {
        let restarted = Self.playing + [Line.restart(50)]
        let first = try Self.last(restarted + [Self.say(51, "title", "T"), Line.pass(400)])
        #expect(first?["media_title"] == "T" && first?["position_seconds"] == .null)
        let heard = try Self.last(
            restarted + [
                Self.say(50.2, "title", "S", stored: true), Self.say(300, "title", "T"), Line.pass(400),
            ]
        )
        #expect(Self.position(heard).map { abs($0) < 0.5 } == true, "\(heard ?? .null)")
    }

    @Test("a stored place is not moved on by a player that nobody heard playing")
    func storedPlace() throws {
        let stored = [Self.say(0, "title", "S", stored: true), Self.say(0, "pos", "100", stored: true)]
        let paused = stored + [Self.say(600, "st", "paused"), Line.pass(650)]
        #expect(Self.position(try Self.last(paused)) == 100)
        let resumed = try Self.last(paused + [Self.say(660, "st", "playing"), Line.pass(700)])
        #expect(Self.position(resumed).map { abs($0 - 100) < 0.5 } == true, "\(resumed ?? .null)")
    }

    @Test("a run has no place that was said in an earlier one, until one is said", arguments: [true, false])
    func earlierRun(_ isLiteral: Bool) throws {
        let yaml =
            isLiteral
            ? Self.player("playback_state: playing", start: "on and st == 'playing'") : Self.player()
        let lines =
            Self.playing + [
                Self.say(1, "on", "true"), Self.say(200, "pos", "50"),
                Self.say(300, isLiteral ? "on" : "st", isLiteral ? "false" : "off"),
                Self.say(700, isLiteral ? "on" : "st", isLiteral ? "true" : "playing"), Line.pass(720),
            ]
        let again = try Self.last(lines, yaml)
        #expect(again?["media_title"] == "S" && Self.position(again) == nil, "\(again ?? .null)")
        let said = try Self.last(lines + [Self.say(730, "pos", "80"), Line.pass(760)], yaml)
        #expect(Self.position(said).map { abs($0 - 80) < 0.5 } == true, "\(said ?? .null)")
    }

    @Test("a stop is where the last report and the time since then come to", arguments: ["paused", "off"])
    func stop(_ state: String) throws {
        let stamped = Self.player("playback_state: \"{{ st }}\"\n      position_at: \"{{ at }}\"")
        let at = try #require(Timestamp(unixSeconds: Scenario.epoch.unixSeconds + 10)).rfc3339
        let report = [Self.say(10, "at", at), Self.say(10, "pos", "5")]
        let stopped = [Self.say(110, "st", state), Line.pass(150)]
        #expect(Self.position(try Self.last(Self.playing + report + stopped, stamped)) == 105)
        #expect(
            Self.position(try Self.last(Self.playing + [Self.say(10, "pos", "5")] + stopped)) == 105
        )
        // One that is made when it stops counts as it is.
        let later = try #require(Timestamp(unixSeconds: Scenario.epoch.unixSeconds + 109)).rfc3339
        let own = report + stopped.prefix(1) + [Self.say(110.05, "at", later), Line.pass(150)]
        #expect(Self.position(try Self.last(Self.playing + own, stamped)) == 5)
    }

    @Test("a track of which no place was said stops where it came to")
    func silentTrack() throws {
        let lines =
            Self.playing + [
                Self.say(200, "title", "T"), Self.say(260, "st", "paused"), Line.pass(280),
            ]
        #expect(try Self.last(lines) == ["playback_state": "paused", "position_seconds": 60])
    }

    @Test("a state that the mapping fixes moves no place on")
    func literal() throws {
        let yaml = Self.player("playback_state: paused", start: "on")
        let lines = [
            Self.say(1, "st", "x"), Self.say(1, "title", "S"), Self.say(1, "pos", "5"),
            Self.say(1, "on", "true"),
            Self.say(60, "on", "false"), Self.say(110, "on", "true"), Line.pass(150),
        ]
        let run = try Scenario(yaml, lines.recording)
        let row = run.finalState["cards"]?.arrayValue?.first
        #expect(row?["state"] == "ongoing")
        #expect(row?["content"]?["position_seconds"] == 5)
    }

    @Test("a state that only the ages of inputs make is known to change with them")
    func ages() throws {
        let yaml = Self.player(
            "playback_state: \"{{ 'paused' if since('at') | default(1e9) < since('pos') else 'playing' }}\""
        )
        let at = Scenario.epoch.rfc3339
        let lines = Self.playing + [Self.say(100, "at", at), Line.pass(150)]
        #expect(try Self.last(lines, yaml) == ["playback_state": "paused", "position_seconds": 99])
    }

    @Test("a first title waits no longer than that of another track", arguments: [1, 2])
    func firstTitle(_ count: Int) throws {
        var lines = [Self.say(1, "st", "playing"), Self.say(2, "title", "A")]
        if count == 2 { lines += [Self.say(60, "title", "None"), Self.say(62, "title", "B")] }
        let run = try Scenario(Self.player(), (lines + [Line.pass(100)]).recording)
        #expect(run.bodies("/activities/r").last?["content"]?["media_title"] == (count == 1 ? "A" : "B"))
        let waited = (run.requestTimes.last ?? 0) - (count == 1 ? 2 : 62)
        #expect((0...1.2).contains(waited), "\(waited)")
    }
}
