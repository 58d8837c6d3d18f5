import Replay
import Testing
import Values

private let head = """
    version: 1
    mqtt: {host: localhost, port: 1883}
    taps: {listen: 127.0.0.1:8787, public_url: https://taps.example.net}
    pushward:
      - {name: anna, token: hlk_anna}
      - {name: ben, token: hlk_ben}

    """

private let lamp =
    head + """
        activities:
          lamp:
            to: [anna, ben]
            inputs: {text: lamp}
            start: "{{ text != 'off' }}"
            end: "{{ text == 'off' }}"
            content:
              template: generic
              state: "{{ text }}"
              url_action: {title: Off, publish: {topic: lamp/set, payload: "off"}}
            outcomes: [{state: Out}]
        notifications:
          lit: {on: {activity: lamp, event: start}, title: Lamp, body: is on}
          out: {on: {activity: lamp, event: end}, title: Lamp, body: is out}
          bell: {to: ben, on: bell, title: Bell, body: rings}
        """

private func say(_ time: Double, _ text: String) -> String { Line.message(time, "lamp", text) }

extension Scenario {
    /// The requests that went to an account, each as `METHOD path`.
    fileprivate func requests(of account: String) -> [String] {
        output.compactMap { line in
            guard let request = line["request"], request["account"]?.stringValue == account else {
                return nil
            }
            return "\(request["method"]?.stringValue ?? "") \(request["path"]?.stringValue ?? "")"
        }
    }

    /// The states that an account's card of that path was given.
    fileprivate func states(of account: String) -> [String] {
        output.compactMap { line in
            guard let request = line["request"], request["account"]?.stringValue == account else {
                return nil
            }
            return request["body"]?["content"]?["state"]?.stringValue
        }
    }
}

@Suite("Several accounts")
struct AccountsTests {
    @Test("each account gets a card and notifications of its own, each event once")
    func both() throws {
        let lines = [say(0, "a"), say(20, "b"), say(40, "off"), Line.message(60, "bell", "x"), Line.pass(90)]
        let run = try Scenario(lamp, lines.recording)
        let card = "PATCH /activities/lamp"
        let anna = [card, "POST /notifications", card, card, "POST /notifications", card]
        #expect(run.requests(of: "anna").sorted() == anna.sorted())
        #expect(run.requests(of: "ben").sorted() == (anna + ["POST /notifications"]).sorted())
        #expect(run.summary.refusals.isEmpty)
    }

    @Test("a single account is not named in the output")
    func single() throws {
        let yaml = lamp.replacing("  - {name: ben, token: hlk_ben}\n", with: "").replacing(
            "[anna, ben]",
            with: "anna"
        )
        .replacing("to: ben, ", with: "")
        let run = try Scenario(yaml, [say(0, "a")].recording)
        #expect(!run.requests.isEmpty)
        #expect(run.output.allSatisfy { $0["request"]?["account"] == nil })
    }

    @Test("the buttons of two phones have credentials of their own, and both work")
    func credentials() throws {
        let run = try Scenario(lamp, [say(0, "a"), Line.tap(5, "lamp", "url_action")].recording)
        let tokens = run.output.compactMap { line in
            line["request"]?["body"]?["content"]?["url_action"]?["headers"]?["Authorization"]?.stringValue
        }
        #expect(tokens.count == 2)
        #expect(Set(tokens).count == 2)
        #expect(run.publications == ["lamp/set off"])
    }

    @Test("while one account is used up the other goes on")
    func parked() throws {
        let refused: JSON = [
            "code": "quota.exceeded", "kind": "live_activity_updates", "used": 250, "limit": 250,
            "reset_at": "2026-04-01T00:00:00Z",
        ]
        // The first card that is sent is Anna's.
        let lines = [
            Line.respond(0, "/activities/lamp", 429, body: refused), say(1, "a"), say(30, "b"), say(60, "c"),
            Line.pass(90),
        ]
        let run = try Scenario(lamp, lines.recording)
        #expect(run.states(of: "anna") == ["a"])
        #expect(run.states(of: "ben") == ["a", "b", "c"])
    }

    @Test("a refused token stops its own account alone")
    func refused() throws {
        let lines = [
            Line.respond(0, "/activities/lamp", 401, body: ["code": "token.invalid"]), say(1, "a"),
            say(30, "b"),
            Line.message(40, "bell", "x"), Line.pass(90),
        ]
        let run = try Scenario(lamp, lines.recording)
        // The notification of the start left together with the card, before the answer.
        #expect(run.requests(of: "anna") == ["PATCH /activities/lamp", "POST /notifications"])
        #expect(run.states(of: "ben") == ["a", "b"])
        #expect(run.requests(of: "ben").filter { $0 == "POST /notifications" }.count == 2)
    }

    @Test("after a restart each account's card goes on where it was")
    func restart() throws {
        let lines = [say(0, "a"), Line.restart(20), say(30, "b"), say(60, "off"), Line.pass(90)]
        let run = try Scenario(lamp, lines.recording)
        for account in ["anna", "ben"] { #expect(run.states(of: account) == ["a", "b", "Out"]) }
        // Each is asked for what it holds, and no start or end is told twice.
        #expect(run.requests(of: "anna").filter { $0 == "GET /activities" }.count == 1)
        #expect(run.requests(of: "ben").filter { $0 == "POST /notifications" }.count == 2)
    }

    @Test("a card that one person put away is still on the other's phone, and its end is told once")
    func dismissed() throws {
        let gone: JSON = ["state": "ended"]
        let lines = [
            say(0, "a"), Line.respond(19, "/activities/lamp", 200, body: gone), say(20, "b"), say(40, "c"),
            say(60, "off"), Line.pass(90),
        ]
        let run = try Scenario(lamp, lines.recording)
        #expect(run.states(of: "anna") == ["a", "b"])
        #expect(run.states(of: "ben") == ["a", "b", "c", "Out"])
        #expect(run.requests(of: "anna").filter { $0 == "POST /notifications" }.count == 2)
    }
}
