import Foundation
import Testing
import Values

private let meter = """
    activities:
      meter:
        inputs: {power: meter/power, left: meter/left}
        start: "{{ power > 0 }}"
        end: "{{ power == 0 }}"
        min_interval: 1s
        content: {CONTENT}
    """

/// Cards whose updates are held back while the month's rest is saved (`pushward-api.md` sections 4.2 and 6.4).
@Suite("Cards that are kept alive while updates are saved")
struct KeepAliveBudgetTests {
    private static let hours = 7.0

    @Test(
        "the touch that must go carries what was held back, and the card never goes stale",
        arguments: [
            #"template: gauge, state: Running, value: "{{ power }}", min_value: 0, max_value: 1000"#,
            #"template: generic, state: "{{ power }} W""#,
            #"template: generic, state: Running, progress: "{{ power / 1000 }}""#,
        ]
    )
    func held(_ content: String) throws {
        let reports = (0..<Int(Self.hours * 12)).map {
            Line.message(5 + Double($0) * 300, "meter/power", String(10 + $0))
        }
        let run = try Scenario(
            meter.replacingOccurrences(of: "CONTENT", with: content),
            (reports + [Line.pass(Self.hours * 3600)]).recording,
            epoch: Timestamp(rfc3339: "2026-03-02T18:00:00Z") ?? Scenario.epoch,
            budget: (215, 250)
        )
        let patches = run.bodies("/activities/meter")
        #expect(patches.count { $0["state"] == "ongoing" } == 1, "\(patches)")
        let card = run.finalState["activities"]?.arrayValue?.first
        #expect(card?["state"] == "ongoing")
        // Two hours at most without a word, each with what is true by then.
        let times = zip(run.requestTimes, run.requests).filter { $0.1.contains("/activities/meter") }.map(\.0)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 < 7200 })
        #expect(patches.count <= 2 + Int(Self.hours * 3600 / 6480), "\(patches)")
        #expect(patches.dropFirst().allSatisfy { $0["content"]?.objectValue?.isEmpty == false }, "\(patches)")
    }

    @Test("nothing is touched that nobody vouches for")
    func silent() throws {
        let content =
            #"template: gauge, state: "{{ left }}", value: "{{ power }}", min_value: 0, max_value: 1000"#
        let run = try Scenario(
            meter.replacingOccurrences(of: "CONTENT", with: content),
            [
                Line.message(0, "meter/left", "1"), Line.message(5, "meter/power", "10"),
                Line.message(60, "meter/power", "20"), Line.message(61, "meter/left", "unavailable"),
                Line.pass(9000),
            ].recording,
            budget: (240, 250)
        )
        #expect(run.bodies("/activities/meter").count == 1, "\(run.requests)")
        #expect(run.finalState["activities"]?.arrayValue?.first?["state"] == "ended")
    }
}
