import TestSupport
import Values

/// The devices of the model's home: what is true, and how they say it.
struct ModelHome {
    /// A device that has a card while it is on.
    struct Device {
        let slug: String
        let topic: String
        let name: String
        let priority: Int
        /// Whose phones show its card.
        let accounts: [Int]
        var isOn = false
        var text = "idle"
        var level = 0
        /// Whether the person took its card away: it may stay away until the device was off.
        var isDismissed = false

        /// Whether its row goes when it is off.
        var isRemoved: Bool { slug == "kettle" }
    }

    /// Something that a widget shows.
    struct Reading {
        let slug: String
        let topic: String
        let accounts: [Int]
        var value = "0"
        /// Whether it ever said something that can be shown.
        var isKnown = false
    }

    private(set) var devices: [Device]
    private(set) var readings: [Reading]
    /// Who hears of which button.
    private let listeners: [String: [Int]]
    private var presses = 0
    private static let junk = [
        "unknown", "unavailable", "", "NaN", "{\"cut\":", "[[[[]]]]", "\u{1F9FA}\u{FE0F}", "1e999", "null",
    ]
    private static let texts = ["Washing", "Rinsing", "Spinning", "Caf\u{E9} \u{2615}", "x"]

    init(accounts: Int) {
        let both = Array(0..<accounts)
        let first = [0]
        let last = [accounts - 1]
        devices = [
            Device(
                slug: "washer",
                topic: "home/washer",
                name: "Washing machine",
                priority: 2,
                accounts: both
            ),
            Device(slug: "dryer", topic: "home/dryer", name: "dryer", priority: 0, accounts: first),
            Device(slug: "kettle", topic: "home/kettle", name: "Kettle", priority: 1, accounts: both),
        ]
        for zone in ["a", "b", "c"] {
            devices.append(
                Device(
                    slug: "zone-\(zone)",
                    topic: "home/\(zone)/zone",
                    name: "Zone \(zone)",
                    priority: 0,
                    accounts: last
                )
            )
        }
        readings = [
            Reading(slug: "tank", topic: "home/tank/level", accounts: both),
            Reading(slug: "room-a", topic: "home/a/room/text", accounts: last),
        ]
        listeners = ["bell": both, "gong": first, "chime": last]
    }

    /// All that a device says of itself, as it is.
    static func report(_ device: Device) -> [MQTTMessage] {
        [
            message(device.topic + "/on", device.isOn ? "on" : "off"),
            message(device.topic + "/text", device.text),
            message(device.topic + "/level", String(device.level)),
        ]
    }

    /// All that there is to say.
    var report: [MQTTMessage] {
        devices.flatMap(Self.report)
            + readings.filter(\.isKnown).map { Self.message($0.topic, $0.value) }
    }

    static func message(_ topic: String, _ payload: String) -> MQTTMessage {
        MQTTMessage(topic: topic, payload: Array(payload.utf8), qos: 1)
    }

    /// Something changes in the home, or a device says something that makes no sense.
    mutating func change(_ random: inout SeededGenerator) -> [MQTTMessage] {
        if random.oneIn(7) { return read(&random) }
        let place = Int.random(in: 0..<devices.count, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0...1:
            devices[place].isOn.toggle()
            return Array(Self.report(devices[place]).prefix(1))
        case 2...4:
            devices[place].text = random.pick(Self.texts)
            return [Self.report(devices[place])[1]]
        case 5...8:
            devices[place].level = Int.random(in: 0...100, using: &random)
            return [Self.report(devices[place])[2]]
        case 9: return Self.report(devices[place])
        default:
            let part = random.pick(["/on", "/text", "/level"])
            // A text that is a text is no junk.
            let words = part == "/text" ? ["unknown", "unavailable", ""] : Self.junk
            return [Self.message(devices[place].topic + part, random.pick(words))]
        }
    }

    private mutating func read(_ random: inout SeededGenerator) -> [MQTTMessage] {
        let place = Int.random(in: 0..<readings.count, using: &random)
        if random.oneIn(5) { return [Self.message(readings[place].topic, random.pick(["unknown", ""]))] }
        let isNumber = readings[place].topic.hasSuffix("level")
        readings[place].value =
            isNumber ? String(Int.random(in: 0...100, using: &random)) : random.pick(Self.texts)
        readings[place].isKnown = true
        return [Self.message(readings[place].topic, readings[place].value)]
    }

    /// Somebody presses a button; no press is like another.
    mutating func press(_ random: inout SeededGenerator) -> (message: MQTTMessage, listeners: [Int]) {
        presses += 1
        let button = random.pick(["bell", "chime", "gong"])
        return (Self.message("home/\(button)", "\(button)-\(presses)"), listeners[button] ?? [])
    }

    /// The person takes a device's card away.
    mutating func dismiss(_ place: Int) { devices[place].isDismissed = true }

    /// What was taken away is off after a while.
    mutating func calmDown() {
        for place in devices.indices where devices[place].isDismissed {
            devices[place].isOn = false
            devices[place].isDismissed = false
        }
    }
}
