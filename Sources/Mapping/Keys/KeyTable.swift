package import PushWardAPI

/// All keys of the mapping file that are ours, by section; PushWard's fields stand in its own tables.
package enum KeyTable {
    /// The keys of a section that are ours, in the order of the reference.
    package static func keys(of section: KeySection) -> [KeySpec] {
        switch section {
        case .top: top
        case .mqtt: mqtt
        case .mqttTLS: mqttTLS
        case .pushward: pushward
        case .taps: taps
        case .http: http
        case .log: log
        case .defaults: defaults
        case .activity: activity
        case .condition: condition
        case .each: each
        case .sound: sound
        case .input: input
        case .availability: availability
        case .content: content
        case .outcome: outcome
        case .action: action
        case .publish: publish
        case .confirm: confirm
        case .notification: notification
        case .on: on + input.filter { key in !on.contains { $0.name == key.name } }
        case .quietHours: quietHours
        case .widget: widget
        case .widgetContent: widgetContent
        }
    }

    /// The fields of PushWard that stand beside a section's own keys.
    package static func fields(of section: KeySection) -> [FieldSpec] {
        section == .notification ? NotificationFields.fields + NotificationFields.schedule : []
    }

    /// Keys that are read only to say that they are not supported, or what to write instead.
    package static let unsupported: Set<String> = ["fingerprint", "relay", "tests", "use"]

    /// What `defaults` may hold: the options of all rules.
    private static let defaults: [KeySpec] = {
        let names =
            ActivityOptionsDecoder.keys + NotificationOptions.keys + WidgetOptionsDecoder.ownKeys + ["to"]
        var seen: Set<String> = []
        return (activity + notification + widget).filter {
            names.contains($0.name) && seen.insert($0.name).inserted
        }
    }()
}
