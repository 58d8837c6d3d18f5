import PushWardAPI

/// Where each key of the mapping file has its place, for keys that stand at a wrong one.
enum KnownKeys {
    /// The homes of keys, in words.
    private static let homes: [(home: String, keys: [String])] = [
        (
            "under `mqtt`",
            ["username", "password", "client_id", "protocol", "topic_prefix", "discovery", "max_payload"]
        ),
        ("under `pushward`", ["token", "token_file", "slug_prefix", "min_app_version", "budget"]),
        ("under `taps`", ["listen", "public_url", "relay", "trusted_proxies"]),
        (
            "at the top of the file",
            [
                "activities", "notifications", "widgets", "tests", "defaults", "log", "http", "mqtt",
                "pushward", "taps",
            ]
        ),
        (
            "in an activity",
            [
                "content", "outcomes", "start", "end", "stale_ttl", "ended_ttl", "dismiss_after",
                "min_interval",
                "settle", "final_for", "max_starts_per_hour", "roll_over", "on_dismiss", "unavailable_after",
                "remove",
                "slug",
                "each", "eta_tolerance", "sound", "priority",
            ]
        ),
        ("in a widget", ["push_throttle", "stale_after"]),
        (
            "in a notification",
            [
                "on", "cooldown", "dedupe", "silent_for", "quiet_hours", "max_age", "level", "thread_id",
                "collapse_id", "actions",
            ]
        ),
        (
            "in an input",
            [
                "topic", "unit", "timezone", "qos", "encoding", "retained", "expire_after", "availability",
                "valid",
                "empty",
            ]
        ),
        (
            "in an action",
            ["publish", "once", "expires", "confirm", "authentication_required", "destructive", "text_input"]
        ),
        ("under `publish`", ["payload", "retain"]),
        ("under `confirm`", ["within"]),
    ]

    /// Where a key belongs, or nil where it is not known or belongs to what `what` says.
    static func home(of key: String, notIn what: String) -> String? {
        for (home, keys) in homes where keys.contains(key) {
            let kind = home.split(separator: " ").last ?? ""
            return what.hasPrefix("the \(kind) ") || what == kind ? nil : home
        }
        if ContentFields.allNames.contains(key) || WidgetFields.allNames.contains(key) || key == "eta" {
            return what.hasPrefix("the content") ? nil : "under `content`"
        }
        return nil
    }
}
