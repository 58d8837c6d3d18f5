import Values

/// What a card should be at the server now.
struct DesiredCard: Sendable, Hashable {
    enum Lifecycle: Sendable, Hashable {
        case ongoing
        case ended
        /// Without a row: gone from the phone at once.
        case removed
    }

    var lifecycle: Lifecycle
    var content: JSONObject
    var row: RowSettings
    /// Played with the request that starts or ends the card.
    var sound: String?
    /// Members of the content that go along with any patch, though the server holds the same number: they carry the
    /// moment of the request with them (a playhead, an animated bar).
    var refreshed: JSONObject = [:]
    /// Whether `refreshed` is reason enough for a request.
    var refreshIsNews = false
    /// Whether the change must not wait for `min_interval`.
    var isUrgent = false
    /// Not to be sent before, on the uptime clock, unless something else is sent: for changes of little weight.
    var notBefore: Duration?
    /// Between this update and the last one, where that is less than `min_interval`.
    var spacing: Duration?
    /// Until then, on the uptime clock, the change may be over by itself.
    var holdsUntil: Duration?
    /// From when on, on the uptime clock, the change is worth telling though the card is about to end; nil: it waits for
    /// the end.
    var tellsAt: Duration?

    init(lifecycle: Lifecycle, content: JSONObject, row: RowSettings) {
        self.lifecycle = lifecycle
        self.content = content
        self.row = row
    }
}
