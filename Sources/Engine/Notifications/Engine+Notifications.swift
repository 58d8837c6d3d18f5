import Mapping
import PushWardAPI
import Templates
import Values

extension Engine {
    /// How long a notification's buttons work where the mapping does not say.
    static let buttonLife: Duration = .seconds(3600)

    /// Makes the notification of an event for an account and puts it into the outbox; whether there is one.
    mutating func compose(
        _ place: Int,
        _ rule: NotificationRule,
        _ event: EventContext,
        to account: Int,
        at now: Moment
    ) -> Bool {
        let id = tokens.newID()
        let writer = actionWriter
        let evaluator = FieldEvaluator(
            scope: noticeScope(place, event, at: now),
            action: { action, actionPlace, evaluator in
                writer.value(action, actionPlace, evaluator, owner: rule.name, run: id, isCard: false)
            }
        )
        var body = JSONObject()
        for field in rule.fields {
            let kind = NotificationFields.fields.first { $0.name == field.name }?.kind
            let outcome = evaluator.evaluate(field.value, kind: kind)
            for left in evaluator.leftOut.take(of: field.name)
            where watches[place].told.insert(left.field).inserted {
                log(
                    .warning,
                    "rules",
                    "\(left.mark ?? field.mark): \(rule.name): \(left.field): \(left.reason)"
                )
            }
            switch outcome {
            case .value(let value): body[field.name] = value
            case .clear: continue
            case .keep:
                guard NotificationFields.required.contains(field.name),
                    isUnsaid(field.value, place, event, at: now)
                else { continue }
                decide(rule.name, "skip", "the message does not say what `\(field.name)` tells")
                return false
            case .invalid(let reason, let mark):
                if watches[place].told.insert(field.name).inserted {
                    log(.warning, "rules", "\(mark ?? field.mark): \(rule.name): \(field.name): \(reason)")
                }
            }
        }
        // What a person must read is not lost because a word of it is not known.
        if body["title"] == nil { body["title"] = .string(rule.name) }
        if body["body"] == nil { body["body"] = body["title"] }
        let buttons = actions(rule, evaluator)
        for left in evaluator.leftOut.take(of: "actions")
        where watches[place].told.insert(left.field).inserted {
            log(.warning, "rules", "\(left.mark ?? rule.mark): \(rule.name): \(left.field): \(left.reason)")
        }
        let completed = NotificationRules.complete(body, actions: buttons)
        for dropped in completed.dropped where watches[place].told.insert(dropped.field).inserted {
            log(.warning, "rules", "\(rule.mark): \(rule.name): \(dropped.field): \(dropped.reason)")
        }
        var sent = naming(cardOf: account, in: completed.content)
        for cut in PayloadFitting.fit(notification: &sent)
        where watches[place].told.insert("size of \(cut.field)").inserted {
            log(.warning, "rules", "\(rule.mark): \(rule.name): \(cut.field): \(cut.reason)")
        }
        let schedule: NotificationSchedule
        switch NotificationSchedule.make(rule, evaluator, at: now.wall) {
        case .success(let found): schedule = found
        case .failure(let refusal):
            if watches[place].told.insert("schedule").inserted {
                log(.warning, "rules", "\(rule.mark): \(rule.name): \(refusal.reason)")
            }
            decide(rule.name, "skip", refusal.reason)
            return false
        }
        for (name, value) in schedule.members { sent[name] = value }
        if !schedule.isLater {
            Acknowledgement.makeRepeatable(&sent, rule: rule.name, captures: event.captures, tokens)
            askForCallback(&sent, id: id, account: account)
        }
        if schedule.isLater {
            if isScheduled(sent, rule, event.captures, account, at: now) {
                decide(rule.name, "skip", "the same is scheduled already")
                return false
            }
            takeBack(rule.name, event.captures, account, at: now)
        }
        keepNotice(id, rule, event, sent, schedule, to: account, at: now)
        enqueue(
            at: now,
            NotificationOutbox.Waiting(
                id: id,
                rule: rule.name,
                account: account,
                body: sent,
                isScheduled: schedule.isLater,
                createdAt: now.wall,
                maxAge: rule.maxAge
            )
        )
        decide(rule.name, "notify", "its event happened")
        return true
    }

    var actionWriter: ActionWriter { ActionWriter(wayHome: mapping.wayHome, tokens: tokens) }

    private func actions(_ rule: NotificationRule, _ evaluator: FieldEvaluator) -> [JSONObject] {
        rule.actions.compactMap { action in
            switch evaluator.evaluate(.action(action), kind: .action(.notification)) {
            case .value(let json): return json.objectValue
            case .invalid(let reason, let mark):
                evaluator.leftOut.note(action.id, reason, mark ?? action.mark)
                return nil
            case .clear, .keep: return nil
            }
        }
    }

