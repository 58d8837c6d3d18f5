import Simulator
import TestSupport
import Values

/// Rounds of chaos, each with a look at what came of it.
struct ModelRun {
    private(set) var world: ModelWorld
    private var oldTaps: [HTTPRequest] = []
    private(set) var steps = 0

    init(_ world: ModelWorld) {
        self.world = world
    }

    var failures: [String] { world.ledger.failures }

    /// Runs until so many events were handled, or something is wrong.
    mutating func run(events: Int) {
        while world.handled < events, failures.isEmpty {
            world.network.faultRate = world.random.pick([0, 5, 50, 300])
            for _ in 0..<Int.random(in: 20...400, using: &world.random) where failures.isEmpty { step() }
            if failures.isEmpty {
                settle()
                world.check()
            }
        }
    }

    private mutating func step() {
        steps += 1
        world.pass(gap())
        switch Int.random(in: 0..<1000, using: &world.random) {
        case 0..<700: world.publish(world.home.change(&world.random))
        case 700..<850: world.press()
        case 850..<920: tap()
        case 920..<940: world.disconnect(for: world.random.milliseconds(100...900_000))
        case 940..<955: world.network.isDown.toggle()
        case 955..<960: world.stop()
        case 960..<980: world.crash(afterEffects: Int.random(in: 0...6, using: &world.random))
        case 980..<986: dismiss()
        case 986..<990: if world.kind.setsClock { setClock() }
        case 990..<995: if world.kind.hasOthers { world.otherCard() }
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
        let device = world.home.devices[place]
        let account = world.random.pick(device.accounts)
        guard world.servers[account].visibleCard(device.slug) != nil else { return }
        world.ask(account, "POST", "/_sim/dismiss", ["slug": .string(device.slug)])
        world.home.dismiss(place)
        // Room for others that waited.
        world.doubtCards(of: account)
    }

    private mutating func setClock() {
        let step = world.random.milliseconds(1000...14_400_000)
        switch Int.random(in: 0..<3, using: &world.random) {
        case 0: world.setClock(ahead: .zero)
        case 1: world.setClock(ahead: step)
        default: world.setClock(ahead: .zero - step)
        }
    }

    /// All is well again, each device says what is, and nothing happens for a while.
    private mutating func settle() {
        world.network = ModelNetwork()
        if !world.isConnected { world.connect() }
        world.home.calmDown()
        world.pass(.seconds(1))
        world.publish(world.home.report)
        world.pass(.seconds(1800))
        world.publish(world.home.report)
        world.pass(.seconds(1800))
    }
}
