import Engine
import PushWardAPI
import Testing
import Values

private let washer = """
    activities:
      washer:
        inputs: {power: power}
        start: "{{ power > 10 }}"
        end: "{{ power < 3 }}"
        content: {template: generic, state: "{{ power }} W"}
        outcomes: [{state: Done, progress: 1}]
    """

/// An SD card lives in the Pi, and wears out by writes.
@Suite("What a card writes")
struct WriteEconomyTests {
    /// A card that was updated that often.
    private func updated(_ times: Int) throws -> Rig {
        let rig = try Rig(washer)
        rig.say("power", "20")
        rig.pass(60)
        for number in 0..<times {
            rig.say("power", String(30 + number))
            rig.pass(60)
        }
        return rig
    }

    @Test("an update is one write, and a message that sends nothing none")
    func updates() throws {
        let few = try updated(0)
        let many = try updated(20)
        #expect(many.sent.count == few.sent.count + 20)
        #expect(many.writes[.cards] == (few.writes[.cards] ?? 0) + 20)
        let before = many.writes[.cards]
        for _ in 0..<50 {
            many.say("power", "49")
            many.pass(1)
        }
        #expect(many.writes[.cards] == before)
    }

    @Test("what was acknowledged and not saved is not sent again after a crash")
    func crash() throws {
        let rig = try updated(3)
        rig.forgetSent()
        try rig.restart(washer)
        rig.say("power", "32", retained: true)
        rig.pass(120)
        #expect(rig.changes.isEmpty)
        rig.say("power", "40")
        rig.pass(30)
        #expect(rig.changes == [#"PATCH /activities/washer {"content":{"state":"40 W"}}"#])
    }

    @Test("nor where PushWard cannot be reached then: it is made true once it can be")
    func crashAndOutage() throws {
        let rig = try updated(3)
        rig.forgetSent()
        rig.answer = { _ in .failed(reason: "no route", mayHaveReachedServer: false) }
        try rig.restart(washer)
        rig.say("power", "1", retained: true)
        rig.pass(300)
        rig.answer = nil
        rig.pass(300)
        #expect(rig.state("washer") == "ended")
        #expect(rig.row("washer")?["content"]?["state"] == "Done")
    }
}
