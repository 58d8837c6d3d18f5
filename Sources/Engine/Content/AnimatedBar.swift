import Values

/// Where a bar stands that the device moves by itself from the last progress that was pushed to its end
/// (`pushward-api.md` sections 8.1 and 8.3): each push starts it again from the stored progress.
struct AnimatedBar {
    private let wanted: JSONObject
    private let context: CompositionContext

    init(_ draft: ContentDraft, _ context: CompositionContext) {
        wanted = draft.fields
        self.context = context
    }

    private var wall: Double { context.now.wall.unixSeconds }

    /// Where it stands on the phone, 0 to 1.
    ///
    /// Once its end has passed it is back at what was pushed last; that of a step is full. A push without an answer
    /// told where it was then, and so moved nothing.
    var shown: Double {
        let content = context.last
        let stored = content["progress"]?.doubleValue ?? 0
        guard content["live_progress"] == true, let end = content["end_date"]?.doubleValue,
            let began = context.barBeganAt?.unixSeconds, end > began
        else { return stored }
        if wall >= end { return content["template"] == "steps" ? 1 : stored }
        return stored + (1 - stored) * max(0, (wall - began) / (end - began))
    }

    /// Where one without a progress of its own should start from with the next push.
    ///
    /// Where its end has passed, and there is another one now, nothing is known but how much of the whole is over.
    var now: Double { hasPassed ? share ?? 1 : shown }

    /// Lets the bar of a card that starts go on from where it was, or from where it should be by now.
    func resume(_ draft: inout ContentDraft) {
        guard draft.fields["progress"] == nil else { return }
        // Without a finish it rests where it stopped until there is one again.
        let isLive = draft.fields["live_progress"] == true
        guard isLive || context.isBarOurs else { return }
        let position = !isLive ? now : isSameBar ? shown : share ?? 0
        if position >= AnimatedProgress.visibleStep {
            draft.fields["progress"] = .double(Self.rounded(position))
        }
    }

    /// Whether the bar of the card that is off now goes on, which was on its way to an end or waited for one.
    private var isSameBar: Bool {
        guard wanted["current_step"] == context.last["current_step"] else { return false }
        if context.last["live_progress"] == true { return !hasPassed }
        return context.isBarOurs && context.last["progress"]?.doubleValue.map { $0 < 1 } ?? false
    }

    /// How much is over of the time from its begin to its end; nil: it has no end that is ahead.
    var share: Double? {
        guard let end = wanted["end_date"]?.doubleValue, end > wall else { return nil }
        let begin = wanted["start_date"]?.doubleValue ?? beganAt.unixSeconds
        return end > begin ? min(1, max(0, (wall - begin) / (end - begin))) : nil
    }

    /// When the run began, or its step.
    private var beganAt: Timestamp {
        guard wanted["current_step"] != nil, let changed = context.changedAt["current_step"] else {
            return context.runStartedAt
        }
        return max(changed, context.runStartedAt)
    }

    private var hasPassed: Bool {
        context.last["live_progress"] == true
            && context.last["end_date"]?.doubleValue.map { $0 <= wall } ?? false
    }

    /// A progress as it is sent.
    static func rounded(_ progress: Double) -> Double { (progress * 1000).rounded() / 1000 }
}
