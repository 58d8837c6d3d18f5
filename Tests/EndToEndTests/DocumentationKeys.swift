import Foundation

/// A row of the reference's tables: a key, an example of its value, and where it stands.
struct DocumentationKey: Sendable, CustomStringConvertible {
    var file: String
    var line: Int
    /// The place, from the comment `<!-- keys: PLACE -->` above the table.
    var place: String
    var key: String
    var example: String

    var description: String { "\(file):\(line): \(place).\(key): \(example)" }

    /// All rows of all tables under such a comment.
    static let all: [DocumentationKey] = DocumentationFile.all.flatMap(keys)

    private static func keys(_ file: DocumentationFile) -> [DocumentationKey] {
        var keys: [DocumentationKey] = []
        var place: String?
        for (number, line) in file.lines.enumerated() {
            if line.hasPrefix("<!-- keys: ") {
                place = line.dropFirst(11).split(separator: " ").first.map(String.init)
            } else if let current = place, line.hasPrefix("| `") {
                let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
                guard cells.count > 1 else { continue }
                keys.append(
                    DocumentationKey(
                        file: file.path,
                        line: number + 1,
                        place: current,
                        key: cells[0].trimmingCharacters(in: ["`"]),
                        example: cells[1].trimmingCharacters(in: ["`"])
                    )
                )
            } else if !line.hasPrefix("|"), !line.isEmpty {
                place = nil
            }
        }
        return keys
    }

    /// A mapping file in which the key stands at its place, or nil for a place that is not known.
    var mapping: String? {
        guard let frame = Self.frames["\(place)/\(key)"] ?? Self.frames[place] else { return nil }
        let gone = Self.displaces["\(place).\(key)"] ?? []
        let own = "\(key): \(example)"
        let kept = frame.siblings.filter { sibling in
            sibling.key != key && !gone.contains(sibling.key)
        }
        let lines = ([own] + kept.map(\.line) + (Self.needs["\(place).\(key)"] ?? []))
            .map { String(repeating: " ", count: frame.indent) + $0 }
        return ([frame.before] + lines + [frame.after]).filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
    }

    private struct Frame {
        var before: String
        var indent: Int
        var siblings: [(key: String, line: String)]
        var after = ""
    }

    private static let version = "version: 1"
    private static let mqtt = "mqtt: {url: mqtt://localhost}"
    private static let pushward = "pushward: {name: anna, token: hlk_example}"
    private static let taps = "taps: {listen: 127.0.0.1:8787, public_url: https://taps.example.net}"
    private static let notifications = "notifications: {n: {on: a/topic, title: T, body: B}}"
    private static let rest = [version, mqtt, pushward, taps].joined(separator: "\n")
    private static let activity: [(key: String, line: String)] = [
        ("inputs", "inputs: {power: a/power, left: a/left}"), ("start", "start: \"{{ power > 10 }}\""),
        ("content", "content: {template: generic, state: On}"),
    ]

