import Engine
import PushWardAPI
import Testing
import Values

private func washer(_ input: String = "{topic: power, availability: lwt}") -> String {
    """
    activities:
      washer:
        inputs:
          power: \(input)
        start: "{{ power > 10 }}"
        end: "{{ power < 3 }}"
        content: {template: generic, state: "{{ power }} W"}
        outcomes: [{state: Done, progress: 1}]
    """
}

private let pair = """
    activities:
      washer:
        inputs: {power: power, text: text}
        start: "{{ power > 10 }}"
        end: {when: "{{ power < 3 }}", for: 3m}
        content: {template: generic, state: "{{ text }}", subtitle: "{{ power }} W"}
        outcomes: [{state: Done, progress: 1}]
    """

/// Design section 5: a card is kept alive, and brought back, only while its inputs are known to be true.
@Suite("A card is shown only while somebody vouches for it")
struct KnownToBeTrueTests {
    enum Loss: String, CaseIterable {
        case saidSo, expired, offline, restarted, brokerGone, brokerWasGone
    }

    @Test(
        "a card that went stale for want of known inputs stays off until a message vouches for it",
        arguments: Loss.allCases
    )
    func staysOff(_ loss: Loss) throws {
        let yaml = washer(
            loss == .expired ? "{topic: power, expire_after: 10m}" : "{topic: power, availability: lwt}"
        )
        let rig = try Rig(yaml)
        rig.say("lwt", "online", retained: true)
        rig.say("power", "20")
        rig.pass(100)
        let run = rig.durable[.cards]?["washer"]?["run"]
        rig.forgetSent()
        switch loss {
        case .saidSo: rig.say("power", "unavailable")
        case .expired: break
        case .offline: rig.say("lwt", "offline")
        case .restarted: try rig.restart(yaml)
        case .brokerGone, .brokerWasGone: rig.broker(false)
        }
        if loss == .brokerWasGone {
            rig.pass(3600)
            rig.broker(true)
        }
        rig.pass(30_000)
        #expect(rig.changes == [])
        #expect(rig.state("washer") == "ended")
        rig.broker(true)
        rig.say("lwt", "online", retained: true)
        rig.say("power", "21")
        rig.pass(30)
        #expect(rig.state("washer") == "ongoing")
        #expect(rig.changes.count == 1)
        #expect(rig.sent.last?.body["content"]?["state"] == "21 W")
        #expect(rig.durable[.cards]?["washer"]?["run"] == run)
    }

    @Test("a card that went stale because PushWard was away comes back with it, as its inputs are known")
    func comesBack() throws {
        let rig = try Rig(washer())
        rig.say("power", "20")
        rig.pass(100)
        rig.answer = { _ in .failed(reason: "no route", mayHaveReachedServer: false) }
        rig.pass(20_000)
        rig.answer = nil
        rig.pass(4000)
        #expect(rig.state("washer") == "ongoing")
    }

    @Test("a card that went stale and is over by the next message stays off")
    func isOver() throws {
        let rig = try Rig(washer())
        rig.say("power", "20")
        rig.say("power", "unavailable")
        rig.pass(9000)
        rig.forgetSent()
        rig.say("power", "1")
        rig.pass(9000)
        #expect(rig.changes == [])
        rig.say("power", "30")
        #expect(rig.state("washer") == "ongoing")
    }

    enum Fate: String, CaseIterable {
        case stale, deleted, preempted
    }

    /// Lets something happen to the card's row while the daemon is away, and starts that again.
    private func restarted(_ yaml: String, after fate: Fate) throws -> Rig {
        let rig = try Rig(yaml)
        rig.say("text", "Spinning")
        rig.say("power", "20")
        rig.pass(100)
        switch fate {
        case .stale: rig.sleepWithoutEngine(8000)
        case .deleted: rig.carryOut(.deleteActivity(.from(text: "washer")))
        case .preempted:
            for number in 0..<5 {
                rig.carryOut(
                    .patchActivity(
                        .from(text: "other\(number)"),
                        body: [
                            "state": "ongoing", "priority": 9,
                            "content": ["template": "generic", "state": "x"],
                        ],
                        upsert: true
                    )
                )
            }
            for number in 0..<5 { rig.carryOut(.deleteActivity(.from(text: "other\(number)"))) }
        }
        rig.forgetSent()
        try rig.restart(yaml)
        return rig
    }

