import Engine
import Testing
import Values

private let washer = """
    activities:
      washer:
        inputs: {power: power, text: text}
        start: {when: "{{ power > 10 }}", for: 1m}
        end: {when: "{{ power < 3 }}", for: 3m}
        min_interval: 60s
        content: {template: generic, state: "{{ text }} {{ power }} W"}
        outcomes: [{state: Done, progress: 1}]
    notifications:
      done: {on: {activity: washer, event: end}, title: Done, body: ready}
    """

/// What is known but not sent yet, where the broker has stored nothing of it.
@Suite("A restart keeps what was known")
struct MemoryTests {
    /// A home in which the washer is on.
    private func running(_ yaml: String = washer) throws -> Rig {
        let rig = try Rig(yaml)
        rig.say("text", "Washing")
        rig.say("power", "20")
        rig.pass(61)
        #expect(rig.state("washer") == "ongoing")
        rig.pass(100)
        return rig
    }

    private func shown(_ rig: Rig) -> String? { rig.row("washer")?["content"]?["state"]?.stringValue }

    enum Way: String, CaseIterable { case killed, stopped }

    private func restart(_ rig: Rig, _ way: Way, _ yaml: String = washer, after seconds: Double = 1) throws {
        switch way {
        case .killed:
            rig.sleepWithoutEngine(seconds)
            try rig.restart(yaml)
        case .stopped: try rig.stopAndStart(yaml, after: seconds)
        }
    }

    @Test(
        "an end that was holding goes on holding, though nobody says anything again",
        arguments: Way.allCases
    )
    func endHolds(way: Way) throws {
        let rig = try running()
        rig.say("power", "1")
        rig.pass(60)
        try restart(rig, way)
        rig.pass(100)
        #expect(rig.state("washer") == "ongoing")
        rig.pass(30)
        #expect(rig.state("washer") == "ended")
        #expect(rig.row("washer")?["content"]?["state"] == "Done")
        // What was known before makes no event.
        #expect(rig.banners.isEmpty)
    }

    @Test("an end whose time ran out while nobody listened comes once the broker had time to say otherwise")
    func endIsDue() throws {
        let rig = try running()
        rig.say("power", "1")
        rig.pass(60)
        try restart(rig, .killed, after: 600)
        rig.pass(4)
        #expect(rig.state("washer") == "ongoing")
        rig.pass(10)
        #expect(rig.state("washer") == "ended")
    }

    @Test("an end that holds still by a message after the restart counts from when it began, and is told")
    func endIsConfirmed() throws {
        let rig = try running()
        rig.say("power", "1")
        rig.pass(60)
        try restart(rig, .killed)
        rig.pass(20)
        rig.say("power", "0")
        rig.pass(110)
        #expect(rig.state("washer") == "ended")
        #expect(rig.banners.count == 1)
    }

    @Test("what is said after the restart counts more", arguments: [true, false])
    func newer(isStored: Bool) throws {
        let rig = try running()
        rig.say("power", "1")
        rig.pass(60)
        try restart(rig, .killed, after: 300)
        rig.pass(isStored ? 1 : 0)
        rig.say("power", "20", retained: isStored)
        rig.pass(600)
        #expect(rig.state("washer") == "ongoing")
        rig.say("power", "unavailable")
        rig.pass(600)
        #expect(rig.state("washer") == "ongoing")
    }

    @Test("that a source does not know any more counts more, too")
    func unknownSince() throws {
        let rig = try running()
        rig.say("power", "1")
        rig.pass(60)
        try restart(rig, .killed)
        rig.say("power", "unavailable")
        rig.pass(600)
        #expect(rig.state("washer") == "ongoing")
    }

    @Test(
        "a start that must hold counts from when it began, once a message says that it holds",
        arguments: Way.allCases
    )
    func startHolds(way: Way) throws {
        let rig = try Rig(washer)
        rig.say("text", "Washing")
        rig.say("power", "20")
        rig.pass(40)
        try restart(rig, way)
        rig.pass(5)
        #expect(rig.changes.isEmpty)
        rig.say("power", "21")
        rig.pass(10)
        #expect(rig.changes.isEmpty)
        rig.pass(6)
        #expect(rig.state("washer") == "ongoing")
        #expect(shown(rig) == "Washing 21 W")
    }

