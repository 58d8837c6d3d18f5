import Replay
import Testing
import Values

/// Two series; the chart begins with the hour before the start.
private let chart = """
    activities:
      climate:
        inputs: {indoor: a/indoor, outdoor: a/outdoor, shows: a/shows}
        start: "{{ shows == 'ON' }}"
        content:
          template: timeline
          value: {indoor: "{{ indoor }}", outdoor: "{{ outdoor }}"}
          unit: "°C"
          history: 1h
    """

@Suite("A timeline's card (pushward-api.md section 8.6)")
struct TimelineTests {
    private static func readings(_ times: StrideThrough<Double>) -> [String] {
        times.map { Line.message($0, "a/indoor", String(20 + $0 / 1000)) }
    }

    @Test("the chart begins with what was measured before, thinned, and not older than it says")
    func seed() throws {
        let lines =
            Self.readings(stride(from: 10.0, through: 7000, by: 10)) + [Line.message(7005, "a/shows", "ON")]
        let run = try Scenario(chart, lines.recording)
        #expect(run.summary.refusals.isEmpty, "\(run.summary.refusals)")
        let content = run.bodies("/activities/climate").first?["content"]
        let points = try #require(content?["history"]?["indoor"]?.arrayValue)
        #expect((80...100).contains(points.count), "\(points.count)")
        let times = points.compactMap { $0["timestamp"]?.intValue }
        #expect(times == times.sorted())
        #expect(times.allSatisfy { $0 >= 1_772_474_400 + 7005 - 3601 && $0 < 1_772_474_400 + 7006 })
        #expect(content?["value"] == ["indoor": 27])
    }

    @Test("what was measured survives a restart")
    func restart() throws {
        let lines =
            Self.readings(stride(from: 10.0, through: 1500, by: 10)) + [
                Line.restart(1505), Line.message(1510, "a/indoor", "21.6"),
                Line.message(1520, "a/shows", "ON"),
            ]
        let run = try Scenario(chart, lines.recording)
        let points = run.bodies("/activities/climate").first?["content"]?["history"]?["indoor"]?.arrayValue
        #expect((points?.count ?? 0) > 10, "\(points?.count ?? 0)")
    }

    @Test("history goes with the first start and never again: not with an update, not with the next run")
    func once() throws {
        let lines =
            Self.readings(stride(from: 10.0, through: 200, by: 10)) + [
                Line.message(205, "a/shows", "ON"), Line.message(230, "a/indoor", "25"),
                Line.message(260, "a/shows", "OFF"), Line.message(400, "a/indoor", "26"),
                Line.message(500, "a/shows", "ON"),
            ]
        let run = try Scenario(chart, lines.recording)
        #expect(run.summary.refusals.isEmpty)
        let bodies = run.bodies("/activities/climate").map { $0["content"]?["history"] }
        #expect(bodies.filter { $0 != nil }.count == 1, "\(run.requests)")
        #expect(bodies.first.flatMap { $0 } != nil)
    }

    @Test("an update carries only the values that changed, and nothing else")
    func valueOnly() throws {
        let lines = [
            Line.message(0, "a/indoor", "20"), Line.message(0, "a/outdoor", "5"),
            Line.message(1, "a/shows", "ON"), Line.message(60, "a/outdoor", "6"),
        ]
        let run = try Scenario(chart, lines.recording)
        #expect(run.bodies("/activities/climate").last == ["content": ["value": ["outdoor": 6]]])
    }

    @Test("a series that the source says is gone is removed with null; one that nobody knows stays")
    func removedSeries() throws {
        let lines = [
            Line.message(0, "a/indoor", "20"), Line.message(0, "a/outdoor", "5"),
            Line.message(1, "a/shows", "ON"), Line.message(60, "a/outdoor", "unavailable"),
            Line.message(120, "a/indoor", "21"), Line.message(180, "a/outdoor", "None"),
        ]
        let run = try Scenario(chart, lines.recording)
        #expect(run.summary.refusals.isEmpty)
        #expect(
            Array(run.bodies("/activities/climate").dropFirst()) == [
                ["content": ["value": ["indoor": 21]]], ["content": ["value": ["outdoor": .null]]],
            ]
        )
    }

    @Test("a series that nobody knows after a restart is not taken off the chart")
    func unknownAfterRestart() throws {
        let lines = [
            Line.message(0, "a/indoor", "20"), Line.message(0, "a/outdoor", "5"),
            Line.message(1, "a/shows", "ON"), Line.restart(60), Line.message(61, "a/shows", "ON"),
            Line.message(90, "a/indoor", "22"),
        ]
        let run = try Scenario(chart, lines.recording)
        #expect(run.bodies("/activities/climate").last == ["content": ["value": ["indoor": 22]]])
    }
}
