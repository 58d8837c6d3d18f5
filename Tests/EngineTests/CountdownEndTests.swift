import PushWardAPI
import Simulator
import Testing
import Values

/// A timer as Home Assistant tells of it.
private let pizza = """
    activities:
      pizza:
        inputs:
          state: timer/state
          finishes: {topic: timer/finishes, unit: iso}
        start: "{{ state == 'active' and finishes > now() }}"
        end: "{{ state == 'idle' }}"
        content:
          template: countdown
          state: In the oven
          accent_color: red
          end_date: "{{ finishes }}"
          paused: "{{ state == 'paused' }}"
          completion_message: Pizza is ready
    notifications:
      begins: {on: {activity: pizza, event: start}, title: Begins, body: now}
      ends: {on: {activity: pizza, event: end}, title: Ends, body: now}
    """

/// A countdown whose `start` holds on and on.
private let process = """
    activities:
      pizza:
        inputs: {go: go, finishes: {topic: timer/finishes, unit: iso}}
        start: "{{ go == 'on' }}"
        end: "{{ go == 'off' }}"
        content: {template: countdown, state: In the oven, accent_color: red, end_date: "{{ finishes }}"}
    """

/// When the source says that it goes on, in seconds from the end, and how far our clock is ahead of the server's.
private struct Extension: Sendable {
    var late: Double
    var skew: Double

    static let all = [-2.5, -1, -0.2, 0, 0.3, 1, 2.2, 3, 4.4, 30].flatMap { late in
        [-2.0, -1, 0, 1, 2].map { Extension(late: late, skew: $0) }
    }
}

/// What a countdown is whose end is moved about when it comes (`pushward-api.md` sections 6.2, 6.3 and 8.2).
@Suite("Countdowns at their end")
struct CountdownEndTests {
    private func time(_ rig: Rig, _ seconds: Double) -> String {
        (Scenario.epoch + .milliseconds(Int(seconds * 1000))).rfc3339
    }

    private func told(_ rig: Rig, _ title: String) -> Int {
        rig.banners.count { $0["title"]?.stringValue == title }
    }

    private func end(_ rig: Rig) -> Double? { rig.row("pizza")?["content"]?["end_date"]?.doubleValue }

    private func expectShown(_ rig: Rig, until seconds: Double, _ note: Comment) {
        #expect(rig.state("pizza") == "ongoing", note)
        #expect(end(rig) == Scenario.epoch.unixSeconds + seconds, note)
        #expect(rig.row("pizza")?["content"]?["state"] == "In the oven", note)
        #expect(rig.row("pizza")?["content"]?["accent_color"] == "red", note)
    }

    @Test("a timer that is started again at its end is on again, and both ends are told")
    func again() throws {
        let rig = try Rig(pizza)
        rig.say("timer/state", "active")
        rig.say("timer/finishes", time(rig, 60))
        rig.pass(60.2)
        rig.say("timer/state", "idle")
        rig.pass(0.05)
        rig.say("timer/state", "active")
        rig.pass(0.01)
        rig.say("timer/finishes", time(rig, 1860))
        rig.pass(30)
        expectShown(rig, until: 1860, "\(rig.changes)")
        #expect(told(rig, "Begins") == 2 && told(rig, "Ends") == 1)
        rig.pass(1900)
        #expect(rig.state("pizza") == "ended")
        #expect(rig.row("pizza")?["content"]?["state"] == "Pizza is ready")
        #expect(told(rig, "Begins") == 2 && told(rig, "Ends") == 2)
    }

    @Test(
        "a new end is shown whenever it is said, also by clocks that are a little apart",
        arguments: Extension.all
    )
    private func goesOn(_ given: Extension) throws {
        let rig = try Rig(process)
        // The source's clock is ours.
        rig.setClock(by: given.skew)
        rig.say("timer/finishes", time(rig, given.skew + 600))
        rig.say("go", "on")
        rig.pass(600 + given.late)
        rig.say("timer/finishes", time(rig, given.skew + 2400))
        rig.pass(120)
        expectShown(rig, until: given.skew + 2400, "\(given) \(rig.changes)")
        // The end itself costs nothing, and one request puts it on again.
        #expect(rig.changes.count == 2 || given.late < 0 && rig.changes.count == 3, "\(rig.changes)")
        rig.pass(3000)
        #expect(rig.state("pizza") == "ended")
        rig.forgetSent()
        rig.pass(20_000)
        #expect(rig.changes == [])
    }

