import Values

/// Where a player is: a position at an instant, running or not.
struct Playhead: Sendable, Hashable {
    /// Seconds from the start of the track.
    var position: Double
    var at: Timestamp
    var isPlaying: Bool

    /// The longest position that PushWard takes, in seconds.
    static let longest = 604_800.0

    /// The same as the phone has it: the server stamps a position with its whole second (`pushward-api.md` section 8.9).
    var asShown: Playhead {
        Timestamp(unixSeconds: Double(at.wholeSeconds)).map {
            Playhead(position: position, at: $0, isPlaying: isPlaying)
        } ?? self
    }

    /// Seconds from the start of the track at `now`, not beyond `duration`.
    func position(at now: Timestamp, duration: Double?) -> Double {
        let moved = isPlaying ? position + (now - at).inSeconds : position
        return max(0, min(moved, duration ?? Self.longest))
    }
}

/// Where the source says that the player is now, from what it said last and what the card shows.
///
/// A report is of the moment when it was made: the source's own time stamp, else when its number changed. It tells of
/// what the player has done since; one from before that goes on only as far as it is known that it played, which is what
/// the card shows. A new track begins at 0. What nobody knows has no place.
struct PlayheadReading {
    let fields: JSONObject
    let context: CompositionContext

    /// Messages of one change come within that of each other.
    static let burst: Duration = .seconds(1)

    /// Seconds from the start of the track now; nil: nobody knows.
    var position: Double? {
        fields["position_seconds"] == nil ? nil : head?.position(at: now, duration: duration)
    }

    /// Whether nothing that was heard says where the player is: nothing was since a restart, or the broker had stored it.
    var isSilent: Bool { newTrackAt == nil && (isUnheard || isOfUnknownAge) }

    private var now: Timestamp { context.now.wall }
    private var isPlaying: Bool { fields["playback_state"] == "playing" }
    private var duration: Double? { fields["duration_seconds"]?.doubleValue }
    private var titledAt: Timestamp? { context.changedAt["media_title"] }
    private var isUnheard: Bool { context.unheard.contains("position_seconds") }

    /// Since when it does what it does; nil: it was not heard since a restart, or never changes.
    private var stateSince: Timestamp? {
        if let changed = context.changedAt["playback_state"] { return changed }
        // What plays by the mapping's word plays from when its run begins.
        return isPlaying && !context.unheard.contains("playback_state") ? context.beganAt : nil
    }

    /// The source's own time stamp of its report.
    private var sampledAt: Timestamp? {
        fields["position_at"]?.doubleValue.flatMap(Timestamp.init(unixSeconds:))
    }

    /// What the card of this run showed last, if that is of the same track.
    private var told: Playhead? {
        guard let shown = context.playhead else { return nil }
        let isSameTrack =
            context.isRunning
            ? fields["media_title"] == context.believed["media_title"]
            : titledAt.map { $0 <= shown.at } ?? true
        return isSameTrack ? shown : nil
    }

    /// Whether the report was stored, and may be of any time; of a player that rests it is what it says, but for one
    /// that the card has shown at rest before.
    private var isOfUnknownAge: Bool {
        guard context.ofUnknownAge.contains("position_seconds"), fields["position_at"] == nil else {
            return false
        }
        let isSameState = (fields["playback_state"] ?? "paused") == context.shownState
        return isPlaying || isSameState && told != nil
    }

    /// When the track began of which no position was reported yet.
    private var newTrackAt: Timestamp? {
        guard duration != nil, let titledAt else { return nil }
        if isUnheard {
            // The first title after a restart does not say when its track began.
            let isHeardToChange =
                context.movedAt["media_title"] == titledAt && !context.ofUnknownAge.contains("media_title")
            return isHeardToChange ? titledAt : nil
        }
        guard let heard = context.heardAt["position_seconds"], titledAt > heard + Self.burst else {
            return nil
        }
        return titledAt
    }

    /// Whether the source stamps its reports: it names them with each change, and says so when there is none.
    private var isStamped: Bool {
        context.heardAt["position_at"] != nil || isUnheard && context.unheard.contains("position_at")
    }

    /// What the source says, and of when that is.
    private var report: Playhead? {
        guard let position = fields["position_seconds"]?.doubleValue else { return nil }
        if let newTrackAt {
            if isStamped || context.ofUnknownAge.contains("media_title") { return nil }
            return Playhead(position: 0, at: newTrackAt, isPlaying: isPlaying)
        }
        guard !isSilent else { return nil }
        if let sampledAt {
            return Playhead(position: position, at: min(sampledAt, now), isPlaying: isPlaying)
        }
        var at = context.changedAt["position_seconds"] ?? stateSince ?? now
        // The same number said again when it goes on, or for a new track, is of that moment.
        if let heard = context.heardAt["position_seconds"] {
            for case let mark? in [titledAt, isPlaying ? stateSince : nil] where mark <= heard + Self.burst {
                at = max(at, mark)
            }
        }
        return Playhead(position: position, at: min(at, now), isPlaying: isPlaying)
    }

    /// Whether a report tells of what the player does now, and not only of what it did before.
    private func isOfThisState(_ report: Playhead) -> Bool {
        guard let stateSince else { return true }
        if report.at + Self.burst >= stateSince { return true }
        return ["position_seconds", "position_at"].contains { name in
            context.changedAt[name].map { $0 + Self.burst >= stateSince } ?? false
        }
    }

    /// Where the player was known to be last in this run: what the card shows, or a report that it does not show yet.
    private var lastKnown: Playhead? {
        let told = told
        guard let report, report.at + Self.burst >= context.beganAt,
            told.map({ report.at > $0.at }) ?? context.isRunning
        else { return told }
        let wasPlaying = context.isRunning ? context.shownState == "playing" : told?.isPlaying == true
        return Playhead(position: report.position, at: report.at, isPlaying: wasPlaying)
    }

    /// Where it is, and since when.
    private var head: Playhead? {
        if let report, isOfThisState(report) { return report }
        guard let last = lastKnown else { return restingFromTheFirst }
        guard let stateSince, stateSince > last.at else {
            return Playhead(position: last.position, at: last.at, isPlaying: isPlaying)
        }
        // Nobody knows when that happened which the broker had stored.
        if context.ofUnknownAge.contains("playback_state"), last.isPlaying != isPlaying { return nil }
        return Playhead(
            position: last.position(at: stateSince, duration: duration),
            at: stateSince,
            isPlaying: isPlaying
        )
    }

    /// Of a player that was never heard to do anything but rest: what it said.
    private var restingFromTheFirst: Playhead? {
        guard !isPlaying, !context.isRunning, context.movedAt["playback_state"] == nil else { return nil }
        return report
    }
}
