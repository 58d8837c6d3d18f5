package import Values

extension Simulator {
    /// Everything that can be seen: the phone, the rows behind it, quotas and pushes.
    package var stateJSON: JSON {
        let rows = activities.values.sorted { $0.slug < $1.slug }
        return [
            "now": .string(TimeText.rfc3339(now)),
            "at": .double(now.unixSeconds),
            "cards": .array(phone.visibleCards(at: now).map { $0.json(at: now) }),
            "notifications": .array(phone.banners.map(\.json)),
            "widgets": .array(widgets.values.sorted { $0.slug < $1.slug }.map { $0.shown(at: now) }),
            "activities": .array(rows.map { $0.json() }),
            "scheduled": .array(schedules.values.sorted { $0.id < $1.id }.map(\.json)),
            "receipts": .array(receipts.values.sorted { $0.notificationID < $1.notificationID }.map(\.json)),
            "quotas": quotas.json,
            "pushes": phone.pushes.json,
            "held": .int(holds.count),
            "requests": .int(log.last),
            "warnings": .array(phone.warnings),
        ]
    }

    /// What the phone shows of an activity, or nil where no card of it can be seen.
    package func visibleCard(_ slug: String) -> JSON? {
        phone.card(slug, at: now).map { $0.json(at: now) }
    }
}
