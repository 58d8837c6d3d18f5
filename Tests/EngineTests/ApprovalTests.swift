import Replay
import Testing
import Values

/// A question: the garage has been open for a while.
private let garage = """
    activities:
      garage:
        name: Garage
        inputs: {door: garage/door}
        start: {when: "{{ door == 'open' }}", for: 20m}
        content:
          template: approval
          state: Close the garage?
          icon: door.garage.open
          options:
            - {id: close, title: Close, publish: {topic: garage/set, payload: CLOSE}}
            - {id: keep, title: Keep open}
          end_date: "{{ activity.started_at + 600 }}"
          on_expire: close
        outcomes:
          - {when: "{{ activity.answer == 'close' }}", state: Closing}
          - {when: "{{ activity.answer == 'keep' }}", state: Stays open}
          - {when: "{{ door == 'closed' }}", state: Closed by itself}
    """

private func door(_ time: Double, _ state: String) -> String { Line.message(time, "garage/door", state) }

private func withURL(_ yaml: String) -> String {
    "taps: {listen: \"127.0.0.1:0\", public_url: \"https://taps.example.net\"}\n" + yaml
}

@Suite("Approval cards")
struct ApprovalTests {
    private static let card = "/activities/garage"

    private func states(_ run: Scenario) -> [String] {
        run.bodies(Self.card).compactMap { $0["content"]?["state"]?.stringValue }
    }

    @Test("an answer publishes, is shown, and PushWard ends the card by itself")
    func answered() throws {
        let run = try Scenario(
            garage,
            [door(1, "open"), Line.tap(1300, "garage", "close"), Line.pass(1400)].recording
        )
        #expect(run.publications == ["garage/set CLOSE"])
        #expect(states(run) == ["Close the garage?", "Closing"])
        // The name, the start, and the last frame.
        #expect(run.requests.count == 3)
        #expect(run.summary.refusals.isEmpty, "\(run.summary)")
        #expect(run.finalState["activities"]?.arrayValue?.first?["state"] == "ended", "\(run.finalState)")
    }

    @Test("an option that publishes nothing ends the question, too")
    func keep() throws {
        let run = try Scenario(
            garage,
            [door(1, "open"), Line.tap(1300, "garage", "keep"), Line.pass(9000)].recording
        )
        #expect(run.publications.isEmpty)
        #expect(states(run) == ["Close the garage?", "Stays open"])
    }

    @Test("once nobody answered in time, what `on_expire` names is done")
    func expired() throws {
        let run = try Scenario(garage, [door(1, "open"), Line.pass(3000)].recording)
        #expect(run.publications == ["garage/set CLOSE"])
        #expect(states(run) == ["Close the garage?"])
        #expect(run.requests.count == 2)
    }

    @Test("where `on_expire` is `none`, nothing is done at the deadline")
    func expiredWithNone() throws {
        let yaml = garage.replacing("on_expire: close", with: "on_expire: none")
        let run = try Scenario(yaml, [door(1, "open"), Line.pass(3000)].recording)
        #expect(run.publications.isEmpty)
        #expect(run.requests.count == 2)
    }

    @Test("a question whose cause is gone is taken back")
    func cancelled() throws {
        let lines = [
            door(1, "open"), door(1300, "closed"), Line.pass(1310), Line.tap(1320, "garage", "close"),
        ]
        let run = try Scenario(garage, lines.recording)
        #expect(run.publications.isEmpty)
        #expect(states(run) == ["Close the garage?", "Closed by itself"])
        #expect(run.bodies(Self.card).last?["state"] == "ended")
    }

    @Test("it is asked again only once there was no reason to ask, and an old answer does not count for it")
    func again() throws {
        let lines = [
            door(1, "open"), Line.tap(1300, "garage", "close"), door(4000, "open"), door(5000, "closed"),
            door(6000, "open"), Line.pass(7300),
        ]
        let run = try Scenario(garage, lines.recording)
        #expect(run.publications == ["garage/set CLOSE"])
        #expect(states(run) == ["Close the garage?", "Closing", "Close the garage?"])
        let options = run.bodies(Self.card).compactMap { $0["content"]?["options"] }
        #expect(options.count == 2 && options[0] != options[1])
    }

    @Test("a restart neither loses an answer nor doubles it")
    func restart() throws {
        let lines = [
            Line.message(1, "garage/door", "open", retain: true), Line.restart(1250),
            Line.tap(1300, "garage", "close"), Line.restart(1301), Line.restart(1302), Line.pass(3000),
        ]
        #expect(try Scenario(garage, lines.recording).publications == ["garage/set CLOSE"])
    }

    @Test("a question that a person removes is not asked again in this run, and not looked for")
    func removed() throws {
        let lines = [
            door(1, "open"), Line.respond(1210, Self.card, 404, body: ["code": "activity.not_found"]),
            Line.pass(1300), Line.pass(9000),
        ]
        let run = try Scenario(garage, lines.recording)
        #expect(run.publications.isEmpty)
        #expect(run.requests.count == 2)
    }

    @Test("over a URL the first answer counts, and the bridge ends the card")
    func webhook() throws {
        let lines = [
            door(1, "open"), Line.tap(1300, "garage", "close"), Line.tap(1301, "garage", "close"),
            Line.pass(1400),
        ]
        let run = try Scenario(withURL(garage), lines.recording)
        #expect(run.publications == ["garage/set CLOSE"])
        #expect(states(run) == ["Close the garage?", "Closing"])
        #expect(run.bodies(Self.card).last?["state"] == "ended")
    }

    @Test("over a URL the deadline is seen, too")
    func webhookExpired() throws {
        let yaml = withURL(garage).replacing(
            "{id: keep, title: Keep open}",
            with: "{id: keep, title: Keep open, publish: {topic: garage/keep, payload: x}}"
        )
        let run = try Scenario(yaml, [door(1, "open"), Line.pass(3000)].recording)
        #expect(run.publications == ["garage/set CLOSE"])
    }
}
