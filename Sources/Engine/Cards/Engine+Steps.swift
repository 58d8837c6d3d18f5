import Mapping
import PushWardAPI
import Templates
import Values

extension Engine {
    /// Looks at a card: its conditions, its content, and what is to be sent.
    mutating func step(_ place: Int, at now: Moment) {
        recount(place)
        let rule = mapping.activities[cards[place].rule]
        if let settlesAt = cards[place].settlesAt, now.uptime < settlesAt {
            deadlines.set(settlesAt, for: .card(place))
            return
        }
        // Once the clock is set all cards are looked at; what they gather is gathered meanwhile.
        if clock.isHolding { return gather(place, isSettled: true, at: now) }
        cards[place].settlesAt = nil
        cards[place].burstBeganAt = nil
        counters.ruleEvaluations += 1
        recall(place, rule, at: now)
        let before = cards[place].milestone
        if cards[place].lastNews == nil { cards[place].lastNews = now }
        cards[place].forgetLeftOut(rule, at: now)
        gather(place, isSettled: true, at: now)
        live(place, rule, at: now)
        keepRing(place, rule, at: now)
        confirm(place, rule, at: now)
        cards[place].noteSilence(rule, at: now)
        deliver(place, rule, at: now)
        if cards[place].milestone != before { saveCard(place, at: now) }
        noteHold(place, rule, at: now)
        noteSince(ofCard: place, at: now)
        schedule(place, rule, at: now)
    }

    private mutating func live(_ place: Int, _ rule: ActivityRule, at now: Moment) {
        let scope = CardScope(services: services, rule: rule, now: now)
        let verdict = verdict(place, rule, scope)
        cards[place].knowledge.verdict = verdict
        if cards[place].isUnclaimed, verdict.starts == false || verdict.ends == true {
            cards[place].isUnclaimed = false
            cards[place].run = Card.Run(id: tokens.newID(), startedAt: now.wall)
        }
        let isOver =
            cards[place].phase == .idle && verdict.starts == true && windowHasPassed(place, rule, at: now)
        if verdict.starts == true, !isOver { rearmForNewWindow(place, rule, at: now) }
        let makeID = tokens.newID
        cards[place].hasHeardStored = false
        let latest = latestFrame(place, rule, at: now)
        let decision = cards[place].live(verdict, rule: rule, at: now, isOver: isOver, newRunID: makeID)
        guard let decision else { return followCountdown(place, rule, at: now) }
        if decision.what == "ended" { cards[place].finalFields = latest ?? cards[place].finalFields }
        if decision.what == "ended", cards[place].answer?.isRecorded == true { endedByAnswer(place) }
        decide(rule.name, slug: cards[place].slug.text, decision.what, decision.why)
        if decision.event != nil { cards[place].lastNews = now }
        switch decision.event {
        case .start: fire(.start, ofCard: place, isStored: cards[place].run?.beganStored == true, at: now)
        case .end: end(place, rule, scope, at: now)
        case .outcome, nil: break
        }
    }

    /// Looks whether a tap had its effect.
    private mutating func confirm(_ place: Int, _ rule: ActivityRule, at now: Moment) {
        guard var pending = cards[place].confirmation else { return }
        let scope = CardScope(services: services, rule: rule, now: now)
        let conditions = scope.conditions(cards[place])
        if !pending.hasFailed, case .success(true) = scope.holds(pending.confirmation.when, conditions) {
            cards[place].confirmation = nil
            decide(rule.name, slug: cards[place].slug.text, "confirmed", "the tap had its effect")
        } else if now.uptime >= pending.until {
            guard !pending.hasFailed else {
                cards[place].confirmation = nil
                return
            }
            pending.hasFailed = true
            pending.until = now.uptime + .seconds(60)
            cards[place].confirmation = pending
            decide(rule.name, slug: cards[place].slug.text, "unconfirmed", "the tap had no effect in time")
            log(.warning, "taps", "\(rule.name): a tap had no effect within \(pending.confirmation.within)")
        }
    }

    private mutating func verdict(_ place: Int, _ rule: ActivityRule, _ scope: CardScope) -> Card.Verdict {
        let conditions = scope.conditions(cards[place])
        var starts = holds(rule.start, conditions, scope, place, "start")
        // What was known before a restart starts nothing by itself.
        let startIsOld = starts == true && isOld(rule.start, place, rule)
        if startIsOld, cards[place].phase != .ongoing { starts = nil }
        let isStored = isStored(rule.start, place, rule)
        guard let end = rule.end else {
            return Card.Verdict(
                starts: starts,
                ends: starts.map { !$0 },
                startIsStored: isStored,
                endIsStored: isStored,
                endIsOld: isOld(rule.start, place, rule)
            )
        }
        return Card.Verdict(
            starts: starts,
            ends: holds(end, conditions, scope, place, "end"),
            startIsStored: isStored,
            endIsStored: self.isStored(end, place, rule),
            endIsOld: isOld(end, place, rule)
        )
    }

    /// Whether what a condition says comes from what the broker had stored, and just now.
    private func isStored(_ condition: Condition, _ place: Int, _ rule: ActivityRule) -> Bool {
        guard cards[place].hasHeardStored else { return false }
        let names = condition.when.template.freeNames
        return zip(cards[place].inputs, rule.inputs).allSatisfy { state, input in
            !names.contains(input.name) || state.receivedAt == nil
                || state.wasRetained && input.retained != .event
        }
    }

