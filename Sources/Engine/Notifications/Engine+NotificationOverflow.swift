import Values

/// What is done where more notifications wait than are kept.
extension Engine {
    /// How many notifications may wait; the oldest go first.
    static let mostWaiting = 200
    /// For so long they are counted before they are told in one line.
    private static let overflowCount: Duration = .seconds(60)

    /// Drops the oldest notification where too many wait; one that must break through only where all of them do.
    mutating func dropOverflow(at now: Moment) {
        guard outbox.waiting.count > Self.mostWaiting else { return }
        let free = outbox.waiting.filter { !$0.isInFlight }
        guard let oldest = free.first(where: { $0.weight != .vital }) ?? free.first else { return }
        _ = outbox.remove(oldest.id)
        counters.notificationsDropped += 1
        decide(oldest.rule, "drop", "too many wait")
        saveNotification(oldest.id)
        var overflow =
            outbox.overflow ?? NotificationOutbox.Overflow(toldAt: now.uptime + Self.overflowCount)
        overflow.count += 1
        overflow.rules.insert(oldest.rule)
        outbox.overflow = overflow
    }

    /// Tells in one line how many were dropped; when that is due, where it is not yet.
    mutating func tellOverflow(at now: Moment) -> Duration? {
        guard let overflow = outbox.overflow else { return nil }
        guard overflow.toldAt <= now.uptime else { return overflow.toldAt }
        outbox.overflow = nil
        let names = overflow.rules.sorted()
        let rules = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
        log(
            .warning,
            "notifications",
            "\(overflow.count) notifications were not sent, because more than \(Self.mostWaiting) wait; of \(rules)"
        )
        return nil
    }
}
