import Mapping

/// The reference of the mapping's own keys, written from the table that hints and schema come from.
enum DocumentationMapping {
    static var markdown: String {
        var text = """
            # Keys of the mapping file

            All keys that are the mapping's own, section by section. What PushWard shows stands in
            [PushWard's fields](fields.md); how the parts work together, in the [README](../README.md#mapping-reference). A test
            writes this page from the table that the program itself works by
            (`UPDATE_DOCUMENTATION=1 scripts/test --filter DocumentationReferenceTests`).

            A text, a number and a condition may be a template where the text says so; durations are `30s`, `5m`, `1h30m`, `2d`,
            `100ms`, or seconds.

            """
        for section in KeySection.allCases where titles[section] != nil {
            guard let title = titles[section] else { continue }
            text += "\n## \(title.heading)\n\n"
            if !title.introduction.isEmpty { text += title.introduction + "\n\n" }
            text += "<!-- keys: \(section.rawValue) -->\n"
            text += "| Key | Example | Value | Default | Meaning |\n| --- | --- | --- | --- | --- |\n"
            for key in rows(section) { text += row(key) }
        }
        return text
    }

    private static let titles: [KeySection: (heading: String, introduction: String)] = [
        .top: ("The file", "At the top of `config.yaml`:"),
        .mqtt: ("The broker", "Under `mqtt`; one of `url` and `host` is needed:"),
        .mqttTLS: (
            "TLS of the broker",
            "Under `mqtt.tls`, where the system's certificate authorities are not enough:"
        ),
        .pushward: (
            "Accounts",
            "Under `pushward`, or in each entry of its list; one of `token` and `token_file` is needed:"
        ),
        .taps: ("Taps", "Under `taps`:"),
        .http: ("Health and metrics", "Under `http`:"),
        .log: ("Logs", "Under `log`:"),
        .activity: ("Activities", "Under `activities`, for each card; the key is its slug:"),
        .condition: ("Conditions", "`start` and `end`; a text alone is `when`:"),
        .each: ("A card for each", "Under `each`; a text alone is the topic:"),
        .sound: ("Sounds", "Under `sound`; a text alone is the start's:"),
        .input: ("Inputs", "Under `inputs`, for each name; a text alone is the topic:"),
        .availability: ("Availability", "Under `availability`; a text alone is the topic:"),
        .content: (
            "Content",
            "Under `content`, beside `template` and the [fields of that template](fields.md):"
        ),
        .outcome: ("Outcomes", "In each of `outcomes`, beside any field of the card's template:"),
        .action: (
            "Buttons and tap targets",
            "In each action, beside [PushWard's own members](fields.md#buttons-and-tap-targets-of-cards):"
        ),
        .publish: ("What a tap publishes", "Under `publish`:"),
        .confirm: ("What shows that a tap had its effect", "Under `confirm`:"),
        .notification: (
            "Notifications",
            "Under `notifications`, for each name, beside [PushWard's fields](fields.md#notifications), of which `title` and `body` are required:"
        ),
        .on: (
            "What fires a notification",
            "Under `on`; a text alone is the topic. With `topic` the keys of an [input](#inputs) count, too:"
        ),
        .quietHours: ("Quiet hours", "Under `quiet_hours`:"),
        .widget: ("Widgets", "Under `widgets`, for each widget; the key is its slug:"),
        .widgetContent: (
            "Content of widgets",
            "Under `content` of a widget, beside `template` and the [fields of that template](fields.md#widgets):"
        ),
    ]

    /// The keys of `on` that are an input's stand there.
    private static func rows(_ section: KeySection) -> [KeySpec] {
        guard section == .on else { return KeyTable.keys(of: section) }
        let inputs = KeyTable.keys(of: .input).map(\.name).filter { $0 != "topic" }
        return KeyTable.keys(of: .on).filter { !inputs.contains($0.name) }
    }

    private static func row(_ key: KeySpec) -> String {
        let standard = key.isRequired ? "required" : key.defaultText ?? ""
        let cells = ["`\(key.name)`", "`\(key.example)`", value(key.value), standard, key.summary]
        return "| " + cells.joined(separator: " | ") + " |\n"
    }

    private static func value(_ value: KeyValue) -> String {
        switch value {
        case .text: "text"
        case .template: "template"
        case .topic: "topic"
        case .texts: "text, or list of texts"
        case .bool: "`true` or `false`"
        case .integer(let range): "whole number, \(range.lowerBound) to \(range.upperBound)"
        case .duration: "duration"
        case .size: "bytes"
        case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
        case .section(let section): titles[section].map { "[map](#\(anchor($0.heading)))" } ?? "map"
        case .names(let inner): "map from names: \(self.value(inner))"
        case .list(let inner): "list: \(self.value(inner))"
        case .anyOf(let values): values.map { self.value($0) }.joined(separator: ", or ")
        case .content: "[map](#content)"
        case .widgetContent: "[map](#content-of-widgets)"
        case .outcome: "[map](#outcomes)"
        case .gathered: "template, map, or list of these"
        case .payload: "template, map or list"
        case .actions: "list: [map](#buttons-and-tap-targets)"
        }
    }

    private static func anchor(_ heading: String) -> String {
        heading.lowercased().split(separator: " ").joined(separator: "-")
    }
}
