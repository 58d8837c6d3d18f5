import Engine
import PushWardAPI
import Simulator
import Testing
import Values

private let washer = """
    activities:
      washer:
        inputs: {text: washer, left: left}
        start: {when: "{{ text != 'off' }}", for: 10s}
        end: {when: "{{ text == 'off' }}", for: 10s}
        settle: 0s
        content: {template: generic, state: "{{ text }}", subtitle: "{{ (activity.elapsed / 60) | int }} min", eta: "{{ left }}"}
    notifications:
      bell: {on: {topic: bell}, title: Bell, body: "{{ value }}", cooldown: 1h}
    """

@Suite("A clock that is set")
struct ClockTests {
    private static let year = 365.0 * 86_400

    @Test(
        "a step changes neither how long things hold nor what was sent",
        arguments: [-year, -3600, 3600, year]
    )
    func step(by seconds: Double) throws {
        let rig = try Rig(washer)
        rig.say("washer", "on")
        rig.pass(5)
        rig.setClock(by: seconds)
        rig.pass(4)
        #expect(rig.changes.isEmpty)
        rig.pass(2)
        #expect(rig.state("washer") == "ongoing")
        rig.pass(120)
        rig.forgetSent()
        rig.setClock(by: -2 * seconds)
        rig.pass(20)
        #expect(rig.changes.count <= 1)
        rig.say("washer", "off")
        rig.pass(30)
        #expect(rig.state("washer") == "ended")
    }

    @Test(
        "a running card is kept alive in time, whatever the clock says",
        arguments: [-year, -7000, 7000, year]
    )
    func keepAlive(_ seconds: Double) throws {
        let rig = try Rig(washer)
        rig.say("washer", "on")
        rig.say("left", "none")
        rig.pass(60)
        rig.setClock(by: seconds)
        rig.pass(4 * 3600)
        #expect(rig.state("washer") == "ongoing")
        #expect(rig.sent.allSatisfy { $0.status < 300 })
    }

    @Test("the time that a run took is not what the clock was set by")
    func elapsed() throws {
        let rig = try Rig(washer)
        rig.say("washer", "on")
        rig.pass(130)
        rig.setClock(by: 7200)
        rig.say("washer", "spin")
        rig.pass(10)
        #expect(rig.server.visibleCard("washer")?["content"]?["subtitle"] == "2 min")
    }

    @Test("a finish that was said before a step is said anew, as an instant of the new clock")
    func finish() throws {
        let rig = try Rig(washer)
        rig.say("washer", "on")
        rig.pass(15)
        rig.say("left", "3600")
        rig.pass(20)
        rig.setClock(by: 7200)
        // A finish that moved again waits for a twentieth of what is left.
        rig.pass(200)
        let end = rig.row("washer")?["content"]?["end_date"]?.intValue ?? 0
        #expect(abs(end - rig.now.wall.wholeSeconds - 3380) < 60)
    }

    @Test(
        "a notification waits no longer, and its cooldown is no other, for a step",
        arguments: [-year, year]
    )
    func notification(_ seconds: Double) throws {
        let rig = try Rig(washer)
        rig.answer = { _ in .failed(reason: "no route", mayHaveReachedServer: false) }
        rig.say("bell", "one")
        rig.pass(10)
        rig.setClock(by: seconds)
        rig.pass(10)
        rig.answer = nil
        rig.pass(120)
        #expect(rig.banners.count == 1)
        rig.say("bell", "two")
        rig.pass(30)
        #expect(rig.banners.count == 1)
        rig.pass(3600)
        rig.say("bell", "three")
        rig.pass(30)
        #expect(rig.banners.count == 2)
    }

