import Mapping
import Values

extension Card {
    /// Since when nobody knows what is true: a source that said so, or that none of them says anything.
    var silentSince: Duration? {
        let now = inputs.compactMap { $0.value == nil ? nil : $0.silentSince }
        let lost = (now + silence.lost.values).min()
        guard let heard = silence.heardAt else { return lost }
        return lost.map { min($0, heard) } ?? heard
    }

    /// Notes whether the card says that there is no news.
    mutating func noteSilence(_ rule: ActivityRule, at now: Moment) {
        silence.isTold = silenceDeadline(rule).map { $0 <= now.uptime } ?? false
    }

    /// When silence becomes something that the card says; nil: it does not.
    func silenceDeadline(_ rule: ActivityRule) -> Duration? {
        guard phase == .ongoing, let limit = rule.options.unavailableAfter else { return nil }
        return silentSince.map { $0 + limit }
    }
}
