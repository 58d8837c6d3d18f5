import Mapping
import Templates
import Values

/// The rules whose conditions read the clock: time alone may make them true, so they are looked at again and again.
struct ClockConditions: Sendable {
    /// How long it lasts until they are looked at again; Home Assistant renders what reads `now()` each minute.
    static let interval: Duration = .seconds(10)

    /// Places among the mapping's.
    let activities: Set<Int>
    let notifications: Set<Int>

    var isEmpty: Bool { activities.isEmpty && notifications.isEmpty }

    init(_ mapping: Mapping) {
        activities = Set(
            mapping.activities.indices.filter { place in
                let rule = mapping.activities[place]
                return rule.start.when.template.readsClock || rule.end?.when.template.readsClock == true
            }
        )
        notifications = Set(
            mapping.notifications.indices.filter { place in
                let rule = mapping.notifications[place]
                if case .becomesTrue(let when) = rule.trigger, when.template.readsClock { return true }
                return rule.resolveWhen?.template.readsClock == true
            }
        )
    }
}

extension Template {
    /// What tells the time, or how long something has lasted.
    private static let clocks: Set<String> = [
        "now", "utcnow", "today_at", "relative_time", "time_since", "time_until", "since", "activity",
    ]

    /// Whether what it makes of the same inputs may be another thing later.
    var readsClock: Bool { !freeNames.union(globalNames).isDisjoint(with: Self.clocks) }
}

extension Engine {
    /// Looks at the conditions that time alone may have made true.
    mutating func lookAtClock(at now: Moment) {
        guard !clockConditions.isEmpty else { return }
        deadlines.set(now.uptime + ClockConditions.interval, for: .clock)
        for place in cards.indices where clockConditions.activities.contains(cards[place].rule) {
            step(place, at: now)
        }
        for place in watches.indices where clockConditions.notifications.contains(watches[place].rule) {
            // What time did while the daemon did not run is a state by now, and no event.
            judgeWatch(place, isNews: nil, at: now)
            resolve(place, at: now)
        }
    }
}
