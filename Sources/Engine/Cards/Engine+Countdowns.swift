import Mapping
import PushWardAPI
import Values

/// What becomes of a countdown at its end, which the server shows by itself, and with it ends the card
/// (`pushward-api.md` section 8.2).
extension Engine {
    /// How many seconds after a countdown's end it is still news.
    private static let latestNews = 60.0
    /// How far the server's clock may be ahead of ours, besides what is left of the window when it counts as over.
    private static let serverDoubt: Duration = .seconds(1)
    /// How long the source may take to say that it goes on.
    private static let patience: Duration = .seconds(4)

    /// Whether the card would show a countdown, or ask a question, that is over already: what a source left behind is
    /// not thereby true.
    func windowHasPassed(_ place: Int, _ rule: ActivityRule, at now: Moment) -> Bool {
        guard ["countdown", "approval"].contains(rule.content.template) else { return false }
        var card = cards[place]
        card.run = Card.Run(id: "", startedAt: now.wall)
        let fields = composer(place, rule, at: now).compose(card).draft.fields
        return TimerWindow.hasRunOut(fields, at: now.wall) || AnswerDeadline.hasPassed(fields, at: now.wall)
    }

    /// Lets `start` begin a run again where only the window's end forbade it, and the source has said a new one.
    ///
    /// A length that it said before is of the window that has passed.
    mutating func rearmForNewWindow(_ place: Int, _ rule: ActivityRule, at now: Moment) {
        guard cards[place].phase == .idle, cards[place].isSpent, !cards[place].isArmed else { return }
        var card = cards[place]
        card.run = card.run ?? Card.Run(id: "", startedAt: now.wall)
        let fields = composer(place, rule, at: now).compose(card).draft.fields
        if TimerWindow.isAhead(fields, at: now.wall) { cards[place].isArmed = true }
    }

    /// Follows a countdown over the end that is shown: the run is over, or goes on with a window of its own.
    mutating func followCountdown(_ place: Int, _ rule: ActivityRule, at now: Moment) {
        guard cards[place].phase == .ongoing, cards[place].slot.inFlight == nil,
            cards[place].slot.believed.state == .ongoing
        else { return }
        let shown = cards[place].slot.believed.content
        guard TimerWindow.hasRunOut(shown, at: now.wall + Self.serverDoubt) else { return }
        if goesOn(place, rule, after: shown, at: now) {
            return goOn(place, rule, after: shown, at: now)
        }
        let wanted = composer(place, rule, at: now).compose(cards[place]).draft.fields
        guard TimerWindow.hasRunOut(shown, at: now.wall - Self.patience),
            TimerWindow.hasRunOut(wanted, at: now.wall)
        else { return }
        complete(place, rule, shown, at: now)
    }

    /// Whether an answer that the card is ended tells no more than that the window which it showed is over: nobody has
    /// taken it away.
    func endedByItself(_ place: Int, showing shown: JSONObject, at now: Moment) -> Bool {
        cards[place].phase == .ongoing && TimerWindow.hasRunOut(shown, at: now.wall + Self.serverDoubt)
    }

    /// Takes the server's word that a countdown is over.
    mutating func endedByItself(_ place: Int, _ rule: ActivityRule, showing shown: JSONObject, at now: Moment)
    {
        if goesOn(place, rule, after: shown, at: now) { return goOn(place, rule, after: shown, at: now) }
        complete(place, rule, shown, at: now)
    }

    /// Whether the source has said a window that goes on after the one that is shown, as a card that is started anew
    /// would show it.
    private func goesOn(_ place: Int, _ rule: ActivityRule, after shown: JSONObject, at now: Moment) -> Bool {
        guard let end = shown["end_date"]?.doubleValue else { return false }
        let composer = composer(place, rule, at: now)
        var card = cards[place]
        if card.slot.believed.state == .ongoing {
            // What stands still is no news; a length counts from when it was said.
            let running = composer.compose(card).draft.fields
            guard TimerWindow.isAhead(running, at: now.wall, after: end) else { return false }
        }
        card.slot.endedByServer()
        return TimerWindow.isAhead(composer.compose(card).draft.fields, at: now.wall, after: end)
    }

    /// Starts a card anew of which the server has ended the countdown, or is about to.
    ///
    /// What was said after the end is of another run, where `start` holds.
    private mutating func goOn(_ place: Int, _ rule: ActivityRule, after shown: JSONObject, at now: Moment) {
        let end = shown["end_date"]?.doubleValue ?? now.wall.unixSeconds
        let isLate = cards[place].lastNews.map { $0.wall.unixSeconds >= end } ?? true
        let verdict = cards[place].knowledge.verdict
        let starts = cards[place].starts.filter { now.wall - $0 <= .seconds(3600) }
        guard isLate && verdict.starts == true || starts.count >= rule.options.maxStartsPerHour else {
            cards[place].slot.endedByServer()
            cards[place].starts.append(now.wall)
            recount(place)
            return decide(
                rule.name,
                slug: cards[place].slug.text,
                "restart",
                "the countdown goes on, though the server ends the card"
            )
        }
        complete(place, rule, shown, at: now)
        guard verdict.starts == true else { return }
        leaveSharedRun(place)
        cards[place].isArmed = true
        // It has held for long enough.
        cards[place].startHeldSince = now.uptime - rule.start.holdFor
        cards[place].startIsStored = verdict.startIsStored
        let makeID = tokens.newID
        let decision = cards[place].live(verdict, rule: rule, at: now, isOver: false, newRunID: makeID)
        guard let decision else { return }
        decide(rule.name, slug: cards[place].slug.text, decision.what, decision.why)
        guard decision.event == .start else { return }
        fire(.start, ofCard: place, isStored: cards[place].run?.beganStored == true, at: now)
    }

    /// Ends a run whose countdown the server has ended by itself, and tells of it.
    private mutating func complete(_ place: Int, _ rule: ActivityRule, _ shown: JSONObject, at now: Moment) {
        cards[place].isArmed = false
        cards[place].isSpent = true
        runOut(place, rule, at: now)
        let end = shown["end_date"]?.doubleValue ?? now.wall.unixSeconds
        // What ended while the daemon did not run is no event by now.
        fire(.end, ofCard: place, isStored: now.wall.unixSeconds - end > Self.latestNews, at: now)
    }

    /// Takes that the server shows the end of a run by itself.
    mutating func runOut(_ place: Int, _ rule: ActivityRule, at now: Moment) {
        decide(
            rule.name,
            slug: cards[place].slug.text,
            "ended",
            "the countdown ran out, which the server shows by itself"
        )
        cards[place].slot.endedByServer()
        cards[place].phase = .idle
        cards[place].removes = rule.options.removes
        recount(place)
    }

    /// When the end of what is shown must be looked at, on the uptime clock; nil: there is none to come.
    func runOutDeadline(_ place: Int, at now: Moment) -> Duration? {
        let shown = cards[place].slot.believed
        guard cards[place].phase == .ongoing, shown.state == .ongoing,
            shown.content["template"] == "countdown",
            shown.content["direction"] != "up", shown.content["paused"] != true,
            let end = shown.content["end_date"]?.doubleValue.flatMap(Timestamp.init(unixSeconds:))
        else { return nil }
        let rest = end - now.wall + Self.patience + Self.serverDoubt
        return rest > .zero ? now.uptime + rest : nil
    }
}
