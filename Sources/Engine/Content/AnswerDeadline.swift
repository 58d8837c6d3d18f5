import Values

/// Until when a question can be answered (`pushward-api.md` section 8.10).
///
/// At the deadline PushWard records what `on_expire` names, and the bridge does that. One that has passed already when
/// it is heard would make it do so at once, though nobody was asked: what a broker had stored is no event.
enum AnswerDeadline {
    /// Less than that, in seconds, is no time in which a person could answer.
    private static let shortest = 2.0

    /// Keeps a running card's deadline from being moved into the past.
    static func apply(to draft: inout ContentDraft, _ context: CompositionContext) {
        guard context.isRunning, draft.fields["end_date"] != context.believed["end_date"],
            hasPassed(draft.fields, at: context.now.wall)
        else { return }
        draft.fields["end_date"] = context.believed["end_date"]
    }

    /// Whether a question with that content could not be answered any more.
    static func hasPassed(_ content: JSONObject, at now: Timestamp) -> Bool {
        guard content["template"] == "approval", let end = content["end_date"]?.doubleValue else {
            return false
        }
        return end <= now.unixSeconds + shortest
    }
}
