import PushWardAPI
import Values

/// Finish times and progress, which the device animates by itself: sent when they are news, not when they tick
/// (design section 6).
enum AnimatedProgress {
    /// Progress of so little more is not worth a request of its own.
    static let visibleStep = 0.01
    static let promptStep = 0.05
    static let calmInterval: Duration = .seconds(300)
    /// Of what is left, so much passes before a finish that moved again is sent: a source that wavers costs little.
    private static let finishPatience = 0.05
    private static let longestPatience = 900.0

    /// Turns `eta` into `end_date` and `live_progress`, and drops what the device shows anyway.
    static func apply(to draft: inout ContentDraft, _ context: CompositionContext) {
        let eta = draft.fields["eta"]
        draft.fields["eta"] = nil
        if let eta {
            switch finish(eta, context) {
            case .ahead(let finish):
                draft.fields["end_date"] = .int(finish)
                draft.fields["live_progress"] = true
            case .over: draft.fields["end_date"] = nil
            case nil:
                draft.fields["end_date"] = context.isRunning ? context.believed["end_date"] : nil
                draft.fields["live_progress"] = context.isRunning ? context.believed["live_progress"] : nil
            }
        }
        keepUndrawnLabels(&draft, context)
        let isNewStep = startsStep(draft, context)
        let hasLength = settleLength(&draft, context, isNewStep: isNewStep)
        if !hasLength, !isNewStep { settleFinish(&draft, context) }
        if isNewStep { emptyBar(&draft, context) } else { settleProgress(&draft, context) }
    }

    /// Labels of so many steps that none is drawn are not sent again for their own sake (`pushward-api.md` section 8.3).
    private static func keepUndrawnLabels(_ draft: inout ContentDraft, _ context: CompositionContext) {
        guard context.isRunning, draft.fields["total_steps"] == context.believed["total_steps"],
            let total = draft.fields["total_steps"]?.intValue, total > PayloadFitting.drawnLabels
        else { return }
        draft.fields["step_labels"] = context.believed["step_labels"]
    }

    /// Whether a running card goes on to another step, whose window and bar are its own.
    private static func startsStep(_ draft: ContentDraft, _ context: CompositionContext) -> Bool {
        guard context.isRunning, let shown = context.believed["current_step"],
            let wanted = draft.fields["current_step"]
        else { return false }
        return wanted != shown
    }

    /// Turns `duration` into a window of its own, since each time it is sent the server begins it anew
    /// (`pushward-api.md` sections 8.1 and 8.3); whether there is one.
    ///
    /// A window that has the length already stands, but for another step.
    private static func settleLength(
        _ draft: inout ContentDraft,
        _ context: CompositionContext,
        isNewStep: Bool
    ) -> Bool {
        let length = TimerWindow.seconds(draft.fields["duration"])
        draft.fields["duration"] = nil
        guard let length, draft.fields["end_date"] == nil else { return false }
        let seconds = Int(min(max(1, length), 1e9).rounded())
        if context.isRunning, !isNewStep, TimerWindow.length(context.believed) == Double(seconds) {
            draft.fields["start_date"] = context.believed["start_date"]
            draft.fields["end_date"] = context.believed["end_date"]
            return true
        }
        guard context.isRunning || !context.isSeededOnly else {
            // Of what was stored nobody knows when it began.
            draft.fields["live_progress"] = nil
            return true
        }
        let changed = context.changedAt[isNewStep ? "current_step" : "duration"] ?? context.runStartedAt
        let start = min(max(changed, context.runStartedAt), context.now.wall).wholeSeconds
        draft.fields["start_date"] = .int(start)
        draft.fields["end_date"] = .int(start &+ seconds)
        return true
    }

    /// What the bar showed belongs to the step before.
    private static func emptyBar(_ draft: inout ContentDraft, _ context: CompositionContext) {
        guard draft.fields["progress"] == nil, let stored = context.believed["progress"] else { return }
        draft.fields["progress"] = stored == 0 ? stored : 0
    }

