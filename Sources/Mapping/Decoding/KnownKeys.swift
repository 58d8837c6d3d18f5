import PushWardAPI

/// Where each key of the mapping file has its place, for keys that stand at a wrong one.
enum KnownKeys {
    /// The sections in the order in which they are asked for a key that several have.
    private static let order: [KeySection] = [
        .mqtt, .pushward, .taps, .top, .activity, .widget, .notification, .input, .action, .publish, .confirm,
    ]
    /// Keys that mean something at so many places that a guess would mislead.
    private static let vague: Set<String> = [
        "for", "host", "inputs", "name", "port", "state", "to", "url", "value", "version", "when",
    ]

    /// Where a key belongs, or nil where it is not known or belongs to what `what` says.
    static func home(of key: String, notIn what: String) -> String? {
        if !vague.contains(key), let home = order.first(where: { has($0, key) })?.home {
            let kind = home.split(separator: " ").last ?? ""
            return what.hasPrefix("the \(kind) ") || what == kind ? nil : home
        }
        if ContentFields.allNames.contains(key) || WidgetFields.allNames.contains(key) || key == "eta" {
            return what.hasPrefix("the content") ? nil : "under `content`"
        }
        return nil
    }

    private static func has(_ section: KeySection, _ key: String) -> Bool {
        KeyTable.keys(of: section).contains { $0.name == key } || extra[section]?.contains(key) == true
    }

    /// PushWard's own fields that point to a section as clearly as its keys do.
    private static let extra: [KeySection: Set<String>] = [
        .notification: ["level", "thread_id", "collapse_id"],
        .action: ["authentication_required", "destructive", "text_input"],
        .taps: ["relay"], .top: ["tests"],
    ]
}