    @Test(
        "after a restart a card that is off waits for all that it shows, and comes with one request",
        arguments: Fate.allCases
    )
    func waitsForAll(_ fate: Fate) throws {
        let rig = try restarted(pair, after: fate)
        rig.pass(100)
        #expect(rig.changes == [])
        rig.say("power", "20", retained: true)
        rig.pass(60)
        #expect(rig.changes == [])
        rig.say("text", "Spinning", retained: true)
        rig.pass(60)
        #expect(rig.state("washer") == "ongoing")
        #expect(rig.changes.count == 1)
        #expect(rig.sent.last?.body["content"]?["state"] == "Spinning")
        #expect(rig.sent.last?.body["content"]?["subtitle"] == "20 W")
    }

    @Test("after a restart a card that is off and over by now stays off", arguments: Fate.allCases)
    func isOverAfterRestart(_ fate: Fate) throws {
        let rig = try restarted(pair, after: fate)
        rig.say("power", "1", retained: true)
        rig.say("text", "Idle", retained: true)
        rig.pass(20_000)
        #expect(rig.changes == [])
        #expect(rig.state("washer") != "ongoing")
    }

    @Test("what was never heard in a run keeps no card off")
    func neverHeard() throws {
        let yaml = pair.replacing("{{ text }}", with: "{{ text | default('Washing') }}")
        let rig = try Rig(yaml)
        rig.say("power", "20")
        rig.pass(20_000)
        #expect(rig.state("washer") == "ongoing")
        rig.carryOut(.deleteActivity(.from(text: "washer")))
        try rig.restart(yaml)
        rig.say("power", "20", retained: true)
        rig.pass(60)
        #expect(rig.state("washer") == "ongoing")
    }

    @Test("while the broker is gone nothing is said to be true still")
    func noTouchWithoutBroker() throws {
        let rig = try Rig(washer())
        rig.say("power", "20")
        rig.pass(60)
        rig.forgetSent()
        rig.broker(false)
        rig.pass(7300)
        #expect(rig.changes == [])
        #expect(rig.state("washer") == "ended")
    }

    @Test("a touch that is due in a short outage of the broker waits for its end")
    func shortOutage() throws {
        let rig = try Rig(washer())
        rig.say("power", "20")
        rig.pass(6400)
        rig.forgetSent()
        rig.broker(false)
        rig.pass(200)
        #expect(rig.changes == [])
        rig.broker(true)
        rig.pass(6)
        #expect(rig.changes == [#"PATCH /activities/washer {"priority":0}"#])
        rig.pass(4000)
        #expect(rig.state("washer") == "ongoing")
    }

    @Test("after a long outage a touch waits until the inputs were heard again")
    func longOutage() throws {
        let rig = try Rig(washer())
        rig.say("power", "20")
        rig.pass(6000)
        rig.forgetSent()
        rig.broker(false)
        rig.pass(600)
        rig.broker(true)
        rig.pass(60)
        #expect(rig.changes == [])
        rig.say("power", "20", retained: true)
        rig.pass(1)
        #expect(rig.changes == [#"PATCH /activities/washer {"priority":0}"#])
    }

    @Test("a card whose source is gone is not rolled over")
    func noRollOver() throws {
        let rig = try Rig(washer() + "\n    stale_ttl: 12h")
        rig.say("power", "20")
        rig.pass(100)
        rig.say("power", "unavailable")
        rig.forgetSent()
        rig.pass(36_000)
        #expect(rig.changes == [])
    }
}
