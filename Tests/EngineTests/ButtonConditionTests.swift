import Replay
import Testing
import Values

/// A card whose button works only while the washer heats.
private let washer = """
    taps: {listen: "127.0.0.1:0", public_url: "https://taps.example.net"}
    activities:
      washer:
        inputs: {power: w/power, heat: w/heat}
        start: "{{ power > 10 }}"
        content:
          template: generic
          state: Washing
          url_action: {title: Cool, when: "{{ heat > 40 }}", publish: {topic: w/set, payload: COOL}}
          secondary_url_action: {title: Stop, publish: {topic: w/set, payload: STOP}}
    """

@Suite("Buttons whose condition holds no more")
struct ButtonConditionTests {
    private func published(_ lines: [String], tap action: String = "url_action") throws -> [String] {
        let head = [Line.message(1, "w/power", "100"), Line.message(1, "w/heat", "60")]
        let run = try Scenario(washer, (head + lines + [Line.tap(100, "washer", action)]).recording)
        return run.publications
    }

    @Test("a tap publishes while it holds")
    func holds() throws {
        #expect(try published([]) == ["w/set COOL"])
    }

    @Test("a tap on what the phone still shows publishes nothing", arguments: ["20", "unavailable"])
    func ceased(heat: String) throws {
        #expect(try published([Line.message(99.9, "w/heat", heat)]).isEmpty)
    }

    @Test("another button of the card works on")
    func other() throws {
        let lines = [Line.message(99.9, "w/heat", "20")]
        #expect(try published(lines, tap: "secondary_url_action") == ["w/set STOP"])
    }
}
