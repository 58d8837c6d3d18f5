import Replay
import Testing
import Values

/// A washing machine on a power plug.
private let washer = """
    activities:
      washer:
        inputs:
          power: {topic: plug, value: "{{ value_json.power }}"}
        start: {when: "{{ power > 10 }}", for: 1m}
        end: {when: "{{ power < 3 }}", for: 3m}
        content: {template: generic, state: "{{ 'Spinning' if power > 300 else 'Washing' }}"}
        outcomes:
          - {when: "{{ activity.elapsed < 300 }}", state: Cancelled}
          - {state: Done, progress: 1}
    """

private func power(_ time: Double, _ watts: Double) -> String {
    Line.message(time, "plug", "{\"power\": \(watts)}")
}

@Suite("The life of a card")
struct CardLifeTests {
    @Test("a run is one start with everything, its changes, a final frame and an end")
    func wholeRun() throws {
        let lines = [
            power(0, 0), power(10, 50), power(71, 50), power(600, 400), power(4000, 1), power(4181, 1),
        ]
        let run = try Scenario(washer, (lines + [Line.pass(4300)]).recording)
        #expect(
            run.requests == [
                #"PATCH /activities/washer?upsert {"state":"ongoing","priority":0,"ended_ttl":2592000,"stale_ttl":7200,"dismissal_ttl":1800,"content":{"template":"generic","state":"Washing"}}"#,
                #"PATCH /activities/washer {"content":{"state":"Spinning"}}"#,
                #"PATCH /activities/washer {"content":{"state":"Done","progress":1}}"#,
                #"PATCH /activities/washer {"state":"ended"}"#,
            ]
        )
        #expect(run.summary.refusals.isEmpty)
        #expect(run.requestTimes == [70, 600, 4180, 4184])
    }

    @Test("a start that does not hold long enough starts nothing")
    func shortPeak() throws {
        let run = try Scenario(
            washer,
            [power(0, 50), power(30, 1), power(50, 50), power(100, 1), Line.pass(900)].recording
        )
        #expect(run.requests.isEmpty)
    }

    @Test("an end that does not hold long enough ends nothing")
    func pauseInTheWash() throws {
        let lines = [
            power(0, 50), power(61, 50), power(600, 1), power(700, 50), power(800, 1), power(900, 50),
        ]
        let run = try Scenario(washer, (lines + [Line.pass(2000)]).recording)
        #expect(run.requests.count == 1)
    }

    @Test("the first outcome that holds gives the final frame")
    func outcome() throws {
        let run = try Scenario(
            washer,
            [power(0, 50), power(61, 50), power(100, 1), power(281, 1), Line.pass(400)].recording
        )
        #expect(run.bodies("/activities/washer").dropFirst().first == ["content": ["state": "Cancelled"]])
    }

    @Test("a restart during the final frame cancels the ending")
    func restartCancelsEnding() throws {
        let yaml = washer.replacingOccurrences(of: "for: 3m", with: "for: 0s").replacingOccurrences(
            of: "for: 1m",
            with: "for: 0s"
        )
        let run = try Scenario(yaml, [power(0, 50), power(400, 1), power(402, 50), Line.pass(500)].recording)
        #expect(run.bodies("/activities/washer").allSatisfy { $0["state"] != "ended" })
        #expect(run.finalState["cards"]?.arrayValue?.first?["content"]?["state"] == "Washing")
    }

    @Test(
        "what nobody knows neither starts nor ends a card, and the card keeps what it shows",
        arguments: [
            "unavailable", "unknown", "", "{}", "{\"power\": null}", "nan", "{\"power\": \"NaN\"}", "\u{0}",
            "[1",
        ]
    )
    func unknown(_ payload: String) throws {
        let yaml = washer.replacingOccurrences(of: "for: 3m", with: "for: 0s").replacingOccurrences(
            of: "for: 1m",
            with: "for: 0s"
        )
        let lines = [
            power(0, 400), Line.message(100, "plug", payload), Line.message(200, "plug", payload),
            Line.pass(500),
        ]
        let run = try Scenario(yaml, lines.recording)
        #expect(run.requests.count == 1)
        #expect(run.finalState["cards"]?.arrayValue?.first?["content"]?["state"] == "Spinning")
    }

    @Test("flapping starts no more than six cards within the hour")
    func flapping() throws {
        let yaml = washer.replacingOccurrences(of: "for: 3m", with: "for: 0s").replacingOccurrences(
            of: "for: 1m",
            with: "for: 0s"
        )
        let lines = (0..<40).flatMap { [power(Double($0) * 60, 50), power(Double($0) * 60 + 30, 1)] }
        let run = try Scenario(yaml, lines.recording)
        #expect(run.bodies("/activities/washer").filter { $0["state"] == "ongoing" }.count == 6)
    }
}

extension String {
    fileprivate func replacingOccurrences(of old: String, with new: String) -> String {
        var result = ""
        var rest = self[...]
        while let range = rest.firstRange(of: old) {
            result += rest[..<range.lowerBound] + new
            rest = rest[range.upperBound...]
        }
        return result + rest
    }
}
