import Mapping
import PushWardAPI
import Templates
import Values

extension Engine {
    /// An update is not worth its cost where the end comes so soon, and tells the same.
    private static let imminentEnd: Duration = .seconds(15)

    /// So long at least the row of a card that asks is kept, for its answer is read from it.
    static let leastAnswerTTL: Duration = .seconds(600)

    /// Up to that long an end that only has to hold for a while keeps changes of the text back.
    static let longestEndHold: Duration = .seconds(300)

    /// What a card should be at the server now; nil: as it is.
    func desired(_ place: Int, _ rule: ActivityRule, at now: Moment) -> (DesiredCard, CardComposer.Result?)? {
        let card = cards[place]
        let row = row(place, rule, at: now)
        switch card.phase {
        case .idle:
            guard card.slot.mayExist, card.run != nil else { return nil }
            // One that was displaced, or never on, has no end of its own: it would be kept for 30 days.
            let believed = card.slot.believed
            let isLeftOver =
                !card.captures.isEmpty && (believed.state == .preempted || believed.isLasting)
            if card.removes || isLeftOver, !card.slot.mayNotDelete {
                return (DesiredCard(lifecycle: .removed, content: [:], row: row), nil)
            }
            var desired = DesiredCard(
                lifecycle: .ended,
                content: card.finalFields ?? believed.content,
                row: row
            )
            // What is over cannot be paused (section 8.2).
            if desired.content["template"] == "countdown", desired.content["direction"] != "up" {
                desired.content["paused"] = card.slot.believed.content["paused"]
            }
            desired.refreshed = MergePatch.union(
                MediaEconomy.cure(card, at: now.wall),
                TimerWarning.cure(card, desired.content, at: now.wall)
            )
            desired.isUrgent = true
            return (desired, nil)
        case .finishing:
            guard let fields = card.finalFields, card.showsFrame(rule), !savesUpdates(card.account, at: now)
            else { return nil }
            var desired = DesiredCard(lifecycle: .ongoing, content: fields, row: row)
            desired.refreshed = MergePatch.union(
                MediaEconomy.cure(card, at: now.wall),
                TimerWarning.cure(card, fields, at: now.wall)
            )
            if card.run?.endedStored != true { desired.sound = rule.options.endSound }
            desired.isUrgent = true
            // What never got on is not started for its last seconds.
            if card.slot.believed.state != .ongoing { return nil }
            return (desired, nil)
        case .ongoing where card.mustRollOver(rule, at: now) && card.knowledge.runGoesOn:
            var desired = DesiredCard(lifecycle: .ended, content: card.slot.believed.content, row: row)
            desired.refreshed = MediaEconomy.cure(card, at: now.wall)
            // The old card goes at once; the new one follows with the next request.
            desired.row.dismissalTTL = 0
            desired.row.staleTTL = card.slot.believed.row.staleTTL
            desired.isUrgent = true
            return (desired, nil)
        case .ongoing where isNewTemplateUnheard(card, rule): return nil
        case .ongoing:
            let result = composer(place, rule, at: now).compose(card)
            var desired = DesiredCard(lifecycle: .ongoing, content: result.draft.fields, row: row)
            let cure =
                result.draft.fields["position_seconds"] == nil ? [:] : MediaEconomy.cure(card, at: now.wall)
            desired.refreshed = MergePatch.union(cure, result.draft.refreshed)
            desired.refreshIsNews = result.draft.refreshIsNews
            desired.notBefore = result.draft.notBefore
            desired.isUrgent = result.draft.isUrgent
            desired.spacing = result.draft.spacing
            desired.tellsAt = result.draft.tellsAt
            desired.holdsUntil = result.draft.holdsUntil
            desired.row.staleTTL = staleTTL(place, rule, desired.content, at: now)
            if card.slot.believed.state != .ongoing, card.run?.hasAppeared != true,
                card.run?.beganStored != true
            {
                desired.sound = rule.options.startSound
            }
            return (desired, result)
        }
    }

