import Service
import Templates
import Testing
import Values

/// What is said before the clock is set is judged by when it was said, once that is known.
@Suite("Before the clock is set")
struct EarlyMessageTests {
    /// 18:00 of the scenario's day, in UTC.
    private static let evening = Scenario.epoch

    private func rig(_ yaml: String) throws -> Rig { try Rig(yaml, wall: Timestamp(microseconds: 0)) }

    /// Sets the clock so that it shows that many seconds after the evening.
    private func set(_ rig: Rig, to seconds: Double = 0) {
        rig.setClock(by: (Self.evening - rig.now.wall).inSeconds + seconds)
        rig.pass(5)
    }

    /// Quiet hours that lie around an instant, as minutes of the day where the tests run.
    private func bell(quietAround time: Timestamp) -> String {
        let minute = EngineServices.make().minuteOfDay(time)
        func text(_ minute: Int) -> String {
            let minute = (minute + 1440) % 1440
            let rest = minute % 60
            return "\"\(minute / 60):\(rest < 10 ? "0" : "")\(rest)\""
        }
        return """
            notifications:
              bell:
                on: bell
                title: Bell
                body: "{{ now().year }}"
                quiet_hours: {from: \(text(minute - 60)), to: \(text(minute + 60))}
            """
    }

    @Test("quiet hours are those of the time at which something happened")
    func quietHours() throws {
        // Quiet by the clock that is not set, and not by the right one.
        let loud = try rig(bell(quietAround: Timestamp(microseconds: 0)))
        loud.say("bell", "x")
        loud.pass(30)
        set(loud)
        #expect(loud.banners.count == 1)
        #expect(loud.banners.first?["body"] == "2026")
        // The other way round.
        let quiet = try rig(bell(quietAround: Self.evening))
        quiet.say("bell", "x")
        quiet.pass(30)
        set(quiet)
        #expect(quiet.banners.isEmpty)
    }

    @Test("what happened longer ago than `max_age` is not told")
    func maxAge() throws {
        let rig = try rig("notifications: {bell: {on: bell, title: Bell, body: x, max_age: 10m}}")
        rig.say("bell", "x")
        rig.pass(900)
        rig.say("bell", "y")
        rig.pass(60)
        set(rig)
        #expect(rig.banners.count == 1)
    }

    @Test("conditions and values that ask what time it is are told the right one")
    func conditions() throws {
        let rig = try rig(
            """
            activities:
              alarm:
                inputs: {at: {topic: alarm, unit: time, timezone: UTC}}
                start: "{{ as_timestamp(at) > 1700000000 }}"
                content: {template: generic, state: "{{ as_timestamp(at) | int }}"}
            notifications:
              late: {on: {topic: door, when: "{{ now().year == 2026 }}"}, title: Door, body: late}
              early: {on: {topic: door, when: "{{ now().year < 2026 }}"}, title: Door, body: early}
              dark:
                inputs: {lamp: lamp}
                when: "{{ lamp == 'off' and now().year < 2026 }}"
                title: Dark
                body: dark
            """
        )
        rig.say("alarm", "20:00")
        rig.say("door", "open")
        rig.say("lamp", "off")
        rig.pass(30)
        set(rig)
        #expect(rig.banners.compactMap { $0["body"]?.stringValue } == ["late"])
        let eight = Self.evening.wholeSeconds + 7200
        #expect(rig.row("alarm")?["content"]?["state"] == .string(String(eight)))
    }

    @Test("however much is said, what each topic said last is known, in bounds")
    func flood() throws {
        let rig = try rig(
            """
            activities:
              washer:
                inputs: {power: power}
                start: "{{ power > 5 }}"
                content: {template: generic, state: "{{ power }}"}
            """
        )
        for number in 0..<10_000 {
            rig.say("power", String(number + 10))
            rig.say("other\(number % 100)", String(repeating: "x", count: 2000))
        }
        rig.pass(30)
        set(rig)
        rig.pass(30)
        #expect(rig.row("washer")?["content"]?["state"] == "10009")
    }
}