    private static let frames: [String: Frame] = [
        "top": Frame(
            before: "",
            indent: 0,
            siblings: [
                ("version", version), ("mqtt", mqtt), ("pushward", pushward), ("taps", taps),
                ("notifications", notifications),
            ]
        ),
        "mqtt": Frame(
            before: [version, pushward, taps, notifications, "mqtt:"].joined(separator: "\n"),
            indent: 2,
            siblings: [("url", "url: mqtt://localhost")]
        ),
        "mqtt.tls": Frame(
            before: [version, pushward, taps, notifications, "mqtt:", "  url: mqtts://localhost", "  tls:"]
                .joined(separator: "\n"),
            indent: 4,
            siblings: []
        ),
        "pushward": Frame(
            before: [version, mqtt, taps, notifications, "pushward:"].joined(separator: "\n"),
            indent: 2,
            siblings: [("token", "token: hlk_example")]
        ),
        "taps": Frame(
            before: [version, mqtt, pushward, notifications, "taps:"].joined(separator: "\n"),
            indent: 2,
            siblings: [("listen", "listen: 127.0.0.1:8787")]
        ),
        "http": Frame(
            before: [rest, notifications, "http:"].joined(separator: "\n"),
            indent: 2,
            siblings: []
        ),
        "log": Frame(before: [rest, notifications, "log:"].joined(separator: "\n"), indent: 2, siblings: []),
        "activity": Frame(
            before: rest + "\nactivities:\n  washer:",
            indent: 4,
            siblings: activity
        ),
        "input": Frame(
            before: rest + "\nactivities:\n  washer:\n    start: \"{{ power > 10 }}\"\n"
                + "    content: {template: generic, state: On}\n    inputs:\n      power:",
            indent: 8,
            siblings: [("topic", "topic: a/power")]
        ),
        "action/when": Frame(
            before: rest + "\nactivities:\n  washer:\n    inputs: {power: a/power}\n"
                + "    start: \"{{ power > 10 }}\"\n    content:\n      template: generic\n      url_action:",
            indent: 8,
            siblings: [("publish", "publish: {topic: a/set, payload: OPEN}")]
        ),
        "each": Frame(
            before: rest + "\nactivities:\n  washer:\n    slug: \"washer-{{ zone }}\"\n"
                + "    inputs: {power: \"a/{zone}/power\"}\n    start: \"{{ power > 10 }}\"\n"
                + "    content: {template: generic, state: On}\n    each:",
            indent: 6,
            siblings: []
        ),
        "sound": Frame(
            before: rest + "\nactivities:\n  washer:\n    inputs: {power: a/power}\n"
                + "    start: \"{{ power > 10 }}\"\n    content: {template: generic, state: On}\n    sound:",
            indent: 6,
            siblings: []
        ),
        "quiet_hours": Frame(
            before: rest + "\nnotifications:\n  bell:\n    on: a/bell\n    title: Bell\n    body: rings\n"
                + "    quiet_hours:",
            indent: 6,
            siblings: [("from", "from: \"22:00\""), ("to", "to: \"07:00\"")]
        ),
        "availability": Frame(
            before: rest + "\nactivities:\n  washer:\n    start: \"{{ power > 10 }}\"\n"
                + "    content: {template: generic, state: On}\n    inputs:\n      power:\n"
                + "        topic: a/power\n        availability:",
            indent: 10,
            siblings: [("topic", "topic: a/availability")]
        ),
        "condition": Frame(
            before: rest + "\nactivities:\n  washer:\n    inputs: {power: a/power}\n"
                + "    content: {template: generic, state: On}\n    start:",
            indent: 6,
            siblings: [("when", "when: \"{{ power > 10 }}\"")]
        ),
        "content": Frame(
            before: rest + "\nactivities:\n  washer:\n    inputs: {power: a/power, left: a/left}\n"
                + "    start: \"{{ power > 10 }}\"\n    content:",
            indent: 6,
            siblings: [("template", "template: generic"), ("state", "state: On")]
        ),
        "outcome": Frame(
            before: rest + "\nactivities:\n  washer:\n    inputs: {power: a/power}\n"
                + "    start: \"{{ power > 10 }}\"\n    content: {template: generic, state: On}\n"
                + "    outcomes:\n      -",
            indent: 8,
            siblings: [("state", "state: Done")]
        ),
        "action": Frame(
            before: rest
                + "\nnotifications:\n  bell:\n    inputs: {lock: a/lock}\n    when: \"{{ lock == 'open' }}\"\n"
                + "    title: Bell\n    body: rings\n    actions:\n      -",
            indent: 8,
            siblings: [
                ("id", "id: open"), ("title", "title: Open"),
                ("publish", "publish: {topic: a/set, payload: OPEN}"),
            ]
        ),
        "publish": Frame(
            before: rest + "\nnotifications:\n  bell:\n    on: a/bell\n    title: Bell\n    body: rings\n"
                + "    actions:\n      - id: open\n        title: Open\n        publish:",
            indent: 10,
            siblings: [("topic", "topic: a/set"), ("payload", "payload: OPEN")]
        ),
        "confirm": Frame(
            before: rest + "\nactivities:\n  washer:\n    inputs: {power: a/power}\n"
                + "    start: \"{{ power > 10 }}\"\n    content:\n      template: generic\n      state: On\n"
                + "      url_action:\n        title: Off\n        publish: {topic: a/set, payload: 'OFF'}\n"
                + "        confirm:",
            indent: 10,
            siblings: [("when", "when: \"{{ power < 1 }}\"")]
        ),
        "notification": Frame(
            before: rest + "\nactivities:\n  washer:\n    inputs: {power: a/power}\n"
                + "    start: \"{{ power > 10 }}\"\n    content: {template: generic, state: On}\n"
                + "notifications:\n  bell:",
            indent: 4,
            siblings: [("on", "on: a/bell"), ("title", "title: Bell"), ("body", "body: rings")]
        ),
        "widget": Frame(
            before: rest + "\nwidgets:\n  tank:",
            indent: 4,
            siblings: [
                ("inputs", "inputs: {power: a/power}"),
                ("content", "content: {template: value, value: \"{{ power }}\"}"),
            ]
        ),
        "widget_content": Frame(
            before: rest + "\nwidgets:\n  tank:\n    inputs: {power: a/power}\n    content:",
            indent: 6,
            siblings: [("template", "template: trend"), ("value", "value: \"{{ power }}\"")]
        ),
        "on": Frame(
            before: rest + "\nactivities:\n  washer:\n    inputs: {power: a/power}\n"
                + "    start: \"{{ power > 10 }}\"\n    content: {template: generic, state: On}\n"
                + "notifications:\n  bell:\n    title: Bell\n    body: rings\n    on:",
            indent: 6,
            siblings: [("topic", "topic: a/bell")]
        ),
    ]