    /// Whether the mapping gave a running card another template, and nothing of what that shows was heard yet: what is
    /// shown cannot be kept then.
    private func isNewTemplateUnheard(_ card: Card, _ rule: ActivityRule) -> Bool {
        guard let shown = card.slot.believed.content["template"], shown != .string(rule.content.template)
        else {
            return false
        }
        return card.slot.believed.state == .ongoing && !card.inputs.isEmpty
            && card.inputs.allSatisfy { $0.receivedAt == nil }
    }

    func row(_ place: Int, _ rule: ActivityRule, at now: Moment) -> RowSettings {
        let isFixed = cards[place].captures.isEmpty
        var endedTTL = rule.options.endedTTL ?? (isFixed ? .seconds(30 * 86_400) : .seconds(3600))
        // The answer to its question stands in the row, and is looked for.
        if rule.content.template == "approval" { endedTTL = max(endedTTL, Self.leastAnswerTTL) }
        var name: String?
        if let title = rule.title, !savesUpdates(cards[place].account, at: now) {
            // A name that cannot be made now is left as it is.
            name = try? title.render(in: scope(ofCard: place, now))
            if case .value(.string(let text))? = name.map({
                FieldSpec.Kind.text(max: 256).coerce(.string($0))
            }) {
                name = text
            } else {
                name = nil
            }
        }
        return RowSettings(
            name: name,
            priority: rule.options.priority,
            endedTTL: Int(endedTTL.inSeconds),
            staleTTL: Int(rule.options.staleTTL.inSeconds),
            dismissalTTL: Int(rule.options.dismissAfter.inSeconds)
        )
    }

    /// Seconds without an update after which the server ends the card: a countdown needs none until its end.
    private func staleTTL(_ place: Int, _ rule: ActivityRule, _ content: JSONObject, at now: Moment) -> Int {
        let wanted = Int(rule.options.staleTTL.inSeconds)
        guard content["template"] == "countdown", let end = content["end_date"]?.doubleValue else {
            return wanted
        }
        let needed = max(wanted, Int(min(max(0, end - now.wall.unixSeconds), 2_500_000)) + 900)
        let believed = cards[place].slot.believed
        if believed.state == .ongoing, let held = believed.row.staleTTL, held >= needed { return held }
        return needed
    }

    /// Sends what the card needs, or notes when it may be sent.
    mutating func deliver(_ place: Int, _ rule: ActivityRule, at now: Moment) {
        cards[place].sendsAt = nil
        noteElapsed(place, rule, at: now)
        if mayBeOver(place, at: now) { return }
        guard cards[place].slot.inFlight == nil, let (desired, result) = desired(place, rule, at: now) else {
            return
        }
        if let result {
            cards[place].notePauses(in: result.draft.fields, at: now.wall)
            guard accept(result, place, rule) else { return }
        }
        guard var next = cards[place].slot.nextRequest(to: desired) ?? touch(place, rule, desired, at: now)
        else {
            return
        }
        if next.request.body == cards[place].slot.refused, let until = cards[place].slot.refusedUntil,
            until > now.uptime
        {
            cards[place].sendsAt = until
            return
        }
        let isStart = next.step == .start || next.step == .name
        if isStart, cards[place].slot.believed.state != .ongoing || next.step == .start,
            let why = whyStaysOff(place, rule, at: now)
        {
            return keepOff(place, rule, why, at: now)
        }
        if isStart, let why = whyNoSlot(place, rule, at: now) {
            return awaitSlot(place, why, at: now)
        }
        let slug = cards[place].slug.text
        if let until = waiting(place, rule, desired, next, at: now), until > now.uptime {
            guard let touch = keepAlive(place, rule, desired, next, at: now) else {
                cards[place].sendsAt = until
                decide(rule.name, slug: slug, "wait", "may be sent in \((until - now.uptime).brief)")
                return
            }
            next = touch
        }
        let account = cards[place].account
        let weight = weight(place, next.step)
        if isBlocked(account, weight, at: now) {
            accounts[account].blocked.insert(place, weight, priority: rule.options.priority)
            return
        }
        if next.step == .start || next.step == .name, let until = makeRow(for: place, at: now) {
            cards[place].sendsAt = until
            return
        }
        send(place, next.step, next.request, at: now)
    }

    /// Takes what time alone has done to a card and its row at the server.
    mutating func noteElapsed(_ place: Int, _ rule: ActivityRule, at now: Moment) {
        noteStale(place, rule, at: now)
        noteDeleted(place, at: now)
    }

