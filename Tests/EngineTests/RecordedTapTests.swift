import Replay
import Testing
import Values

/// The doorbell of a home without any open port: PushWard records its taps.
private let doorbell = """
    notifications:
      doorbell:
        on: {topic: "button/{door}", when: "{{ value_json.action == 'single' }}"}
        title: "{{ door }} door"
        body: Someone is there
        actions:
          - {id: unlock, title: Unlock, once: true, expires: 5m, publish: {topic: "lock/{door}/set", payload: UNLOCK}}
          - {id: reply, title: Reply, text_input: true, publish: {topic: hall/tts, payload: "{{ {'message': text} | to_json }}"}}
          - {id: ignore, title: Ignore}
    """

private func press(_ time: Double, door: String = "front") -> String {
    Line.message(time, "button/\(door)", "{\"action\": \"single\"}")
}

/// What `GET /notifications/answers/{id}` says of a tap on Unlock at a second of the recording.
private func answered(at second: Int, id: Int = 4001, text: JSON = .null) -> JSON {
    let instant = Timestamp(microseconds: Scenario.epoch.microseconds + Int64(second) * 1_000_000)
    return [
        "notification_id": .int(id), "status": "answered", "action_id": "unlock",
        "answered_at": .string(instant.rfc3339), "text": text,
    ]
}

@Suite("Taps that PushWard records")
struct RecordedTapTests {
    private static let answers = "/notifications/answers/4001"

    @Test("without a way home buttons go out without a URL, and their taps publish what the mapping names")
    func unlock() throws {
        let run = try Scenario(doorbell, [press(1), Line.tap(20, "doorbell", "unlock")].recording)
        let actions = run.bodies("/notifications").first?["actions"]?.arrayValue ?? []
        #expect(actions.count == 3)
        #expect(actions.allSatisfy { $0["url"] == nil && $0["headers"] == nil })
        #expect(run.publications == ["lock/front/set UNLOCK"])
        #expect(run.summary.refusals.isEmpty)
    }

    @Test("the looks for answers are neither printed nor counted")
    func quiet() throws {
        let run = try Scenario(doorbell, [press(1), Line.pass(3000)].recording)
        #expect(run.requests.count == 1)
        #expect(run.summary.requests == 1)
    }

    @Test("the first tap counts; PushWard takes no second one")
    func first() throws {
        let lines = [
            press(1), Line.tap(5, "doorbell", "unlock"), Line.tap(6, "doorbell", "reply", text: "hi"),
        ]
        let run = try Scenario(doorbell, lines.recording)
        #expect(run.publications == ["lock/front/set UNLOCK"])
        #expect(run.summary.notes.count == 1)
    }

    @Test("a reply's text is written by the template, without NUL")
    func reply() throws {
        let lines = [press(1), Line.tap(5, "doorbell", "reply", text: "say \"hi\"\u{0}+#")]
        #expect(
            try Scenario(doorbell, lines.recording).publications == [#"hall/tts {"message":"say \"hi\"+#"}"#]
        )
    }

    @Test("a button that publishes nothing publishes nothing")
    func ignore() throws {
        let run = try Scenario(doorbell, [press(1), Line.tap(5, "doorbell", "ignore")].recording)
        #expect(run.publications.isEmpty)
    }

