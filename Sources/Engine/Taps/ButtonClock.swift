import Mapping
import Values

/// Keeps a button that has expired from working again where a restart finds an earlier clock.
struct ButtonClock: Sendable {
    static let key = "seen"
    /// A button that is sent only later by what the clock shows does not work: nobody knows how old it is.
    static let tolerance: Duration = .seconds(5)
    /// The same where PushWard sent it by its own clock.
    static let scheduleTolerance: Duration = .seconds(120)

    /// The instant that was saved last: it has passed, whatever the clock shows.
    var saved: Timestamp?
    /// Whether the clock shows less than that, so that what has expired must be noted.
    var wentBack = false
    /// When the next button expires, as far as that was looked.
    var next: Timestamp?
    /// When it was looked last, on the uptime clock.
    var lookedAt: Duration?
    /// By activity rule: when its buttons expire after the start of a run.
    var lives: [[Duration]]?

    /// An age that was saved; of a damaged row, none.
    static func age(_ json: JSON?) -> Duration {
        guard let seconds = json?.doubleValue, seconds > 0, seconds < 1e9 else { return .zero }
        return .seconds(seconds)
    }
}

extension Engine {
    /// Sets when the next button expires, which is saved then.
    ///
    /// It looks no more than once a second.
    mutating func watchButtons(at now: Moment) {
        if let looked = buttonClock.lookedAt, now.uptime - looked < .seconds(1) {
            return deadlines.set(looked + .seconds(1), for: .buttons)
        }
        buttonClock.lookedAt = now.uptime
        // The clock was set back: what was saved has not passed yet.
        if let saved = buttonClock.saved, saved > now.wall { saveSeen(at: now) }
        let lives = buttonClock.lives ?? mapping.activities.map { $0.actions.compactMap(\.expires) }
        buttonClock.lives = lives
        var next: Timestamp?
        func note(_ time: Timestamp) {
            if time > now.wall { next = min(next ?? time, time) }
        }
        for notice in notices.values {
            guard let rule = mapping.notifications.first(where: { $0.name == notice.rule }) else { continue }
            for action in rule.actions { note(notice.sentAt + (action.expires ?? Self.buttonLife)) }
        }
        for card in cards where card.phase == .ongoing && !lives[card.rule].isEmpty {
            guard let run = card.run else { continue }
            for life in lives[card.rule] { note(run.startedAt + life) }
        }
        buttonClock.next = next
        deadlines.set(next.map { now.uptime + ($0 - now.wall) + .seconds(1) }, for: .buttons)
    }

    /// Looks whether the time of a button has passed, and saves that.
    mutating func wakeButtons(at now: Moment) {
        if let next = buttonClock.next, next < now.wall {
            buttonClock.next = nil
            saveSeen(at: now)
        }
        watchButtons(at: now)
    }

    private mutating func saveSeen(at now: Moment) {
        buttonClock.saved = now.wall
        effects.append(.save([StateChange(.clock, ButtonClock.key, .double(now.wall.unixSeconds))]))
    }

    /// Notes what had expired before a restart after which the clock shows less.
    mutating func resumeButtons(at now: Moment) {
        guard let seen = buttonClock.saved, seen > now.wall else { return }
        buttonClock.wentBack = true
        for (id, notice) in notices {
            notices[id]?.provenAge = max(notice.provenAge, seen - notice.sentAt)
        }
        for place in cards.indices {
            guard let run = cards[place].run else { continue }
            cards[place].knowledge.provenAge = max(cards[place].knowledge.provenAge, seen - run.startedAt)
        }
    }

    /// Makes durable what had expired, before the clock that went back counts.
    mutating func beginButtons(at now: Moment) {
        if buttonClock.wentBack {
            buttonClock.wentBack = false
            for id in notices.keys.sorted() { saveNotification(id) }
            for place in cards.indices { saveCard(place, at: now) }
            saveSeen(at: now)
        }
        watchButtons(at: now)
    }
}
