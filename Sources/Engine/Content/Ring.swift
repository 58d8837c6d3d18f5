import Mapping
import Values

/// What a card has gathered so far: lines, tiles, or the past of its series (design section 6).
struct Ring: Sendable, Hashable {
    struct Element: Sendable, Hashable {
        var value: JSON
        var at: Timestamp
    }

    /// Two equal messages within that are one.
    static let dedupe: Duration = .milliseconds(500)
    /// How long what was gathered may wait to be made durable: a card that is on sends it, and is saved, sooner.
    static let saveInterval: Duration = .seconds(60)
    /// The same for the past of a timeline, of which little is lost with a few points.
    static let historySaveInterval: Duration = .seconds(600)

    /// Lines are newest first, tiles in the order in which they appeared.
    private(set) var elements: [Element] = []
    /// What each part made last, by its number.
    private(set) var last: [Int: Element] = [:]
    /// The past of each series, oldest first.
    private(set) var series: [String: [Element]] = [:]
    /// When the last run ended.
    var runEndedAt: Timestamp?
    /// Whether the card was on when it was last looked at.
    var wasOn = false
    /// When it must be saved, on the uptime clock; nil: it is.
    var savesAt: Duration?

    var isEmpty: Bool { elements.isEmpty && series.isEmpty }

    /// Adds a line unless it says again what its part said last; whether it did.
    ///
    /// A line without a time of its own gets the message's, where `isTimed` says that it is known.
    mutating func addLine(
        _ value: JSON,
        part: Int,
        repeats: Bool,
        keep: Int,
        at now: Moment,
        isTimed: Bool
    ) -> Bool {
        let before = last[part]
        last[part] = Element(value: value, at: now.wall)
        if let before, before.value == value {
            // A clock that was set back makes no message a repetition.
            guard repeats, now.wall < before.at || now.wall - before.at > Self.dedupe else { return false }
        }
        var line = value.objectValue ?? [:]
        if isTimed, line["at"] == nil { line["at"] = .int(now.wall.wholeSeconds) }
        elements.insert(Element(value: .object(line), at: now.wall), at: 0)
        if elements.count > keep { elements.removeLast(elements.count - keep) }
        return true
    }

    /// Takes that a part makes nothing now: what it makes next counts, whatever it is.
    mutating func rearm(part: Int) { last[part] = nil }

    /// Whether that part has made the same thing last.
    func hasSaid(_ value: JSON, part: Int) -> Bool { last[part]?.value == value }

    /// Adds a tile, or puts it in the place of the one with the same label; beyond `keep` the one unheard longest goes.
    mutating func putTile(_ value: JSON, keep: Int, at now: Timestamp) {
        let element = Element(value: value, at: now)
        if let place = elements.firstIndex(where: { $0.value["label"] == value["label"] }) {
            elements[place] = element
            return
        }
        elements.append(element)
        while elements.count > keep,
            let oldest = elements.indices.min(by: { elements[$0].at < elements[$1].at })
        {
            elements.remove(at: oldest)
        }
    }

    /// Adds a point to each series that has had none for its share of `span`.
    mutating func addPoints(_ values: JSONObject, keep: Int, span: Duration, at now: Timestamp) -> Bool {
        let share = span / max(1, keep)
        var isNews = false
        for (name, value) in values where value.doubleValue != nil {
            var points = series[name] ?? []
            points.removeAll { $0.at < now - span || $0.at > now }
            if let latest = points.last, now - latest.at < share { continue }
            points.append(Element(value: value, at: now))
            series[name] = points.suffix(keep)
            isNews = true
        }
        if series.count > 10 { series = series.filter { values[$0.key] != nil } }
        return isNews
    }

    /// Forgets what belongs to earlier runs: lines but for those of `since`, tiles that were last heard before that run
    /// ended.
    mutating func begin(_ kind: Gathering.Kind, linesSince since: Timestamp) {
        switch kind {
        case .lines: elements.removeAll { $0.at < since }
        case .tiles: if let ended = runEndedAt { elements.removeAll { $0.at <= ended } }
        case .history: break
        }
    }

