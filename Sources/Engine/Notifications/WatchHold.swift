import Mapping
import Templates
import Values

/// A condition that must hold for a while, across restarts.
extension Engine {
    /// How often it is saved at most that a condition has begun or ceased to hold.
    private static let holdSaveInterval: Duration = .seconds(60)

    /// Saves that a condition has begun or ceased to hold, at once or before long.
    mutating func noteHold(_ place: Int, at now: Moment) {
        guard watches[place].savedHold != watches[place].heldSinceWall else { return }
        let due = watches[place].holdSavedAt.map { $0 + Self.holdSaveInterval } ?? now.uptime
        if due <= now.uptime {
            watches[place].holdSavedAt = now.uptime
            saveWatch(place, at: now)
        }
        awaitHold(place, at: now)
    }

    /// Sets when a watch must be looked at again for the sake of what must hold.
    mutating func awaitHold(_ place: Int, at now: Moment) {
        let rule = mapping.notifications[watches[place].rule]
        var due: Duration?
        if let since = watches[place].heldSince, watches[place].isHoldConfirmed { due = since + rule.holdFor }
        if watches[place].savedHold != watches[place].heldSinceWall, let saved = watches[place].holdSavedAt {
            let saves = saved + Self.holdSaveInterval
            due = min(due ?? saves, saves)
        }
        deadlines.set(due.map { max($0, now.uptime) }, for: .watch(place))
    }

    /// Takes that what began to hold before a restart holds still.
    mutating func confirmHold(_ place: Int, _ event: EventContext? = nil, at now: Moment) {
        guard watches[place].heldSince != nil, !watches[place].isHoldConfirmed else { return }
        watches[place].isHoldConfirmed = true
        if let event { watches[place].heldEvent = event }
        awaitHold(place, at: now)
    }

    /// Takes what the broker had stored of a topic on which something began to hold before a restart: it is no event,
    /// but says whether it holds still.
    mutating func reviewHold(_ place: Int, _ event: EventContext, holds: Bool?, at now: Moment) {
        switch holds {
        case true?: confirmHold(place, event, at: now)
        case false?:
            watches[place].heldSince = nil
            noteHold(place, at: now)
        case nil: break
        }
    }

    /// Goes on with what had begun to hold before a restart: it counts once a message says that it holds still.
    mutating func resumeHold(_ place: Int, _ row: JSONObject, at now: Moment) {
        let rule = mapping.notifications[watches[place].rule]
        guard rule.holdFor > .zero,
            let since = row["held_since"]?.doubleValue.flatMap(Timestamp.init(unixSeconds:))
        else { return }
        var event = EventContext(captures: watches[place].captures)
        if let topic = row["held"]?["topic"]?.stringValue {
            let value = row["held"]?["value"]?.stringValue
            event.topic = topic
            event.value = value
            // A text that is no JSON has no JSON.
            event.json = value.flatMap { try? services.parseJSON($0) }
        }
        switch rule.trigger {
        case .silence: return
        case .becomesTrue, .topic(_, when: .some): watches[place].isHoldConfirmed = false
        case .topic(_, when: nil): break
        case .activity(let name, _):
            guard let number = mapping.activities.firstIndex(where: { $0.name == name }) else { return }
            let keys = accounts.indices.map { account in
                CardKey(rule: number, captures: event.captures, account: account)
            }
            event.card = keys.compactMap { cardsByKey[$0] }.first
        }
        // What happened once is of no interest any more where it could not be told in time.
        if watches[place].isHoldConfirmed, now.wall - since > rule.holdFor + rule.maxAge { return }
        watches[place].savedHold = since
        watches[place].heldSince = now.uptime - max(.zero, now.wall - since)
        watches[place].heldSinceWall = min(since, now.wall)
        watches[place].heldEvent = event
        awaitHold(place, at: now)
    }
}

extension NotificationWatch {
    /// What is saved of a condition that has begun to hold.
    var heldRecord: JSONObject {
        var row = JSONObject()
        guard let heldSinceWall else { return row }
        row["held_since"] = .double(heldSinceWall.unixSeconds)
        guard let topic = heldEvent?.topic else { return row }
        var held: JSONObject = ["topic": .string(topic)]
        held["value"] = heldEvent?.value.flatMap { $0.utf8.count <= 4096 ? .string($0) : nil }
        row["held"] = .object(held)
        return row
    }
}
