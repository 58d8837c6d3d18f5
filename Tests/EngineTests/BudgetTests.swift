import Foundation
import JSONReader
import Replay
import Testing
import Values

private let washer = """
    activities:
      washer:
        name: Washing machine
        inputs:
          phase: {topic: washer, value: "{{ value_json.phase }}"}
          done: {topic: washer, value: "{{ value_json.done }}"}
        start: "{{ phase != 'off' }}"
        end: "{{ phase == 'off' }}"
        content: {template: generic, state: "{{ phase }}", progress: "{{ done }}"}
        outcomes: [{state: Done, progress: 1}]
    """

private let day = 86_400.0

/// A wash of an hour that reports each minute and has four phases.
private func wash(_ start: Double) -> [String] {
    let phases = ["Soaking", "Washing", "Rinsing", "Spinning"]
    let minutes = (0..<60).map { minute in
        let body: JSON = ["phase": .string(phases[minute / 15]), "done": .double(Double(minute) / 60)]
        return Line.message(start + Double(minute) * 60, "washer", body.text)
    }
    return minutes + [Line.message(start + 3600, "washer", #"{"phase": "off", "done": 1}"#)]
}

/// That many washes on each day, counted from 0.
private func month(_ days: Range<Int>, washesADay: Int) -> [String] {
    days.flatMap { number in
        (0..<washesADay).flatMap { wash(Double(number) * day + 21_600 + Double($0) * 3 * 3600) }
    }
}

/// What was sent, by what it was for.
private struct Spent {
    var starts = 0
    var ends = 0
    var text = 0
    var progress = 0
    var all = 0

    init(_ run: Scenario, _ times: Range<Double>) {
        for line in run.output {
            guard let request = line["request"], request["method"] != "GET",
                let time = line["t"]?.doubleValue, times.contains(time)
            else { continue }
            all += 1
            let content = request["body"]?["content"]?.objectValue ?? [:]
            switch request["body"]?["state"]?.stringValue {
            case "ongoing": starts += 1
            case "ended": ends += 1
            default:
                if content["state"] != nil { text += 1 } else if content["progress"] != nil { progress += 1 }
            }
        }
    }
}

extension Scenario {
    /// The last status that was published, of the account.
    fileprivate func status(before time: Double = .infinity, _ account: String = "default") -> JSON? {
        statuses(before: time).last?["accounts"]?[account]
    }

    fileprivate func statuses(before time: Double = .infinity) -> [JSON] {
        output.compactMap { line in
            guard line["publish"]?["topic"] == "pushward/bridge/status", (line["t"]?.doubleValue ?? 0) < time,
                let text = line["publish"]?["payload"]?.stringValue
            else { return nil }
            return try? JSONReader.read(Array(text.utf8))
        }
    }

    fileprivate func warnings(before time: Double = .infinity) -> Int {
        output.count { $0["log"]?["level"] == "warning" && ($0["t"]?.doubleValue ?? 0) < time }
    }
}

@Suite("Budget")
struct BudgetTests {
    private static let march = Timestamp(rfc3339: "2026-03-01T00:00:00Z") ?? Scenario.epoch

    @Test("a month whose pace is too high keeps its starts and ends, loses progress first, and never exceeds")
    func month() throws {
        let lines = EngineTests.month(0..<33, washesADay: 3)
        let run = try Scenario(washer, lines.recording, epoch: Self.march, budget: (0, 250))
        let march = 31 * day
        let spent = Spent(run, 0..<march)
        #expect(run.summary.refusals.isEmpty, "\(run.summary.refusals)")
        #expect(spent.all <= 250)
        #expect(spent.all > 225, "what there is should be used: \(spent)")
        #expect(spent.starts == 93)
        #expect(spent.ends == 93)
        #expect(spent.progress < spent.text, "\(spent)")
        // Told once, and shown as a problem until the reset.
        #expect(run.warnings(before: march) == 1)
        #expect(run.status(before: march)?["problem"] == true)
        // April begins with room again.
        let april = Spent(run, march..<(33 * day))
        #expect(april.starts == 6)
        #expect(april.progress > 0, "\(april)")
        #expect(run.statuses().contains { $0["accounts"]?["default"]?["problem"] == false })
        #expect(run.status()?["live_activity_updates"]?["limit"] == 250)
    }

    @Test("a pace that fits is not thinned to the few")
    func calm() throws {
        // Eight washes in a month: everything that matters is shown, and progress besides.
        let lines = (0..<8).flatMap { wash(Double($0) * 3.5 * day) } + [Line.pass(30 * day)]
        let run = try Scenario(washer, lines.recording, epoch: Self.march, budget: (0, 250))
        let spent = Spent(run, 0..<(31 * day))
        #expect(run.summary.refusals.isEmpty)
        #expect(spent.starts == 8)
        // Three changes of phase, and the last frame.
        #expect(spent.text == 8 * 4, "\(spent)")
        #expect(spent.progress >= 8, "\(spent)")
        #expect(run.warnings() == 0)
        #expect(spent.all < 250)
    }

    @Test("a limit that is far away changes nothing but a look at the account")
    func unlimited() throws {
        let lines = wash(60) + wash(7200)
        let plain = try Scenario(washer, lines.recording, epoch: Self.march)
        #expect(!plain.requests.isEmpty)
        #expect(plain.requests.allSatisfy { !$0.hasPrefix("GET") })
        let far = try Scenario(washer, lines.recording, epoch: Self.march, budget: (0, 1_000_000))
        let looks = far.requests.filter { $0.hasPrefix("GET") }
        #expect(looks == ["GET /auth/me"])
        #expect(far.requests.filter { !$0.hasPrefix("GET") } == plain.requests)
    }

    @Test("what is left at the end of the money goes to starts and ends, in the fewest requests")
    func lastOnes() throws {
        let lines = wash(60) + wash(7200) + wash(14_400) + wash(21_600) + wash(28_800) + wash(36_000)
        let run = try Scenario(washer, lines.recording, epoch: Self.march, budget: (240, 250))
        let spent = Spent(run, 0..<day)
        #expect(run.summary.refusals.isEmpty)
        #expect(spent.all == 10)
        #expect(spent.starts == 5)
        #expect(spent.ends == 5)
        let last = run.bodies("/activities/washer").last
        #expect(last?["content"]?["state"] == "Done")
        #expect(run.status()?["live_activity_updates"]?["used"] == 250)
        #expect(run.status()?["budget"] == "used_up")
        #expect(run.warnings() == 1)
    }

    @Test("`budget` as a number limits this bridge alone, and as a share a part of the plan")
    func ownLimits() throws {
        func yaml(_ budget: String) -> String {
            "version: 1\nmqtt: {url: mqtt://localhost}\npushward: {token: hlk_test, budget: \(budget)}\n"
                + washer
        }
        let lines = (0..<12).flatMap { wash(Double($0) * 7200) }
        let number = try Scenario(yaml("10"), lines.recording, epoch: Self.march)
        // A single one that is left could put a card on, but not take it off.
        #expect((9...10).contains(Spent(number, 0..<day).all))
        let share = try Scenario(yaml("20%"), lines.recording, epoch: Self.march, budget: (100, 250))
        #expect(share.summary.refusals.isEmpty)
        #expect(Spent(share, 0..<day).all <= 50)
        let three = wash(60) + wash(7200) + wash(14_400)
        let off = try Scenario(yaml("off"), three.recording, epoch: Self.march, budget: (200, 250))
        // The one that was refused is among them.
        #expect(Spent(off, 0..<day).all == 51)
        #expect(off.summary.refusals.keys.contains { $0.contains("quota") })
    }

    @Test("a used-up month goes on by itself at the reset, with what is true by then")
    func reset() throws {
        let start = 30 * day + 80_000
        let lines = [
            Line.message(start, "washer", #"{"phase": "Soaking", "done": 0.1}"#),
            Line.message(start + 3000, "washer", #"{"phase": "Washing", "done": 0.2}"#),
            Line.pass(31 * day + 600),
        ]
        let run = try Scenario(washer, lines.recording, epoch: Self.march, budget: (250, 250))
        #expect(run.summary.refusals.isEmpty)
        let times = run.output.compactMap { $0["request"]?["method"] == "PATCH" ? $0["t"]?.doubleValue : nil }
        #expect(times.count == 1)
        #expect((31 * day...31 * day + 30).contains(times.first ?? 0), "\(times)")
        #expect(run.bodies("/activities/washer").last?["content"]?["state"] == "Washing")
    }

    @Test("a quota that others use up parks the cards, with a look at the account an hour and no update")
    func parked() throws {
        let body: JSON = [
            "code": "quota.exceeded", "kind": "live_activity_updates", "used": 250, "limit": 250,
            "reset_at": "2026-04-01T00:00:00Z",
        ]
        let lines = [
            Line.respond(0, "/activities/washer", 429, body: body),
            Line.respond(
                0,
                "/auth/me",
                200,
                body: ["live_activity_updates_used": 250, "live_activity_updates_limit": 250],
                times: 5
            ),
            Line.message(60, "washer", #"{"phase": "Soaking", "done": 0.1}"#), Line.pass(5 * 3600),
        ]
        let run = try Scenario(washer, lines.recording, epoch: Self.march, budget: (100, 250))
        let requests = run.requests.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
        #expect(requests.filter { $0.hasPrefix("PATCH /activities/washer") }.count == 1)
        #expect((3...6).contains(requests.filter { $0 == "GET /auth/me" }.count), "\(requests)")
        #expect(run.warnings() == 1)
    }

    @Test("a row is deleted though the quota is used up, since that costs nothing")
    func deletion() throws {
        let lamp = """
            activities:
              lamp:
                inputs: {x: lamp}
                start: "{{ x != 'off' }}"
                end: "{{ x == 'off' }}"
                remove: true
                content: {template: generic, state: "{{ x }}"}
            """
        let refusal: JSON = [
            "code": "quota.exceeded", "kind": "live_activity_updates", "used": 250, "limit": 250,
            "reset_at": "2026-04-01T00:00:00Z",
        ]
        let lines = [
            Line.message(10, "lamp", "on"), Line.respond(30, "/activities/lamp", 429, body: refusal),
            Line.message(40, "lamp", "bright"), Line.message(60, "lamp", "off"), Line.pass(90),
        ]
        let run = try Scenario(lamp, lines.recording, epoch: Self.march, budget: (100, 250))
        let changes = run.requests.filter { !$0.hasPrefix("GET") }
        #expect(changes.count == 3, "\(run.requests)")
        #expect(changes.last?.hasPrefix("DELETE /activities/lamp") == true, "\(run.requests)")
    }

    @Test("of several waiting cards one tries again an hour where the account cannot be read")
    func probe() throws {
        let body: JSON = ["code": "quota.exceeded", "kind": "live_activity_updates"]
        let two = """
            activities:
              a: {inputs: {x: a}, start: "{{ x != 'off' }}", content: {template: generic, state: "{{ x }}"}}
              b: {inputs: {x: b}, start: "{{ x != 'off' }}", content: {template: generic, state: "{{ x }}"}}
              c: {inputs: {x: c}, start: "{{ x != 'off' }}", content: {template: generic, state: "{{ x }}"}}
            """
        let lines = [
            Line.respond(0, "*", 429, body: merged(body, ["reset_at": "2026-03-02T00:00:00Z"]), times: 6),
            Line.message(10, "a", "on"), Line.message(20, "b", "on"), Line.message(30, "c", "on"),
            Line.pass(12 * 3600),
        ]
        let run = try Scenario(two, lines.recording, epoch: Self.march)
        let times = run.requestTimes
        for hour in 0..<5 {
            let from = Double(hour) * 3600
            #expect(times.filter { (from..<(from + 3599)).contains($0) }.count <= 1, "\(times)")
        }
        // The seventh is taken, and then all of them.
        #expect(run.finalState["cards"]?.arrayValue?.count == 3)
    }

    @Test("notifications wait for their quota as long as they may")
    func notifications() throws {
        let bell = """
            notifications:
              bell: {on: bell, title: Bell, body: rings, max_age: 2h}
            """
        let refusal: JSON = [
            "code": "quota.exceeded", "kind": "notifications", "used": 500, "limit": 500,
            "reset_at": "2026-03-01T01:00:00Z",
        ]
        let waits = [
            Line.respond(0, "/notifications", 429, body: refusal), Line.message(10, "bell", "a"),
            Line.message(20, "bell", "b"), Line.pass(7200),
        ]
        let run = try Scenario(bell, waits.recording, epoch: Self.march)
        // Refused once, and both are sent after the reset.
        #expect(run.requests.filter { $0.hasPrefix("POST /notifications") }.count == 3)
        #expect((run.requestTimes.last ?? 0) >= 3600)
        let late = waits.dropLast() + [Line.pass(10)]
        let short = try Scenario(
            bell.replacingOccurrences(of: "2h", with: "10m"),
            (late + [Line.pass(7200)]).recording,
            why: true,
            epoch: Self.march
        )
        #expect(short.requests.filter { $0.hasPrefix("POST /notifications") }.count == 1)
        #expect(short.output.filter { $0["why"]?["what"] == "drop" }.count == 2)
    }

    @Test("each account has a budget of its own")
    func accounts() throws {
        let yaml = """
            version: 1
            mqtt: {url: mqtt://localhost}
            pushward:
              - {name: anna, token: hlk_a, budget: 4}
              - {name: ben, token: hlk_b}
            defaults: {to: [anna, ben]}

            """ + washer
        let run = try Scenario(
            yaml,
            (wash(60) + wash(7200) + wash(14_400)).recording,
            epoch: Self.march,
            budget: (0, 250)
        )
        func count(_ account: String) -> Int {
            run.output.count {
                $0["request"]?["account"]?.stringValue == account && $0["request"]?["method"] != "GET"
            }
        }
        #expect(count("anna") == 4)
        #expect(count("ben") > 12)
        #expect(run.status(before: .infinity, "anna")?["budget"] == "used_up")
        #expect(run.status(before: .infinity, "ben")?["problem"] == false)
    }

    @Test("a restart forgets nothing of what was spent, and tells nothing twice")
    func restart() throws {
        let yaml =
            "version: 1\nmqtt: {url: mqtt://localhost}\npushward: {token: hlk_test, budget: 10}\n" + washer
        let lines = (0..<4).flatMap { number in
            let start = Double(number) * 7200 + 60
            return wash(start) + [Line.restart(start + 3700)]
        }
        let run = try Scenario(yaml, (lines + wash(40_000)).recording, why: true, epoch: Self.march)
        #expect((9...10).contains(Spent(run, 0..<day).all))
        let told = run.output.count { $0["log"]?["message"]?.stringValue?.contains("too fast") ?? false }
        #expect(told == 1)
    }
}

private func merged(_ first: JSON, _ second: JSONObject) -> JSON {
    var object = first.objectValue ?? [:]
    for (key, value) in second { object[key] = value }
    return .object(object)
}
