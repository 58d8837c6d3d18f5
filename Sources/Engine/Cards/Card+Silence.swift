import Mapping
import Values

extension Card {
    /// Since when nobody knows what is true: a source that said so, or that none of them says anything.
    var silentSince: Duration? {
        let lost = inputs.compactMap { $0.value == nil ? nil : $0.silentSince }.min()
        let heard = inputs.compactMap { $0.receivedAt?.uptime }.max()
        guard let heard else { return lost }
        return lost.map { min($0, heard) } ?? heard
    }

    /// When silence becomes something that the card says; nil: it does not.
    func silenceDeadline(_ rule: ActivityRule) -> Duration? {
        guard phase == .ongoing, let limit = rule.options.unavailableAfter else { return nil }
        return silentSince.map { $0 + limit }
    }
}
