import Values

/// The colour that the server gives a countdown when `warning_threshold` seconds remain; it stays when the end moves
/// away again, since nobody but us knows which colour was meant (`pushward-api.md` sections 8.2 and 15).
enum TimerWarning {
    static let colour: JSON = "orange"
    /// The request may arrive that much later than it is thought of, in seconds.
    private static let margin = 2.0

    /// Whether the server has given the card of that content its colour.
    static func wasPushed(_ content: JSONObject, at now: Timestamp) -> Bool {
        guard content["template"] == "countdown", content["direction"] != "up" else { return false }
        return isDue(content, at: now)
    }

    private static func isDue(_ content: JSONObject, at now: Timestamp) -> Bool {
        guard let threshold = content["warning_threshold"]?.doubleValue, threshold > 0,
            let end = content["end_date"]?.doubleValue
        else { return false }
        return end - threshold <= now.unixSeconds + margin
    }

    /// Gives the card its own colour back with a window whose warning is yet to come.
    static func takeBack(_ draft: inout ContentDraft, _ context: CompositionContext) {
        guard wasPushed(context.believed, at: context.pausedAt ?? context.now.wall),
            !isDue(draft.fields, at: context.now.wall)
        else { return }
        draft.refreshed["accent_color"] = draft.fields["accent_color"] ?? .null
    }

    /// What gives a card that ends its own colour back; `content` is its last frame.
    static func cure(_ card: Card, _ content: JSONObject, at now: Timestamp) -> JSONObject {
        let believed = card.slot.believed
        guard believed.state == .ongoing, wasPushed(believed.content, at: card.pausedAt ?? now) else {
            return [:]
        }
        // What was shown for `final_for` has brought it already.
        if card.phase == .idle, card.finale?.outcome != nil, believed.content == content { return [:] }
        return ["accent_color": content["accent_color"] ?? .null]
    }
}
