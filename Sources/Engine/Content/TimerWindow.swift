import PushWardAPI
import Values

/// The window of a timer: sent when it starts or really moves, never while it is paused, never on resume, since any
/// window that is sent starts a new one and ends a pause (`pushward-api.md` section 8.2).
enum TimerWindow {
    /// A window that moved by less is the same one, in seconds.
    static let tolerance = 2.0

    static func apply(to draft: inout ContentDraft, _ context: CompositionContext) {
        if draft.fields["direction"] == "up" {
            keepStart(&draft, context)
        } else {
            settleWindow(&draft, context)
        }
        if !context.isRunning, draft.fields["direction"] != "up" {
            // The window that goes with it would end the pause: it is sent next.
            draft.fields["paused"] = nil
        }
        let isPaused = draft.fields["paused"]?.boolValue ?? false
        let wasPaused = context.believed["paused"]?.boolValue ?? false
        if isPaused == wasPaused {
            draft.fields["paused"] = context.believed["paused"] ?? (isPaused ? true : nil)
        } else if context.isRunning {
            draft.isUrgent = true
        }
    }

    private static func settleWindow(_ draft: inout ContentDraft, _ context: CompositionContext) {
        let duration = seconds(draft.fields["duration"])
        draft.fields["duration"] = nil
        if draft.fields["end_date"] == nil, let duration, context.isRunning || !context.isSeededOnly {
            draft.fields["end_date"] = end(of: duration, context)
            if !context.isRunning, draft.fields["start_date"] == nil {
                // By the window's length it is known later that a length is the same, whatever else was said with it.
                let start = max(context.changedAt["duration"] ?? context.runStartedAt, context.runStartedAt)
                draft.fields["start_date"] = .int(start.wholeSeconds)
            }
        }
        guard context.isRunning, let shown = context.believed["end_date"]?.doubleValue else { return }
        let wasPaused = context.believed["paused"] == true
        let isPaused = draft.fields["paused"] == true
        let wanted = draft.fields["end_date"]?.doubleValue
        let isSame = wanted.map { abs($0 - shown) < tolerance } ?? true
        if isPaused || isSame || wasPaused && !isMoved(wanted, shown, context) {
            draft.fields["end_date"] = context.believed["end_date"]
            if wasPaused || isPaused || !hasNewStart(draft, context) {
                draft.fields["start_date"] = context.believed["start_date"]
            }
        } else {
            draft.isUrgent = true
            TimerWarning.takeBack(&draft, context)
            // To move the end without restarting, the stored start is kept.
            if draft.fields["start_date"] == nil {
                let pause = wasPaused ? context.pausedAt.map { context.now.wall - $0 } : nil
                draft.fields["start_date"] =
                    resumed(context.believed, pausedFor: pause ?? .zero)["start_date"]
            }
        }
    }

    /// Whether the end that a clock which goes on has now is another one than the pause makes of what was shown.
    ///
    /// Then the window ends the pause as well, in one request (section 8.2). It must have been said since the pause began.
    private static func isMoved(_ wanted: Double?, _ shown: Double, _ context: CompositionContext) -> Bool {
        guard let wanted, let pausedAt = context.pausedAt, wanted > context.now.wall.unixSeconds,
            [context.movedAt["end_date"], context.movedAt["duration"]].contains(where: {
                $0.map { $0 > pausedAt } ?? false
            })
        else { return false }
        let resumed = shown + max(.zero, context.now.wall - pausedAt).inSeconds
        return abs(wanted - shown) >= tolerance && abs(wanted - resumed) >= tolerance
    }

    /// Whether the source says another start than is shown; after a pause it must be said anew, since PushWard has
    /// moved the one that is shown.
    private static func hasNewStart(_ draft: ContentDraft, _ context: CompositionContext) -> Bool {
        guard let wanted = draft.fields["start_date"]?.doubleValue else { return false }
        if let shown = context.believed["start_date"]?.doubleValue, abs(wanted - shown) <= tolerance {
            return false
        }
        guard let rest = context.rest else { return true }
        return context.changedAt["start_date"].map { $0 > rest.upperBound } ?? false
    }

    /// How long the window of a content is, in seconds; nil: it has no start or no end.
    static func length(_ content: JSONObject) -> Double? {
        guard let start = content["start_date"]?.doubleValue, let end = content["end_date"]?.doubleValue
        else {
            return nil
        }
        return end - start
    }

