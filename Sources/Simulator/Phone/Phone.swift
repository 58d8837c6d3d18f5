import Values

/// The phone: its cards and notifications, and a count of what was pushed to it.
struct Phone: Sendable {
    static let maxWarnings = 200
    static let maxEndedCards = 200

    private(set) var cards: [Card] = []
    var banners: [Banner] = []
    private(set) var pushes = Pushes()
    private(set) var warnings: [JSON] = []
    private var lastCardID = 0

    /// How many pushes went out.
    struct Pushes: Sendable, Hashable {
        var starts = 0
        var highPriority = 0
        var lowPriority = 0
        var ends = 0
        var renewals = 0
        var notifications = 0
        var widgets = 0
        var largestBytes = 0

        var json: JSON {
            [
                "starts": .int(starts), "high": .int(highPriority), "low": .int(lowPriority),
                "ends": .int(ends), "renewals": .int(renewals), "notifications": .int(notifications),
                "widgets": .int(widgets), "largest_bytes": .int(largestBytes),
            ]
        }
    }

    /// The cards that can be seen, most relevant first.
    func visibleCards(at now: Timestamp) -> [Card] {
        cards.filter { $0.lingersUntil.map { $0 > now } ?? true }
            .sorted {
                ($0.endedAt == nil ? 0 : 1, -$0.priority, $0.id) < (
                    $1.endedAt == nil ? 0 : 1, -$1.priority, $1.id
                )
            }
    }

    func card(_ slug: String, at now: Timestamp) -> Card? {
        visibleCards(at: now).filter { $0.slug == slug }.max { $0.id < $1.id }
    }

    mutating func start(_ row: Activity, sound: String?, at now: Timestamp) -> Int {
        lastCardID += 1
        pushes.starts += 1
        let content = payload(row, isEnd: false, at: now)
        cards.removeAll { $0.lingersUntil.map { $0 <= now } ?? false }
        cards.append(
            Card(
                id: lastCardID,
                slug: row.slug,
                name: row.name,
                priority: row.priority,
                content: content,
                startedAt: now,
                updatedAt: now,
                staleAt: row.lifetimes.stale.map { now + .seconds($0) },
                lastSound: sound,
                bytes: PushPayload.size(content)
            )
        )
        return lastCardID
    }

    mutating func update(_ id: Int, _ row: Activity, sound: String?, isLowPriority: Bool, at now: Timestamp) {
        if isLowPriority { pushes.lowPriority += 1 } else { pushes.highPriority += 1 }
        let content = payload(row, isEnd: false, at: now)
        change(id) { card in
            card.name = row.name
            card.priority = row.priority
            card.content = content
            card.updatedAt = now
            card.staleAt = row.lifetimes.stale.map { now + .seconds($0) }
            card.lastSound = sound
            card.pushes += 1
            card.bytes = PushPayload.size(content)
        }
    }

    /// Ends a card with its last content; without content it keeps what it shows.
    mutating func end(
        _ id: Int,
        content: JSONObject?,
        lingersUntil: Timestamp,
        because reason: String,
        at now: Timestamp
    ) {
        pushes.ends += 1
        let shown = content.map { PushPayload.content($0, isEnd: true, at: now) }
        change(id) { card in
            if let shown { card.content = shown }
            card.endedAt = now
            card.lingersUntil = lingersUntil
            card.endReason = reason
            card.pushes += 1
        }
    }

    /// The server starts a long timer's card again before iOS ends it.
    mutating func renew(_ id: Int, at now: Timestamp) {
        pushes.renewals += 1
    }

    mutating func countWidgetPush() { pushes.widgets += 1 }
    mutating func countNotificationPush() { pushes.notifications += 1 }

    /// Notes what is legal and yet likely a mistake.
    mutating func warn(_ text: String, slug: String, at now: Timestamp) {
        warnings.append(
            ["time": .string(TimeText.rfc3339(now)), "slug": .string(slug), "warning": .string(text)]
        )
        if warnings.count > Self.maxWarnings { warnings.removeFirst() }
    }

    private mutating func payload(_ row: Activity, isEnd: Bool, at now: Timestamp) -> JSONObject {
        let content = PushPayload.content(row.content, isEnd: isEnd, at: now)
        let bytes = PushPayload.size(content)
        pushes.largestBytes = max(pushes.largestBytes, bytes)
        if bytes > PushPayload.maxBytes {
            warn(
                "the push has about \(bytes) bytes, more than \(PushPayload.maxBytes)",
                slug: row.slug,
                at: now
            )
        }
        return content
    }

    private mutating func change(_ id: Int, _ body: (inout Card) -> Void) {
        guard let place = cards.firstIndex(where: { $0.id == id }) else { return }
        body(&cards[place])
    }
}
