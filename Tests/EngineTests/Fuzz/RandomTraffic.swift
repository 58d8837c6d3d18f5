import Replay
import TestSupport
import Values

/// Makes recordings at random: what a home sends, what it should never send, taps, pauses and restarts.
struct RandomTraffic {
    var values: RandomValues
    /// Feeds of which something comes of: those that nothing reads come rarely.
    private let feeds: [RandomMapping.Feed]
    private let rare: [RandomMapping.Feed]
    private let buttons: [(rule: String, action: String)]
    private var time = 0.0
    /// Switches that are off, by topic.
    private var off: Set<String> = []

    init(values: RandomValues, feeds: [RandomMapping.Feed], buttons: [(rule: String, action: String)]) {
        self.values = values
        self.feeds = feeds.filter { $0.role == .toggle || $0.role == .event || !$0.kinds.isEmpty }
        rare = feeds
        self.buttons = buttons
    }

    /// That many lines; the switches of all rules come first.
    mutating func lines(_ count: Int) -> [RecordingLine] {
        let switches = feeds.filter { $0.role == .toggle }.map { line(named($0.topic), Array("on".utf8)) }
        return switches + (0..<count).map { _ in next() }
    }

    private mutating func next() -> RecordingLine {
        time += pause()
        if values.chance(0.002) { return RecordingLine(time: time, content: .restart) }
        if values.chance(0.03), let button = buttons.randomElement(using: &values.generator) {
            let text = values.pick(
                [nil, "18.5", "\u{0}#+/{{ x }}", String(repeating: "é", count: 1100)],
                else: nil
            )
            return RecordingLine(
                time: time,
                content: .tap(rule: button.rule, action: button.action, text: text)
            )
        }
        // What is off shows nothing.
        if let topic = off.sorted().first, values.chance(0.6) {
            off.remove(topic)
            return line(topic, Array("on".utf8))
        }
        let common = values.chance(0.95) && !feeds.isEmpty ? feeds : rare
        guard let feed = common.randomElement(using: &values.generator) else {
            return RecordingLine(time: time, content: .pass)
        }
        return line(feed)
    }

    private mutating func line(_ feed: RandomMapping.Feed) -> RecordingLine {
        let topic = named(feed.topic)
        switch feed.role {
        case .toggle:
            let state = values.pick(["on", "on", "off", "off", "unknown", ""], else: "on")
            if state == "off" { off.insert(topic) }
            return line(topic, Array(state.utf8))
        case .availability:
            let words = ["online", "online", "up", "up", "offline", "down", #"{"state": "online"}"#, ""]
            return line(topic, Array(values.pick(words, else: "").utf8))
        case .picture where values.chance(0.6): return line(topic, values.chance(0.8) ? Self.picture : [])
        default:
            var payload = payload(feed)
            // Of the largest ones a few are enough: each is rendered by every field, at every step.
            if payload.count > 400, values.chance(0.97) { payload = values.pick(Self.small, else: []) }
            return line(topic, payload)
        }
    }

    /// The topic with something for what it captures.
    private mutating func named(_ topic: String) -> String {
        guard topic.contains("{") else { return topic }
        let number = Int.random(in: 0..<80, using: &values.generator)
        let name = values.pick(["one", "one", "one", "two", "Drei 3", "🎉", "n\(number)"], else: "one")
        return topic.split(separator: "/").map { $0.hasPrefix("{") ? name : String($0) }
            .joined(separator: "/")
    }

    /// Mostly seconds, now and then hours.
    private mutating func pause() -> Double {
        if values.chance(0.99) { return Double.random(in: 0.3...5, using: &values.generator) }
        return values.pick([61, 301, 301, 4000, 14_400, 43_300], else: 61)
    }

    private mutating func line(_ topic: String, _ payload: [UInt8]) -> RecordingLine {
        let message = MQTTMessage(topic: topic, payload: payload)
        let isRetain = values.chance(0.05)
        return RecordingLine(
            time: time,
            content: .message(message, isRetain: isRetain, isStored: isRetain && values.chance(0.2))
        )
    }

    private mutating func payload(_ feed: RandomMapping.Feed) -> [UInt8] {
        switch Int.random(in: 0..<24, using: &values.generator) {
        case 0:
            let words = ["", "unknown", "unavailable", "None", "null", "NaN", "nan", "inf", "on", "off", "1"]
            return Array(values.pick(words, else: "").utf8)
        case 1:
            let numbers = ["1e400", "-1e400", "1e308", "9e99", "-0", "0.1", "007", "1_000", "4711", "-5"]
            return Array(values.pick(numbers + [String(repeating: "9", count: 400)], else: "0").utf8)
        case 2: return (0..<40).map { _ in UInt8.random(in: 0...255, using: &values.generator) }
        case 3 where values.chance(0.2): return deep()
        case 4 where values.chance(0.2):
            let piece = values.pick(["🎉", "é", "ab ", "\n", "\""], else: "x")
            return Array(String(repeating: piece, count: values.pick([300, 1100, 5000], else: 300)).utf8)
        case 5: return values.junk(depth: 0).utf8
        case 6: return JSON.object(["value": values.junk(depth: 0), "extra": values.junk(depth: 1)]).utf8
        default: return fitting(feed)
        }
    }

    /// What one of the fields that show it could take, as a text or as JSON.
    private mutating func fitting(_ feed: RandomMapping.Feed) -> [UInt8] {
        guard let kind = feed.kinds.randomElement(using: &values.generator) else {
            return values.junk(depth: 0).utf8
        }
        // Times are those of the moment, not of the recording's beginning.
        var own = RandomValues(seed: values.generator.next(), now: values.now + Int(time))
        let value = own.value(for: kind, junkShare: 0.1)
        if case .string(let text) = value { return Array(text.utf8) }
        return value.utf8
    }

    private static let small = ["1", "21.5", "on", "", "🎉", "unknown", "#FF0000", "{}", "[1, 2]", "90"].map {
        Array($0.utf8)
    }

    private static let picture =
        Base64URL.bytes(
            "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGM4ISeHFTEMLQkAkL9BAbKfPiIAAAAASUVORK5CYII="
        ) ?? []

    private mutating func deep() -> [UInt8] {
        let depth = values.pick([10, 100, 1000], else: 10)
        if values.chance(0.5) {
            return Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        return Array(
            (String(repeating: #"{"value":"#, count: depth) + "1" + String(repeating: "}", count: depth)).utf8
        )
    }
}
