import Values

extension Completion {
    /// The window: an end or a duration, a start before it.
    mutating func applyTimes() {
        if let end = self["end_date"]?.intValue {
            if end < 1 {
                drop("end_date", "it is no time")
            } else if end > now &+ Limits.endDistance || end < now &- Limits.endDistance {
                drop("end_date", "it does not lie within five years of now")
            }
        }
        if self["end_date"] != nil { drop("duration", "`end_date` says the end already") }
        if let start = self["start_date"]?.intValue {
            if start < 1 || start > now &+ Limits.clockTolerance {
                drop("start_date", "it lies too far ahead")
            } else if let end = self["end_date"]?.intValue, start >= end {
                drop("start_date", "it does not lie before `end_date`")
            } else if self["duration"] != nil {
                drop("start_date", "`duration` starts the window now")
            }
        }
        if !hasEnd {
            if self["live_progress"] == true { drop("live_progress", "it needs `end_date` or `duration`") }
            self["live_progress"] = nil
        }
    }

    /// Whether the content says when it will be over.
    var hasEnd: Bool { self["end_date"] != nil || self["duration"] != nil }

    /// An alarm needs an end (`pushward-api.md` section 7.4); its snooze needs the alarm.
    mutating func applyAlarm() {
        if !hasEnd {
            if self["alarm"] == true { drop("alarm", "it needs `end_date` or `duration`") }
            self["alarm"] = nil
        }
        // Only its absence is documented to take an alarm back.
        if self["alarm"] == false { self["alarm"] = nil }
        if self["alarm"] != true { drop("snooze_seconds", "it needs `alarm`") }
    }

    /// The server leaves the plain link out of the push where there is a button (section 7.1).
    mutating func applyLinks() {
        if self["url_action"] != nil { drop("url", "`url_action` takes its place") }
        if self["secondary_url_action"] != nil {
            drop("secondary_url", "`secondary_url_action` takes its place")
        }
    }

    /// Counting up has no end and nothing that hangs on one; counting down has no goal (section 8.2).
    mutating func applyDirection() {
        if self["direction"] == "up" {
            for name in [
                "end_date", "duration", "warning_threshold", "completion_message", "alarm", "snooze_seconds",
            ] {
                drop(name, "a clock that counts up does not take it")
            }
        } else {
            drop("goal", "only a clock that counts up has a goal")
        }
    }

    /// Counting down needs an end, and one that is over cannot be paused.
    mutating func applyCountdown() {
        guard self["direction"] != "up" else { return }
        if !hasEnd { miss("end_date") }
        if let end = self["end_date"]?.intValue, end <= now, self["paused"] == true {
            drop("paused", "the countdown is over")
        }
    }

    mutating func applyAlert() {
        if let fired = self["fired_at"]?.intValue, fired < 1 || fired > now &+ Limits.clockTolerance {
            drop("fired_at", "it lies in the future")
        }
    }

    /// The newest lines, newest first, without times that are misread: those lie further ahead than any time may
    /// (sections 5.2 and 8.8).
    mutating func applyLog() {
        guard let lines = self["lines"]?.arrayValue else { return }
        var kept = lines
        for (place, line) in lines.enumerated() {
            guard let time = line["at"]?.intValue, time < 1 || time > now &+ Limits.endDistance,
                var members = line.objectValue
            else { continue }
            members["at"] = nil
            kept[place] = .object(members)
        }
        if kept != lines { result.dropped.append(.init(field: "lines.at", reason: "it lies too far ahead")) }
        guard let most = template.field("lines")?.kind.elements?.count.upperBound else { return }
        self["lines"] = .array(Array(Self.newestFirst(kept).prefix(most)))
        if kept.count > most { remark("only the newest \(most) lines count") }
    }

    /// Lines in the order of their times, where all have one; a source may write them the other way round.
    private static func newestFirst(_ lines: [JSON]) -> [JSON] {
        let times = lines.compactMap { $0["at"]?.intValue }
        guard times.count == lines.count else { return lines }
        return zip(times, lines).enumerated()
            .sorted { ($1.element.0, $0.offset) < ($0.element.0, $1.offset) }
            .map(\.element.1)
    }

    /// The playhead (section 8.9).
    mutating func applyMedia() {
        drop("progress", "PushWard works it out from the playhead")
        if let length = self["duration_seconds"]?.doubleValue {
            if length <= 0 {
                self["duration_seconds"] = nil
            } else if let position = self["position_seconds"]?.doubleValue, position > length {
                self["position_seconds"] = self["duration_seconds"]
            }
        }
        if let instant = self["position_at"]?.intValue {
            if self["position_seconds"] == nil {
                drop("position_at", "it needs `position_seconds`")
            } else if instant > now &+ Limits.clockTolerance {
                drop("position_at", "it lies too far ahead")
            } else if instant < now &- Limits.oldestPosition {
                drop("position_at", "it is older than twelve hours")
            }
        }
        if self["controls"]?.objectValue?.isEmpty == true { self["controls"] = nil }
    }
}
