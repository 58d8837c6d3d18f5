import Replay
import Testing
import Values

private let doorbell = """
    notifications:
      doorbell:
        on: {topic: button/front}
        title: Front door
        body: Someone is there
        actions:
          - {id: unlock, title: Unlock, once: true, expires: 5m, publish: {topic: lock/front/set, payload: UNLOCK}}
    """

private let garage = """
    activities:
      garage:
        inputs: {door: garage/door}
        start: "{{ door == 'open' }}"
        content:
          template: approval
          state: Close the garage?
          options:
            - {id: close, title: Close, publish: {topic: garage/set, payload: CLOSE}}
            - {id: keep, title: Keep open}
    """

/// Answers that say when they were given, and those that do not (`pushward-api.md` sections 8.10 and 11.5).
@Suite("When a recorded answer was given")
struct AnswerTimeTests {
    private static let epoch = Int(Scenario.epoch.unixSeconds)

    private func publications(notice body: JSON) throws -> [String] {
        let lines = [
            Line.message(1, "button/front", "x"),
            Line.respond(15, "/notifications/answers/4001", 200, body: body), Line.pass(120),
        ]
        return try Scenario(doorbell, lines.recording).publications
    }

    private func publications(card answer: JSON, slug: String = "garage") throws -> [String] {
        let start = Line.message(1, "garage/door", "open")
        let asked = try Scenario(garage, [start, Line.pass(10)].recording)
        let options = asked.bodies("/activities/garage").last?["content"]?["options"]
        var answer = try #require(answer.objectValue)
        answer["option"] = try #require(options?.arrayValue?.first?["id"])
        let row: JSON = [
            "slug": .string(slug), "state": "ongoing", "content": ["answer": .object(answer)],
        ]
        let lines = [start, Line.respond(15, "/activities/garage", 200, body: row), Line.pass(120)]
        return try Scenario(garage, lines.recording).publications
    }

    @Test(
        "what the reference documents is acted on",
        arguments: [
            "2026-03-02T18:00:20Z", "2026-03-02T18:00:20.123456Z", "2026-03-02T18:00:20.123456789Z",
            "2026-03-02t18:00:20z", "2026-03-02T19:00:20+01:00", "2026-03-02T13:30:20-04:30",
        ]
    )
    func documented(time: String) throws {
        let answer: JSON = ["status": "answered", "action_id": "unlock", "answered_at": .string(time)]
        #expect(try publications(notice: answer) == ["lock/front/set UNLOCK"])
        for more: JSON in [["notification_id": 4001], ["notification_id": .null], ["text": .null]] {
            #expect(try publications(notice: answer.merging(more)) == ["lock/front/set UNLOCK"])
        }
    }

    @Test("a clock of PushWard's that is a little ahead of another one of its does no harm")
    func slightlyAhead() throws {
        let answer: JSON = [
            "status": "answered", "action_id": "unlock", "answered_at": "2026-03-02T18:01:00Z",
        ]
        #expect(try publications(notice: answer) == ["lock/front/set UNLOCK"])
    }

    @Test(
        "without a time that can be, nobody knows how old it is, and nothing is done",
        arguments: [
            [:], ["answered_at": .null], ["answered_at": ""], ["answered_at": "yesterday"],
            ["answered_at": "2026-03-02T18:00:20"], ["answered_at": true], ["answered_at": ["x"]],
            ["answered_at": "2026-03-02T19:00:20Z"], ["answered_at": "2026-03-03T18:00:20Z"],
            ["answered_at": "9999-12-31T23:59:59Z"], ["answered_at": "2026-03-02T17:00:00Z"],
        ] as [JSON]
    )
    func doubtful(time: JSON) throws {
        let answer: JSON = ["notification_id": 4001, "status": "answered", "action_id": "unlock"]
        #expect(try publications(notice: answer.merging(time)).isEmpty)
    }

    @Test("an answer about another notification is not taken, and the right one still is")
    func foreign() throws {
        let answer: JSON = [
            "notification_id": 5, "status": "answered", "action_id": "unlock",
            "answered_at": "2026-03-02T18:00:15Z",
        ]
        #expect(try publications(notice: answer).isEmpty)
        let lines = [
            Line.message(1, "button/front", "x"),
            Line.respond(5, "/notifications/answers/4001", 200, body: answer, times: 2),
            Line.tap(40, "doorbell", "unlock"), Line.pass(120),
        ]
        #expect(try Scenario(doorbell, lines.recording).publications == ["lock/front/set UNLOCK"])
    }

    @Test("the answer to a card's question says when it was given, in Unix seconds")
    func card() throws {
        #expect(
            try publications(card: ["at": .int(Self.epoch + 15), "by": "user"]) == ["garage/set CLOSE"]
        )
        for time: JSON in [
            [:], ["at": .null], ["at": "soon"], ["at": .int(Self.epoch + 7200)], ["at": .double(1e300)],
            ["at": .int(Self.epoch - 3600)],
        ] {
            #expect(try publications(card: time.merging(["by": "user"])).isEmpty, "\(time)")
        }
    }

    @Test("a row of another card says nothing of this one")
    func otherRow() throws {
        #expect(try publications(card: ["at": .int(Self.epoch + 15), "by": "user"], slug: "cellar").isEmpty)
    }
}

extension JSON {
    /// An object with the members of both.
    fileprivate func merging(_ other: JSON) -> JSON {
        var members = objectValue ?? [:]
        for (name, value) in other.objectValue ?? [:] { members[name] = value }
        return .object(members)
    }
}
