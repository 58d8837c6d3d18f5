/// The members of an action in each place where one may stand (`pushward-api.md` sections 7.2, 8.10, 11.3, 12.3).
package enum ActionFields {
    /// The methods that an action may use.
    package static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"]

    /// All members that count at `place`.
    package static func members(of place: FieldSpec.ActionPlace) -> [FieldSpec] {
        switch place {
        case .cardBackground, .widgetBackground: background
        case .cardButton: button
        case .mediaControl: silent
        case .mediaExtra: extra
        case .approvalOption: option
        case .notification: NotificationFields.actionFields
        case .widget: button
        }
    }

    /// The members without which the action is refused at `place`.
    package static func required(at place: FieldSpec.ActionPlace) -> [String] {
        switch place {
        case .cardBackground, .cardButton, .mediaControl, .widget, .widgetBackground: ["url"]
        case .mediaExtra: ["url", "icon"]
        case .approvalOption, .notification: ["id", "title"]
        }
    }

    /// The members that say what a tap does, as opposed to those that say what the button looks like.
    package static let effectNames: Set<String> = ["url", "foreground", "method", "headers", "body"]

    static let url = FieldSpec(
        "url",
        .url(max: Limits.url, schemes: .any),
        "The page, app link or address that the tap calls."
    )
    static let foreground = FieldSpec(
        "foreground",
        .bool,
        "Whether the page is opened; else the address is called silently."
    )
    static let request: [FieldSpec] = [
        FieldSpec(
            "method",
            .choice(methods),
            "The HTTP method of a silent call. Unless set it is `POST`, but from a notification or a widget without a `body` it is `GET`."
        ),
        FieldSpec(
            "headers",
            .map(keyMax: 256, .text(max: Limits.headerBytes), count: 0...32),
            "HTTP headers of a silent call; 1 KB together."
        ),
        FieldSpec("body", .text(max: Limits.bodyLength), "The HTTP body of a silent call; at most 1 KB."),
    ]
    static let title = FieldSpec("title", .text(max: 64), "The button's text.")
    static let icon = FieldSpec(
        "icon",
        .icon(max: 64, allowsMDI: false),
        "The button's symbol, an SF Symbol."
    )

    private static let background = [url, foreground] + request
    private static let button = [url, foreground] + request + [title, icon]
    private static let silent = [url] + request + [title, icon]
    private static let extra =
        [
            url,
            FieldSpec("title", .text(max: 64), "What VoiceOver reads."),
            FieldSpec(
                "icon",
                .icon(max: 64, allowsMDI: false),
                "The button's symbol, an SF Symbol; required."
            ),
        ] + request
    private static let option =
        [
            FieldSpec(
                "id",
                .text(max: 64),
                "The answer's name: letters, digits, `-` and `_`; unique on the card."
            ),
            FieldSpec("title", .text(max: 24), "The button's text."),
            FieldSpec(
                "style",
                .choice(["primary", "secondary", "destructive"]),
                "How much the button stands out."
            ),
            FieldSpec(
                "icon",
                .icon(max: 64, allowsMDI: false),
                "The button's symbol, an SF Symbol; required where there are three or four."
            ),
            url,
        ] + request
}