    /// Takes that the server has ended a card that it heard nothing of for `stale_ttl`.
    ///
    /// What a request without an answer may have brought counts from its own time.
    private mutating func noteStale(_ place: Int, _ rule: ActivityRule, at now: Moment) {
        let slot = cards[place].slot
        guard slot.inFlight == nil, let limit = slot.believed.row.staleTTL.map({ Duration.seconds($0) })
        else {
            return
        }
        func isOver(_ since: Timestamp?) -> Bool { since.map { now.wall - $0 > limit } ?? false }
        if slot.believed.state == .ongoing, isOver(cards[place].sentAt ?? cards[place].lastPushAt) {
            cards[place].slot.endedByServer()
        } else if slot.acknowledged?.state == .ongoing, isOver(cards[place].lastPushAt) {
            cards[place].slot.acknowledgedEndedByServer()
        } else {
            return
        }
        recount(place)
        decide(
            rule.name,
            slug: cards[place].slug.text,
            "stale",
            "the server has ended the card as stale by now"
        )
    }

    /// How long an answer is waited for before it is asked again what became of a card.
    private static let askAgain: Duration = .seconds(5)

    /// Whether iOS may have ended a card that was not started anew within its 8 h (`pushward-api.md` section 4.4).
    ///
    /// Our clock may have been wrong when it came on: PushWard is asked, and nothing is sent before it has answered.
    private mutating func mayBeOver(_ place: Int, at now: Moment) -> Bool {
        guard cards[place].slot.inFlight == nil, cards[place].slot.believed.state == .ongoing,
            cards[place].isCountedByIOS, let since = cards[place].shownSince,
            now.wall - since > Card.longestOnPhone
        else { return false }
        cards[place].sendsAt = now.uptime + Self.askAgain
        askWhatIsThere(cards[place].account, at: now)
        return true
    }

    /// Takes that the server has deleted the row of a card that is not on, whose settings and content are gone with it.
    mutating func noteDeleted(_ place: Int, at now: Moment) {
        let slot = cards[place].slot
        guard slot.inFlight == nil, slot.uncertain.isEmpty, let row = slot.acknowledged,
            row.state != .ongoing,
            let limit = row.deletedAfter, let pushed = cards[place].lastPushAt,
            now.wall - pushed > .seconds(limit)
        else { return }
        cards[place].slot.adopt(nil)
        recount(place)
    }

    /// Tells what could not be used; whether the content can be sent.
    private mutating func accept(
        _ result: CardComposer.Result,
        _ place: Int,
        _ rule: ActivityRule
    ) -> Bool {
        for problem in result.problems {
            tell(place, "content.\(problem.field)", problem.reason, problem.mark ?? rule.content.mark)
        }
        guard !result.missing.isEmpty else { return true }
        let names = result.missing.joined(separator: ", ")
        decide(rule.name, slug: cards[place].slug.text, "wait", "\(names) has no value yet")
        return false
    }

    /// When the request may leave for the card's own reasons.
    private mutating func waiting(
        _ place: Int,
        _ rule: ActivityRule,
        _ desired: DesiredCard,
        _ next: (step: Slot.Step, request: PushWardRequest),
        at now: Moment
    ) -> Duration? {
        let slot = cards[place].slot
        var until = slot.retryAt
        func notBefore(_ other: Duration?) {
            if let other { until = max(until ?? other, other) }
        }
        if next.step == .update, !desired.isUrgent {
            let spacing = min(desired.spacing ?? rule.options.minInterval, rule.options.minInterval)
            notBefore(slot.lastSentAt.map { $0 + spacing })
        }
        if next.step == .update, let keys = next.request.body?["content"]?.objectValue?.keys,
            keys.allSatisfy({ $0 == "progress" || $0 == "end_date" })
        {
            notBefore(desired.notBefore)
        }
        if next.step == .update, ChangeWeight.isLow(next.request.body ?? [:], of: desired.content) {
            notBefore(slot.lastSentAt.map { $0 + rule.options.minInterval * ChangeWeight.lowFactor })
        }
        if next.step == .update { notBefore(desired.holdsUntil) }
        if next.step == .update, let end = rule.end, let due = endDeadline(place, rule) {
            // What a run shows in its last minute is worth less than its final frame, which follows at once.
            let isCalm = !desired.isUrgent && end.holdFor <= Self.longestEndHold
            let told = desired.tellsAt.map { min($0, due) }
            if isCalm, let told { notBefore(told) }
            if isCalm && told == nil || due - now.uptime <= Self.imminentEnd { notBefore(due) }
        }
        notBefore(budgetWait(place, desired, next, at: now))
        return until
    }