    /// What a source says of the finish.
    private enum Finish {
        /// Unix seconds.
        case ahead(Int)
        /// It is now, or was, while the card shows one that is ahead.
        case over
    }

    /// The finish; numbers below 10^9 count from when they were said; nil where nothing is said that the card does not
    /// show.
    private static func finish(_ eta: JSON, _ context: CompositionContext) -> Finish? {
        guard let number = eta.doubleValue, number.isFinite else { return nil }
        // Of a stored "20 minutes left" nobody knows when it was said.
        if number < 1e9, context.ofUnknownAge.contains("eta") { return nil }
        let said = context.heardAt["eta"] ?? context.now.wall
        let seconds = number < 1e9 ? said.unixSeconds + number : number
        guard seconds < 1e11 else { return nil }
        guard seconds <= context.now.wall.unixSeconds else { return .ahead(Int(seconds.rounded())) }
        guard context.isRunning, let shown = context.believed["end_date"]?.doubleValue,
            shown > context.now.wall.unixSeconds, shown - seconds > tolerance(seconds, context)
        else { return nil }
        return .over
    }

    private static func settleFinish(_ draft: inout ContentDraft, _ context: CompositionContext) {
        guard context.isRunning, let wanted = draft.fields["end_date"]?.doubleValue,
            let shown = context.believed["end_date"]?.doubleValue
        else { return }
        if abs(wanted - shown) <= tolerance(wanted, context) {
            draft.fields["end_date"] = context.believed["end_date"]
        } else {
            let left = max(0, wanted - context.now.wall.unixSeconds)
            let patience = Duration.seconds(min(left * finishPatience, longestPatience))
            draft.notBefore = context.lastSentUptime.map { $0 + patience }
        }
    }

    /// By how many seconds a finish may differ from the one that is shown and still be the same.
    private static func tolerance(_ finish: Double, _ context: CompositionContext) -> Double {
        let run = max(0, finish - context.runStartedAt.unixSeconds)
        return context.etaTolerance?.inSeconds ?? max(60, run * 0.02)
    }

    private static func settleProgress(_ draft: inout ContentDraft, _ context: CompositionContext) {
        guard !context.mayBeOff else { return AnimatedBar(draft, context).resume(&draft) }
        let stored = context.believed["progress"]?.doubleValue
        let bar = AnimatedBar(draft, context)
        guard let wanted = draft.fields["progress"]?.doubleValue else {
            // A push starts the bar's animation again from the stored progress: let it start from where it is.
            guard draft.fields["progress"] == nil else { return }
            let now = AnimatedBar.rounded(bar.now)
            if context.believed["live_progress"] == true, stored != nil || now > 0 {
                draft.fields["progress"] = context.believed["progress"]
                if now != stored { draft.refreshed["progress"] = .double(now) }
            } else if context.isBarOurs, let stored {
                // It rests where it stopped until there is a finish again; one that was full was so too early.
                let goesOn = stored < 1 || draft.fields["end_date"] == nil
                draft.fields["progress"] =
                    goesOn ? .double(stored) : bar.share.map { .double(AnimatedBar.rounded($0)) }
            }
            return
        }
        let shown = bar.shown
        let isLive = context.believed["live_progress"] == true
        let difference = abs(wanted - (isLive ? shown : stored ?? 0))
        guard let stored, wanted < 1, wanted > 0 else { return }
        // A step of exactly one is visible; what computing with fractions adds or takes away is none.
        if difference + 1e-9 < (isLive ? 0.03 : visibleStep) {
            draft.fields["progress"] = .double(stored)
            if isLive { draft.refreshed["progress"] = .double(AnimatedBar.rounded(wanted)) }
        } else if difference < promptStep {
            let calm = context.lastSentUptime.map { $0 + calmInterval }
            draft.notBefore = [draft.notBefore, calm].compactMap { $0 }.max()
        }
    }
}
