import Values

/// The window of a card: `start_date`, `end_date`, `duration`, and what hangs on it (sections 7.1, 7.4, 8.1).
enum WindowRules {
    /// Five years, "about" which an `end_date` may be away.
    static let maxSeconds = 157_788_000

    /// The seconds that a written duration stands for.
    static func seconds(_ value: JSON, _ name: String) throws(Failure) -> Int {
        let seconds: Int? =
            switch value {
            case .int(let number): number
            case .string(let text): Formats.durationSeconds(text)
            default: nil
            }
        guard let seconds, (1...maxSeconds).contains(seconds) else {
            throw .content("content.\(name) must be 1 to \(maxSeconds) seconds or a text such as 1h30m")
        }
        return seconds
    }

    /// Turns `duration` into a window from now on; `end_date` wins where both are sent.
    static func settle(_ draft: inout Draft) throws(Failure) {
        guard let duration = draft.merged["duration"] else { return }
        let length = try seconds(duration, "duration")
        draft.merged["duration"] = nil
        guard draft.sends("duration"), !draft.sends("end_date") else { return }
        draft.merged["start_date"] = .int(draft.now)
        draft.merged["end_date"] = .int(draft.now + length)
    }

    static func check(_ draft: Draft) throws(Failure) {
        let merged = draft.merged
        if let end = merged.integer("end_date") {
            let away = end.subtractingReportingOverflow(draft.now)
            guard !away.overflow, away.partialValue.magnitude <= maxSeconds else {
                throw .content("content.end_date must be within five years")
            }
            if let start = merged.integer("start_date"), start >= end {
                throw .content("content.start_date must be before end_date")
            }
        }
        if merged.flag("live_progress") == true, merged["end_date"] == nil {
            throw .content("content.live_progress needs end_date")
        }
        if merged.flag("alarm") == true, merged["end_date"] == nil {
            throw .content("content.alarm needs end_date")
        }
    }
}
