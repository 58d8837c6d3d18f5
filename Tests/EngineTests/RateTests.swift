import Engine
import PushWardAPI
import Simulator
import Testing
import Values

private let zones = """
    activities:
      zone:
        each: {topic: "zone/{name}"}
        slug: "zone-{{ name }}"
        min_interval: 0s
        inputs: {text: "zone/{name}"}
        start: "{{ text != 'off' }}"
        end: "{{ text == 'off' }}"
        content: {template: generic, state: "{{ text }}"}
    notifications:
      bell: {on: {topic: bell}, title: Bell, body: "{{ value }}", dedupe: 0s}
      alarm: {on: {topic: alarm}, title: Alarm, body: "{{ value }}", level: time-sensitive, dedupe: 0s}
    """

@Suite("The rate of requests")
struct RateTests {
    /// The most requests that left within so long.
    private func most(_ rig: Rig, within span: Duration) -> Int {
        let times = rig.sent.map(\.at)
        var first = 0
        var most = 0
        for last in times.indices {
            while times[last] - times[first] >= span { first += 1 }
            most = max(most, last - first + 1)
        }
        return most
    }

    @Test("an account that is to be read while no request may leave is read once", arguments: [0.8, 3, 20])
    func reading(pause: Double) throws {
        let rig = try Rig(zones)
        for number in 0..<60 { rig.say("bell", "\(number)") }
        rig.pass(2)
        for _ in 0..<3 {
            try rig.restart(zones)
            rig.pass(pause)
        }
        rig.pass(60)
        rig.forgetSent()
        for number in 0..<20 {
            rig.say("bell", "again \(number)")
            rig.pass(30)
        }
        #expect(rig.sent.filter { $0.request.path == "/auth/me" }.isEmpty)
        #expect(rig.sent.count == 20)
    }

    @Test(
        "no sequence of restarts passes the server's limit, nor does one that comes a little late",
        arguments: [1, 7, 20, 1000]
    )
    func restarts(every seconds: Int) throws {
        let rig = try Rig(zones)
        for second in 1...200 {
            for number in 0..<12 { rig.say("bell", "\(second) \(number)") }
            rig.pass(1)
            if second % seconds == 0 { try rig.restart(zones) }
        }
        #expect(most(rig, within: .seconds(62)) <= 200)
        #expect(most(rig, within: .seconds(62)) >= 40)
        #expect(rig.sent.allSatisfy { $0.status < 300 })
    }

    @Test("after a start requests leave at once, and then evenly: no silence follows")
    func even() throws {
        let rig = try Rig(zones)
        for number in 0..<190 { rig.say("bell", "\(number)") }
        rig.pass(70)
        let times = rig.sent.map(\.at)
        #expect(times.count { $0 < .seconds(1) } >= 20)
        #expect(times.count { $0 < .seconds(60) } >= 150)
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(gaps.allSatisfy { $0 <= .seconds(2) })
    }

    @Test("what is rare is counted without writing anything down again")
    func rare() throws {
        let rig = try Rig(zones)
        func rows() -> [String: JSON] {
            rig.durable[.accounts, default: [:]].filter { $0.key.contains("rate") }
        }
        let first = rows()
        #expect(first.count == 1)
        for number in 0..<50 {
            rig.say("bell", "\(number)")
            rig.pass(10)
        }
        #expect(rows() == first)
        #expect(rig.sent.count >= 50)
    }

    @Test("an alert passes cards that change all the time, and one that must break through passes others")
    func alerts() throws {
        let rig = try Rig(zones)
        for second in 0..<120 {
            for number in 0..<5 { rig.say("zone/\(number)", "\(second)") }
            rig.pass(1)
        }
        for number in 0..<60 { rig.say("bell", "\(number)") }
        for number in 0..<5 { rig.say("zone/\(number)", "again") }
        let said = rig.now.uptime
        rig.say("alarm", "fire")
        rig.say("zone/0", "off")
        rig.pass(5)
        let alarm = rig.sent.first { $0.request.body?["title"] == "Alarm" }
        let end = rig.sent.first { $0.request.body?["state"] == "ended" }
        let bells = rig.sent.count { $0.request.body?["title"] == "Bell" && $0.at < said + .seconds(5) }
        #expect(alarm.map { $0.at - said < .seconds(2) } ?? false)
        #expect(end.map { $0.at - said < .seconds(5) } ?? false)
        #expect(bells >= 5)
    }

    @Test("of those that wait an alert is kept, and what is dropped is told in one line")
    func overflow() throws {
        let rig = try Rig(zones)
        rig.answer = { request in
            request.path.hasPrefix("/notifications")
                ? .failed(reason: "down", mayHaveReachedServer: false) : nil
        }
        rig.say("alarm", "fire")
        for number in 0..<300 { rig.say("bell", "\(number)") }
        rig.pass(100)
        let lines = rig.logs.filter { $0.message.contains("were not sent") }
        #expect(
            lines.map(\.message) == [
                "101 notifications were not sent, because more than 200 wait; of bell"
            ]
        )
        rig.answer = nil
        rig.pass(200)
        #expect(rig.sent.contains { $0.status < 300 && $0.request.body?["title"] == "Alarm" })
    }
}
