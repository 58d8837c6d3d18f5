import TestSupport
import Values

/// The devices of the model's home: what is true, and how they say it.
struct ModelHome {
    /// A device that has a card while it is on.
    struct Device {
        let slug: String
        let topic: String
        let name: String
        var isOn = false
        var text = "idle"
        var level = 0
        /// Whether the person took its card away: it may stay away until the device was off.
        var isDismissed = false
    }

    static let mapping = """
        version: 1
        mqtt: {host: localhost, port: 1883}
        pushward: {token: hlk_test}
        taps: {listen: 127.0.0.1:8787, public_url: "https://taps.example.net"}
        activities:
          washer:
            name: Washing machine
            inputs: {on: home/washer/on, text: home/washer/text, level: home/washer/level}
            start: {when: "{{ on == 'on' }}"}
            end: {when: "{{ on == 'off' }}"}
            max_starts_per_hour: 60
            content:
              template: generic
              state: "{{ text }}"
              progress: "{{ level / 100 }}"
              url_action: {title: Stop, once: true, publish: {topic: home/washer/set, payload: stop}}
            outcomes: [{state: Done, progress: 1}]
          dryer:
            inputs: {on: home/dryer/on, text: home/dryer/text, level: home/dryer/level}
            start: {when: "{{ on == 'on' }}", for: 30s}
            end: {when: "{{ on == 'off' }}", for: 1m}
            max_starts_per_hour: 60
            on_dismiss: restart
            content: {template: generic, state: "{{ text }}", progress: "{{ level / 100 }}"}
            outcomes: [{state: Done, progress: 1}]
          zone:
            each: {topic: "home/{zone}/zone/on"}
            slug: "zone-{{ zone }}"
            name: "Zone {{ zone }}"
            inputs: {on: "home/{zone}/zone/on", text: "home/{zone}/zone/text", level: "home/{zone}/zone/level"}
            start: {when: "{{ on == 'on' }}"}
            max_starts_per_hour: 60
            content:
              template: gauge
              value: "{{ level }}"
              min_value: 0
              max_value: 100
              state: "{{ text }}"
            outcomes: [{state: Done}]
        notifications:
          bell:
            on: {topic: home/bell}
            title: Bell
            body: "{{ value }}"
            collapse_id: "{{ value }}"
            max_age: 24h
          gong:
            on: {topic: home/gong}
            title: Gong
            body: "{{ value }}"
            max_age: 24h
            actions:
              - {id: open, title: Open, once: true, publish: {topic: home/door/set, payload: open}}
        """

    var devices = [
        Device(slug: "washer", topic: "home/washer", name: "Washing machine"),
        Device(slug: "dryer", topic: "home/dryer", name: "dryer"),
        Device(slug: "zone-a", topic: "home/a/zone", name: "Zone a"),
        Device(slug: "zone-b", topic: "home/b/zone", name: "Zone b"),
        Device(slug: "zone-c", topic: "home/c/zone", name: "Zone c"),
    ]
    private var presses = 0
    private static let junk = [
        "unknown", "unavailable", "", "NaN", "{\"cut\":", "[[[[]]]]", "\u{1F9FA}\u{FE0F}", "1e999", "null",
    ]

    /// All that a device says of itself, as it is.
    static func report(_ device: Device) -> [MQTTMessage] {
        [
            message(device.topic + "/on", device.isOn ? "on" : "off"),
            message(device.topic + "/text", device.text),
            message(device.topic + "/level", String(device.level)),
        ]
    }

    static func message(_ topic: String, _ payload: String) -> MQTTMessage {
        MQTTMessage(topic: topic, payload: Array(payload.utf8), qos: 1)
    }

    /// Something changes in the home, or a device says something that makes no sense.
    mutating func change(_ random: inout SeededGenerator) -> [MQTTMessage] {
        let place = Int.random(in: 0..<devices.count, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0...1:
            devices[place].isOn.toggle()
            return Array(Self.report(devices[place]).prefix(1))
        case 2...4:
            devices[place].text = random.pick(["Washing", "Rinsing", "Spinning", "Caf\u{E9} \u{2615}", "x"])
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

    /// Somebody presses a button; no press is like another.
    mutating func press(_ random: inout SeededGenerator) -> MQTTMessage {
        presses += 1
        return random.oneIn(2)
            ? Self.message("home/bell", "bell-\(presses)") : Self.message("home/gong", "gong-\(presses)")
    }
}
