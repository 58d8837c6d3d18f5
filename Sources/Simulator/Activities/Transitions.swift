import Values

/// How an activity changes its state, and what the phone gets of it (pushward-api.md section 6.3).
extension Simulator {
    /// What a push carries beside content.
    struct Push: Sendable {
        var sound: String?
        var isLowPriority = false
    }

    /// Takes `row` to its new state and pushes.
    mutating func move(_ row: inout Activity, from old: Activity.State, to new: Activity.State, _ push: Push)
    {
        switch (old, new) {
        case (.ongoing, .ongoing):
            row.state = .ongoing
            if let card = row.cardID {
                phone.update(card, row, sound: push.sound, isLowPriority: push.isLowPriority, at: now)
            }
        case (_, .ongoing): start(&row, push)
        case (.ongoing, .ended): end(&row, because: "ended")
        default: row.state = new
        }
    }

    private mutating func start(_ row: inout Activity, _ push: Push) {
        makeRoom(for: row.slug)
        row.state = .ongoing
        row.startedAt = now
        row.runBeganAt = now
        row.deleteAt = nil
        row.answeredEndAt = nil
        row.cardID = phone.start(row, sound: push.sound, at: now)
    }

    /// Evicts the lowest priority, then the oldest update, until the newcomer has a slot.
    private mutating func makeRoom(for slug: String) {
        var others = activities.values.filter { $0.state == .ongoing && $0.slug != slug }
        while others.count >= ActivitySchema.maxOngoing {
            let victim = others.min { left, right in
                (left.priority, left.updatedAt, left.slug) < (right.priority, right.updatedAt, right.slug)
            }
            guard var row = victim else { return }
            others.removeAll { $0.slug == row.slug }
            finish(&row, as: .preempted, because: "preempted")
            row.updatedAt = now
            activities[row.slug] = row
        }
    }

    /// Ends an ongoing row: the card lingers, the row has its deletion set.
    mutating func end(_ row: inout Activity, because reason: String) {
        finish(&row, as: .ended, because: reason)
        row.endedAt = now
        row.deleteAt = row.lifetimes.ended.map { now + .seconds($0) }
    }

    private mutating func finish(_ row: inout Activity, as state: Activity.State, because reason: String) {
        row.state = state
        row.startedAt = nil
        row.runBeganAt = nil
        row.answeredEndAt = nil
        if state == .ended { row.content = Self.settledAtEnd(row.content) }
        let linger = row.lingerSeconds(preempted: state == .preempted)
        if let card = row.cardID {
            let until = now + .seconds(linger)
            phone.end(card, content: row.content, lingersUntil: until, because: reason, at: now)
        }
        row.cardID = nil
    }

    /// What the end leaves of the content: no alarm, no animation.
    private static func settledAtEnd(_ content: JSONObject) -> JSONObject {
        var result = content
        result.remove(["alarm", "snoozed_until", "warning_pushed", "live_progress"])
        if content.text("template") == "steps" { result.remove(["start_date", "end_date"]) }
        return result
    }
}
