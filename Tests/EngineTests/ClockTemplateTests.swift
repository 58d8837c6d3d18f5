import Engine
import Testing
import Values

/// What only time makes different is no news: a template that reads the clock must not send again and again.
@Suite("Templates that read the clock")
struct ClockTemplateTests {
    private static let expressions = [
        "{{ now().timestamp() }}", "{{ as_timestamp(now()) + (left | int) }}", "{{ since('left') }}",
    ]

    private func rig(_ yaml: String) throws -> Rig {
        let rig = try Rig(yaml)
        rig.holdsAnswers = true
        rig.say("left", "600")
        for _ in 0..<40 {
            rig.pass(0.3)
            rig.release()
        }
        rig.forgetSent()
        return rig
    }

    private func settle(_ rig: Rig, seconds: Int) {
        for _ in 0..<seconds {
            rig.pass(1)
            rig.release()
        }
    }

    @Test(
        "time alone sends nothing for a card; the next message does",
        arguments: expressions + ["{{ activity.elapsed }}"]
    )
    func card(expression: String) throws {
        let rig = try rig(
            """
            activities:
              oven:
                inputs: {left: left, door: door}
                settle: 0s
                min_interval: 0s
                start: "{{ left > 0 }}"
                end: "{{ left == 0 }}"
                content: {template: generic, progress: 0.5, state: "{{ left }} \(expression)"}
            """
        )
        settle(rig, seconds: 1800)
        #expect(rig.changes.isEmpty, "\(rig.changes.prefix(3))")
        rig.say("door", "open")
        settle(rig, seconds: 60)
        #expect(rig.changes.count == 1, "\(rig.changes.prefix(3))")
    }

    @Test("time alone sends nothing for a widget; the next message does", arguments: expressions)
    func widget(expression: String) throws {
        let rig = try rig(
            """
            widgets:
              oven:
                inputs: {left: left, door: door}
                settle: 0s
                min_interval: 1s
                push_throttle: 1s
                content: {template: status, label: "{{ left }} \(expression)"}
            """
        )
        settle(rig, seconds: 600)
        #expect(rig.changes.isEmpty, "\(rig.changes.prefix(3))")
        rig.say("door", "open")
        settle(rig, seconds: 60)
        #expect(rig.changes.count == 1, "\(rig.changes.prefix(3))")
    }

    @Test(
        "a card that says that its source is silent says so once, whatever it shows",
        arguments: ["0s", "10s"]
    )
    func silence(interval: String) throws {
        let rig = try rig(
            """
            activities:
              player:
                inputs: {left: left, track: track}
                settle: 0s
                min_interval: \(interval)
                unavailable_after: 10m
                start: "{{ left > 0 }}"
                content:
                  template: media
                  media_title: "{{ track }}"
                  subtitle: Somebody
                  playback_state: stopped
                  position_seconds: "{{ left }}"
                  duration_seconds: 900
            """
        )
        settle(rig, seconds: 1800)
        #expect(rig.changes == [#"PATCH /activities/player {"content":{"subtitle":"No news since 18:00"}}"#])
        rig.say("track", "A")
        settle(rig, seconds: 60)
        #expect(rig.changes.count == 2)
    }
}