    /// When the run ends unless its end ceases to hold, on the uptime clock.
    private func endDeadline(_ place: Int, _ rule: ActivityRule) -> Duration? {
        guard cards[place].phase == .ongoing, let since = cards[place].endHeldSince, let end = rule.end else {
            return nil
        }
        return since + end.holdFor
    }

    /// The cheapest request that keeps `stale_ttl` from running out, while the inputs are known to be true.
    ///
    /// It is a push like any other: it says where a bar is that the device would else animate again from where it was.
    private func touch(_ place: Int, _ rule: ActivityRule, _ desired: DesiredCard, at now: Moment) -> (
        step: Slot.Step, request: PushWardRequest
    )? {
        guard let due = touchDeadline(place, rule, at: now), due <= now.uptime,
            isKnownToBeTrue(place, rule, at: now)
        else { return nil }
        var content = MediaEconomy.cure(cards[place], at: now.wall)
        if let progress = desired.refreshed["progress"] { content["progress"] = progress }
        let body: JSONObject =
            content.isEmpty ? ["priority": .int(rule.options.priority)] : ["content": .object(content)]
        return (.touch, PushWardRequest.patchActivity(cards[place].slug, body: body, upsert: false))
    }

    func touchDeadline(_ place: Int, _ rule: ActivityRule, at now: Moment) -> Duration? {
        let card = cards[place]
        let believed = card.slot.believed
        guard card.phase == .ongoing, believed.state == .ongoing, let pushed = card.lastPushAt else {
            return nil
        }
        let limit = believed.row.staleTTL.map { Duration.seconds($0) } ?? rule.options.staleTTL
        let due = max(pushed + limit * 0.9, card.endsBefore(pushed + limit) ?? pushed)
        return now.uptime + (due - now.wall)
    }

    func deliveryDeadline(_ place: Int, _ rule: ActivityRule, at now: Moment) -> Duration? {
        guard cards[place].slot.inFlight == nil else { return nil }
        let touch = touchDeadline(place, rule, at: now)
        if let sendsAt = cards[place].sendsAt {
            return [sendsAt, touch].compactMap { $0 }.filter { $0 > now.uptime }.min() ?? sendsAt
        }
        guard let touch else { return nil }
        if touch > now.uptime { return touch }
        // Where the inputs are not known it looks again later, instead of at once.
        return brokerWatch.settledAt.flatMap { $0 > now.uptime ? $0 : nil } ?? now.uptime + .seconds(300)
    }

    mutating func send(_ place: Int, _ step: Slot.Step, _ request: PushWardRequest, at now: Moment) {
        if cards[place].phase == .ongoing, step == .end { cards[place].knowledge.rollsOver = true }
        let account = cards[place].account
        let isVital = spending(place, step, request.body ?? [:], .ongoing).isVital
        let id = depart(request, for: .card(place), to: account, isVital: isVital, at: now)
        if step == .start, cards[place].slot.believed.state == .preempted {
            cards[place].starts.append(now.wall)
        }
        // Of several starts without an answer the first may have been the one that put it on.
        if step == .start, cards[place].slot.uncertain.isEmpty, !cards[place].mayBeOnStill(at: now.wall) {
            cards[place].shownSince = now.wall
            cards[place].shownSinceThere = nil
        }
        let body = step == .remove ? Slot.deletion : request.body ?? [:]
        cards[place].slot.sent(id, step: step, body: body, at: now.uptime)
        cards[place].sentAt = now.wall
        saveCard(place, at: now)
        decide(
            mapping.activities[cards[place].rule].name,
            slug: cards[place].slug.text,
            "send",
            step.rawValue
        )
        effects.append(.request(id, request, account: account))
    }
}
