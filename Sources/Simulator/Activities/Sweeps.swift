import Values

/// What the server does to activities by itself as time goes by (pushward-api.md sections 4.4, 6.4, 8.2, 8.10).
extension Simulator {
    /// Something due at an instant.
    enum Sweep: Sendable {
        case delete, stale, lifetime, warning, completion, deadline, answered
    }

    static let rowRetention = Duration.seconds(30 * 86_400)
    static let maxRun = Duration.seconds(8 * 3600)
    static let maxKeptRun = Duration.seconds(3 * 86_400)

    /// What is due first for a row.
    static func nextSweep(of row: Activity) -> (at: Timestamp, what: Sweep)? {
        guard row.state == .ongoing else {
            let deletion = row.deleteAt ?? row.updatedAt + rowRetention
            return (deletion, .delete)
        }
        var due: [(at: Timestamp, what: Sweep)] = []
        if let stale = row.lifetimes.stale { due.append((row.patchedAt + .seconds(stale), .stale)) }
        if let started = row.startedAt { due.append((started + maxRun, .lifetime)) }
        if let answered = row.answeredEndAt { due.append((answered, .answered)) }
        let end = row.content.integer("end_date").map { Timestamp(seconds: $0) }
        if row.template == "countdown", !row.isCountUp, !row.isPaused, let end {
            due.append((end, .completion))
            if let threshold = row.content.integer("warning_threshold"), threshold > 0,
                row.content["warning_pushed"] == nil
            {
                due.append((end - .seconds(threshold), .warning))
            }
        }
        if row.template == "approval", row.content["answer"] == nil, let end { due.append((end, .deadline)) }
        return due.min { $0.at < $1.at }
    }

    /// What the card says once the time is over: as much of the message as a status may have.
    private static func completion(_ message: JSON?) -> String {
        let text = message?.stringValue ?? "Completed"
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(256)))
    }

    mutating func perform(_ sweep: Sweep, on slug: String) {
        guard var row = activities[slug] else { return }
        switch sweep {
        case .delete:
            activities[slug] = nil
            return
        case .stale:
            row.content["state"] = "Stale (auto-ended)"
            row.content["accent_color"] = "#8E8E93"
            row.content["icon"] = "clock.badge.xmark"
            end(&row, because: "stale")
        case .lifetime: passEightHours(&row)
        case .warning:
            row.content["accent_color"] = "orange"
            row.content["warning_pushed"] = true
            if let card = row.cardID { phone.update(card, row, sound: nil, isLowPriority: false, at: now) }
        case .completion:
            row.content["state"] = .string(Self.completion(row.content["completion_message"]))
            row.content["progress"] = 1
            end(&row, because: "completed")
        case .deadline:
            let option = row.content["on_expire"] ?? "none"
            row.content["answer"] = ["option": option, "at": .int(now.wholeSeconds), "by": "expired"]
            end(&row, because: "expired")
        case .answered: end(&row, because: "answered")
        }
        row.updatedAt = now
        activities[slug] = row
    }

    /// iOS ends a card after eight hours; count-ups and paused timers are started again for three days.
    private mutating func passEightHours(_ row: inout Activity) {
        let began = row.runBeganAt ?? now
        guard row.isCountUp || row.isPaused, now - began < Self.maxKeptRun else {
            end(&row, because: "eight hours")
            return
        }
        row.startedAt = now
        if let card = row.cardID { phone.renew(card, at: now) }
    }
}
