extension Purpose {
    /// What requests are counted by, and what something between here and PushWard may limit alone.
    enum Kind: String, Sendable, Hashable {
        case activity, notification, read, widget, poll, receipt
    }

    var kind: Kind {
        switch self {
        case .card, .orphan, .linkedActivity: .activity
        case .notification: .notification
        case .reconciliation, .account, .widgetReconciliation: .read
        case .widget, .widgetDeletion: .widget
        case .poll: .poll
        case .cancellation: .receipt
        }
    }
}