    @Test("each notification's tap is its own")
    func several() throws {
        let doors = ["front", "back", "side", "attic"]
        let presses = doors.enumerated().map { press(Double($0.offset + 1), door: $0.element) }
        let taps = [4004, 4001, 4003].enumerated().map { place, id in
            Line.respond(
                Double(10 + place * 40),
                "/notifications/answers/\(id)",
                200,
                body: answered(at: 10 + place * 40, id: id)
            )
        }
        let run = try Scenario(doorbell, (presses + taps + [Line.pass(200)]).recording)
        #expect(
            Set(run.publications) == [
                "lock/attic/set UNLOCK", "lock/front/set UNLOCK", "lock/side/set UNLOCK",
            ]
        )
        #expect(run.publications.count == 3)
    }

    @Test("a restart neither loses an answer nor doubles it")
    func restart() throws {
        let lines = [
            press(1), Line.restart(3), Line.tap(5, "doorbell", "unlock"), Line.restart(6), Line.restart(8),
            Line.pass(200),
        ]
        #expect(try Scenario(doorbell, lines.recording).publications == ["lock/front/set UNLOCK"])
    }

    @Test(
        "an answer that is found too late, or came after the button expired, does nothing",
        arguments: [70, 400]
    )
    func late(second: Int) throws {
        let tappedAt = second == 70 ? 5 : 390
        let lines = [
            press(1),
            // Nothing can be read meanwhile.
            Line.respond(2, Self.answers, 503, times: second == 70 ? 6 : 0),
            Line.pass(Double(second)),
            Line.respond(Double(second), Self.answers, 200, body: answered(at: tappedAt)), Line.pass(600),
        ]
        #expect(try Scenario(doorbell, lines.recording).publications.isEmpty)
    }

    @Test("the age of an answer is told by the server's clocks, not by ours")
    func skew() throws {
        // The server is an hour behind; it says so in each answer.
        let instant = Timestamp(microseconds: Scenario.epoch.microseconds - 3_600_000_000 + 20_000_000)
        let body: JSON = [
            "status": "answered", "action_id": "unlock",
            "answered_at": .string((instant - .seconds(2)).rfc3339),
        ]
        let respond: JSON = [
            "method": "GET", "path": .string(Self.answers), "status": 200, "body": body,
            "headers": ["Date": "Mon, 02 Mar 2026 17:00:20 GMT"],
        ]
        let line = JSON.object(["t": 2, "respond": respond]).text
        let run = try Scenario(doorbell, [line, press(3), Line.pass(60)].recording)
        #expect(run.publications == ["lock/front/set UNLOCK"])
    }

    @Test("a text of more than 8 KiB does nothing")
    func longText() throws {
        let text = String(repeating: "x", count: 8193)
        let body: JSON = [
            "status": "answered", "action_id": "reply", "text": .string(text),
            "answered_at": .string(Scenario.epoch.rfc3339),
        ]
        let lines = [Line.respond(0, Self.answers, 200, body: body), press(1), Line.pass(60)]
        #expect(try Scenario(doorbell, lines.recording).publications.isEmpty)
    }

    @Test("what cannot be read now is read again", arguments: [0, 429, 500, 503])
    func again(status: Int) throws {
        let body: JSON = status == 429 ? ["code": "answer_wait.limit_exceeded", "retry_after_ms": 2000] : [:]
        let lines = [
            Line.respond(0, Self.answers, status, body: body, times: 3), press(1),
            Line.pass(30), Line.tap(31, "doorbell", "unlock"), Line.pass(90),
        ]
        #expect(try Scenario(doorbell, lines.recording).publications == ["lock/front/set UNLOCK"])
    }

    @Test("what PushWard does not know any more is not asked for again")
    func gone() throws {
        let lines = [
            Line.respond(0, Self.answers, 404, body: ["code": "notification_answer.not_found"]), press(1),
            Line.tap(20, "doorbell", "unlock"), Line.pass(90),
        ]
        #expect(try Scenario(doorbell, lines.recording).publications.isEmpty)
    }

    @Test("with a public URL nothing is recorded: the phone calls")
    func webhook() throws {
        let yaml = "taps: {listen: \"127.0.0.1:0\", public_url: \"https://taps.example.net\"}\n" + doorbell
        let run = try Scenario(yaml, [press(1), Line.tap(20, "doorbell", "unlock")].recording)
        let actions = run.bodies("/notifications").first?["actions"]?.arrayValue ?? []
        #expect(actions.filter { $0["url"] != nil }.count == 2)
        #expect(run.publications == ["lock/front/set UNLOCK"])
    }
}
