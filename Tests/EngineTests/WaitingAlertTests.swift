import Engine
import Testing
import Values

private let freezer = """
    notifications:
      freezer:
        inputs: {temperature: temperature}
        when: "{{ temperature > -12 }}"
        for: 15m
        title: Freezer
        body: "{{ temperature }}"
      door:
        on: {topic: door, when: "{{ value == 'open' }}"}
        for: 15m
        title: Door
        body: "{{ value }}"
    """

private let silent = """
    notifications:
      silent: {on: alive, silent_for: 2h, title: Silent, body: x}
    """

/// What waits for a while goes on waiting after a restart (design section 4, State and events).
@Suite("What a rule waits for survives a restart")
struct WaitingAlertTests {
    private func bodies(_ rig: Rig) -> [String] { rig.banners.compactMap { $0["body"]?.stringValue } }

    /// A topic that says what its rule waits for, and one that says the contrary.
    struct Source: CustomTestStringConvertible, Sendable {
        var topic: String
        var bad: String
        var good: String
        var testDescription: String { topic }
    }

    static let sources = [
        Source(topic: "temperature", bad: "-5", good: "-18"),
        Source(topic: "door", bad: "open", good: "shut"),
    ]

    @Test("an alert that waits is sent in its time where its cause holds still", arguments: sources)
    func goesOn(_ source: Source) throws {
        let rig = try Rig(freezer)
        rig.say(source.topic, source.good)
        rig.say(source.topic, source.bad)
        rig.pass(300)
        try rig.restart(freezer)
        rig.say(source.topic, source.bad, retained: true)
        rig.pass(590)
        #expect(bodies(rig) == [])
        rig.pass(20)
        #expect(bodies(rig) == [source.bad])
        try rig.restart(freezer)
        rig.say(source.topic, source.bad, retained: true)
        rig.pass(4000)
        #expect(bodies(rig) == [source.bad])
    }

    @Test(
        "an alert that waited is not sent where its cause is gone, or nobody tells of it",
        arguments: sources,
        [true, false]
    )
    func isGone(_ source: Source, _ isTold: Bool) throws {
        let rig = try Rig(freezer)
        rig.say(source.topic, source.good)
        rig.say(source.topic, source.bad)
        rig.pass(300)
        try rig.restart(freezer)
        if isTold { rig.say(source.topic, source.good, retained: true) }
        rig.pass(4000)
        #expect(bodies(rig) == [])
    }

    @Test("what was only stored begins no waiting", arguments: sources)
    func stored(_ source: Source) throws {
        let rig = try Rig(freezer)
        rig.say(source.topic, source.bad, retained: true)
        rig.pass(300)
        try rig.restart(freezer)
        rig.say(source.topic, source.bad, retained: true)
        rig.pass(4000)
        #expect(bodies(rig) == [])
    }

    @Test("a cause that comes and goes is saved no more than about once a minute")
    func fewWrites() throws {
        let rig = try Rig(freezer)
        let before = rig.saves
        for number in 0..<600 {
            rig.say("temperature", number % 2 == 0 ? "-5" : "-18")
            rig.pass(1)
        }
        #expect(rig.saves - before <= 12)
        rig.say("temperature", "-5")
        rig.pass(61)
        try rig.restart(freezer)
        rig.say("temperature", "-5")
        rig.pass(900)
        #expect(bodies(rig) == ["-5"])
    }

    @Test("a silence is counted from the last message, whatever restarts come between")
    func silence() throws {
        let rig = try Rig(silent)
        rig.pass(100)
        rig.say("alive", "x")
        for _ in 0..<7 {
            rig.pass(1000)
            try rig.restart(silent)
            rig.say("alive", "x", retained: true)
        }
        rig.pass(150)
        #expect(bodies(rig) == [])
        rig.pass(60)
        #expect(bodies(rig) == ["x"])
    }

    @Test("one silence is told once, and the next one again")
    func toldOnce() throws {
        let rig = try Rig(silent)
        rig.say("alive", "x")
        rig.pass(7300)
        #expect(bodies(rig).count == 1)
        for _ in 0..<3 {
            try rig.restart(silent)
            rig.say("alive", "x", retained: true)
            rig.pass(10_000)
        }
        #expect(bodies(rig).count == 1)
        rig.say("alive", "x")
        try rig.restart(silent)
        rig.pass(7300)
        #expect(bodies(rig).count == 2)
    }

    @Test("time in which nobody listened is no silence")
    func away() throws {
        let rig = try Rig(silent)
        rig.say("alive", "x")
        rig.pass(3000)
        rig.sleepWithoutEngine(20_000)
        try rig.restart(silent)
        rig.pass(3600)
        #expect(bodies(rig) == [])
        rig.pass(1200)
        #expect(bodies(rig) == ["x"])
    }

    @Test("a source that speaks each second is saved no more than once a minute")
    func dense() throws {
        let rig = try Rig(silent)
        let before = rig.saves
        for _ in 0..<1200 {
            rig.say("alive", "x")
            rig.pass(1)
        }
        #expect(rig.saves - before <= 5)
    }
}
