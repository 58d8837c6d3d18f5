import Service
import SimulatorServer
import TestSupport
import Testing
import Values

@Suite("The daemon and its clock")
struct BridgeClockTests {
    private static let rules = """
        activities:
          lamp:
            inputs: {text: lamp, left: left}
            start: "{{ text != 'off' }}"
            end: "{{ text == 'off' }}"
            min_interval: 0s
            settle: 0s
            content: {template: generic, state: "{{ text }}", eta: "{{ left }}"}
          other:
            inputs: {noise: noise}
            start: "{{ noise == 'loud' }}"
            content: {template: generic, state: "{{ noise }}"}
        notifications:
          bell: {on: {topic: bell}, title: Bell, body: "{{ value }}", cooldown: 1h}
        """

    @Test("a start in 1970 hears everything and sends nothing; once the clock is set all is as it should be")
    func beforeTime() async throws {
        let house = try BridgeHouse(Self.rules)
        house.clock.unset()
        try await house.start()
        let before = BridgeClock.Machine.own.now().wall.unixSeconds
        await house.say("left", "3600")
        await house.say("lamp", "on")
        await house.say("bell", "one")
        #expect(house.tap("/t/lamp/url_action") == 503)
        #expect(house.requests == 0)
        house.clock.set(ahead: .zero)
        #expect(await eventually { house.row("lamp")?["state"] == "ongoing" && house.banners == 1 })
        let end = house.row("lamp")?["content"]?["end_date"]?.doubleValue ?? 0
        let after = BridgeClock.Machine.own.now().wall.unixSeconds
        // Times are sent in whole seconds.
        #expect((before - 1...after + 1).contains(end - 3600))
        await house.say("lamp", "off")
        #expect(await eventually { house.row("lamp")?["state"] == "ended" })
        #expect(house.starts == 1)
    }

    @Test("a clock that is set forward and back changes nothing of what is on")
    func steps() async throws {
        let house = try BridgeHouse(Self.rules)
        try await house.start()
        await house.say("lamp", "on")
        #expect(await eventually { house.row("lamp")?["state"] == "ongoing" })
        let year = Duration.seconds(365 * 86_400)
        for (number, ahead) in [year, .zero, .zero - year, .seconds(-3600), .zero].enumerated() {
            house.clock.set(ahead: ahead)
            await house.say("lamp", "level \(number)")
            #expect(
                await eventually { house.row("lamp")?["content"]?["state"] == .string("level \(number)") }
            )
        }
        #expect(house.starts == 1)
        #expect(house.ends == 0)
        await house.say("bell", "one")
        #expect(await eventually { house.banners == 1 })
    }

    @Test("a clock that falls back to 1970 holds everything until it is set again")
    func fallsBack() async throws {
        let house = try BridgeHouse(Self.rules)
        try await house.start()
        await house.say("lamp", "on")
        #expect(await eventually { house.row("lamp")?["state"] == "ongoing" })
        house.clock.unset()
        await house.say("lamp", "off")
        let before = house.requests
        #expect(house.tap("/t/lamp/url_action") == 503)
        #expect(house.requests == before)
        house.clock.set(ahead: .zero)
        #expect(await eventually { house.row("lamp")?["state"] == "ended" })
        #expect(house.starts == 1)
    }

    @Test("after hours of sleep what has become due is done at once: a stale card, a cooldown that is over")
    func sleep() async throws {
        let house = try BridgeHouse(Self.rules)
        try await house.start()
        await house.say("lamp", "on")
        await house.say("bell", "one")
        #expect(await eventually { house.row("lamp")?["state"] == "ongoing" && house.banners == 1 })
        house.clock.sleep(.seconds(3 * 3600))
        house.phone.advance(by: .seconds(3 * 3600))
        #expect(house.row("lamp")?["state"] == "ended")
        // What wakes a machine brings some message along, if only that the broker is there again.
        await house.say("noise", "quiet")
        #expect(await eventually { house.row("lamp")?["state"] == "ongoing" })
        await house.say("bell", "two")
        #expect(await eventually { house.banners == 2 })
        #expect(house.starts == 2)
    }

    @Test("threads wait by a clock that stands still while the machine sleeps")
    func waiting() {
        let shifted = ShiftedClock()
        let clock = BridgeClock(machine: shifted.machine)
        shifted.sleep(.seconds(7 * 3600))
        let awake = shifted.machine.awake()
        let rest = clock.machineUptime(of: clock.now().uptime + .seconds(10)) - awake
        #expect(rest > .seconds(9) && rest < .seconds(11))
    }
}
