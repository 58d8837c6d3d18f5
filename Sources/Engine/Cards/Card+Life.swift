import Mapping
import Templates
import Values

/// What a step of a card's life decided.
struct LifeDecision: Sendable {
    var what: String
    var why: String
    var event: NotificationRule.ActivityEvent?
}

extension Card {
    /// What the rule's conditions say at this moment; nil: that cannot be told.
    struct Verdict: Sendable {
        var starts: Bool?
        var ends: Bool?
        /// Whether the broker had stored what makes `start` hold, or `end`: a state, and no event (design section 4).
        var startIsStored = false
        var endIsStored = false
        /// Whether what makes `end` hold was only known before a restart.
        var endIsOld = false
    }

    /// Moves the card through its life (design section 5); tells what was decided, if anything.
    ///
    /// `isOver` says whether the content's window has passed already, so that a start would show what is over.
    mutating func live(
        _ verdict: Verdict,
        rule: ActivityRule,
        at now: Moment,
        isOver: Bool,
        newRunID: () -> String
    ) -> LifeDecision? {
        switch phase {
        case .idle: return wait(verdict, rule, now, isOver, newRunID)
        case .ongoing: return goOn(verdict, rule, now)
        case .finishing(let until): return finish(verdict, until, now)
        }
    }

    private mutating func wait(
        _ verdict: Verdict,
        _ rule: ActivityRule,
        _ now: Moment,
        _ isOver: Bool,
        _ newRunID: () -> String
    ) -> LifeDecision? {
        guard verdict.starts == true, verdict.ends != true else {
            if verdict.starts == false { isArmed = true }
            // Nobody has said since a restart whether it holds still.
            if verdict.starts == nil, memory?.startHeldAt != nil { return nil }
            memory?.startHeldAt = nil
            startHeldSince = nil
            startsAgainAt = nil
            return nil
        }
        guard isArmed else { return nil }
        memory?.startHeldAt = nil
        isSpent = false
        let since = startHeldSince ?? now.uptime
        let isNews = startHeldSince == nil
        startHeldSince = since
        if isNews { startIsStored = verdict.startIsStored }
        guard now.uptime - since >= rule.start.holdFor else {
            return isNews
                ? LifeDecision(what: "hold", why: "start holds; it must for \(rule.start.holdFor)") : nil
        }
        if isOver {
            // A question is asked once its deadline is one that can be kept.
            if rule.content.template == "approval" {
                return isNews ? LifeDecision(what: "hold", why: "the time to answer has passed already") : nil
            }
            isArmed = false
            isSpent = true
            return LifeDecision(what: "skip", why: "its time has passed already")
        }
        starts.removeAll { now.wall - $0 > .seconds(3600) || $0 > now.wall }
        guard starts.count < rule.options.maxStartsPerHour else {
            let isTold = startsAgainAt != nil
            startsAgainAt = starts.min().map { now.uptime + max($0 + .seconds(3600) - now.wall, .seconds(1)) }
            return isTold
                ? nil : LifeDecision(what: "hold", why: "\(starts.count) starts within the hour are enough")
        }
        starts.append(now.wall)
        startHeldSince = nil
        startsAgainAt = nil
        endHeldSince = nil
        finalFields = nil
        finale = nil
        removes = false
        playhead = nil
        pausedAt = nil
        rest = nil
        pauses = RunPauses()
        answer = nil
        slot.refusedValues = [:]
        slot.refusedUntil = nil
        slot.refused = nil
        slot.sendsAll = false
        slot.hasRecreated = false
        knowledge = CardKnowledge(verdict: verdict)
        run = Run(id: newRunID(), startedAt: now.wall, beganStored: startIsStored)
        phase = .ongoing
        return LifeDecision(what: "start", why: "start holds", event: .start)
    }

    private mutating func goOn(_ verdict: Verdict, _ rule: ActivityRule, _ now: Moment) -> LifeDecision? {
        guard verdict.ends == true else {
            // Nobody has said since a restart whether it holds still.
            if verdict.ends == nil, memory?.endHeldAt != nil { return nil }
            memory?.endHeldAt = nil
            endHeldSince = nil
            return nil
        }
        memory?.endHeldAt = nil
        let since = endHeldSince ?? now.uptime
        let isNews = endHeldSince == nil
        endHeldSince = since
        if isNews { endIsStored = verdict.endIsStored }
        let holdFor = rule.end?.holdFor ?? .zero
        guard now.uptime - since >= holdFor else {
            return isNews ? LifeDecision(what: "hold", why: "end holds; it must for \(holdFor)") : nil
        }
        endHeldSince = nil
        run?.endedStored = endIsStored || verdict.endIsOld
        return LifeDecision(what: "end", why: "end holds", event: .end)
    }

    private mutating func finish(_ verdict: Verdict, _ until: Duration, _ now: Moment) -> LifeDecision? {
        if verdict.starts == true, verdict.ends != true, answer == nil {
            phase = .ongoing
            finalFields = nil
            finale = nil
            run?.endedStored = false
            return LifeDecision(what: "resume", why: "start holds again before the card was ended")
        }
        guard now.uptime >= until else { return nil }
        phase = .idle
        return LifeDecision(what: "ended", why: "the final frame was shown")
    }

    /// When the card must be looked at again for the sake of its conditions, on the uptime clock.
    func nextLifeDeadline(_ rule: ActivityRule, at now: Moment) -> Duration? {
        var deadlines: [Duration] = []
        switch phase {
        case .idle:
            if let startHeldSince, isArmed {
                let due = max(startHeldSince + rule.start.holdFor, startsAgainAt ?? .zero)
                // One that has come and did not start the card waits for what will.
                if due > now.uptime { deadlines.append(due) }
            }
        case .ongoing:
            if let endHeldSince, memory?.endHeldAt == nil {
                deadlines.append(endHeldSince + (rule.end?.holdFor ?? .zero))
            }
        case .finishing(let until): deadlines.append(until)
        }
        if let settlesAt { deadlines.append(settlesAt) }
        if phase != .idle {
            for (state, input) in zip(inputs, rule.inputs) {
                guard let expireAfter = input.expireAfter, let received = state.receivedAt else { continue }
                let expires = received.uptime + expireAfter
                if expires > now.uptime { deadlines.append(expires) }
            }
        }
        return deadlines.min()
    }
}
