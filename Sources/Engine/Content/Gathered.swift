import Mapping
import Values

/// Puts what a card has gathered into its content.
enum Gathered {
    static func apply(
        to draft: inout ContentDraft,
        _ gathering: Gathering?,
        _ card: Card,
        isRunning: Bool,
        at now: Timestamp
    ) {
        if draft.fields["template"] == "timeline" {
            if isRunning || hasHistory(card) {
                // The server keeps its own past of the series and takes no other (`pushward-api.md` section 8.6).
                draft.fields["history"] = nil
                return
            }
        }
        guard let gathering, let value = card.ring.field(gathering, at: now) else { return }
        draft.fields[gathering.kind.field] = value
    }

    /// Whether the server's row has held a timeline before.
    private static func hasHistory(_ card: Card) -> Bool {
        card.slot.acknowledged?.content["template"] == "timeline"
    }
}
