import Simulator
import TestSupport
import Values

/// Rounds of chaos, each with a look at what came of it.
struct ModelRun {
    private var world: ModelWorld
    private var oldTaps: [HTTPRequest] = []
    private(set) var steps = 0

    init(_ world: ModelWorld) {
        self.world = world
    }

    var failures: [String] { world.ledger.failures }
    var trace: [String] { world.trace }
    var handled: Int { world.handled }
    var requests: Int { world.ledger.requests }
    var crashes: Int { world.crashes }

    /// Runs until so many events were handled, or something is wrong.
    mutating func run(events: Int) {
        while world.handled < events, failures.isEmpty {
            world.network.faultRate = world.random.pick([0, 5, 50, 300])
            for _ in 0..<Int.random(in: 20...400, using: &world.random) where failures.isEmpty { step() }
            if failures.isEmpty {
                settle()
                check()
            }
        }
    }

    private mutating func step() {
        steps += 1
        world.pass(gap())
        switch Int.random(in: 0..<1000, using: &world.random) {
        case 0..<700: world.publish(world.home.change(&world.random))
        case 700..<850: world.press(world.home.press(&world.random))
        case 850..<920: tap()
        case 920..<940: world.disconnect(for: world.random.milliseconds(100...900_000))
        case 940..<955: world.network.isDown.toggle()
        case 955..<985: world.crash(afterEffects: Int.random(in: 0...6, using: &world.random))
        case 985..<992: dismiss()
        default: world.pass(world.random.milliseconds(1_000_000...20_000_000))
        }
    }

    private mutating func gap() -> Duration {
        switch Int.random(in: 0..<100, using: &world.random) {
        case 0..<60: world.random.milliseconds(0...200)
        case 60..<85: world.random.milliseconds(200...5000)
        case 85..<97: world.random.milliseconds(5000...120_000)
        default: world.random.milliseconds(120_000...2_400_000)
        }
    }

    private mutating func tap() {
        let button = world.random.pick([("washer", "url_action"), ("gong", "open")])
        guard let request = world.tapRequest(button.0, button.1) else { return }
        if world.random.oneIn(3), !oldTaps.isEmpty { world.tap(world.random.pick(oldTaps)) }
        oldTaps.append(request)
        if oldTaps.count > 20 { oldTaps.removeFirst() }
        world.tap(request)
        if world.random.oneIn(2) { world.tap(request) }
    }

    private mutating func dismiss() {
        let place = Int.random(in: 0..<world.home.devices.count, using: &world.random)
        let slug = world.home.devices[place].slug
        guard world.server.visibleCard(slug) != nil else { return }
        _ = world.ask("POST", "/_sim/dismiss", ["slug": .string(slug)])
        world.home.devices[place].isDismissed = true
        world.ledger.doubt(slug)
    }

    /// All is well again, each device says what is, and nothing happens for a while.
    private mutating func settle() {
        world.network = ModelNetwork()
        if !world.isConnected { world.connect() }
        for place in world.home.devices.indices where world.home.devices[place].isDismissed {
            world.home.devices[place].isOn = false
            world.home.devices[place].isDismissed = false
        }
        world.pass(.seconds(1))
        for device in world.home.devices { world.publish(ModelHome.report(device)) }
        world.pass(.seconds(1800))
        for device in world.home.devices { world.publish(ModelHome.report(device)) }
        world.pass(.seconds(1800))
    }

    private mutating func check() {
        for device in world.home.devices { check(device) }
        if world.waitingTaps > 0 { world.ledger.fail("\(world.waitingTaps) taps were never answered") }
        world.ledger.settlePresses(at: world.uptime)
    }

    private mutating func check(_ device: ModelHome.Device) {
        let (status, row) = world.ask("GET", "/activities/\(device.slug)")
        let state = row["state"]?.stringValue
        let card = world.server.visibleCard(device.slug)
        let content = card?["content"] ?? .null
        guard device.isOn else {
            if state == "ongoing" || card?["state"] == "ongoing" {
                world.ledger.fail("\(world.uptime): \(device.slug) is off and its card is on: \(row.text)")
            }
            return
        }
        guard status == 200, state == "ongoing", card?["state"] == "ongoing" else {
            return world.ledger.fail("\(world.uptime): \(device.slug) is on and has no card: \(row.text)")
        }
        if row["name"]?.stringValue != device.name {
            world.ledger.fail("\(world.uptime): \(device.slug) is called \(row["name"]?.text ?? "")")
        }
        let shown =
            device.slug.hasPrefix("zone")
            ? content["value"]?.doubleValue : content["progress"]?.doubleValue.map { $0 * 100 }
        if content["state"]?.stringValue != device.text || abs((shown ?? -1) - Double(device.level)) > 0.01 {
            world.ledger.fail(
                "\(world.uptime): \(device.slug) is \(device.text) \(device.level): \(content.text)"
            )
        }
    }
}