    /// The end of a duration, which begins when it is said, or with the run; what is said amid a pause begins after it.
    private static func end(of duration: Double, _ context: CompositionContext) -> JSON {
        var begun = context.changedAt["duration"] ?? context.runStartedAt
        if context.isRunning, let shown = context.believed["end_date"] {
            // A length that is the same as before says nothing new, whatever pauses and restarts there were.
            if let length = length(context.believed), abs(length - duration) < tolerance { return shown }
            guard let moved = context.movedAt["duration"] else { return shown }
            begun = moved
            let rest = context.pausedAt.map { min($0, context.now.wall)...context.now.wall } ?? context.rest
            if let rest, rest.contains(moved - PlayheadReading.burst) {
                begun = rest.upperBound
            } else if let pushed = context.lastPushAt, moved <= pushed {
                return shown
            }
        }
        return .int((max(begun, context.runStartedAt) + .seconds(duration)).wholeSeconds)
    }

    /// A duration as a number, or as a text of PushWard's own form, such as `10m`.
    static func seconds(_ duration: JSON?) -> Double? {
        duration?.doubleValue ?? duration?.stringValue.flatMap { DurationText.seconds($0) }
    }

    /// The instant that a count-up counts from: PushWard takes the moment of each start for it unless one is sent, and a
    /// different one begins its clock anew (section 8.2).
    private static func keepStart(_ draft: inout ContentDraft, _ context: CompositionContext) {
        if context.mayBeOff { return resumeClock(&draft, context) }
        guard let shown = context.believed["start_date"]?.doubleValue else { return }
        guard let wanted = draft.fields["start_date"]?.doubleValue, isNewStart(wanted, shown, context) else {
            draft.fields["start_date"] = context.believed["start_date"]
            return
        }
    }

    /// Whether the source's start is another one than what is shown, which may be later by the run's pauses.
    private static func isNewStart(_ wanted: Double, _ shown: Double, _ context: CompositionContext) -> Bool {
        let later = shown - wanted
        if abs(later) <= tolerance { return false }
        if let said = context.movedAt["start_date"], said > context.lastPushAt ?? said { return true }
        return later < 0 || later > context.pauses.lasted(at: context.now.wall).inSeconds + tolerance
    }

    /// A run that comes on later than it began, or again, goes on from where its clock is: a card that starts anew has
    /// no pauses at the server, so that its start is later by as long as they lasted.
    private static func resumeClock(_ draft: inout ContentDraft, _ context: CompositionContext) {
        let now = context.now.wall
        let lasted = context.pauses.lasted(at: now)
        guard let source = draft.fields["start_date"]?.doubleValue else {
            let start = context.runStartedAt + lasted
            if now - start > .seconds(tolerance) { draft.fields["start_date"] = .int(start.wholeSeconds) }
            return
        }
        // What the source says since then reckons with the pauses.
        let said = context.movedAt["start_date"]
        guard lasted > .zero, let began = context.pauses.lastBegan, said.map({ $0 < began }) ?? true else {
            return
        }
        draft.fields["start_date"] = .int(Int((source + lasted.inSeconds).rounded()))
    }

    /// What the server makes of a pause that ended: the window moves by as long as it lasted.
    static func resumed(_ content: JSONObject, pausedFor pause: Duration) -> JSONObject {
        var content = content
        guard content["direction"] != "up" else { return content }
        for name in ["end_date", "start_date"] {
            if let time = content[name]?.doubleValue {
                content[name] = .int(Int((time + pause.inSeconds).rounded()))
            }
        }
        return content
    }

    /// Whether the server has ended, or is about to end, a countdown by itself.
    static func hasRunOut(_ content: JSONObject, at now: Timestamp) -> Bool {
        guard content["template"] == "countdown", content["direction"] != "up", content["paused"] != true,
            let end = content["end_date"]?.doubleValue
        else { return false }
        // The source may be ahead of the shown window by what was not worth moving it.
        return end <= now.unixSeconds + tolerance
    }

    /// Whether a content counts on: up, or down to an end that is to come, and later than `earlier` in Unix seconds.
    static func isAhead(_ content: JSONObject, at now: Timestamp, after earlier: Double? = nil) -> Bool {
        guard content["template"] == "countdown" else { return false }
        if content["direction"] == "up" { return true }
        guard let end = content["end_date"]?.doubleValue, end > now.unixSeconds + tolerance else {
            return false
        }
        return earlier.map { end - $0 > tolerance } ?? true
    }
}