    @Test("before the clock is set nothing is decided or sent; then everything is, with the right times")
    func beforeNTP() throws {
        let rig = try Rig(washer, wall: Timestamp(microseconds: 0))
        rig.say("washer", "on")
        rig.say("left", "3600")
        rig.say("bell", "one")
        rig.pass(120)
        #expect(rig.changes.isEmpty)
        #expect(rig.logs.contains { $0.message.contains("clock") })
        let away = (Scenario.epoch - rig.now.wall).inSeconds
        rig.setClock(by: away)
        rig.pass(30)
        #expect(rig.state("washer") == "ongoing")
        let end = rig.row("washer")?["content"]?["end_date"]?.intValue ?? 0
        #expect(abs(end - rig.now.wall.wholeSeconds - 3450) < 60)
        #expect(rig.banners.count == 1)
        rig.pass(3 * 3600)
        #expect(rig.state("washer") == "ongoing")
    }

    @Test("a machine without a clock that starts anew in a run goes on with its card")
    func rebootWithoutClock() throws {
        let rig = try Rig(washer)
        rig.say("washer", "on")
        rig.pass(300)
        let away = rig.now.wall.unixSeconds
        rig.setClock(by: -away)
        rig.forgetSent()
        try rig.restart(washer)
        rig.say("washer", "on", retained: true)
        rig.pass(60)
        rig.setClock(by: away)
        rig.pass(60)
        #expect(rig.state("washer") == "ongoing")
        #expect(rig.changes.count <= 1)
        #expect(!rig.changes.contains { $0.contains("ended") || $0.contains("ongoing") })
    }

    @Test("a machine that slept for hours does what has become due, once")
    func asleep() throws {
        let rig = try Rig(washer)
        rig.say("washer", "on")
        rig.pass(60)
        rig.sleep(7 * 3600)
        rig.say("washer", "off")
        rig.pass(60)
        #expect(rig.state("washer") == "ended")
        #expect(rig.changes.filter { $0.contains("\"state\":\"ongoing\"") }.count <= 2)
    }

    @Test(
        "a widget is said to be true in time, whatever the clock says",
        arguments: [-year, -7200, 7200, year]
    )
    func widget(_ seconds: Double) throws {
        let rig = try Rig(
            """
            widgets:
              tank: {inputs: {level: tank}, content: {template: value, value: "{{ level }}"}, stale_after: 2h}
            """
        )
        rig.say("tank", "5")
        rig.pass(60)
        rig.setClock(by: seconds)
        rig.forgetSent()
        rig.pass(7000)
        #expect(rig.changes.count == 1, "\(rig.changes)")
        #expect(rig.changes.allSatisfy { $0.hasPrefix("PATCH /widgets/tank") })
    }

    @Test("a line that was heard before the clock was set has the time at which it was heard")
    func line() throws {
        let yaml = """
            activities:
              door:
                inputs: {text: door}
                start: "{{ text is string }}"
                content: {template: log, line: "{{ text }}"}
            """
        let rig = try Rig(yaml, wall: Timestamp(microseconds: 0))
        rig.pass(10)
        rig.say("door", "opened")
        rig.pass(100)
        #expect(rig.sent.isEmpty)
        rig.setClock(by: (Scenario.epoch - rig.now.wall).inSeconds)
        rig.pass(10)
        let line = rig.row("door")?["content"]?["lines"]?.arrayValue?.first
        #expect(line?["text"] == "opened")
        #expect(line?["at"] == .int(Scenario.epoch.wholeSeconds - 100))
    }

    @Test(
        "while the clock is not set nothing at all is sent, and the engine is woken no more than once a second"
    )
    func quiet() throws {
        let rig = try Rig(washer, wall: Timestamp(microseconds: 0))
        rig.say("washer", "on")
        rig.pass(600)
        #expect(rig.sent.isEmpty)
        #expect(rig.logs.count { $0.message.contains("clock") } == 1)
    }

    @Test("a card that went stale before the clock was set comes back: the broker was there all along")
    func comesBackAfterClock() throws {
        let rig = try Rig(washer)
        rig.say("washer", "on")
        rig.pass(60)
        rig.setClock(by: -Scenario.epoch.unixSeconds)
        try rig.restart(washer)
        rig.sleep(3 * 3600)
        rig.say("washer", "on", retained: true)
        rig.setClock(by: Scenario.epoch.unixSeconds)
        rig.pass(60)
        #expect(rig.row("washer")?["state"] == "ongoing")
    }