    /// Corrects the instants that are remembered, after the clock was set; a line's own time is the source's, or was taken
    /// from the clock with its message.
    mutating func moveTimes(_ moved: (Timestamp) -> Timestamp) {
        func corrected(_ element: Element) -> Element {
            var element = element
            if var line = element.value.objectValue, line["at"] == .int(element.at.wholeSeconds) {
                line["at"] = .int(moved(element.at).wholeSeconds)
                element.value = .object(line)
            }
            element.at = moved(element.at)
            return element
        }
        elements = elements.map(corrected)
        last = last.mapValues { Element(value: $0.value, at: moved($0.at)) }
        series = series.mapValues { $0.map { Element(value: $0.value, at: moved($0.at)) } }
        runEndedAt = runEndedAt.map(moved)
    }

    /// The field that is made of it; nil: nothing is there.
    func field(_ gathering: Gathering, at now: Timestamp) -> JSON? {
        switch gathering.kind {
        case .lines, .tiles:
            let values = elements.prefix(gathering.keep).map(\.value)
            return values.isEmpty ? nil : .array(values)
        case .history: return history(gathering, at: now)
        }
    }

    /// At most 300 points in all, for they travel in one request.
    private func history(_ gathering: Gathering, at now: Timestamp) -> JSON? {
        var members = JSONObject()
        let each = min(gathering.keep, 300 / max(1, series.count))
        for (name, points) in series.sorted(by: { $0.key < $1.key }) {
            let past = points.filter { $0.at >= now - gathering.span && $0.at < now }.suffix(each)
            guard !past.isEmpty else { continue }
            members[name] = .array(
                past.map { ["timestamp": .int($0.at.wholeSeconds), "value": $0.value] }
            )
        }
        return members.isEmpty ? nil : .object(members)
    }

    /// Takes over what the server shows and this ring does not know: it was sent, but not saved here.
    ///
    /// A tile that is known here by its label may show something older there.
    mutating func adopt(_ shown: JSON?, _ kind: Gathering.Kind, keep: Int, at now: Timestamp) {
        if kind == .tiles {
            let known = Set(elements.map { $0.value["label"] })
            for value in shown?.arrayValue ?? [] where !known.contains(value["label"]) {
                putTile(value, keep: keep, at: now)
            }
            return
        }
        let known = Set(elements.map(\.value))
        for value in shown?.arrayValue ?? [] where !known.contains(value) {
            let at = value["at"]?.doubleValue.flatMap(Timestamp.init(unixSeconds:)) ?? now
            elements.append(Element(value: value, at: at))
        }
        elements = Array(
            elements.enumerated().sorted { ($1.element.at, $0.offset) < ($0.element.at, $1.offset) }
                .map(\.element).prefix(keep)
        )
    }
}

extension Ring {
    /// One row of the durable state.
    var record: JSON {
        func pair(_ element: Element) -> JSON { [.double(element.at.unixSeconds), element.value] }
        var row = JSONObject()
        if !elements.isEmpty { row["elements"] = .array(elements.map(pair)) }
        if !last.isEmpty {
            row["last"] = .object(
                JSONObject(last.sorted { $0.key < $1.key }.map { (String($0.key), pair($0.value)) })
            )
        }
        if !series.isEmpty {
            row["series"] = .object(
                JSONObject(series.sorted { $0.key < $1.key }.map { ($0.key, .array($0.value.map(pair))) })
            )
        }
        row["run_ended_at"] = runEndedAt.map { .double($0.unixSeconds) }
        return .object(row)
    }

    init(_ record: JSON) {
        func element(_ json: JSON) -> Element? {
            guard let pair = json.arrayValue, pair.count == 2,
                let at = pair[0].doubleValue.flatMap(Timestamp.init(unixSeconds:))
            else { return nil }
            return Element(value: pair[1], at: at)
        }
        elements = (record["elements"]?.arrayValue ?? []).compactMap(element)
        for (key, value) in record["last"]?.objectValue ?? [:] {
            if let part = Int(key) { last[part] = element(value) }
        }
        for (name, points) in record["series"]?.objectValue ?? [:] {
            series[name] = (points.arrayValue ?? []).compactMap(element)
        }
        runEndedAt = record["run_ended_at"]?.doubleValue.flatMap(Timestamp.init(unixSeconds:))
    }
}
