import Engine
import PushWardAPI
import Testing
import Values

@Suite("Needless pushes")
struct NeedlessPushTests {
    private func pushes(_ rig: Rig) -> [String] {
        rig.changes.filter { !$0.contains("\"state\":\"ongoing\"") && $0.hasPrefix("PATCH") }
    }

    @Test("a countdown that ends before it would go stale is not kept alive", arguments: [3, 5, 7])
    func countdown(hours: Int) throws {
        let rig = try Rig(
            """
            activities:
              cd:
                inputs: {left: left}
                start: "{{ left > 0 }}"
                content: {template: countdown, state: Run, duration: "{{ left * 3600 }}"}
            """
        )
        rig.say("left", "\(hours)")
        rig.pass(Double(hours) * 3600 - 5)
        #expect(pushes(rig).isEmpty)
        #expect(rig.state("cd") == "ongoing")
    }

    @Test("a volume that nobody would see move, and buttons that are not drawn, send nothing")
    func media() throws {
        let rig = try Rig(
            """
            activities:
              md:
                min_interval: 1s
                inputs: {volume: volume, address: address}
                start: "{{ volume is not none }}"
                content:
                  template: media
                  media_title: A
                  playback_state: playing
                  volume: "{{ volume }}"
                  url_action: {url: "homeassistant://{{ address }}"}
            """
        )
        rig.say("address", "a")
        rig.say("volume", "0.5")
        rig.pass(60)
        rig.forgetSent()
        for step in 1...9 {
            rig.say("volume", "0.50\(step)")
            rig.say("address", "a\(step)")
            rig.pass(30)
        }
        #expect(rig.changes.isEmpty)
        rig.say("volume", "0.52")
        rig.pass(30)
        #expect(rig.changes == [#"PATCH /activities/md {"content":{"volume":0.52}}"#])
        rig.say("volume", "0")
        rig.pass(30)
        #expect(rig.changes.last == #"PATCH /activities/md {"content":{"volume":0}}"#)
    }

    @Test("labels of more steps than are drawn send nothing", arguments: [(6, 1), (7, 0), (8, 0)])
    func labels(steps: Int, updates: Int) throws {
        let rig = try Rig(
            """
            activities:
              job:
                inputs: {labels: labels, step: step}
                start: "{{ step > 0 }}"
                content: {template: steps, state: Run, total_steps: \(steps), current_step: "{{ step }}", step_labels: "{{ labels }}"}
            """
        )
        let labels = { (last: String) in
            JSON.array((1..<steps).map { .string("step \($0)") } + [.string(last)]).text
        }
        rig.say("labels", labels("wash"))
        rig.say("step", "1")
        rig.pass(60)
        rig.say("labels", labels("spin"))
        rig.pass(60)
        #expect(pushes(rig).count == updates, "\(rig.changes)")
        rig.say("step", "2")
        rig.pass(60)
        #expect(pushes(rig).count == updates + 1)
    }
}
