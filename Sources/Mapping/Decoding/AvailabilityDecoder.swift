import Templates
import Values

/// The words of one kind of source for being there and not being there.
struct AvailabilityPreset {
    var value: String?
    var online: [String]
    var offline: [String]

    /// By the names of the mapping file.
    ///
    /// Zigbee2MQTT 2 writes `{"state": "online"}`, older ones the bare word.
    static let all: [(name: String, preset: AvailabilityPreset)] = [
        (
            "zigbee2mqtt",
            AvailabilityPreset(
                value:
                    "{{ value_json.state if value_json is defined and value_json.state is defined else value }}",
                online: ["online"],
                offline: ["offline"]
            )
        ),
        ("tasmota", AvailabilityPreset(online: ["Online"], offline: ["Offline"])),
        ("esphome", AvailabilityPreset(online: ["online"], offline: ["offline"])),
        ("homeassistant", AvailabilityPreset(online: ["online"], offline: ["offline"])),
    ]

    static func named(_ name: String) -> AvailabilityPreset? {
        all.first { $0.name == name }?.preset
    }
}

extension InputDecoder {
    /// `availability:` of an input: a topic, or a map with `topic` and a `preset` or words.
    func availability(_ reader: MapReader, _ scope: NameScope) -> Input.Availability? {
        guard let entry = reader.take("availability") else { return nil }
        if case .scalar(let scalar) = entry.value { return availability(scalar, reader) }
        let what = "the availability of \(reader.what)"
        guard let keys = MapReader(entry.value, at: entry.keyMark, what, findings: findings) else {
            return nil
        }
        let topic = keys.require("topic").flatMap { keys.topicFilter($0) }
        if let topic { checkCaptures(topic, scope, entry.value.mark) }
        let names = AvailabilityPreset.all.map(\.name)
        let preset = keys.choice("preset", of: names).flatMap { AvailabilityPreset.named($0) }
        var value = Self.presetValue(preset?.value)
        if let scalar = keys.scalar("value", wants: "a template") {
            value = templates.compile(scalar, scope)?.template
        }
        let online = words(keys, "online") ?? preset?.online ?? Self.generalOnline
        let offline = words(keys, "offline") ?? preset?.offline ?? Self.generalOffline
        for word in online where offline.contains(word) {
            findings.error(keys.mark, "`\(word)` cannot mean both online and offline")
        }
        keys.finish()
        guard let topic else { return nil }
        return Input.Availability(topic: topic, value: value, online: online, offline: offline)
    }

    /// What counts without a preset: the words of all presets, and plain truth values.
    private static let generalOnline = ["online", "Online", "true", "1", "ON", "on"]
    private static let generalOffline = ["offline", "Offline", "false", "0", "OFF", "off"]

    private static func presetValue(_ source: String?) -> Template? {
        guard let source else { return nil }
        // The presets' templates are our own and compiled by a test; a failure leaves the plain payload.
        return try? Template(source)
    }

    private func availability(_ scalar: MarkedScalar, _ reader: MapReader) -> Input.Availability? {
        if scalar.isUnresolved { return nil }
        if !scalar.isNull, AvailabilityPreset.named(scalar.text) != nil {
            findings.error(
                scalar.mark,
                "`availability` names a preset, but no topic",
                hint: "write `availability: {topic: …, preset: \(scalar.text)}`"
            )
            return nil
        }
        guard let topic = reader.topicFilter(scalar, "availability") else { return nil }
        return Input.Availability(
            topic: topic,
            value: Self.presetValue(AvailabilityPreset.named("zigbee2mqtt")?.value),
            online: Self.generalOnline,
            offline: Self.generalOffline
        )
    }

    private func words(_ reader: MapReader, _ key: String) -> [String]? {
        guard let words = reader.texts(key) else { return nil }
        return words.isEmpty ? nil : words.map(\.text)
    }

    private func checkCaptures(_ topic: TopicFilter, _ scope: NameScope, _ mark: SourceMark) {
        for name in topic.captureNames where !scope.captures.contains(name) {
            findings.error(
                mark,
                "`{\(name)}` in the availability's topic is captured nowhere else",
                hint: scope.hint(for: name)
            )
        }
    }
}
