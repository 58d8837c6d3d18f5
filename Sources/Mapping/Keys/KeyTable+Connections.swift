import PushWardAPI

extension KeyTable {
    static let top: [KeySpec] = [
        KeySpec("version", .choice(["1"]), "The version of the file's form; write it", example: "1"),
        KeySpec(
            "mqtt",
            .section(.mqtt),
            "The broker",
            example: #"{url: "mqtt://localhost"}"#,
            isRequired: true
        ),
        KeySpec(
            "pushward",
            .anyOf([.section(.pushward), .list(.section(.pushward))]),
            "The account",
            example: "{token: hlk_example}",
            isRequired: true
        ),
        KeySpec(
            "taps",
            .section(.taps),
            "How taps come home",
            example: #"{listen: "0.0.0.0:8787", public_url: "https://taps.example.net"}"#,
            default: "none"
        ),
        KeySpec(
            "http",
            .section(.http),
            "Health and metrics",
            example: #"{listen: "127.0.0.1:8790"}"#,
            default: "none"
        ),
        KeySpec("log", .section(.log), "What is logged", example: "{level: debug}"),
        KeySpec(
            "state",
            .text,
            "The folder of durable state",
            example: "/var/lib/pushward-mqtt",
            default: "see below"
        ),
        KeySpec(
            "defaults",
            .section(.defaults),
            "Options for every rule",
            example: "{min_interval: 15s, cooldown: 1m}",
            default: "none"
        ),
        KeySpec("activities", .names(.section(.activity)), "Cards, by name", example: "{}", default: "none"),
        KeySpec(
            "notifications",
            .names(.section(.notification)),
            "Notifications, by name",
            example: "{}",
            default: "none"
        ),
        KeySpec("widgets", .names(.section(.widget)), "Widgets, by name", example: "{}", default: "none"),
    ]
    static let mqtt: [KeySpec] = [
        KeySpec(
            "url",
            .text,
            "`mqtt://` or, with TLS, `mqtts://`; may hold user and password",
            example: "mqtts://broker.example.net:8883"
        ),
        KeySpec("host", .text, "Instead of `url`", example: "homeassistant.local"),
        KeySpec("port", .integer(1...65_535), "Beside `host`", example: "1883", default: "1883"),
        KeySpec("username", .text, "The name at the broker", example: "pushward", default: "none"),
        KeySpec("password", .text, "Its password", example: "!secret mqtt_password", default: "none"),
        KeySpec(
            "client_id",
            .text,
            "Must differ from every other client's",
            example: "pushward",
            default: "its own, kept"
        ),
        KeySpec(
            "protocol",
            .choice(["auto", "5", "3.1.1"]),
            "`5`, `3.1.1`, or `auto`: 5, and 3.1.1 where the broker refuses it",
            example: "3.1.1",
            default: "`auto`"
        ),
        KeySpec(
            "topic_prefix",
            .topic,
            "Before everything that it publishes of itself: `<prefix>/bridge/availability` (`online` or `offline`) and `<prefix>/bridge/status`, both retained",
            example: "pushward",
            default: "`pushward`"
        ),
        KeySpec(
            "discovery",
            .anyOf([.bool, .topic]),
            "Home Assistant's discovery prefix: the bridge appears there as [a device](../README.md#budget). `false`: it does not",
            example: "false",
            default: "`homeassistant`"
        ),
        KeySpec(
            "max_payload",
            .size,
            "Larger messages are dropped and counted",
            example: "1M",
            default: "`256k`"
        ),
        KeySpec(
            "tls",
            .anyOf([.bool, .section(.mqttTLS)]),
            "`true`, `false`, or the map below",
            example: "true",
            default: "by the URL"
        ),
    ]
    static let mqttTLS: [KeySpec] = [
        KeySpec(
            "ca",
            .text,
            "Certificate authorities to trust",
            example: "/etc/pushward-mqtt/ca.crt",
            default: "the system's"
        ),
        KeySpec(
            "certificate",
            .text,
            "The client's own certificate",
            example: "/etc/pushward-mqtt/client.crt",
            default: "none"
        ),
        KeySpec("key", .text, "Its key", example: "/etc/pushward-mqtt/client.key", default: "none"),
    ]
    static let pushward: [KeySpec] = [
        KeySpec(
            "name",
            .text,
            "What rules call the account: see [Several accounts](../README.md#several-accounts)",
            example: "anna",
            default: "none"
        ),
        KeySpec(
            "token",
            .text,
            "An integration key with `activities: manage` and `notifications: send`; for widgets also `widgets: write`",
            example: "!secret pushward_token"
        ),
        KeySpec(
            "token_file",
            .text,
            "A file with the key, instead of `token`",
            example: "/etc/pushward-mqtt/token",
            default: "none"
        ),
        KeySpec(
            "url",
            .text,
            "Another server, such as the simulator",
            example: "http://127.0.0.1:8788",
            default: "`https://api.pushward.app`"
        ),
        KeySpec("slug_prefix", .text, "Put before every slug", example: "home-", default: "none"),
        KeySpec(
            "budget",
            .text,
            "What this bridge may spend: see [Budget](../README.md#budget). A number of updates a month, a share of the plan, or `off`",
            example: "80%",
            default: "all of the plan"
        ),
        KeySpec(
            "min_app_version",
            .text,
            "The oldest PushWard app that shows the cards; `check` warns of fields that need a newer one, and widgets that it could not read are left off",
            example: "1.14.0",
            default: "none"
        ),
    ]
    static let taps: [KeySpec] = [
        KeySpec("listen", .text, "Where the daemon waits for taps", example: "0.0.0.0:8787", default: "none"),
        KeySpec(
            "public_url",
            .text,
            "Under what address the phone reaches it",
            example: "https://taps.example.net",
            default: "none"
        ),
        KeySpec(
            "trusted_proxies",
            .texts,
            "Whose `X-Forwarded-For` names the peer",
            example: "[127.0.0.1, 172.16.0.0/12]",
            default: "none"
        ),
    ]
    static let http: [KeySpec] = [
        KeySpec(
            "listen",
            .text,
            "`/healthz`, `/readyz` (200 when subscribed) and `/metrics` (Prometheus)",
            example: "127.0.0.1:8790",
            isRequired: true
        )
    ]
    static let log: [KeySpec] = [
        KeySpec(
            "level",
            .choice(["error", "warning", "notice", "debug", "trace"]),
            "`error`, `warning`, `notice`, `debug` (each decision), `trace`",
            example: "debug",
            default: "`notice`"
        ),
        KeySpec(
            "areas",
            .names(.choice(["error", "warning", "notice", "debug", "trace"])),
            "Levels of single areas: `bridge`, `mapping`, `mqtt`, `notifications`, `pushward`, `rules`, `state`, `taps`",
            example: "{rules: debug, mqtt: warning}",
            default: "none"
        ),
        KeySpec(
            "format",
            .choice(["text", "json"]),
            "`text`, or `json`: an object a line",
            example: "json",
            default: "`text`"
        ),
    ]
}
