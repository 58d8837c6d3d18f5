import Foundation
import Replay
import Testing
import Values

/// A reminder that PushWard sends when the washing should have been taken out.
private let reminder = """
    notifications:
      wash:
        inputs: {left: washer/left, door: washer/door}
        on: washer/finish
        send_at: "{{ value }}"
        resolve_when: "{{ door == 'open' }}"
        title: Washing
        body: Take it out
        actions:
          - {id: later, title: Later, publish: {topic: washer/later, payload: x}}
    """

private func finish(_ time: Double, at second: Int) -> String {
    let instant = Timestamp(microseconds: Scenario.epoch.microseconds + Int64(second) * 1_000_000)
    return Line.message(time, "washer/finish", instant.rfc3339)
}

@Suite("Notifications that PushWard sends later")
struct ScheduleTests {
    private static let path = "/notifications/scheduled"

    @Test("one is left for its time, and its button works from then on")
    func scheduled() throws {
        let lines = [finish(1, at: 3600), Line.tap(3700, "wash", "later"), Line.pass(3800)]
        let run = try Scenario(reminder, lines.recording)
        #expect(run.bodies(Self.path).count == 1)
        #expect(
            run.bodies(Self.path).first?["send_at"]?.stringValue?.hasPrefix("2026-03-02T19:00:00") == true
        )
        #expect(run.publications == ["washer/later x"])
        #expect(run.summary.refusals.isEmpty)
    }

    @Test("it is taken back once its cause is gone, and only once")
    func takenBack() throws {
        let lines = [
            finish(1, at: 3600), Line.message(100, "washer/door", "open"),
            Line.message(110, "washer/door", "open"),
            Line.pass(4000),
        ]
        let run = try Scenario(reminder, lines.recording)
        #expect(run.requests.filter { $0.hasPrefix("DELETE") }.count == 1)
        #expect(run.finalState["notifications"]?.arrayValue?.isEmpty == true)
    }

    @Test("a new time takes the place of the old one")
    func replaced() throws {
        let run = try Scenario(
            reminder,
            [finish(1, at: 3600), finish(60, at: 7200), Line.pass(8000)].recording
        )
        #expect(run.bodies(Self.path).count == 2)
        #expect(run.requests.filter { $0.hasPrefix("DELETE") }.count == 1)
        #expect(run.finalState["notifications"]?.arrayValue?.count == 1)
    }

    @Test("a restart forgets no schedule")
    func restart() throws {
        let lines = [
            finish(1, at: 3600), Line.restart(50), Line.message(100, "washer/door", "open"), Line.pass(4000),
        ]
        let run = try Scenario(reminder, lines.recording)
        #expect(run.requests.filter { $0.hasPrefix("DELETE") }.count == 1)
    }

    @Test("a time that has just passed means now, one long ago nothing", arguments: [(-60, 1), (-3600, 0)])
    func passed(second: Int, count: Int) throws {
        let run = try Scenario(reminder, [finish(1, at: second), Line.pass(60)].recording)
        #expect(run.bodies("/notifications").count == count)
        #expect(run.bodies(Self.path).isEmpty)
    }

    @Test(
        "a tap is looked for only where PushWard was given a button that it records",
        arguments: [true, false]
    )
    func unanswerable(isKnown: Bool) throws {
        let yaml = reminder.replacingOccurrences(of: "title: Later", with: "title: \"{{ left }}\"")
        let known = isKnown ? [Line.message(0, "washer/left", "Later")] : []
        let run = try Scenario(yaml, (known + [finish(1, at: 60), Line.pass(4000)]).recording)
        let body = try #require(run.bodies(Self.path).first)
        #expect((body["actions"] == nil) == !isKnown)
        #expect(run.summary.refusals.isEmpty, "\(run.summary.refusals)")
    }

    @Test("what is no time is told, and nothing is sent")
    func noTime() throws {
        let run = try Scenario(reminder, Line.message(1, "washer/finish", "soon"))
        #expect(run.requests.isEmpty)
    }

    @Test("beyond what PushWard keeps, it is dropped")
    func full() throws {
        let body: JSON = ["code": "scheduled_notification.limit_exceeded", "status": 409]
        let lines = [
            Line.respond(0, Self.path, 409, body: body, times: 9), finish(1, at: 3600), Line.pass(60),
        ]
        #expect(try Scenario(reminder, lines.recording).bodies(Self.path).count == 1)
    }

    @Test("one that recurs is left once, and taken back")
    func recurring() throws {
        let yaml = """
            notifications:
              bins:
                inputs: {bins: home/bins}
                when: "{{ bins == 'on' }}"
                resolve_when: "{{ bins == 'off' }}"
                recurrence: {cron: "0 19 * * 2", timezone: Europe/Berlin}
                title: Bins
                body: Put the paper bin out
            """
        let lines = [
            Line.message(1, "home/bins", "on"), Line.message(900_000, "home/bins", "off"), Line.pass(900_010),
        ]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.bodies(Self.path).count == 1)
        #expect(run.requests.last?.hasPrefix("DELETE /notifications/scheduled/") == true, "\(run.requests)")
        #expect(run.summary.refusals.isEmpty)
    }
}

@Suite("Notifications that PushWard repeats by a cron line")
struct RecurrenceTests {
    private func run(_ recurrence: String, _ payload: String = "{}") throws -> Scenario {
        let yaml = """
            notifications:
              bins:
                on: home/bins
                recurrence: \(recurrence)
                title: Bins
                body: Out
            """
        return try Scenario(
            yaml,
            [Line.pass(1), Line.message(2, "home/bins", payload), Line.pass(9)].recording
        )
    }

    @Test("the line goes out as PushWard reads it")
    func normal() throws {
        let run = try run(#"{cron: "0 19 * * TUE", timezone: Europe/Berlin}"#)
        let body = try #require(run.bodies("/notifications/scheduled").first)
        #expect(body["recurrence"] == ["cron": "0 19 * * 2", "timezone": "Europe/Berlin"])
        #expect(run.summary.refusals.isEmpty)
    }

    @Test(
        "one that could not be is not left, and said to be wrong",
        arguments: [
            #"{"cron": "*/5 * * * *", "timezone": "UTC"}"#,
            #"{"cron": "0 19 * * *", "timezone": "Europe/Nowhere"}"#,
            #"{"cron": "0 19 * * *", "timezone": "UTC", "until": "2026-03-02T18:30:00Z"}"#,
            #"{"cron": "soon"}"#,
        ]
    )
    func wrong(_ payload: String) throws {
        let run = try run(#""{{ value_json }}""#, payload)
        #expect(run.bodies("/notifications/scheduled").isEmpty)
        #expect(run.bodies("/notifications").isEmpty)
        #expect(run.summary.refusals.isEmpty)
    }

    @Test("of an end and a number the end counts")
    func endAndNumber() throws {
        let payload =
            #"{"cron": "0 19 * * *", "timezone": "UTC", "until": "2026-03-09T19:00:00Z", "count": 3}"#
        let run = try run(#""{{ value_json }}""#, payload)
        let body = try #require(run.bodies("/notifications/scheduled").first)
        #expect(body["recurrence"]?["until"] != nil)
        #expect(body["recurrence"]?["count"] == nil)
        #expect(run.summary.refusals.isEmpty)
    }
}