    @Test("what was known before starts nothing by itself", arguments: Way.allCases)
    func startsNothing(way: Way) throws {
        let rig = try Rig(washer)
        rig.say("text", "Washing")
        rig.say("power", "20")
        rig.pass(40)
        try restart(rig, way)
        rig.pass(600)
        rig.say("text", "Rinsing")
        rig.pass(600)
        #expect(rig.changes.isEmpty)
        // A start that ceased to hold leaves nothing behind.
        rig.say("power", "1")
        rig.pass(120)
        #expect(rig.durable[.cards]?["washer"] == nil)
    }

    @Test("a start that nobody has confirmed for long begins to hold anew")
    func startIsOld() throws {
        let rig = try Rig(washer)
        rig.say("text", "Washing")
        rig.say("power", "20")
        rig.pass(40)
        try restart(rig, .killed)
        rig.pass(4000)
        rig.say("power", "20")
        rig.pass(50)
        #expect(rig.changes.isEmpty)
        rig.pass(20)
        #expect(rig.state("washer") == "ongoing")
    }

    @Test("with two inputs the other one's value is still known", arguments: Way.allCases)
    func otherInput(way: Way) throws {
        let rig = try running()
        try restart(rig, way)
        rig.say("power", "55")
        rig.pass(100)
        #expect(shown(rig) == "Washing 55 W")
    }

    @Test("a change that waits when it is stopped is sent afterwards")
    func waitingChange() throws {
        let rig = try running()
        rig.say("power", "30")
        rig.pass(1)
        rig.say("power", "40")
        rig.pass(1)
        #expect(shown(rig) == "Washing 30 W")
        try restart(rig, .stopped)
        rig.pass(70)
        #expect(shown(rig) == "Washing 40 W")
    }

    @Test("that time has passed is no reason to send anything", arguments: Way.allCases)
    func timePasses(way: Way) throws {
        let yaml = washer.replacing(
            "{{ power }} W",
            with: "{{ power }} W at {{ now().strftime('%H:%M:%S') }}"
        )
        let rig = try running(yaml)
        rig.forgetSent()
        try restart(rig, way, yaml, after: 70)
        rig.pass(600)
        #expect(rig.changes.isEmpty)
    }

    @Test("after a long absence what was known before is not believed")
    func longAbsence() throws {
        let rig = try running()
        rig.say("power", "1")
        rig.pass(60)
        try rig.stopAndStart(washer, after: 3700)
        rig.pass(1000)
        #expect(rig.state("washer") == "ongoing")
        rig.say("power", "55")
        rig.pass(100)
        #expect(shown(rig) == "Washing 20 W")
    }

    @Test("nor where the clock shows only later how long the absence was")
    func clockIsBehind() throws {
        let rig = try running()
        rig.say("power", "55")
        rig.pass(60)
        rig.say("text", "Rinsing")
        rig.pass(1)
        // The clock begins where it was when the machine went down.
        rig.setClock(by: -7200)
        try rig.stopAndStart(washer, after: 7200)
        rig.pass(0.5)
        rig.setClock(by: 7200)
        rig.pass(10)
        rig.say("power", "20")
        rig.pass(100)
        #expect(shown(rig)?.contains("20 W") != true)
    }

    @Test("a clock that begins before the time of the last write, and is set then, costs nothing")
    func clockIsSetLater() throws {
        let rig = try running()
        rig.say("power", "1")
        rig.pass(60)
        rig.setClock(by: -3600)
        rig.sleepWithoutEngine(20)
        try rig.restart(washer)
        rig.pass(10)
        rig.setClock(by: 3600)
        rig.pass(80)
        #expect(rig.state("washer") == "ongoing")
        rig.pass(30)
        #expect(rig.state("washer") == "ended")
        // One that stays behind is not believed.
        let late = try running()
        late.say("power", "1")
        late.pass(60)
        late.setClock(by: -3600)
        try late.restart(washer)
        late.pass(5000)
        #expect(late.state("washer") == "ongoing")
    }