    @Test("what passed before the start, or was moved into the past, is shown once it is ahead")
    func passed() throws {
        for ends in [[-3000.0, 2400], [600, 60, 2400], [600, 298, 300.5, 2400]] {
            let rig = try Rig(process)
            rig.say("timer/finishes", time(rig, ends[0]))
            rig.say("go", "on")
            rig.pass(299)
            for end in ends.dropFirst() {
                rig.say("timer/finishes", time(rig, end))
                rig.pass(10)
            }
            expectShown(rig, until: 2400, "\(ends) \(rig.changes)")
        }
    }

    @Test("a length that was said once is one window, however long `start` holds")
    func onceOnly() throws {
        let rig = try Rig(
            """
            activities:
              pizza:
                inputs: {go: go, minutes: {topic: minutes, unit: min}, news: news}
                start: "{{ go == 'on' }}"
                content: {template: countdown, state: "{{ news }}", duration: "{{ minutes }}"}
            """
        )
        rig.say("minutes", "10")
        rig.say("news", "a")
        rig.say("go", "on")
        rig.pass(700)
        #expect(rig.state("pizza") == "ended")
        rig.forgetSent()
        for text in ["b", "c"] {
            rig.say("news", text)
            rig.say("minutes", "10")
            rig.pass(700)
        }
        #expect(rig.changes == [])
        rig.say("minutes", "20")
        rig.pass(700)
        #expect(rig.state("pizza") == "ongoing")
        #expect(rig.row("pizza")?["content"]?["state"] == "c")
    }

    @Test("what the server says of an end that it made itself is no dismissal, after a restart neither")
    func listed() throws {
        let rig = try Rig(process)
        rig.say("timer/finishes", time(rig, 600))
        rig.say("go", "on")
        rig.pass(598)
        rig.sleepWithoutEngine(3)
        try rig.restart(process)
        rig.say("timer/finishes", time(rig, 2400), retained: true)
        rig.say("go", "on", retained: true)
        rig.pass(60)
        expectShown(rig, until: 2400, "\(rig.changes)")
    }

    @Test("a card that is taken away while it counts down stays away until its next run")
    func dismissed() throws {
        let rig = try Rig(process)
        rig.say("timer/finishes", time(rig, 600))
        rig.say("go", "on")
        rig.pass(60)
        rig.carryOut(.patchActivity(.from(text: "pizza"), body: ["state": "ended"], upsert: false))
        rig.say("timer/finishes", time(rig, 700))
        rig.pass(30)
        rig.forgetSent()
        rig.say("timer/finishes", time(rig, 900))
        rig.pass(100)
        #expect(rig.changes == [])
        rig.say("go", "off")
        rig.pass(1)
        rig.say("go", "on")
        rig.pass(30)
        expectShown(rig, until: 900, "\(rig.changes)")
    }

    @Test("an end that moves on whenever it has come starts no more cards than are allowed")
    func endless() throws {
        let rig = try Rig(process)
        rig.say("go", "on")
        for minute in 0..<60 {
            rig.say("timer/finishes", time(rig, Double(minute + 1) * 60))
            rig.pass(60.1)
        }
        let starts = rig.changes.filter { $0.contains(#""state":"ongoing""#) }
        #expect(starts.count <= 6, "\(starts)")
    }

    @Test("on the phones of two accounts each end and each start is told once")
    func accounts() throws {
        let head = """
            version: 1
            mqtt: {host: localhost, port: 1883}
            pushward: [{name: anna, token: hlk_anna}, {name: ben, token: hlk_ben}]

            """
        let yaml =
            head + pizza.replacing("pizza:\n    inputs", with: "pizza:\n    to: [anna, ben]\n    inputs")
        let rest = [
            Line.message(0, "timer/state", "active"),
            Line.message(0.01, "timer/finishes", (Scenario.epoch + .seconds(60)).rfc3339),
            Line.message(60.2, "timer/state", "idle"), Line.message(60.25, "timer/state", "active"),
            Line.message(60.26, "timer/finishes", (Scenario.epoch + .seconds(1860)).rfc3339), Line.pass(2000),
        ]
        let run = try Scenario(yaml, rest.recording)
        let sent = run.output.compactMap { $0["request"] }
        #expect(sent.count { $0["account"] == "ben" && $0["body"]?["state"] == "ongoing" } == 2)
        for account in ["anna", "ben"] {
            let titles = sent.filter { $0["account"]?.stringValue == account }
                .compactMap { $0["body"]?["title"]?.stringValue }
            #expect(titles.sorted() == ["Begins", "Begins", "Ends", "Ends"], "\(account)")
        }
    }
}
