import Values

/// The schema of widget requests; widget content is closed (pushward-api.md section 12.2).
enum WidgetSchema {
    static let templates = [
        "value", "progress", "status", "gauge", "stat_list", "trend", "countdown", "battery", "schedule",
        "flow",
    ]

    static let post = Schema.object(
        [
            .init("slug", .slug),
            .init("name", .text(1...256)),
            .init("content", .object(content, required: ["template"])),
            .init("push_throttle", .nullable(.integer(1...3600))),
            .init("stale_after", .nullable(.integer(60...604_800))),
        ],
        required: ["slug", "name", "content"]
    )

    /// The content of a patch may hold nulls, so it is held against its schema once it is merged.
    static let patch = Schema.object(
        [
            .init("name", .text(1...256)),
            .init("content", .rule(.any) { $0.objectValue == nil ? "expected object" : nil }),
            .init("push_throttle", .nullable(.integer(1...3600))),
            .init("stale_after", .nullable(.integer(60...604_800))),
        ],
        required: ["content"]
    )

    static let content: [Schema.Field] = [
        .init("template", .choice(templates)),
        .init("value", .finiteNumber),
        .init("min_value", .finiteNumber),
        .init("max_value", .finiteNumber),
        .init("unit", .text(max: 32)),
        .init("label", .text(max: 256)),
        .init("subtitle", .text(max: 256)),
        .init("subtitle_timer", timer),
        .init("icon", .icon),
        .init("severity", .choice(["info", "warning", "critical", "success"])),
        .init("accent_color", .string),
        .init("background_color", .string),
        .init("text_color", .string),
        .init("trend", .choice(["up", "down", "flat"])),
        .init("stat_rows", .array(of: row, count: 1...6)),
        .init("points", .array(of: .finiteNumber, count: 2...48)),
        .init("start_date", .instant),
        .init("end_date", .instant),
        .init("expired_text", .text(max: 64)),
        .init("devices", .array(of: device, count: 1...8)),
        .init("device_sort", .array(of: sort, count: 0...2)),
        .init("periods", .array(of: period, count: 1...48)),
        .init("flow", flow),
        .init("tap_action", action),
        .init("url_action", action),
        .init("secondary_url_action", action),
    ]

    /// Types and lengths only: what goes beyond is the handler's.
    private static let action = Schema.object(ActionRules.fields, required: ["url"])

    private static let timer = Schema.object(
        [.init("date", .instant), .init("style", .choice(["timer", "relative"]))],
        required: ["date"]
    )
    private static let row = Schema.object(
        [
            .init("label", .text(1...32)),
            .init("value", .text(1...32)),
            .init("unit", .text(max: 16)),
            .init("timer", timer),
        ],
        required: ["label", "value"]
    )
    private static let device = Schema.object(
        [
            .init("name", .text(1...32)),
            .init("level", .number(0...100)),
            .init("charging", .bool),
            .init("icon", .icon),
            .init("color", .string),
        ],
        required: ["name", "level"]
    )
    private static let sort = Schema.object(
        [.init("field", .choice(["level", "name"])), .init("direction", .choice(["asc", "desc"]))],
        required: ["field"]
    )
    private static let period = Schema.object(
        [
            .init("start", .instant),
            .init("value", .finiteNumber),
            .init("level", .choice(["low", "medium", "high"])),
        ],
        required: ["start", "value"]
    )
    private static let nodeFields: [Schema.Field] = [
        .init("rate", .finiteNumber),
        .init("name", .text(max: 32)),
        .init("total", .number(0...Double.greatestFiniteMagnitude)),
        .init("icon", .icon),
        .init("color", .string),
    ]
    private static let node = Schema.object(nodeFields, required: ["rate"])
    private static let storage = Schema.object(
        nodeFields + [.init("level", .number(0...100))],
        required: ["rate"]
    )
    private static let flow = Schema.object(
        [
            .init("inputs", .array(of: node, count: 0...3)),
            .init("output", node),
            .init("storage", storage),
            .init("exchange", node),
        ],
        required: []
    )
}
