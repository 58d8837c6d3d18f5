import PushWardAPI
import Replay
import Testing
import Values

private let leaks = """
    notifications:
      leak:
        on: leak/{room}
        title: Leak
        body: "{{ room }}"
        tags: [leak]
        acknowledge: {repeat_seconds: 600, expire_seconds: 3600}
    """

/// A message from each of so many rooms, a second apart.
private func rooms(_ count: Int, from time: Double = 1, prefix: String = "leak") -> [String] {
    (0..<count).map { Line.message(time + Double($0), "\(prefix)/room\($0)", "wet \($0)") }
}

@Suite("What PushWard allows at once is kept to")
struct NotificationLimitTests {
    private func repeating(_ run: Scenario) -> [Bool] {
        run.bodies("/notifications").map { $0["acknowledge"] != nil }
    }

    @Test("with as many repeating as may, the next one goes out once, until one has ended")
    func repeats() throws {
        let most = NotificationFields.maxRepeating
        let lines = rooms(most + 2) + [Line.message(3700, "leak/late", "wet")]
        let run = try Scenario(leaks, lines.recording)
        #expect(run.summary.refusals.isEmpty)
        let sent = repeating(run)
        #expect(sent == (0..<most + 2).map { $0 < most } + [true])
        #expect(run.bodies("/notifications").allSatisfy { ($0["tags"] == nil) == ($0["acknowledge"] == nil) })
    }

    @Test("those of one collapse_id count once, for a new one ends the repeats of the last")
    func collapsed() throws {
        let yaml = leaks + "\n    collapse_id: leak"
        let run = try Scenario(yaml, rooms(NotificationFields.maxRepeating * 2).recording)
        #expect(run.summary.refusals.isEmpty)
        #expect(repeating(run).allSatisfy { $0 })
    }

    @Test("a restart forgets none that repeats")
    func restart() throws {
        let most = NotificationFields.maxRepeating
        let lines = rooms(most) + [Line.restart(100), Line.message(110, "leak/late", "wet")]
        let run = try Scenario(leaks, lines.recording)
        #expect(run.summary.refusals.isEmpty)
        #expect(repeating(run) == (0...most).map { $0 < most })
    }

    @Test("the repeats of different accounts are different repeats")
    func accounts() throws {
        let head = """
            version: 1
            mqtt: {host: localhost, port: 1883}
            pushward: [{name: anna, token: hlk_a}, {name: ben, token: hlk_b}]

            """
        let most = NotificationFields.maxRepeating
        let other =
            leaks.replacing("leak:", with: "other:").replacing("leak/{", with: "other/{")
            .replacing("notifications:\n", with: "") + "\n    to: ben"
        let lines = rooms(most) + rooms(most, from: 100, prefix: "other")
        let run = try Scenario(head + leaks + "\n" + other, lines.recording)
        #expect(run.summary.refusals.isEmpty)
        #expect(repeating(run) == Array(repeating: true, count: 2 * most))
    }

    private static let reminders = """
        notifications:
          reminder:
            on: remind/{what}
            send_at: "{{ value }}"
            max_age: 2h
            title: Remember
            body: "{{ what }}"
        """
    private static let path = "/notifications/scheduled"

    private func remind(_ time: Double, _ what: String, at second: Int) -> String {
        let instant = Timestamp(microseconds: Scenario.epoch.microseconds + Int64(second) * 1_000_000)
        return Line.message(time, "remind/\(what)", instant.rfc3339)
    }

    @Test("with as many waiting at PushWard as may, the next one waits here until one was sent")
    func schedules() throws {
        let most = NotificationFields.maxScheduled
        let lines =
            (0...most).map { remind(Double($0) + 1, "thing\($0)", at: 600 + $0) }
            + [Line.pass(500), Line.pass(1000)]
        let run = try Scenario(Self.reminders, lines.recording)
        #expect(run.summary.refusals.isEmpty)
        // The last one's time came first: it is sent at once, at its time.
        #expect(run.bodies(Self.path).count + run.bodies("/notifications").count == most + 1)
        #expect(run.finalState["notifications"]?.arrayValue?.count == most + 1)
    }

    @Test("what could not be left in time is sent when PushWard is back")
    func late() throws {
        let lines = [
            Line.respond(0, Self.path, 503, times: 3), remind(1, "tea", at: 4), Line.pass(120),
        ]
        let run = try Scenario(Self.reminders, lines.recording)
        #expect(run.bodies("/notifications").map { $0["body"] } == ["tea"])
        #expect(run.bodies("/notifications").first?["send_at"] == nil)
    }

    @Test("one that was sent is not taken back when its rule fires again, however much later")
    func afterwards() throws {
        let lines = [
            remind(1, "tea", at: 60), remind(900, "tea", at: 1000), remind(2_000_000, "tea", at: 2_000_600),
            Line.pass(2_001_000),
        ]
        let run = try Scenario(Self.reminders, lines.recording)
        #expect(run.summary.refusals.isEmpty)
        #expect(!run.requests.contains { $0.hasPrefix("DELETE") })
        #expect(run.finalState["notifications"]?.arrayValue?.count == 3)
    }

