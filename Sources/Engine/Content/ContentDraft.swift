import Values

/// A card's content on its way from the mapping to a request.
struct ContentDraft: Sendable {
    /// By PushWard's names; `eta` is ours and gone at the end.
    var fields: JSONObject
    /// What goes along with any patch (see ``DesiredCard/refreshed``).
    var refreshed: JSONObject = [:]
    var refreshIsNews = false
    var isUrgent = false
    var notBefore: Duration?
    /// Between this update and the last one, where a person waits for it; nil: the rule's `min_interval`.
    var spacing: Duration?
    /// Until then, on the uptime clock, the change may be over by itself, and is not told.
    var holdsUntil: Duration?
    /// From when on, on the uptime clock, the change is worth telling though the card is about to end.
    var tellsAt: Duration?
}

/// What the composing of a card's content knows besides its fields.
struct CompositionContext: Sendable {
    var now: Moment
    /// What the server shows when everything sent has arrived; empty before the start.
    var believed: JSONObject
    /// Whether the card is on at the server.
    var isRunning: Bool
    /// Whether the next request may be what puts the card on: no start was acknowledged.
    var mayBeOff: Bool
    /// Whether the card says something of itself in place of its subtitle.
    var hasNote: Bool
    var runStartedAt: Timestamp
    /// When that began to hold which made the run start.
    var beganAt: Timestamp
    /// When the last request that the server took left.
    var lastPushAt: Timestamp?
    var lastSentUptime: Duration?
    /// What the server has acknowledged of a card that is on, or was in this run; empty: it never was, or its row is gone.
    var last: JSONObject
    /// When the device began to animate its bar.
    var barBeganAt: Timestamp?
    /// nil: 60 s or 2 % of the run.
    var etaTolerance: Duration?
    /// When the inputs that a field reads were last heard; nil: it reads none.
    var heardAt: [String: Timestamp]
    /// When the inputs that a field reads last became other ones.
    var changedAt: [String: Timestamp]
    /// When the inputs that a field reads last became other ones than they were known to be.
    var movedAt: [String: Timestamp]
    /// The fields that read inputs of which the broker had stored the last message: nobody knows how old it is.
    var ofUnknownAge: Set<String>
    /// The fields that read inputs none of which was heard yet, such as after a restart: what was known before is old.
    var unheard: Set<String>
    /// Whether all that is known came from stored messages.
    var isSeededOnly: Bool
    /// Whether the bar is ours: the mapping gives a finish time and no progress.
    var isBarOurs = false
    var playhead: Playhead?
    /// When the pause of the timer that is shown began.
    var pausedAt: Timestamp?
    /// The last pause of this run's timer that is over.
    var rest: ClosedRange<Timestamp>?
    /// For how long the clock of a count-up was stopped in this run.
    var pauses = RunPauses()

    /// What the player on the card does, which rests unless it is said to do something; nil: there is none.
    var shownState: JSON? { isRunning ? believed["playback_state"] ?? "paused" : nil }
}
