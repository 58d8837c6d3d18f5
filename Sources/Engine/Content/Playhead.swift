import Values

/// Where a player is: a position at an instant, running or not.
struct Playhead: Sendable, Hashable {
    /// Seconds from the start of the track.
    var position: Double
    var at: Timestamp
    var isPlaying: Bool

    /// Seconds from the start of the track at `now`, not beyond `duration`.
    func position(at now: Timestamp, duration: Double?) -> Double {
        let moved = isPlaying ? position + (now - at).inSeconds : position
        return max(0, min(moved, duration ?? 604_800))
    }
}

/// The economy of a media card: a position is sent on play, pause, seek and track change (design section 6).
enum MediaEconomy {
    /// A playhead so near to where the device already is is not news, in seconds.
    static let tolerance = 3.0
    /// A stored anchor older than 12 h makes the server refuse later patches (`pushward-api.md` section 8.9).
    static let oldestAnchor: Duration = .seconds(11 * 3600)

    static func apply(to draft: inout ContentDraft, _ context: CompositionContext) {
        let state = draft.fields["playback_state"] ?? context.believed["playback_state"]
        let isPlaying = state == "playing"
        let stateChanged = context.isRunning && state != context.believed["playback_state"]
        // A stop is followed by the card's end, which says the same.
        if stateChanged, state == "playing" || state == "paused" { draft.isUrgent = true }
        let sampledAt = draft.fields["position_at"]?.doubleValue.flatMap(Timestamp.init(unixSeconds:))
        // The server sets it with each position; a card that was read back has it, and taking it away would move the
        // playhead.
        draft.fields["position_at"] = context.isRunning ? context.believed["position_at"] : nil
        guard let reported = draft.fields["position_seconds"]?.doubleValue else { return }
        if isPlaying, sampledAt == nil, context.ofUnknownAge.contains("position_seconds") {
            draft.fields["position_seconds"] = context.believed["position_seconds"]
            return
        }
        let trackChanged = context.isRunning && isOtherTrack(draft.fields, context.believed)
        var at = sampledAt ?? context.changedAt["position_seconds"] ?? context.now.wall
        if sampledAt == nil, let marked = context.changedAt["playback_state"], isPlaying {
            at = max(at, marked)
        }
        if sampledAt == nil, let marked = context.changedAt["media_title"] { at = max(at, marked) }
        at = min(at, context.now.wall)
        let duration = draft.fields["duration_seconds"]?.doubleValue
        var wanted = Playhead(position: reported, at: at, isPlaying: isPlaying)
            .position(at: context.now.wall, duration: duration)
        if sampledAt == nil, state == "paused", let paused = context.changedAt["playback_state"], paused > at
        {
            // The source named no new position when it paused: it played on from the last one until then.
            wanted = Playhead(position: reported, at: at, isPlaying: true).position(
                at: paused,
                duration: duration
            )
        }
        let position = JSON.double((wanted * 10).rounded() / 10)
        guard context.isRunning, let shown = context.playhead, !stateChanged, !trackChanged,
            context.now.wall - shown.at < oldestAnchor
        else {
            draft.fields["position_seconds"] =
                context.isRunning ? context.believed["position_seconds"] : position
            draft.refreshed["position_seconds"] = position
            draft.refreshIsNews = context.isRunning
            return
        }
        draft.fields["position_seconds"] = context.believed["position_seconds"]
        if abs(shown.position(at: context.now.wall, duration: duration) - wanted) > tolerance {
            draft.refreshed["position_seconds"] = position
            draft.refreshIsNews = true
        }
    }

    private static func isOtherTrack(_ fields: JSONObject, _ believed: JSONObject) -> Bool {
        ["media_title", "subtitle", "duration_seconds"].contains { name in
            fields[name] != nil && believed[name] != nil && fields[name] != believed[name]
        }
    }
}
