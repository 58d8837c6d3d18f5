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
/// A report is of the moment when it was made: the source's own time stamp, else when its number changed. It stands
/// until something newer is known: a resume without a report goes on from where the pause was, a new track begins at 0.
struct PlayheadReading {
    let fields: JSONObject
    let context: CompositionContext

    /// Messages of one change come within that of each other.
    static let burst: Duration = .seconds(1)

    private var isPlaying: Bool { fields["playback_state"] == "playing" }
    private var duration: Double? { fields["duration_seconds"]?.doubleValue }
    private var stateChangedAt: Timestamp? { context.changedAt["playback_state"] }
    /// The source's own time stamp of its report.
    private var sampledAt: Timestamp? {
        fields["position_at"]?.doubleValue.flatMap(Timestamp.init(unixSeconds:))
    }

    /// Seconds from the start of the track now; nil: nobody knows.
    var position: Double? {
        guard let reported = fields["position_seconds"]?.doubleValue else { return nil }
        if let begun = newTrackAt {
            // A source that stamps its reports names them with each change: this one has none.
            if context.heardAt["position_at"] != nil { return nil }
            return Playhead(position: 0, at: begun, isPlaying: isPlaying).position(
                at: now,
                duration: duration
            )
        }
        if let sampledAt {
            return Playhead(position: reported, at: min(sampledAt, now), isPlaying: isPlaying)
                .position(at: now, duration: duration)
        }
        return isPlaying ? playing(reported) : still(reported)
    }

    private var now: Timestamp { context.now.wall }

    /// When the track began of which no position was reported yet.
    var newTrackAt: Timestamp? {
        guard duration != nil, let titled = context.changedAt["media_title"],
            let heard = context.heardAt["position_seconds"], titled > heard + Self.burst
        else { return nil }
        return titled
    }

    private func playing(_ reported: Double) -> Double {
        if let resumed = stateChangedAt, let shown = context.playhead,
            let heard = context.heardAt["position_seconds"], resumed > heard + Self.burst
        {
            let from = shown.position(at: resumed, duration: duration)
            return Playhead(position: from, at: resumed, isPlaying: true).position(
                at: now,
                duration: duration
            )
        }
        // The same number said again after a resume or for a new track is of that moment.
        let marks = [context.changedAt["position_seconds"], stateChangedAt, context.changedAt["media_title"]]
        let at = min(marks.compactMap { $0 }.max() ?? now, now)
        return Playhead(position: reported, at: at, isPlaying: true).position(at: now, duration: duration)
    }

    /// Of a source that named no position when it stopped: it played on until then.
    private func still(_ reported: Double) -> Double {
        let stoppedAt = stateChangedAt ?? now
        let changed = context.changedAt["position_seconds"] ?? now
        guard changed < stoppedAt else { return max(0, min(reported, duration ?? Playhead.longest)) }
        // Of a stored report nobody knows of when it was.
        if let shown = context.playhead,
            shown.at >= changed || context.ofUnknownAge.contains("position_seconds")
        {
            return shown.position(at: stoppedAt, duration: duration)
        }
        return Playhead(position: reported, at: changed, isPlaying: true)
            .position(at: stoppedAt, duration: duration)
    }
}