    @Test("repeats of one that was scheduled are stopped once it was sent and its cause is gone")
    func scheduledRepeats() throws {
        let yaml = """
            notifications:
              wash:
                inputs: {door: washer/door}
                on: washer/finish
                send_at: "{{ value }}"
                resolve_when: "{{ door == 'open' }}"
                acknowledge: {repeat_seconds: 120}
                title: Washing
                body: Take it out
            """
        let instant = Timestamp(microseconds: Scenario.epoch.microseconds + 100_000_000).rfc3339
        let lines = [
            Line.message(1, "washer/finish", instant), Line.message(101, "washer/door", "open"),
            Line.pass(300),
        ]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.finalState["receipts"]?.arrayValue?.map { $0["status"] } == ["canceled"])
        #expect(!run.requests.contains { $0.hasPrefix("DELETE") })
    }

    @Test(
        "a recurrence that PushWard would refuse is not sent",
        arguments: [
            #"{"cron": "soon", "timezone": "UTC"}"#, #"{"cron": "*/5 * * * *", "timezone": "UTC"}"#,
            #"{"cron": "0 0 30 2 *", "timezone": "UTC"}"#, #"{"cron": "@daily", "timezone": "CET-1"}"#,
            #"{"cron": "@daily", "timezone": "Mars/Olympus"}"#,
            #"{"cron": "@daily", "timezone": "UTC", "until": "2026-03-02T18:01:00Z"}"#,
        ]
    )
    func recurrence(payload: String) throws {
        let run = try Scenario(Self.recurring, Line.message(1, "bins", payload))
        #expect(run.requests.isEmpty)
    }

    @Test("names of days become numbers, and of two bounds the moment counts")
    func mended() throws {
        let payload =
            #"{"cron": "0 19 * * TUE", "timezone": "Europe/Berlin", "until": "2026-06-01T00:00:00Z", "count": 9}"#
        let run = try Scenario(Self.recurring, Line.message(1, "bins", payload))
        #expect(run.summary.refusals.isEmpty)
        let sent = run.bodies(Self.path).first?["recurrence"]
        #expect(sent?["cron"] == "0 19 * * 2")
        #expect(sent?["count"] == nil)
    }

    private static let recurring = """
        notifications:
          bins:
            on: bins
            recurrence: "{{ value_json }}"
            title: Bins
            body: Put them out
        """
}

@Suite("Rows that PushWard has deleted by itself")
struct DeletedRowTests {
    private static func washer(_ ttl: String) -> String {
        """
        activities:
          washer:
            name: Washing machine
            ended_ttl: \(ttl)
            inputs: {power: a/power}
            start: "{{ power > 10 }}"
            content: {template: generic, state: "{{ power }}"}
        notifications:
          bell:
            on: a/bell
            title: Bell
            body: rings
            activity_slug: washer
        """
    }

    private static let wash = [Line.message(1, "a/power", "50"), Line.message(60, "a/power", "5")]

    @Test("a notification makes the card anew that it belongs to", arguments: ["1s", "1min", "1h"])
    func linked(ttl: String) throws {
        let lines = Self.wash + [Line.message(5000, "a/bell", "x"), Line.pass(5060)]
        let run = try Scenario(
            Self.washer(ttl).replacing("1min", with: "1m"),
            lines.recording
        )
        #expect(run.summary.refusals.isEmpty)
        #expect(run.requests.suffix(2).first?.hasPrefix("POST /activities ") == true)
        #expect(run.bodies("/notifications").first?["activity_slug"] == "washer")
    }

    @Test("a card that starts again is named again", arguments: ["1s", "10m"])
    func again(ttl: String) throws {
        let lines = Self.wash + [Line.message(5000, "a/power", "60"), Line.message(5100, "a/power", "70")]
        let run = try Scenario(Self.washer(ttl), lines.recording)
        #expect(run.summary.refusals.isEmpty)
        #expect(run.requests.filter { $0.hasPrefix("POST /activities ") }.count == 2)
    }

    @Test("a card of which PushWard knows nothing, though it should, is made anew for the notification")
    func unknown() throws {
        let body: JSON = ["code": "notification.activity_not_found", "status": 422]
        let lines =
            Self.wash + [
                Line.respond(90, "/notifications", 422, body: body), Line.message(100, "a/bell", "x"),
                Line.pass(160),
            ]
        let run = try Scenario(Self.washer("1h"), lines.recording)
        #expect(run.bodies("/notifications").map { $0["activity_slug"] } == ["washer", "washer"])
        #expect(run.requests.suffix(2).first?.hasPrefix("POST /activities ") == true)
    }

    @Test("the row of a question is kept until its answer can have been read")
    func question() throws {
        let yaml = """
            activities:
              garage:
                ended_ttl: 1s
                inputs: {open: garage}
                start: "{{ open == 'yes' }}"
                content:
                  template: approval
                  state: Close it?
                  options:
                    - {id: close, title: Close, publish: {topic: garage/set, payload: CLOSE}}
                    - {id: keep, title: Keep open}
            """
        let lines = [
            Line.message(1, "garage", "yes"), Line.tap(100, "garage", "close"), Line.pass(200),
        ]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.publications == ["garage/set CLOSE"])
        #expect(run.summary.refusals.isEmpty)
        #expect((run.bodies("/activities/garage").first?["ended_ttl"]?.intValue ?? 0) >= 600)
    }
}
