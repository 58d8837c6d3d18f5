import Replay
import Testing
import Values

private let plug = """
    taps: {listen: "127.0.0.1:0", public_url: "https://taps.example.net"}
    activities:
      washer:
        inputs: {power: {topic: plug, value: "{{ value_json.power }}"}}
        start: "{{ power > 10 }}"
        end: {when: "{{ power < 3 }}", for: 3m}
        content:
          template: generic
          state: Washing
          url_action: {title: Stop, publish: {topic: plug/set, payload: "OFF"}, confirm: {when: "{{ power < 1 }}", within: 20s}}
    """

private func power(_ time: Double, _ watts: Double) -> String {
    Line.message(time, "plug", "{\"power\": \(watts)}")
}

@Suite("The effect of a tap")
struct ConfirmationTests {
    private func subtitles(_ run: Scenario) -> [String?] {
        run.bodies("/activities/washer").dropFirst().map { $0["content"]?["subtitle"]?.stringValue }
    }

    @Test("is awaited on the card, and the card tells the truth at once when it comes")
    func confirmed() throws {
        let run = try Scenario(
            plug,
            [power(0, 50), Line.tap(20, "washer", "url_action"), power(22, 0.2)].recording
        )
        #expect(run.publications == ["plug/set OFF"])
        #expect(subtitles(run) == ["Stop …", nil])
        #expect(run.bodies("/activities/washer").last == ["content": ["subtitle": nil]])
        #expect(run.requestTimes == [0, 20, 22])
    }

    @Test("that does not come is told")
    func unconfirmed() throws {
        let run = try Scenario(
            plug,
            [power(0, 50), Line.tap(20, "washer", "url_action"), Line.pass(200)].recording
        )
        #expect(subtitles(run) == ["Stop …", "Stop: nothing happened", nil])
        #expect(run.requestTimes == [0, 20, 40, 100])
    }
}
