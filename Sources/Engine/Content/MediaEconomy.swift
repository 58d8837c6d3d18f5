import Values

/// The economy of a media card: a position is sent on play, pause, seek and track change (design section 6).
enum MediaEconomy {
    /// A playhead so near to where the device already is is not news, in seconds.
    static let tolerance = 3.0
    /// From this age of the stored anchor on each patch brings a new one.
    ///
    /// Age alone is nothing that a person sees, and sends nothing; but one older than 12 h makes the server refuse later
    /// patches (`pushward-api.md` section 8.9).
    static let oldestAnchor: Duration = .seconds(11 * 3600)
    /// Between two updates that a person waits for: a track, a seek.
    static let spacing: Duration = .seconds(1)
    /// A stop amid a track must last so long to be told: players stop for a moment between tracks.
    static let stopHold: Duration = .seconds(5)

    /// Buffering must last so long to be told: players buffer for a moment with each track and each resume, and until
    /// then no playhead is off by more than the tolerance.
    static let bufferHold: Duration = .seconds(2)

    static func apply(to draft: inout ContentDraft, _ context: CompositionContext) {
        let state = draft.fields["playback_state"] ?? context.shownState
        let stateChanged = context.isRunning && state != context.shownState
        let trackChanged = context.isRunning && isOtherTrack(draft.fields, context)
        if stateChanged, state == "playing" || state == "paused" { draft.isUrgent = true }
        if stateChanged, state != "playing" { tellStop(&draft, context) }
        if stateChanged, state == "buffering" {
            let since = context.changedAt["playback_state"].map { max(.zero, context.now.wall - $0) } ?? .zero
            draft.holdsUntil = context.now.uptime + max(.zero, bufferHold - since)
            draft.spacing = spacing
        }
        if trackChanged || isFirstTitle(draft.fields, context) { draft.spacing = spacing }
        settleArt(&draft, context, trackChanged: trackChanged)
        settleUnseen(&draft, context)
        settlePosition(&draft, context, isNews: stateChanged || trackChanged)
        // The server stamps each position itself.
        draft.fields["position_at"] = nil
    }

    private static func settlePosition(
        _ draft: inout ContentDraft,
        _ context: CompositionContext,
        isNews: Bool
    ) {
        let reading = PlayheadReading(fields: draft.fields, context: context)
        if reading.isSilent, !isNews, draft.fields["position_seconds"] != nil {
            draft.fields["position_seconds"] = context.believed["position_seconds"]
            return
        }
        guard let wanted = reading.position else {
            draft.fields["position_seconds"] = nil
            return
        }
        let position = JSON.double((wanted * 10).rounded() / 10)
        draft.fields["position_seconds"] =
            context.isRunning ? context.believed["position_seconds"] : position
        if let shown = context.playhead, context.isRunning, !isNews, draft.fields["position_seconds"] != nil {
            let duration = draft.fields["duration_seconds"]?.doubleValue
            let there = shown.asShown.position(at: context.now.wall, duration: duration)
            guard abs(there - wanted) > tolerance else { return }
        }
        if context.isRunning, !isNews { draft.spacing = spacing }
        draft.refreshed["position_seconds"] = position
        draft.refreshIsNews = context.isRunning
        // Alone it would be of low priority, and wait (`pushward-api.md` section 8.9); an old anchor may.
        let isOld = context.playhead.map { context.now.wall - $0.at >= oldestAnchor } ?? false
        if context.isRunning, !isNews, !isOld {
            draft.refreshed["playback_state"] = draft.fields["playback_state"]
        }
    }

    /// A stop is followed by the card's end, which says the same; told for itself is one that a person would see: amid
    /// a track, where the shown playhead goes on.
    private static func tellStop(_ draft: inout ContentDraft, _ context: CompositionContext) {
        guard context.believed["playback_state"] == "playing" else { return }
        let length = context.believed["duration_seconds"]?.doubleValue
        if let length, let shown = context.playhead,
            shown.position(at: context.now.wall, duration: length) + tolerance >= length
        {
            return
        }
        let since = context.changedAt["playback_state"].map { max(.zero, context.now.wall - $0) } ?? .zero
        draft.tellsAt = context.now.uptime + max(.zero, stopHold - since)
    }

    private static func isOtherTrack(_ fields: JSONObject, _ context: CompositionContext) -> Bool {
        let shown = context.believed
        return ["media_title", "subtitle", "duration_seconds"].contains { name in
            if name == "subtitle", context.hasNote { return false }
            return fields[name] != nil && shown[name] != nil && fields[name] != shown[name]
        }
    }

    /// A card that showed no title gets one, which is waited for like that of another track.
    private static func isFirstTitle(_ fields: JSONObject, _ context: CompositionContext) -> Bool {
        context.isRunning && fields["media_title"] != nil && context.believed["media_title"] == nil
    }

    /// What nobody sees is no news: a volume that moves by less than a hundredth, and buttons, which are not drawn here
    /// (`pushward-api.md` section 8.9).
    private static func settleUnseen(_ draft: inout ContentDraft, _ context: CompositionContext) {
        guard context.isRunning else { return }
        for name in ["url_action", "secondary_url_action"] where draft.fields[name] != nil {
            draft.fields[name] = context.believed[name]
        }
        if let shown = context.believed["volume"], let old = shown.doubleValue,
            let new = draft.fields["volume"]?.doubleValue, abs(new - old) < 0.01,
            (new > 0) == (old > 0), (new < 1) == (old < 1)
        {
            draft.fields["volume"] = shown
        }
    }

    /// Art belongs to its track: that of an earlier one goes, unless the artist is the same, and a new token of the same
    /// picture is no news.
    private static func settleArt(
        _ draft: inout ContentDraft,
        _ context: CompositionContext,
        trackChanged: Bool
    ) {
        for name in ["image_url", "image_thumbhash"] {
            guard let heard = context.heardAt[name], let titled = context.changedAt["media_title"],
                titled > heard + PlayheadReading.burst,
                let artist = context.changedAt["subtitle"], artist > heard + PlayheadReading.burst
            else { continue }
            draft.fields[name] = nil
        }
        guard context.isRunning, !trackChanged,
            let shown = context.believed["image_url"]?.stringValue,
            let wanted = draft.fields["image_url"]?.stringValue,
            withoutToken(shown) == withoutToken(wanted)
        else { return }
        draft.fields["image_url"] = .string(shown)
    }

    /// The address without the query's `token`, which Home Assistant renews.
    private static func withoutToken(_ url: String) -> [Substring] {
        url.split(whereSeparator: { $0 == "?" || $0 == "&" }).filter { !$0.hasPrefix("token=") }
    }

    /// What a request must carry so that the server does not refuse it for an old anchor: where the playhead is.
    static func cure(_ card: Card, at now: Timestamp) -> JSONObject {
        let content = card.slot.believed.content
        guard content["template"] == "media", content["position_seconds"] != nil, let shown = card.playhead,
            now - shown.at >= oldestAnchor
        else { return [:] }
        let position = shown.position(at: now, duration: content["duration_seconds"]?.doubleValue)
        return ["position_seconds": .double((position * 10).rounded() / 10)]
    }
}
