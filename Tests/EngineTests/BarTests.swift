import Replay
import Testing
import Values

/// Each push animates a bar again from the progress that was pushed last, or from 0 (pushward-api.md section 8.1).
@Suite("A bar that the phone moves stays where it is with whatever is pushed")
struct BarTests {
    /// A print of 1000 minutes that tells what is left each ten minutes; and five cards that may take its place.
    private static func mapping(_ fields: String = "") -> String {
        var yaml = """
            activities:
              print:
                inputs: {state: p/state, left: {topic: p/left, unit: min}, percent: p/percent, note: p/note}
                start: "{{ state == 'printing' }}"
                end: "{{ state == 'done' }}"
                content:
                  template: generic
                  state: "Printing {{ note | default('') }}"
                  eta: "{{ left }}"
                  \(fields)

            """
        for card in 1...5 {
            yaml += """
                  other\(card):
                    inputs: {state: o/\(card)}
                    start: "{{ state == 'on' }}"
                    end: "{{ state == 'off' }}"
                    content: {template: generic, state: On}

                """
        }
        return yaml
    }

    private static func print(_ events: [(Double, String)], until end: Double = 59_000) -> String {
        var lines: [(Double, String)] = [(1, Line.message(1, "p/state", "printing"))]
        for minute in stride(from: 0.0, through: 980, by: 10) {
            lines.append((minute * 60, Line.message(minute * 60, "p/left", JSON.double(1000 - minute).text)))
            let percent = JSON.double((minute / 10).rounded()).text
            lines.append((minute * 60 + 0.02, Line.message(minute * 60 + 0.02, "p/percent", percent)))
        }
        let sorted = (lines + events).filter { $0.0 < end }.enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
        return (sorted.map(\.element.1) + [Line.pass(end)]).recording
    }

    private static func at(_ time: Double, _ line: (Double) -> String) -> [(Double, String)] {
        [(time, line(time))]
    }

    /// Where the phone's bar stands at a time, by what was pushed until then.
    private static func bar(_ run: Scenario, _ path: String, at time: Double) -> Double {
        var content: JSONObject = [:]
        var pushed = 0.0
        for (line, next) in zip(run.output, run.output.dropFirst() + [.null])
        where line["request"]?["path"]?.stringValue == path && next["refused"] == nil {
            guard let sent = line["t"]?.doubleValue, sent <= time, line["request"]?["method"] == "PATCH"
            else { continue }
            content = MergePatch.applying(
                line["request"]?["body"]?["content"]?.objectValue ?? [:],
                to: content
            )
            pushed = sent
        }
        let stored = content["progress"]?.doubleValue ?? 0
        guard content["live_progress"] == true, let end = content["end_date"]?.doubleValue else {
            return stored
        }
        let ahead = end - Scenario.epoch.unixSeconds
        guard time < ahead else { return content["template"] == "steps" ? 1 : stored }
        return stored + (1 - stored) * (time - pushed) / (ahead - pushed)
    }

    private static let displaced =
        (1...5).flatMap { card in at(20_000 + Double(card)) { Line.message($0, "o/\(card)", "on") } }
        + at(25_000) { Line.message($0, "o/3", "off") }
    private static let gone = at(20_000) {
        Line.respond($0, "/activities/print", 404, body: ["code": "activity.not_found", "status": 404])
    }
    private static let restarted = at(30_000) { Line.restart($0) }
    private static let noted = at(15_000) { Line.message($0, "p/note", "slowly") }
    private static let outage = at(20_000) { Line.respond($0, "/activities/print", 503, times: 40) }

    @Test(
        "keep-alives, roll-overs, restarts and news leave it where it is",
        arguments: [[], displaced, gone, outage, restarted, noted],
        ["", "progress: \"{{ percent / 100 }}\""]
    )
    func stays(_ events: [(Double, String)], _ fields: String) throws {
        let run = try Scenario(Self.mapping(fields), Self.print(events))
        for time in stride(from: 100.0, to: 59_000, by: 500) {
            // While nothing is delivered, or another card has its place, nobody sees it.
            if !events.isEmpty, (19_000..<32_000).contains(time) { continue }
            let bar = Self.bar(run, "/activities/print", at: time)
            #expect(abs(bar - time / 60_000) < 0.035, "\(time): \(bar)")
        }
    }

    @Test(
        "a card with a progress of its own pays one update for a keep-alive, and no more in all than one without"
    )
    func costs() throws {
        let own = try Scenario(Self.mapping("progress: \"{{ percent / 100 }}\""), Self.print([]))
        let ours = try Scenario(Self.mapping(), Self.print([]))
        #expect(own.requests.count == ours.requests.count, "\(own.requests) \(ours.requests)")
        let times = own.requestTimes
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 > 60 || $1 - $0 < 1 }, "\(times)")
    }

    private static let wash = """
        activities:
          print:
            inputs: {state: p/state, left: {topic: p/left, unit: min}}
            start: "{{ state == 'run' }}"
            end: "{{ state == 'off' }}"
            content: {template: generic, state: Washing, eta: "{{ left }}"}
        """

    @Test(
        "after its end has passed it shows how much is over of the time to a new end, and is full without one",
        arguments: [
            ([("20", 1860.0)], 0.608), ([("None", 1860)], 1), ([("1", 1860)], 0.969),
            ([("None", 1860), ("20", 1900)], 0.613), ([("0", 1860)], 0),
            ([("20", 1860), ("20", 2460)], 0.804),
        ] as [([(String, Double)], Double)]
    )
    func overrun(_ said: [(String, Double)], _ expected: Double) throws {
        let lines =
            [Line.message(0, "p/left", "30"), Line.message(1, "p/state", "run")]
            + said.map { Line.message($0.1, "p/left", $0.0) } + [Line.pass(3000)]
        let run = try Scenario(Self.wash, lines.recording)
        let last = try #require(said.last)
        let after = run.requestTimes.last { $0 <= last.1 + 200 } ?? 0
        let bar = Self.bar(run, "/activities/print", at: max(after, last.1))
        #expect(abs(bar - expected) < 0.02, "\(bar) \(run.requests)")
        #expect(run.requests.count <= 1 + said.count, "\(run.requests)")
    }

    @Test(
        "a bar that rests, and one that is full, stays so when the card starts anew",
        arguments: ["500", "1800"]
    )
    func rests(time: String) throws {
        let stopped = Double(time) ?? 0
        let lines = [
            Line.message(0, "p/left", "30"), Line.message(1, "p/state", "run"),
            Line.message(stopped + 60, "p/left", "None"),
        ]
        let alive = stride(from: 3000.0, to: 40_000, by: 3000).map { Line.message($0, "p/state", "run") }
        let run = try Scenario(Self.wash, (lines + alive + [Line.pass(40_000)]).recording)
        let starts = run.bodies("/activities/print").filter { $0["state"] == "ongoing" }
        #expect(starts.count == 2, "\(run.requests)")
        let bar = Self.bar(run, "/activities/print", at: 40_000)
        #expect(abs(bar - min(1, (stopped + 60) / 1800)) < 0.01, "\(bar) \(run.requests)")
    }
}
