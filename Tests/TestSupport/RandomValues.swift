package import PushWardAPI
package import Values

/// Makes values of every kind, sound ones and junk.
package struct RandomValues {
    package var generator: SeededGenerator
    package let now: Int

    package init(seed: UInt64, now: Int) {
        self.generator = SeededGenerator(seed: seed)
        self.now = now
    }

    package mutating func chance(_ share: Double) -> Bool {
        Double.random(in: 0..<1, using: &generator) < share
    }

    package mutating func pick<T>(_ elements: [T], else fallback: T) -> T {
        elements.randomElement(using: &generator) ?? fallback
    }

    /// Fields for a template: most of its own, some of others, some unknown.
    package mutating func fields(of template: TemplateSpec) -> JSONObject {
        var fields = JSONObject()
        for field in template.fields
        where chance(0.6) || template.required.contains(field.name) && chance(0.9) {
            fields[field.name] = value(for: field.kind)
        }
        for name in ContentFields.allNames.union(WidgetFields.allNames).sorted() where chance(0.03) {
            fields[name] = junk(depth: 0)
        }
        if chance(0.1) { fields["answer"] = ["option": "x"] }
        if chance(0.1) { fields[pick(Self.texts, else: "x")] = junk(depth: 0) }
        return fields
    }

    package mutating func value(for kind: FieldSpec.Kind, junkShare: Double = 0.2) -> JSON {
        if chance(junkShare) { return junk(depth: 0) }
        switch kind {
        case .text(let max):
            return .string(
                String(
                    repeating: pick(["a", "é", "👩‍👩‍👧‍👦", "🇩🇪", " "], else: "a"),
                    count: pick([1, max, max + 1], else: 1)
                )
            )
        case .number(let range), .length(let range):
            return .double(Double.random(in: range, using: &generator))
        case .integer(let range): return .int(Int.random(in: range, using: &generator))
        case .bool: return pick([true, false, "on", "off", 1, 0], else: true)
        case .color: return pick(Self.colors, else: "red")
        case .icon: return pick(["bolt.fill", "mdi:home", " flame ", "hass:bulb"], else: "bolt")
        case .choice(let choices):
            return .string(pick(choices.map { chance(0.5) ? $0 : $0.uppercased() }, else: ""))
        case .time:
            let offset = pick([-50_000, -43_100, -100, 0, 100, 299, 301, 5000, 157_788_001], else: 0)
            return pick(
                [.int(now + offset), .int((now + offset) * 1000), .string("2026-06-01T12:00:00Z")],
                else: 0
            )
        case .instant:
            let offset = pick([-900_000_000, -50_000, -100, 0, 100, 5000, 31_000_000, 31_700_000], else: 0)
            return pick(
                [.int(now + offset), .string("2026-06-01T12:00:00+02:00"), .string("1999-12-31T00:00:00Z")],
                else: 0
            )
        case .duration: return pick(["5m", "1h30m", 300, "1:30:00", "PT5M", "0", -5, 1e300], else: "5m")
        case .url: return pick(Self.urls, else: "https://example.org/a")
        case .action: return action()
        case .list(let element, let count):
            let length = pick([count.lowerBound, count.upperBound, count.upperBound + 2, 1], else: 1)
            return .array((0..<length).map { _ in value(for: element, junkShare: 0.05) })
        case .pool(let element, let count, _):
            let length = pick([count.lowerBound, count.upperBound, count.upperBound + 2, 1], else: 1)
            return .array((0..<length).map { _ in value(for: element, junkShare: 0.05) })
        case .object(let fields, let required):
            var object = JSONObject()
            for field in fields where chance(0.6) || required.contains(field.name) {
                object[field.name] = value(for: field.kind, junkShare: 0.05)
            }
            if chance(0.1) { object["unknown"] = junk(depth: 1) }
            return .object(object)
        case .map(let keyMax, let element, let count):
            var object = JSONObject()
            for place in 0..<pick([count.lowerBound, count.upperBound, count.upperBound + 1, 2], else: 1) {
                let name = pick(
                    ["s\(place)", String(repeating: "k", count: keyMax + place), " ", "value"],
                    else: "s"
                )
                object[name] = value(for: element, junkShare: 0.05)
            }
            return .object(object)
        case .cron:
            return pick(
                ["@daily", "0 19 * * 2", "0 8 * * MON-FRI", "* * * * *", "60 1 * * *"],
                else: "@daily"
            )
        case .zone: return pick(["Europe/Berlin", "UTC", "+01:00", "Europe/Nowhere"], else: "UTC")
        case .thumbHash: return pick(["3PcNNYSFeXh/d3eld0iHZoZgVwh2", "abc", "ab-_", "QUJD"], else: "QUJD")
        }
    }

    private mutating func action() -> JSON {
        var object = JSONObject()
        if chance(0.8) {
            object["url"] =
                chance(0.7) ? "https://example.org/t" : pick(Self.urls, else: "https://example.org")
        }
        if chance(0.95) {
            object["id"] = pick(["yes", "no", "a b", "ü", "-x", "later", "pw_ack", "b", "c"], else: "yes")
        }
        if chance(0.95) {
            object["title"] = pick(["Go", .string(String(repeating: "t", count: 70)), 5, ""], else: "Go")
        }
        if chance(0.6) { object["icon"] = pick(["play.fill", "mdi:play", "x y"], else: "play.fill") }
        if chance(0.3) { object["foreground"] = pick([true, false, "on", "maybe"], else: true) }
        if chance(0.3) { object["method"] = pick(["post", "GET", "BREW"], else: "post") }
        if chance(0.15) {
            object["headers"] = pick(
                [
                    ["X-A": "b"], ["a b": "c"], ["A": "x\r\ny"],
                    ["A": .string(String(repeating: "h", count: 1100))], [],
                ],
                else: .null
            )
        }
        if chance(0.15) {
            object["body"] = pick(["{}", .string(String(repeating: "b", count: 1025)), ["a": 1]], else: "")
        }
        if chance(0.2) { object["style"] = pick(["primary", "danger", "odd"], else: "primary") }
        return chance(0.05) ? pick(Self.urls, else: .null) : .object(object)
    }

    /// A value of any kind that no field asked for.
    package mutating func junk(depth: Int) -> JSON {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: return .null
        case 1: return .bool(chance(0.5))
        case 2: return .int(pick([0, -1, 1, .max, .min, now, 101, 4711], else: 0))
        case 3:
            return .double(
                pick([.nan, .infinity, -.infinity, 1e308, -1e308, .leastNonzeroMagnitude, 0.1, 3.0], else: 0)
            )
        case 4 where depth < 3: return .array((0..<3).map { _ in junk(depth: depth + 1) })
        case 5 where depth < 3:
            return .object(
                JSONObject((0..<3).map { _ in (pick(Self.texts, else: "k"), junk(depth: depth + 1)) })
            )
        case 6:
            return .string(
                String(repeating: pick(Self.texts, else: "x"), count: pick([50, 50, 50, 700], else: 50))
            )
        default: return .string(pick(Self.texts, else: "x"))
        }
    }

    package static let texts = [
        "", " ", "\n\t", "nan", "NaN", "inf", "-Infinity", "1e999", "0x10", "unknown", "unavailable", "None",
        "21.5",
        "🎉", "👩🏽‍🚒👨‍👩‍👧", "e\u{301}\u{301}\u{301}\u{301}\u{301}", "\u{0}\u{1}\u{7F}", "a\u{0}b", "\r\n", "null",
        "[]", "{}",
        "\u{202E}abc", "ﷺ", "true", "state", "50 %", "https://", "javascript:alert(1)", "#12", "mdi:",
        "mdi:a b",
    ]

    package static let colors: [JSON] = [
        "red", "Red", "#abc", "#12345678", "12ab34", "white", [255, 0, 0], "1,2,3", "rgb(1, 2, 3)", 2700,
        "2700K",
        "nocolor", ["hs": [10, 50]], [300, 0, 0], "#GG0000", 112_233,
    ]

    package static let urls: [JSON] = [
        "https://example.org/a", "http://example.org", "https://", "https://u:p@example.org/x", "https:///x",
        "homeassistant://navigate/x", "javascript:alert(1)", "JavaScript:alert(1)", "file:///etc/passwd",
        "data:text/plain,x", "/relative", "https://exa mple.org", "https://example.org/a b",
        "mailto:a@example.org",
        "https://example.org:99999/", "https://münchen.example/ä", "https://192.168.1.2/x", "//host/x", ":",
        "x:",
        .string("https://example.org/" + String(repeating: "p", count: 2100)),
    ]
}
