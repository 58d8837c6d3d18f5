import Engine
import PushWardAPI
import Testing
import Values

private let gauge = """
    activities:
      tank:
        inputs: {level: level}
        start: "{{ level > 0 }}"
        end: "{{ level == 0 }}"
        min_interval: 1s
        content:
          template: gauge
          state: "{{ level }} l"
          value: "{{ level }}"
          min_value: 0
          max_value: 100
    """

/// A patch that the server refuses for something that is not in it (`pushward-api.md` sections 5.1 and 14.2).
@Suite("Refusals that name nothing that was sent")
struct RefusedPatchTests {
    private static let refusal = RequestOutcome.answered(
        status: 422,
        headers: [],
        body: [
            "code": "activity.content_invalid", "status": 422, "title": "Unprocessable Entity",
            "detail": "content.template is required",
        ]
    )

    @Test("the change goes once more with all that the card shows, and alone again afterwards")
    func whole() throws {
        let rig = try Rig(gauge)
        rig.say("level", "10")
        rig.pass(30)
        var isLost = true
        rig.answer = { request in
            guard isLost, request.method == "PATCH" else { return nil }
            guard request.body?["content"]?["template"] == nil else {
                isLost = false
                return nil
            }
            return Self.refusal
        }
        rig.forgetSent()
        rig.say("level", "20")
        rig.pass(60)
        #expect(rig.row("tank")?["content"]?["value"]?.doubleValue == 20)
        #expect(rig.changes.count == 2, "\(rig.changes)")
        rig.forgetSent()
        rig.say("level", "30")
        rig.pass(60)
        #expect(rig.changes.count == 1)
        #expect(rig.sent.last?.body["content"]?["template"] == nil)
    }

    @Test("one that is refused for ever is not sent again as it was, but ever more rarely")
    func forEver() throws {
        let rig = try Rig(gauge)
        rig.say("level", "10")
        rig.pass(30)
        rig.answer = { $0.method == "PATCH" ? Self.refusal : nil }
        rig.forgetSent()
        rig.say("level", "20")
        rig.pass(6000)
        let times = rig.sent.filter { $0.request.method == "PATCH" && $0.body["content"] != nil }
        #expect(times.count == 3, "\(rig.changes)")
        for (earlier, later) in zip(times, times.dropFirst()) where earlier.body == later.body {
            #expect(later.at - earlier.at >= .seconds(3600))
        }
        // What is new is tried at once, with everything.
        rig.forgetSent()
        rig.say("level", "30")
        rig.pass(60)
        #expect(rig.changes.count == 1)
        #expect(rig.sent.last?.body["content"]?["template"] == "gauge")
    }

    @Test("it neither ends a pause nor starts a window anew")
    func paused() throws {
        let rig = try Rig(
            """
            activities:
              oven:
                inputs: {phase: phase, text: text}
                start: "{{ phase != 'off' }}"
                min_interval: 1s
                content:
                  template: countdown
                  duration: 1h
                  state: "{{ text }}"
                  paused: "{{ phase == 'paused' }}"
            """
        )
        rig.say("text", "Roast")
        rig.say("phase", "on")
        rig.pass(600)
        rig.say("phase", "paused")
        rig.pass(60)
        var left = 1
        rig.answer = { request in
            guard left > 0, request.method == "PATCH" else { return nil }
            left -= 1
            return Self.refusal
        }
        rig.say("text", "Bread")
        rig.pass(60)
        #expect(rig.row("oven")?["content"]?["state"] == "Bread")
        #expect(rig.row("oven")?["content"]?["paused_at"] != nil)
        #expect(rig.sent.last?.body["content"]?["template"] == "countdown")
        #expect(rig.sent.last?.body["content"]?["end_date"] == nil)
    }

    @Test("an old server's word that the row is there says of a patch that it was not carried out")
    func exists() throws {
        let rig = try Rig(gauge)
        var left = 1
        rig.answer = { request in
            guard left > 0, request.method == "PATCH" else { return nil }
            left -= 1
            return .answered(
                status: 409,
                headers: [],
                body: ["code": "activity.already_exists", "status": 409]
            )
        }
        rig.say("level", "10")
        rig.pass(60)
        #expect(rig.state("tank") == "ongoing")
        #expect(rig.row("tank")?["content"]?["value"]?.doubleValue == 10)
    }
}
