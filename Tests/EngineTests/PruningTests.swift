import Engine
import Mapping
import Service
import Testing
import Values

@Suite("What is forgotten of the durable state")
struct PruningTests {
    private static let house = """
        taps: {listen: "127.0.0.1:8787", public_url: https://taps.example.net}
        activities:
          zone:
            each: "sonos/{zone}"
            slug: "zone-{{ zone }}"
            inputs: {state: "sonos/{zone}"}
            start: "{{ state == 'on' }}"
            end: "{{ state == 'off' }}"
            content: {template: generic, state: On}
        notifications:
          bell:
            on: {topic: "bell/{door}"}
            title: Bell
            body: Ring

        """

    private static let hour = 3_600.0

    private func card(_ zone: String, state: String, pushed hoursAgo: Double, armed: Bool = true)
        -> StateChange
    {
        StateChange(
            .cards,
            "zone-\(zone)",
            [
                "rule": "zone", "captures": ["zone": .string(zone)],
                "phase": state == "ongoing" ? "ongoing" : "idle",
                "run": "r", "started_at": .double(Self.now - 100 * Self.hour), "armed": .bool(armed),
                "pushed_at": .double(Self.now - hoursAgo * Self.hour),
                "server": [
                    "state": .string(state), "content": ["template": "generic", "state": "On"],
                    "row": ["ended_ttl": 3_600],
                ],
            ]
        )
    }

    private static let now = Scenario.epoch.unixSeconds

    private func forgotten(_ state: [StateChange]) throws -> Set<String> {
        let moment = Moment(wall: Scenario.epoch, uptime: .seconds(5))
        var engine = Engine(
            mapping: try Scenario.mapping(Self.house),
            state: state,
            services: EngineServices.make(),
            tokens: TapTokens(key: Array(repeating: 7, count: 32)),
            at: moment
        )
        var gone: Set<String> = []
        for effect in engine.handle(.began, at: moment) {
            guard case .save(let changes) = effect else { continue }
            for change in changes where change.value == nil {
                gone.insert("\(change.table.rawValue)/\(change.key)")
            }
        }
        return gone
    }

    @Test(
        "cards of captured names that the server has freed, old memories of them, used taps that are over, and rows of rules that are no more"
    )
    func forgets() throws {
        let gone = try forgotten([
            card("old", state: "ended", pushed: 3), card("new", state: "ended", pushed: 1),
            card("on", state: "ongoing", pushed: 3), card("away", state: "ended", pushed: 3, armed: false),
            StateChange(.usedTaps, "over", .double(Self.now - 1)),
            StateChange(.usedTaps, "used", .double(Self.now + 1)),
            StateChange(.rules, "bell\u{1F}door=old", ["sent_at": .double(Self.now - 200 * Self.hour)]),
            StateChange(.rules, "bell\u{1F}door=new", ["sent_at": .double(Self.now - 20 * Self.hour)]),
            StateChange(.rules, "gone", ["sent_at": .double(Self.now)]),
        ])
        let kept = gone.subtracting([
            "cards/zone-old", "used_taps/over", "rules/bell\u{1F}door=old", "rules/gone",
        ])
        #expect(kept == [], "forgotten though it matters")
        #expect(gone.count == 4, "\(gone)")
    }
}