    @Test("a value expires by its real age")
    func realAge() throws {
        let yaml = washer.replacing("power: power,", with: "power: {topic: power, expire_after: 10m},")
        let rig = try running(yaml)
        rig.say("power", "1")
        rig.pass(170)
        try restart(rig, .stopped, yaml, after: 500)
        rig.pass(600)
        #expect(rig.state("washer") == "ongoing")
    }

    @Test("a value of an input that means something else now is not taken")
    func otherMeaning() throws {
        let rig = try running()
        let yaml = washer.replacing("text: text", with: "text: {topic: text, value: \"{{ value | upper }}\"}")
        try restart(rig, .stopped, yaml)
        rig.say("power", "55")
        rig.pass(100)
        #expect(shown(rig) == "Washing 20 W")
    }

    @Test("what was known before vouches for nothing: the card goes stale")
    func vouchesForNothing() throws {
        let rig = try running()
        rig.forgetSent()
        try restart(rig, .stopped)
        rig.pass(8000)
        #expect(rig.changes.isEmpty)
        #expect(rig.state("washer") == "ended")
    }

    @Test("a condition that flaps is saved once a minute at most, and messages cost no writes")
    func writes() throws {
        let rig = try running()
        let before = rig.saves
        for number in 0..<120 {
            rig.say("power", number.isMultiple(of: 2) ? "1" : "20")
            rig.pass(1)
        }
        // With each request that leaves and each answer, and twice for the end that begins to hold.
        let requests = rig.sent.count { $0.at > .seconds(161) }
        #expect(rig.saves - before <= 2 * requests + 3)
    }

    @Test("what is kept has its bounds")
    func bounds() throws {
        let names = (0..<30).map { "n\($0)" }
        let inputs = names.map { "\($0): \($0)" }.joined(separator: ", ")
        let yaml = """
            activities:
              washer:
                inputs: {\(inputs)}
                start: "{{ n0 == 'on' }}"
                content: {template: generic, state: "{{ n1 }}"}
            """
        let rig = try Rig(yaml)
        rig.say("n0", "on")
        rig.say("n1", String(repeating: "x", count: 5000))
        for name in names.dropFirst(2) { rig.say(name, String(repeating: "y", count: 100)) }
        rig.pass(100)
        try rig.stopAndStart(yaml)
        let memory = rig.durable[.cards]?["washer"]?["memory"]
        #expect(memory?["inputs"]?["n0"]?["value"] == "on")
        #expect(memory?["inputs"]?["n1"] == nil)
        #expect(memory?.utf8.count ?? 0 > 500)
        #expect(memory?.utf8.count ?? 9999 < 1400)
    }

    private static let watch = """
        notifications:
          cold:
            inputs: {door: door, room: room}
            when: "{{ door == 'open' and room < 15 }}"
            for: 10m
            title: Cold
            body: "{{ room }} degrees"
        """

    @Test(
        "a notification that waits knows its other input, and is sent only by what is said after the restart"
    )
    func waitingNotification() throws {
        let rig = try Rig(Self.watch)
        rig.say("room", "20")
        rig.say("door", "open")
        rig.say("room", "12")
        rig.pass(300)
        try rig.restart(Self.watch)
        rig.pass(1000)
        #expect(rig.banners.isEmpty)
        rig.say("room", "11")
        rig.pass(1)
        #expect(rig.banners.count == 1)
        #expect(rig.banners.first?["body"] == "11 degrees")
    }

    @Test("a notification that waits is not sent where what the broker has stored says otherwise")
    func waitingNotificationIsOver() throws {
        let rig = try Rig(Self.watch)
        rig.say("room", "20")
        rig.say("door", "open")
        rig.say("room", "12")
        rig.pass(300)
        rig.sleepWithoutEngine(600)
        try rig.restart(Self.watch)
        rig.say("room", "11", retained: true)
        rig.sleep(0.1)
        rig.say("door", "closed", retained: true)
        rig.pass(1000)
        #expect(rig.banners.isEmpty)
    }
}
