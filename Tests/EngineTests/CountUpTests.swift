import Replay
import Testing
import Values

/// PushWard takes the moment of a start for the start of a count-up, unless one is sent (pushward-api.md section 8.2).
@Suite("A count-up that comes on again goes on from where its clock is")
struct CountUpTests {
    private static func mapping(_ field: String = "") -> String {
        var yaml = """
            activities:
              up:
                inputs: {state: u/state, begun: {topic: u/begun, unit: iso}}
                start: "{{ state in ['on', 'paused'] }}"
                end: "{{ state == 'off' }}"
                stale_ttl: 1h
                content: {template: timer, direction: up, state: Running\(field), paused: "{{ state == 'paused' }}"}

            """
        for card in 1...5 {
            yaml += """
                  other\(card):
                    inputs: {state: o/\(card)}
                    start: "{{ state == 'on' }}"
                    end: "{{ state == 'off' }}"
                    content: {template: generic, state: On}

                """
        }
        return yaml
    }

    /// Five other cards take the places from 1000 s on, and one of them is free again at 2000 s; `meanwhile` happens
    /// between.
    private static func displaced(_ meanwhile: [String] = []) -> [String] {
        (1...5).map { Line.message(1000 + Double($0), "o/\($0)", "on") } + meanwhile
            + [Line.message(2000, "o/1", "off")]
    }
    private static let gone = [
        Line.respond(1000, "/activities/up", 404, body: ["code": "activity.not_found", "status": 404])
    ]
    /// The first half hour nothing is delivered.
    private static let outage = [Line.respond(1, "/activities/up", 503, times: 8)]
    /// From 1000 s on nothing is delivered until the card is stale.
    private static let stale = [Line.respond(1000, "/activities/up", 503, times: 24)]

    /// For how long the clock on the phone has run, in seconds.
    private static func clock(_ run: Scenario, at time: Double) throws -> Double {
        let row = try #require(
            run.finalState["activities"]?.arrayValue?.first { $0["slug"] == "up" },
            "\(run.requests)"
        )
        #expect(row["state"] == "ongoing")
        let content = try #require(row["content"])
        let now = content["paused_at"]?.doubleValue ?? Scenario.epoch.unixSeconds + time
        return now - (content["start_date"]?.doubleValue ?? .infinity)
            - (content["paused_seconds"]?.doubleValue ?? 0)
    }

    private static let pause = [Line.message(100, "u/state", "paused"), Line.message(400, "u/state", "on")]

    @Test(
        "whatever took it away, and however often its clock was stopped before or meanwhile",
        arguments: [
            (displaced(), 2999.0), (gone, 2999), (outage, 2999), (stale, 2999),
            (pause + displaced(), 2699), (pause + gone, 2699), (outage + pause, 2699),
            (pause + stale, 2699),
            (
                displaced([Line.message(1500, "u/state", "paused"), Line.message(1700, "u/state", "on")]),
                2799
            ),
            (displaced([Line.message(1500, "u/state", "paused")]), 1499),
            (
                displaced([Line.message(1500, "u/state", "paused")]) + [Line.message(2500, "u/state", "on")],
                1999
            ),
            (pause + displaced([Line.restart(1800)]) + [Line.message(2800, "u/state", "on")], 2699),
            (
                pause + displaced() + [Line.message(2400, "o/1", "on"), Line.message(2700, "o/2", "off")],
                2699
            ),
        ] as [([String], Double)]
    )
    func goesOn(_ events: [String], _ expected: Double) throws {
        let end = events == Self.stale || events == Self.pause + Self.stale ? 12_000.0 : 3000
        let lines = [Line.message(1, "u/state", "on")] + events + [Line.pass(end)]
        let run = try Scenario(Self.mapping(), lines.recording)
        let clock = try Self.clock(run, at: end)
        #expect(abs(clock - expected - (end - 3000)) <= 3, "\(clock) \(run.requests)")
        #expect(run.bodies("/activities/up").allSatisfy { $0["content"]?["start_date"] != .null })
    }

    @Test(
        "a start that the source names counts, and is later by the pauses that it knows nothing of",
        arguments: [
            ([], 3300.0), (displaced(), 3300), (pause + displaced(), 3000), (pause + gone, 3000),
            (pause + displaced() + [Line.message(2500, "u/begun", "2026-03-02T18:10:00Z")], 2400),
        ] as [([String], Double)]
    )
    func named(_ events: [String], _ expected: Double) throws {
        let lines =
            [Line.message(0.5, "u/begun", "2026-03-02T17:55:00Z"), Line.message(1, "u/state", "on")] + events
            + [Line.pass(3000)]
        let run = try Scenario(Self.mapping(", start_date: \"{{ begun }}\""), lines.recording)
        let clock = try Self.clock(run, at: 3000)
        #expect(abs(clock - expected) <= 3, "\(clock) \(run.requests)")
        #expect(run.summary.refusals.keys.allSatisfy { $0.contains("404") }, "\(run.summary.refusals)")
    }

    @Test("one that is on costs nothing more, and its first start says nothing of the moment")
    func firstStart() throws {
        let lines = [Line.message(1, "u/state", "on")] + Self.pause + [Line.pass(3000)]
        let bodies = try Scenario(Self.mapping(), lines.recording).bodies("/activities/up")
        #expect(bodies.count == 3)
        #expect(bodies.allSatisfy { $0["content"]?["start_date"] == nil }, "\(bodies)")
    }
}
