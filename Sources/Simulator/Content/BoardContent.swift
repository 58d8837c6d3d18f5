import Values

/// `board` (pushward-api.md section 8.7).
enum BoardContent: ContentTemplate {
    static let name = "board"
    static let own: [Schema.Field] = [.init("tiles", .array(of: tile, count: 1...4))]
    static let required = ["tiles"]

    private static let tile = Schema.object(
        [
            .init("label", .visible(max: 32)),
            .init("value", .text(1...16)),
            .init("unit", .text(max: 8)),
            .init("icon", .icon),
            .init("color", .colour),
            .init("trend", .choice(["up", "down", "flat"])),
            .init("url_action", ActionRules.action),
        ],
        required: ["label", "value"]
    )
}
