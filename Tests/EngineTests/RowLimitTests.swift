import Engine
import PushWardAPI
import Replay
import Testing
import Values

@Suite("As many rows as an account may have")
struct RowLimitTests {
    private static let zones = """
        activities:
          zone:
            each: zone/{name}
            slug: "zone-{{ name }}"
            ended_ttl: 30d
            inputs: {state: "zone/{name}"}
            start: "{{ state == 'on' }}"
            content: {template: generic, state: "{{ name }}"}
          lamp:
            name: Lamp
            inputs: {state: lamp}
            start: "{{ state == 'on' }}"
            content: {template: generic, state: On}
        """

    /// So many zones, each on for ten seconds.
    private static func zones(_ count: Int, from time: Double = 100) -> [String] {
        (0..<count).flatMap { number in
            [
                Line.message(time + Double(number) * 20, "zone/\(number)", "on"),
                Line.message(time + Double(number) * 20 + 10, "zone/\(number)", "off"),
            ]
        }
    }

    @Test("the row that ended first makes room for a new card, and those of fixed names stay")
    func room() throws {
        let most = ActivitySettings.maxActivities
        let lamp = [Line.message(1, "lamp", "on"), Line.message(20, "lamp", "off")]
        let run = try Scenario(Self.zones, (lamp + Self.zones(most + 5) + [Line.pass(3000)]).recording)
        #expect(run.summary.refusals.isEmpty)
        let deleted = run.requests.filter { $0.hasPrefix("DELETE") }
        #expect(deleted == (0..<6).map { "DELETE /activities/zone-\($0)" })
        let slugs = run.finalState["activities"]?.arrayValue?.compactMap { $0["slug"]?.stringValue } ?? []
        #expect(slugs.count == most)
        #expect(slugs.contains("lamp") && slugs.contains("zone-\(most + 4)"))
    }

    @Test("rows of others are left alone, and it is told that there is no room")
    func others() throws {
        let rig = try Rig(Self.zones)
        for number in 0..<ActivitySettings.maxActivities {
            rig.carryOut(.postActivity(.from(text: "other-\(number)"), name: "Other"))
        }
        try rig.restart(Self.zones)
        rig.say("lamp", "on")
        rig.pass(60)
        #expect(rig.changes.isEmpty, "\(rig.changes)")
        #expect(rig.logs.contains { $0.message.contains("holds its most activities") })
        rig.carryOut(.deleteActivity(.from(text: "other-7")))
        rig.pass(1300)
        #expect(rig.state("lamp") == "ongoing")
    }

    private static let tiles = """
        widgets:
          tile:
            each: tile/{name}
            slug: "tile-{{ name }}"
            inputs: {value: "tile/{name}"}
            content: {template: value, value: "{{ value }}"}
        """

    @Test("a widget too many is not made, and that is told")
    func widgets() throws {
        let most = WidgetSettings.maxWidgets
        let yaml = Self.tiles.replacing("inputs: {value:", with: "inputs: {level:")
            .replacing("{{ value }}", with: "{{ level }}")
        let rig = try Rig(yaml)
        for number in 0..<most + 5 {
            rig.say("tile/\(number)", "1")
            rig.pass(2)
        }
        rig.pass(600)
        #expect(rig.sent.allSatisfy { $0.status < 300 })
        #expect(rig.changes.count == most)
        #expect(rig.logs.contains { $0.message.contains("holds its most widgets") })
    }
}
