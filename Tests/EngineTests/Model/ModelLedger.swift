import Values

/// What the outside saw, and what it thinks of it.
struct ModelLedger {
    /// A press of a button and what became of its notification.
    struct Press {
        /// Whether the engine took it with all that it wanted done.
        var isHeard = false
        var accepted = 0
        /// How often a request of it ended in a way that leaves it open whether it was carried out.
        var doubts = 0
        /// Whether something said no to it.
        var isRefused = false
    }

    private(set) var failures: [String] = []
    private(set) var requests = 0
    var presses: [String: Press] = [:]
    /// When each request left, of the last minute.
    private var sent: [Duration] = []
    /// Slugs of whose server state the bridge cannot be sure.
    private(set) var doubtful: Set<String> = []
    private var lastTouch: [String: Duration] = [:]

    mutating func fail(_ text: String) {
        if failures.count < 20 { failures.append(text) }
    }

    mutating func left(at now: Duration) {
        requests += 1
        sent.append(now)
        if let first = sent.firstIndex(where: { $0 > now - .seconds(60) }) { sent.removeFirst(first) }
        if sent.count > 200 { fail("\(now): \(sent.count) requests within a minute") }
    }

    mutating func doubt(_ slug: String) { doubtful.insert(slug) }
    mutating func doubtAll(_ slugs: [String]) { doubtful.formUnion(slugs) }

    /// Takes that the server carried out a change of a card, and whether the bridge will hear of it.
    mutating func carried(
        _ slug: String,
        _ body: JSONObject,
        from before: JSON,
        to after: JSON,
        isHeard: Bool,
        at now: Moment
    ) {
        // The server deletes the row any moment: who could tell which comes first?
        let isGoing =
            before["delete_at"]?.stringValue.flatMap(Timestamp.init(rfc3339:)).map {
                $0 - now.wall < .seconds(60)
            }
            ?? false
        if Self.lasting(before) == Self.lasting(after), !doubtful.contains(slug), !isGoing {
            let isTouch = body.keys == ["priority"]
            let quiet = now.uptime - (lastTouch[slug] ?? .zero)
            if !isTouch || quiet < .seconds(3600) {
                fail("\(now.uptime): \(slug): a request without a difference: \(JSON.object(body).text)")
            }
        }
        lastTouch[slug] = now.uptime
        if isHeard { doubtful.remove(slug) } else { doubtful.insert(slug) }
    }

    /// A row without what moves by itself.
    private static func lasting(_ row: JSON) -> JSON {
        var kept = row.objectValue ?? [:]
        for name in ["updated_at", "delete_at", "ended_at"] { kept[name] = nil }
        return .object(kept)
    }

    mutating func accepted(_ name: String, at now: Duration) {
        guard presses[name] != nil else { return fail("\(now): \(name) was sent, which nobody pressed") }
        presses[name, default: Press()].accepted += 1
        let press = presses[name] ?? Press()
        if press.accepted > 1 {
            if name.hasPrefix("gong") {
                fail("\(now): \(name) was sent \(press.accepted) times")
            } else if press.accepted > 1 + press.doubts {
                fail("\(now): \(name) was sent \(press.accepted) times with \(press.doubts) doubts")
            }
        }
    }

    /// After quiet: what was heard for certain has been shown.
    mutating func settlePresses(at now: Duration) {
        for (name, press) in presses where press.isHeard && press.accepted == 0 && !press.isRefused {
            let mayBeLost = name.hasPrefix("gong") && press.doubts > 0
            if !mayBeLost { fail("\(now): \(name) was heard and never sent") }
        }
        presses = [:]
    }
}