    @Test("a card is started anew before iOS ends it, though the clock that saw its start was wrong")
    func rollsOverAfterWrongClock() throws {
        let rig = try Rig(washer)
        rig.setClock(by: 20_000)
        rig.say("washer", "on")
        rig.pass(60)
        rig.setClock(by: -20_000)
        // The daemon was not there when the clock was set.
        try rig.restart(washer)
        rig.say("washer", "on", retained: true)
        rig.forgetSent()
        rig.pass(8 * 3600 + 600)
        #expect(rig.changes.count { $0.contains("\"state\":\"ongoing\"") } == 1)
        #expect(rig.row("washer")?["state"] == "ongoing")
    }

    @Test("a replay trusts its clock, whatever the year")
    func replay() throws {
        let epoch = Timestamp(microseconds: 946_684_800_000_000)
        let run = try Scenario(
            washer,
            [Line.message(0, "washer", "on"), Line.pass(60)].recording,
            epoch: epoch
        )
        #expect(run.requests.count == 1)
    }

    @Test("a button that was used under a wrong clock works no second time")
    func usedUnderWrongClock() throws {
        let yaml = """
            taps: {listen: 127.0.0.1:8787, public_url: "https://taps.example.net"}
            activities:
              gate:
                inputs: {text: gate}
                start: "{{ text != 'off' }}"
                content:
                  template: generic
                  state: "{{ text }}"
                  url_action: {title: Open, once: true, publish: {topic: gate/set, payload: open}}
            """
        let rig = try Rig(yaml)
        rig.say("gate", "closed")
        rig.pass(20)
        let request = try #require(rig.engine.tapRequest(rule: "gate", action: "url_action", text: nil))
        rig.setClock(by: -Self.year)
        rig.tap(request)
        #expect(rig.published.count == 1)
        rig.pass(60)
        rig.setClock(by: Self.year)
        rig.pass(60)
        try rig.restart(yaml)
        rig.say("gate", "closed", retained: true)
        rig.pass(8000)
        rig.tap(request)
        #expect(rig.published.count == 1)
    }

    @Test("a notification that a clock ahead of time made is no newer than those after it")
    func madeInTheFuture() throws {
        let yaml = """
            notifications:
              bell: {on: {topic: bell}, title: Bell, body: "{{ value }}", collapse_id: bell, max_age: 24h}
            """
        let rig = try Rig(yaml)
        rig.setClock(by: 10_000)
        rig.answer = { _ in .failed(reason: "lost", mayHaveReachedServer: false) }
        rig.say("bell", "first")
        rig.pass(60)
        rig.setClock(by: -10_000)
        try rig.restart(yaml)
        rig.pass(60)
        rig.say("bell", "second")
        rig.pass(60)
        rig.answer = nil
        rig.pass(200)
        #expect(rig.banners.compactMap { $0["body"]?.stringValue } == ["second"])
    }

    @Test("a card that a clock which is ahead thinks to be stale is started anew before iOS ends it")
    func thoughtStale() throws {
        let yaml = """
            activities:
              washer:
                inputs: {on: w/on}
                start: "{{ on == 'on' }}"
                content: {template: generic, state: "{{ on }}", progress: 0.5}
            """
        let rig = try Rig(yaml)
        rig.say("w/on", "on")
        rig.pass(3000)
        rig.sleepWithoutEngine(10)
        rig.setClock(by: 7300)
        rig.answer = { $0.method == "GET" ? .failed(reason: "lost", mayHaveReachedServer: false) : nil }
        try rig.restart(yaml)
        rig.say("w/on", "on", retained: true)
        rig.pass(60)
        rig.say("w/on", "on")
        rig.pass(60)
        #expect(rig.changes.filter { $0.contains("ongoing") }.count == 2, "\(rig.changes)")
        rig.setClock(by: -7300)
        rig.answer = nil
        for _ in 0..<8 {
            rig.pass(3600)
            #expect(rig.state("washer") == "ongoing", "\(rig.now.uptime)")
        }
    }
}