    private mutating func holds(
        _ condition: Condition,
        _ conditions: TemplateScope,
        _ scope: CardScope,
        _ place: Int,
        _ what: String
    ) -> Bool? {
        switch scope.holds(condition.when, conditions) {
        case .success(let holds): return holds
        case .failure(let error):
            if error.code != .unknownInput {
                tell(place, "\(what).when", error.description, error.place ?? condition.when.mark)
            }
            return nil
        }
    }

    /// Tells a problem of a card's rule once.
    mutating func tell(_ place: Int, _ what: String, _ why: String, _ mark: SourceMark) {
        guard cards[place].told.insert(what).inserted else { return }
        let label = accounts[cards[place].account].label
        log(
            .warning,
            "rules",
            "\(mark): \(label)\(mapping.activities[cards[place].rule].name): \(what): \(why)"
        )
    }

    /// Chooses the final frame and begins to show it.
    mutating func end(_ place: Int, _ rule: ActivityRule, _ scope: CardScope, at now: Moment) {
        let isStored = cards[place].run?.endedStored == true
        defer { fire(.end, ofCard: place, isStored: isStored, at: now) }
        if TimerWindow.hasRunOut(cards[place].slot.believed.content, at: now.wall) {
            return runOut(place, rule, at: now)
        }
        let conditions = scope.conditions(cards[place])
        let chosen = rule.outcomes.firstIndex { outcome in
            guard let when = outcome.when else { return true }
            if case .success(true) = scope.holds(when, conditions) { return true }
            return false
        }
        let outcome = chosen.map { rule.outcomes[$0] }
        if rule.options.removes || outcome?.removes == true {
            cards[place].removes = true
            cards[place].phase = .idle
            cards[place].finalFields = nil
            if outcome != nil { fire(.outcome, ofCard: place, isStored: isStored, at: now) }
            return decide(rule.name, slug: cards[place].slug.text, "remove", "the card goes with its row")
        }
        guard cards[place].slot.believed.state == .ongoing || cards[place].slot.inFlight != nil else {
            cards[place].phase = .idle
            cards[place].finalFields = nil
            return
        }
        // The frame that stays says nothing of a tap that is waited for.
        cards[place].confirmation = nil
        let result = composer(place, rule, at: now).composeFinal(cards[place], outcome)
        for problem in result.problems {
            tell(place, "outcome \(problem.field)", problem.reason, problem.mark ?? rule.mark)
        }
        cards[place].finalFields = result.draft.fields
        cards[place].finale = Card.Finale(outcome: chosen, at: now.wall)
        cards[place].phase = closing(place, rule, at: now)
        guard outcome != nil else { return }
        decide(rule.name, slug: cards[place].slug.text, "outcome", "the first whose condition holds")
        fire(.outcome, ofCard: place, isStored: isStored, at: now)
    }

    func composer(_ place: Int, _ rule: ActivityRule, at now: Moment) -> CardComposer {
        let run = cards[place].run
        let slug = cards[place].slug.text
        let writer = actionWriter
        return CardComposer(
            rule: rule,
            scope: CardScope(services: services, rule: rule, now: now),
            action: { action, actionPlace, evaluator in
                writer.value(
                    action,
                    actionPlace,
                    evaluator,
                    owner: slug,
                    run: run?.id ?? "",
                    isCard: true
                )
            }
        )
    }

    /// Sets when the card must be looked at again.
    private mutating func schedule(_ place: Int, _ rule: ActivityRule, at now: Moment) {
        var deadline = cards[place].nextLifeDeadline(rule, at: now)
        let others = [
            deliveryDeadline(place, rule, at: now), runOutDeadline(place, at: now),
            cards[place].confirmation?.until, cards[place].rollOverDeadline(rule, at: now),
            cards[place].silenceDeadline(rule), recallDeadline(place), holdDeadline(place, rule),
            cards[place].ring.savesAt,
        ]
        for case let other? in others where other > now.uptime {
            deadline = deadline.map { min($0, other) } ?? other
        }
        // What has passed already was looked at just now; it would wake at once, and again.
        deadlines.set(deadline.map { max($0, now.uptime + .milliseconds(1)) }, for: .card(place))
    }

    /// Saves a card where something of it changed that must survive; `isForced`: what it knows besides, too.
    mutating func saveCard(_ place: Int, isForced: Bool = false, at now: Moment) {
        recount(place)
        polls.mustLook = true
        let rule = mapping.activities[cards[place].rule]
        let record = cards[place].record(
            ruleName: rule.name,
            account: accounts[cards[place].account].name,
            now: now
        )
        let exists = cards[place].run != nil || cards[place].saved != nil
        guard isForced || record != cards[place].saved && exists else { return }
        cards[place].saved = record
        cards[place].savedHeldSince = cards[place].heldSince
        guard !cards[place].isForgettable || keepsSince(ofCard: place) || isSinceAwaited(place) else {
            cards[place].saved = nil
            return effects.append(.save([StateChange(.cards, stateKey(ofCard: place), nil)]))
        }
        var row = record.objectValue ?? [:]
        cards[place].savedSince.take(cards[place].inputs)
        row["memory"] = memory(ofCard: place, rule, at: now)?.record(rule.inputs)
        effects.append(.save([StateChange(.cards, stateKey(ofCard: place), .object(row))]))
    }
}
