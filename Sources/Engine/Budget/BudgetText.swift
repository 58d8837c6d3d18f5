import PushWardAPI
import Values

/// What is said of budgets to a person.
enum BudgetText {
    static func name(_ kind: QuotaKind) -> String {
        switch kind {
        case .liveActivityUpdates: "Live Activity updates"
        case .notifications: "notifications"
        case .widgetUpdates: "widget updates"
        case .emails: "e-mails"
        }
    }

    /// That pace or limit is in danger, and what follows.
    static func danger(_ kind: QuotaKind, _ allowance: Allowance, at now: Timestamp) -> String {
        let (used, limit) = allowance.shown
        let period = allowance.isDaily ? "day" : "month"
        let count = limit.map { "\(used) of \($0)" } ?? "\(used)"
        let days = max(0, (allowance.resetsAt - now).inSeconds / 86_400)
        let tenths = Int((days * 10).rounded())
        let rest = "with \(tenths / 10).\(tenths % 10) days until the reset"
        if allowance.state(at: now) == .usedUp {
            return
                "the \(period)'s \(name(kind)) are used up (\(count), \(rest)); cards and notifications wait"
        }
        return "\(count) \(name(kind)) of this \(period) are used \(rest): that is too fast. "
            + "Starts and ends are still shown; progress, and then text, are sent less often"
    }
}
