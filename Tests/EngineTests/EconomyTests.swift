import Testing
import Values

@Suite("What is not worth a request")
struct EconomyTests {
    private static let player = """
        activities:
          player:
            inputs:
              state: p/state
              title: p/title
              position: p/position
              position_at: {topic: p/position_at, unit: iso}
            start: "{{ state == 'playing' }}"
            end: {when: "{{ state == 'off' }}", for: 10s}
            content:
              template: media
              media_title: "{{ title }}"
              playback_state: "{{ state }}"
              position_seconds: "{{ position }}"
              position_at: "{{ position_at }}"

        """

    private static func playing(_ time: Double) -> [String] {
        let at = (Scenario.epoch + .microseconds(Int64(time * 1_000_000))).rfc3339
        return [
            Line.message(time, "p/state", "playing", retain: true),
            Line.message(time, "p/title", "A", retain: true),
            Line.message(time, "p/position", "0", retain: true),
            Line.message(time, "p/position_at", at, retain: true),
        ]
    }

    @Test("a restart while a player plays leaves its playhead as it is")
    func restart() throws {
        let lines = Self.playing(1) + [Line.restart(60), Line.pass(120)]
        let run = try Scenario(Self.player, lines.recording)
        #expect(run.requests.filter { !$0.hasPrefix("GET") }.count == 1, "\(run.requests)")
        let content = run.finalState["cards"]?.arrayValue?.first?["content"]
        #expect(content?["position_at"] != nil)
    }

    @Test("an update is left out where the end follows within seconds")
    func imminentEnd() throws {
        let lines = Self.playing(1) + [Line.message(60, "p/state", "off", retain: true), Line.pass(120)]
        let run = try Scenario(Self.player, lines.recording)
        #expect(run.requests.count == 2, "\(run.requests)")
        #expect(run.requests.last?.contains("\"state\":\"ended\"") == true)
        #expect(run.requestTimes.last.map { abs($0 - 70.1) < 0.5 } == true)
    }

    @Test("where the end was not one, what changed meanwhile is sent at once")
    func noEnd() throws {
        let lines =
            Self.playing(1) + [
                Line.message(60, "p/state", "off", retain: true),
                Line.message(63, "p/title", "B", retain: true),
                Line.message(63, "p/state", "playing", retain: true), Line.pass(70),
            ]
        let run = try Scenario(Self.player, lines.recording)
        #expect(run.requests.count == 2, "\(run.requests)")
        #expect(run.requests.last?.contains("\"media_title\":\"B\"") == true)
        #expect(run.requestTimes.last.map { $0 < 64 } == true)
    }

    @Test("each whole percent of a progress is shown in the end")
    func percents() throws {
        let rig = try Rig(
            """
            activities:
              print:
                inputs: {percent: print}
                start: "{{ percent < 100 }}"
                content: {template: generic, state: Printing, progress: "{{ percent / 100 }}"}
            """
        )
        for percent in 1...99 {
            rig.say("print", String(percent))
            rig.pass(400)
            #expect(rig.row("print")?["content"]?["progress"]?.doubleValue == Double(percent) / 100)
        }
    }
}
