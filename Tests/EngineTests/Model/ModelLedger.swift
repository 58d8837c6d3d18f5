import Values

/// What the outside saw, and what it thinks of it.
struct ModelLedger {
    /// A press of a button and what became of its notification, for one who hears of it.
    struct Press {
        let name: String
        let account: Int
        /// Whether the engine took it with all that it wanted done.
        var isHeard = false
        var accepted = 0
        /// How often a request of it ended in a way that leaves it open whether it was carried out.
        var doubts = 0

        /// Whether a second one would be seen.
        var mustNotRepeat: Bool { name.hasPrefix("gong") }
        /// Whether a later one takes its place.
        var isReplaced: Bool { name.hasPrefix("chime") }
    }

    /// A row of the server: of an activity or a widget.
    struct Row: Hashable {
        let account: Int
        /// As in its address: `activities/washer`.
        let path: String
    }

    private(set) var failures: [String] = []
    private(set) var requests = 0
    /// In the order in which they came.
    private(set) var presses: [Press] = []
    /// When each request left, of the last minute.
    private var sent: [Duration] = []
    /// Rows of whose state the bridge cannot be sure.
    private(set) var doubtful: Set<Row> = []
    private var lastTouch: [Row: Duration] = [:]

    mutating func fail(_ text: String) {
        if failures.count < 20 { failures.append(text) }
    }

    mutating func left(at now: Duration) {
        requests += 1
        sent.append(now)
        if let first = sent.firstIndex(where: { $0 > now - .seconds(60) }) { sent.removeFirst(first) }
        if sent.count > 200 { fail("\(now): \(sent.count) requests within a minute") }
    }

    mutating func doubt(_ row: Row) { doubtful.insert(row) }

    /// Takes that the server carried out a change of a row, and whether the bridge will hear of it.
    ///
    /// `now` is the server's time.
    mutating func carried(
        _ row: Row,
        _ body: JSONObject,
        from before: JSON,
        to after: JSON,
        isHeard: Bool,
        at now: Moment
    ) {
        // The server deletes the row any moment: who could tell which comes first?
        let deletion = before["delete_at"]?.stringValue.flatMap(Timestamp.init(rfc3339:))
        let isGoing = deletion.map { $0 - now.wall < .seconds(60) } ?? false
        if Self.lasting(before) == Self.lasting(after), !doubtful.contains(row), !isGoing {
            let isTouch = body.keys == ["priority"] || row.path.hasPrefix("widgets/")
            let quiet = now.uptime - (lastTouch[row] ?? .zero)
            if !isTouch || quiet < .seconds(3600) {
                fail("\(now.uptime): \(row.path): a request without a difference: \(JSON.object(body).text)")
            }
        }
        lastTouch[row] = now.uptime
        if isHeard { doubtful.remove(row) } else { doubtful.insert(row) }
    }

    /// A row without what moves by itself.
    private static func lasting(_ row: JSON) -> JSON {
        var kept = row.objectValue ?? [:]
        for name in ["updated_at", "delete_at", "ended_at"] { kept[name] = nil }
        return .object(kept)
    }

    /// Takes that somebody pressed a button; whether the engine took it is told afterwards.
    mutating func pressed(_ name: String, by accounts: [Int]) {
        presses += accounts.map { Press(name: name, account: $0) }
    }

    mutating func heard(_ name: String) {
        for place in presses.indices where presses[place].name == name { presses[place].isHeard = true }
    }

    mutating func doubtPress(_ name: String, of account: Int) {
        for place in presses.indices where presses[place].name == name && presses[place].account == account {
            presses[place].doubts += 1
        }
    }

    mutating func doubtAllPresses() {
        for place in presses.indices { presses[place].doubts += 1 }
    }

    mutating func accepted(_ name: String, of account: Int, at now: Duration) {
        guard let place = presses.firstIndex(where: { $0.name == name && $0.account == account }) else {
            return fail("\(now): \(name) was sent, which nobody pressed")
        }
        presses[place].accepted += 1
        let press = presses[place]
        guard press.accepted > 1 else { return }
        if press.mustNotRepeat {
            fail("\(now): \(name) was sent \(press.accepted) times")
        } else if press.accepted > 1 + press.doubts {
            fail("\(now): \(name) was sent \(press.accepted) times with \(press.doubts) doubts")
        }
    }

    /// After quiet: what was heard for certain has been shown.
    mutating func settlePresses(at now: Duration, mayBeLost: Bool) {
        for press in presses where press.isHeard && press.accepted == 0 && !press.isReplaced && !mayBeLost {
            if press.mustNotRepeat, press.doubts > 0 { continue }
            fail("\(now): \(press.name) was heard and never sent")
        }
        presses = []
    }

    /// What the phone may show in the end of notifications that replace each other: the last one that was heard, or
    /// one after it; nil: anything.
    func newest(_ prefix: String, of account: Int) -> [String]? {
        let own = presses.filter { $0.name.hasPrefix(prefix) && $0.account == account }
        guard let last = own.lastIndex(where: \.isHeard) else { return nil }
        return own[last...].map(\.name)
    }
}
