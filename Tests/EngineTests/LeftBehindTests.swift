import Engine
import Testing
import Values

@Suite("What a restart leaves behind")
struct LeftBehindTests {
    private static func accounts(_ names: [String]) -> String {
        let list = names.map { "{name: \($0), token: hlk_\($0)}" }.joined(separator: ", ")
        return """
            version: 1
            mqtt: {host: localhost, port: 1883}
            pushward: [\(list)]
            activities:
              washer:
                to: \(names.last ?? "")
                inputs: {power: power}
                start: "{{ power > 10 }}"
                content: {template: generic, state: "{{ power }}"}
            """
    }

    @Test("an account that is gone from the mapping leaves a card, of which the log tells")
    func account() throws {
        let rig = try Rig(Self.accounts(["anna", "ben"]))
        rig.say("power", "20")
        rig.pass(60)
        try rig.restart(Self.accounts(["anna"]))
        let told = rig.logs.filter { $0.level == .warning }.map(\.message)
        #expect(told.contains { $0.contains("account ben") && $0.contains("washer") })
        let count = told.count
        rig.sleepWithoutEngine(8000)
        try rig.restart(Self.accounts(["anna"]))
        #expect(rig.logs.filter { $0.level == .warning }.count == count)
    }

    private static let buttons = """
        taps: {listen: 127.0.0.1:0, public_url: https://taps.example.net}
        notifications:
          bell:
            on: {topic: bell}
            title: Bell
            body: x
            actions: [{id: open, title: Open, expires: 5m, publish: {topic: door, payload: OPEN}}]
        activities:
          washer:
            inputs: {power: power}
            start: "{{ power > 10 }}"
            content:
              template: generic
              state: "{{ power }}"
              url_action: {title: Stop, expires: 5m, publish: {topic: washer, payload: STOP}}
        """

    @Test(
        "a button that expired stays so after restarts that find an earlier clock",
        arguments: [("bell", "open"), ("washer", "url_action")]
    )
    func button(_ rule: String, _ action: String) throws {
        let rig = try Rig(Self.buttons)
        rig.say("bell", "x")
        rig.say("power", "20")
        rig.pass(30)
        #expect(rig.tap(rule, action) == 200)
        rig.pass(280)
        #expect(rig.tap(rule, action) == 401)
        for _ in 0..<2 {
            rig.setClock(by: -100)
            try rig.restart(Self.buttons)
            rig.say("power", "20", retained: true)
            rig.pass(1)
            #expect(rig.tap(rule, action) == 401)
        }
        rig.say("bell", "x")
        rig.say("power", "0")
        rig.say("power", "20")
        rig.pass(1)
        #expect(rig.tap(rule, action) == 200)
    }

    @Test(
        "a button of which the clock cannot tell the age does not work until the clock is right",
        arguments: [("bell", "open"), ("washer", "url_action")]
    )
    func earlierThanSent(_ rule: String, _ action: String) throws {
        let rig = try Rig(Self.buttons)
        rig.say("bell", "x")
        rig.say("power", "20")
        rig.pass(30)
        rig.setClock(by: -3600)
        try rig.restart(Self.buttons)
        rig.pass(1)
        #expect(rig.tap(rule, action) == 401)
        rig.setClock(by: 3600)
        rig.pass(1)
        #expect(rig.tap(rule, action) == 200)
    }

    @Test("after a clock that was ahead is set right, new buttons work through a restart")
    func clockAhead() throws {
        let rig = try Rig(Self.buttons)
        rig.say("bell", "x")
        rig.pass(310)
        rig.setClock(by: -3600)
        rig.pass(31)
        rig.say("bell", "x")
        rig.pass(2)
        try rig.restart(Self.buttons)
        rig.pass(1)
        #expect(rig.tap("bell", "open") == 200)
    }
}
