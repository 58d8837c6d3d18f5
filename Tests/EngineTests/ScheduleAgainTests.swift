import Replay
import Testing
import Values

@Suite("What is scheduled already")
struct ScheduleAgainTests {
    private static let bins = """
        taps: {listen: "127.0.0.1:0", public_url: "https://taps.example.net"}
        notifications:
          bins:
            on: t/bins
            title: Bins
            body: "{{ value }}"
            recurrence: {cron: "0 19 * * 2", timezone: Europe/Berlin, count: 2}
        """

    private func requests(_ yaml: String, _ lines: [String]) throws -> [String] {
        try Scenario(yaml, lines.recording).requests.map {
            $0.split(separator: " ").prefix(2).joined(separator: " ")
        }
    }

    private static let post = "POST /notifications/scheduled"

    @Test("the same again asks for nothing, after a restart either")
    func same() throws {
        let lines = [
            Line.message(1, "t/bins", "out"), Line.message(20, "t/bins", "out"), Line.restart(30),
            Line.message(40, "t/bins", "out"),
        ]
        #expect(try requests(Self.bins, lines) == [Self.post])
    }

    @Test("another text takes its place")
    func other() throws {
        let lines = [Line.message(1, "t/bins", "out"), Line.message(20, "t/bins", "in")]
        let sent = try requests(Self.bins, lines)
        #expect(sent.count == 3)
        #expect(sent.count { $0 == Self.post } == 2)
    }

    @Test("a time is the same whatever button it has; another time is not")
    func time() throws {
        let yaml = """
            taps: {listen: "127.0.0.1:0", public_url: "https://taps.example.net"}
            notifications:
              wash:
                on: t/end
                send_at: "{{ value }}"
                title: Wash
                body: Out
                actions: [{id: later, title: Later, publish: {topic: w/later, payload: x}}]
            """
        let end = (Scenario.epoch + .seconds(3600)).rfc3339
        let later = (Scenario.epoch + .seconds(7200)).rfc3339
        let twice = [Line.message(1, "t/end", end), Line.message(60, "t/end", end)]
        #expect(try requests(yaml, twice) == [Self.post])
        #expect(try requests(yaml, twice + [Line.message(120, "t/end", later)]).count == 3)
    }

    @Test("once it was sent as often as it should be, the same begins again")
    func counted() throws {
        // The epoch is a Monday evening, so that the second Tuesday is eight days later.
        let lines = [
            Line.message(1, "t/bins", "out"), Line.pass(7 * 86_400),
            Line.message(7 * 86_400 + 1, "t/bins", "out"),
            Line.pass(9 * 86_400), Line.message(9 * 86_400 + 1, "t/bins", "out"),
        ]
        let sent = try requests(Self.bins, lines)
        #expect(sent.count { $0 == Self.post } == 2)
        #expect(!sent.contains { $0.hasPrefix("DELETE") })
    }
}
