import Testing
import Values

private let meter = """
    activities:
      meter:
        inputs: {power: meter/power, phase: meter/phase}
        start: "{{ power > 10 }}"
        end: "{{ power < 3 }}"
        unavailable_after: 10m
        content: {template: generic, state: "{{ power }} W", subtitle: "{{ phase }}"}
    """

/// What a card says of a source that is silent, across restarts and reconnections (design sections 1 and 5).
@Suite("Silence that goes on")
struct SilenceRestartTests {
    private func subtitle(_ rig: Rig) -> String? {
        rig.row("meter")?["content"]?["subtitle"]?.stringValue
    }

    private func silent() throws -> Rig {
        let rig = try Rig(meter)
        rig.say("meter/phase", "Cottons", retained: true)
        rig.say("meter/power", "50")
        rig.pass(700)
        #expect(subtitle(rig) == "No news since 18:00")
        rig.forgetSent()
        return rig
    }

    @Test("a restart takes nothing back, whether the broker has stored what was said or not")
    func restart() throws {
        for isStored in [false, true] {
            let rig = try silent()
            for _ in 0..<2 {
                try rig.restart(meter)
                if isStored {
                    rig.say("meter/phase", "Cottons", retained: true)
                    rig.say("meter/power", "50", retained: true)
                }
                rig.pass(1500)
            }
            #expect(rig.changes == [], "\(isStored)")
            rig.say("meter/phase", "Cottons")
            rig.say("meter/power", "60")
            rig.pass(30)
            #expect(subtitle(rig) == "Cottons")
            #expect(rig.changes.count == 1)
            // From then on it counts anew.
            rig.pass(700)
            #expect(
                subtitle(rig) == "No news since 18:50" || subtitle(rig) == "No news since 19:01",
                "\(rig.changes)"
            )
        }
    }

    @Test("what the broker has stored and was not known before is news")
    func storedNews() throws {
        let rig = try silent()
        try rig.restart(meter)
        rig.say("meter/phase", "Cottons", retained: true)
        rig.say("meter/power", "70", retained: true)
        rig.pass(30)
        #expect(subtitle(rig) == "Cottons")
        #expect(rig.row("meter")?["content"]?["state"] == "70 W")
    }

    @Test("a source that was lost before a restart is so afterwards, whatever another one says")
    func lost() throws {
        let rig = try Rig(meter)
        rig.say("meter/phase", "Cottons")
        rig.say("meter/power", "50")
        rig.pass(60)
        rig.say("meter/power", "unavailable")
        rig.pass(700)
        let told = subtitle(rig)
        #expect(told?.hasPrefix("No news since") == true)
        rig.forgetSent()
        try rig.restart(meter)
        rig.say("meter/power", "unavailable", retained: true)
        for _ in 0..<5 {
            rig.say("meter/phase", "Cottons")
            rig.pass(60)
        }
        #expect(subtitle(rig)?.hasPrefix("No news since") == true)
        rig.say("meter/power", "50", retained: true)
        rig.pass(30)
        #expect(subtitle(rig) == "Cottons")
    }

    @Test("what the broker sends once more after a reconnection is no news")
    func reconnection() throws {
        let rig = try silent()
        rig.broker(false)
        rig.pass(20)
        rig.broker(true)
        rig.say("meter/phase", "Cottons", retained: true)
        rig.say("meter/power", "50", retained: true)
        rig.pass(900)
        #expect(rig.changes == [])
        #expect(subtitle(rig) == "No news since 18:00")
    }

    @Test("a silence that was not told yet counts from the restart at the latest")
    func untold() throws {
        let rig = try Rig(meter)
        rig.say("meter/phase", "Cottons")
        rig.say("meter/power", "50")
        rig.pass(300)
        try rig.restart(meter)
        rig.pass(590)
        #expect(subtitle(rig) == "Cottons")
        rig.pass(20)
        #expect(subtitle(rig) == "No news since 18:05")
    }
}