    /// What cannot stand beside a key.
    private static let displaces: [String: Set<String>] = [
        "mqtt.host": ["url"], "mqtt.port": ["url"], "pushward.token_file": ["token"],
        "notification.when": ["on"], "notification.inputs": ["on"], "on.activity": ["topic"],
        "on.event": ["topic"], "action.url": ["publish"], "action.method": ["publish"],
        "content.line": ["template", "state"], "content.tile": ["template", "state"],
        "content.keep": ["template", "state"], "content.history": ["template", "state"],
        "action.headers": ["publish"], "action.body": ["publish"], "action.foreground": ["publish"],
    ]
    /// What a key needs beside it.
    private static let needs: [String: [String]] = [
        "content.line": ["template: log"], "content.tile": ["template: board"],
        "content.keep": ["template: log", "line: \"{{ power }}\""],
        "content.history": ["template: timeline", "value: {power: \"{{ power }}\"}"],
        "mqtt.port": ["host: localhost"], "mqtt.tls.certificate": ["key: client.key"],
        "mqtt.tls.key": ["certificate: client.crt"],
        "notification.resolve_when": ["inputs: {power: a/power}", "acknowledge: {}"],
        "notification.tags": ["acknowledge: {}"],
        "notification.when": ["inputs: {power: a/power}"],
        "notification.inputs": ["when: \"{{ power > 10 }}\""], "on.activity": ["event: end"],
        "on.event": ["activity: washer"], "widget.each": ["slug: \"washer-{{ zone }}\""],
        "widget.slug": ["each: a/{zone}/state"], "activity.each": ["slug: \"washer-{{ zone }}\""],
        "activity.slug": ["each: a/{zone}/state"],
        "action.method": ["url: https://example.net"], "action.headers": ["url: https://example.net"],
        "action.body": ["url: https://example.net"], "action.foreground": ["url: https://example.net"],
    ]
}