    private mutating func keepNotice(
        _ id: String,
        _ rule: NotificationRule,
        _ event: EventContext,
        _ body: JSONObject,
        _ schedule: NotificationSchedule,
        to account: Int,
        at now: Moment
    ) {
        let publishes = rule.actions.filter(\.publishes)
        let repeats = Acknowledgement.life(of: body)
        guard !publishes.isEmpty || repeats != nil || schedule.isLater else { return }
        forgetExpiredNotices(at: now)
        let life = (publishes.map { $0.expires ?? Self.buttonLife } + [repeats].compactMap { $0 }).max()
        notices[id] = Notice(
            id: id,
            rule: rule.name,
            event: event,
            sentAt: schedule.sendAt ?? now.wall,
            expiresAt: schedule.lastAt ?? (schedule.sendAt ?? now.wall) + (life ?? Self.buttonLife),
            account: account,
            isScheduled: schedule.isLater,
            isRepeating: repeats != nil,
            collapseID: body["collapse_id"]?.stringValue,
            mostRepeats: schedule.gap.map { Int(((repeats ?? .zero) / $0).rounded(.up)) } ?? 1,
            recurs: schedule.gap != nil,
            said: schedule.isLater ? fingerprint(body, rule) : nil
        )
    }

    private mutating func enqueue(at now: Moment, _ waiting: NotificationOutbox.Waiting) {
        outbox.waiting.append(waiting)
        outbox.mustLook = true
        dropOverflow(at: now)
        saveNotification(waiting.id)
    }

    /// Sends the notifications that wait, the newest first.
    mutating func deliverNotifications(at now: Moment) {
        guard outbox.mustLook else { return }
        outbox.mustLook = false
        var wake = tellOverflow(at: now)
        var held: Set<Int> = []
        if outbox.waiting.count > 1 { dropReplaced() }
        for waiting in outbox.inOrder where !waiting.isInFlight {
            if now.wall - waiting.createdAt > waiting.maxAge {
                give(up: waiting.id, "it is older than \(waiting.maxAge.brief)")
                continue
            }
            if waiting.mayHaveArrived, !waiting.isRepeatable {
                give(up: waiting.id, "it may have been delivered, and must not come twice")
                continue
            }
            if let retryAt = waiting.retryAt, retryAt > now.uptime {
                // It waits for its own end, too: then it is told that it was not sent.
                let end = now.uptime + (waiting.createdAt + waiting.maxAge - now.wall) + .seconds(1)
                wake = min(wake ?? retryAt, retryAt, end)
                continue
            }
            if held.contains(waiting.account) || outbox.isHeldBack(waiting) { continue }
            if let until = waitingUntil(
                waiting.account,
                now.uptime,
                waiting.weight,
                isWokenByAnswers: true
            ) {
                wake = min(wake ?? until, until)
                held.insert(waiting.account)
                continue
            }
            if let until = budgetWait(waiting.account, .notifications, .end, lastSentAt: nil, at: now) {
                // It waits for its own end, too: then it is told that it was not sent.
                let end = now.uptime + (waiting.createdAt + waiting.maxAge - now.wall) + .seconds(1)
                wake = [wake, until, end].compactMap { $0 }.min()
                continue
            }
            if let until = prepareActivity(of: waiting, at: now) ?? scheduleWait(of: waiting, at: now) {
                wake = min(wake ?? until, until)
                continue
            }
            guard catchUp(waiting, at: now) else { continue }
            limitRepeats(of: waiting, at: now)
            // What was left out of it meanwhile is not sent.
            if let ready = outbox.waiting.first(where: { $0.id == waiting.id }) { send(ready, at: now) }
        }
        deadlines.set(wake.map { max($0, now.uptime + .milliseconds(1)) }, for: .outbox)
    }

    private mutating func send(_ waiting: NotificationOutbox.Waiting, at now: Moment) {
        let request =
            waiting.isScheduled
            ? PushWardRequest.postSchedule(waiting.body) : .postNotification(waiting.body)
        let id = depart(request, for: .notification(waiting.id), to: waiting.account, at: now)
        outbox.update(waiting.id) { $0.isInFlight = true }
        noteRepeats(of: waiting, at: now)
        if !waiting.isRepeatable { saveNotification(waiting.id, isLeaving: true) }
        decide(waiting.rule, "send", "notification")
        effects.append(.request(id, request, account: waiting.account))
    }
}
