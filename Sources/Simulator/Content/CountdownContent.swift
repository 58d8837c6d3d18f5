import Values

/// `countdown`, also written `timer`: down and up, goal and pause (pushward-api.md section 8.2).
enum CountdownContent: ContentTemplate {
    static let name = "countdown"
    static let own: [Schema.Field] = [
        .init("direction", .choice(["down", "up"])),
        .init("warning_threshold", .integer(0...Int.max)),
        .init("completion_message", .text(max: 512)),
        .init("goal", .any),
        .init("show_ruler", .bool),
        .init("paused", .bool),
        .init("paused_at", .any),
        .init("paused_seconds", .any),
    ]
    static let required: [String] = []
    /// What a count-up refuses where it is sent, and loses where it is stored.
    static let downOnly = [
        "duration", "end_date", "warning_threshold", "completion_message", "alarm", "snooze_seconds",
    ]
    /// How far ahead the start of a count-up may be.
    static let maxLeadSeconds = 300

    static func settle(_ draft: inout Draft) throws(Failure) {
        let paused = try takePaused(&draft)
        if draft.merged.text("direction") == "up" {
            try settleUp(&draft, paused)
        } else {
            try settleDown(&draft, paused)
        }
    }

    /// Takes the write-only switch out of the content.
    private static func takePaused(_ draft: inout Draft) throws(Failure) -> Bool? {
        guard let written = draft.merged["paused"] else { return nil }
        guard let paused = written.boolValue else { throw .content("content.paused: expected boolean") }
        draft.merged["paused"] = nil
        return paused
    }

    private static func settleUp(_ draft: inout Draft, _ paused: Bool?) throws(Failure) {
        for name in downOnly where draft.sends(name) {
            throw .content("content.\(name) is not allowed when counting up")
        }
        draft.merged.remove(downOnly)
        if let goal = draft.merged["goal"] {
            draft.merged["goal"] = .int(try WindowRules.seconds(goal, "goal"))
        }
        let wasUp = !draft.isSwitch && draft.before.text("direction") == "up"
        let isNewRun = !wasUp || draft.starts
        if isNewRun {
            draft.merged.remove(["paused_at", "paused_seconds", "warning_pushed", "snoozed_until"])
            if !draft.sends("start_date") { draft.merged["start_date"] = .int(draft.now) }
        } else if draft.sends("start_date"), draft.merged["start_date"] != draft.before["start_date"] {
            draft.merged.remove(["paused_at", "paused_seconds"])
        }
        if draft.merged["start_date"] == nil { draft.merged["start_date"] = .int(draft.now) }
        if let start = draft.merged.integer("start_date"), draft.sends("start_date"),
            start > draft.now + maxLeadSeconds
        {
            throw .content("content.start_date must be at most \(maxLeadSeconds) seconds ahead")
        }
        pauseUp(&draft, paused)
    }

    private static func pauseUp(_ draft: inout Draft, _ paused: Bool?) {
        let pausedAt = draft.merged.integer("paused_at")
        if paused == true, pausedAt == nil {
            draft.merged["paused_at"] = .int(draft.now)
        } else if paused == false, let pausedAt {
            let before = draft.merged.integer("paused_seconds") ?? 0
            draft.merged["paused_seconds"] = .int(before + max(0, draft.now - pausedAt))
            draft.merged["paused_at"] = nil
        }
    }

    private static func settleDown(_ draft: inout Draft, _ paused: Bool?) throws(Failure) {
        if draft.sends("goal") { throw .content("content.goal is not allowed when counting down") }
        let wasUp = !draft.isSwitch && draft.before.text("direction") == "up"
        let isNewRun = draft.isSwitch || wasUp
        let isNewWindow = draft.sends("end_date") || draft.sends("duration")
        if wasUp {
            draft.merged.remove(["goal", "paused_at", "paused_seconds"])
            if !draft.sends("start_date") { draft.merged["start_date"] = nil }
        }
        if isNewRun, !isNewWindow {
            throw .content("content.end_date or duration is required when counting down")
        }
        try WindowRules.settle(&draft)
        guard let written = draft.merged["end_date"] else {
            throw .content("content.end_date or duration is required when counting down")
        }
        guard case .int(let end) = written else { return }
        if isNewWindow { draft.merged.remove(["paused_at", "warning_pushed", "snoozed_until"]) }
        try pauseDown(&draft, paused, end: end, isNewWindow: isNewWindow)
        draft.merged["paused_seconds"] = nil
    }

    private static func pauseDown(
        _ draft: inout Draft,
        _ paused: Bool?,
        end: Int,
        isNewWindow: Bool
    ) throws(Failure) {
        let pausedAt = draft.merged.integer("paused_at")
        if paused == true, pausedAt == nil {
            guard end > draft.now, !draft.isEnded else {
                throw .content("content.paused: a finished countdown cannot be paused")
            }
            draft.merged["paused_at"] = .int(draft.now)
        } else if paused == false, let pausedAt {
            let shift = max(0, draft.now - pausedAt)
            draft.merged["end_date"] = .int(end &+ shift)
            if let start = draft.merged.integer("start_date") {
                draft.merged["start_date"] = .int(start &+ shift)
            }
            draft.merged["paused_at"] = nil
        }
    }
}
