import Values

/// For how long the clock of a run that counts up was stopped, as the source said it, whether the card was on or not.
struct RunPauses: Sendable, Hashable {
    /// The pauses that are over.
    private(set) var total: Duration = .zero
    /// When the pause that goes on began.
    private(set) var since: Timestamp?
    /// When the last pause began.
    private(set) var lastBegan: Timestamp?

    /// All of it until now.
    func lasted(at now: Timestamp) -> Duration {
        total + (since.map { max(.zero, now - $0) } ?? .zero)
    }

    /// Takes whether the clock is stopped.
    mutating func note(_ isPaused: Bool, at now: Timestamp) {
        guard isPaused != (since != nil) else { return }
        total = lasted(at: now)
        since = isPaused ? now : nil
        if isPaused { lastBegan = now }
    }

    /// Takes that the clock was started anew: that clears what it was stopped (`pushward-api.md` section 8.2).
    mutating func clear(at now: Timestamp) {
        total = .zero
        since = since.map { _ in now }
    }

    mutating func moveTimes(_ moved: (Timestamp) -> Timestamp) {
        since = since.map(moved)
        lastBegan = lastBegan.map(moved)
    }
}

extension RunPauses {
    /// What is saved; nil: the clock was never stopped.
    var json: JSON? {
        guard self != RunPauses() else { return nil }
        var members: JSONObject = ["total": .double(total.inSeconds)]
        members["since"] = since.map { .double($0.unixSeconds) }
        members["began"] = lastBegan.map { .double($0.unixSeconds) }
        return .object(members)
    }

    /// Takes over what was saved.
    init(_ json: JSON?) {
        let time = { (name: String) in json?[name]?.doubleValue.flatMap(Timestamp.init(unixSeconds:)) }
        if let seconds = json?["total"]?.doubleValue, seconds >= 0, seconds < 1e9 {
            total = .seconds(seconds)
        }
        since = time("since")
        lastBegan = time("began")
    }
}

extension Card {
    /// Takes from the content that is wanted whether the clock of a count-up is stopped.
    mutating func notePauses(in wanted: JSONObject, at now: Timestamp) {
        guard wanted["template"] == "countdown", wanted["direction"] == "up" else { return }
        pauses.note(wanted["paused"] == true, at: now)
    }
}
