import Mapping
import PushWardAPI
import Templates
import Values

/// Notifications that are repeated until somebody acknowledges them (`pushward-api.md` section 11.7).
extension Engine {
    /// Stops a rule's repeats where the inputs say that their cause is gone.
    mutating func resolve(_ place: Int, at now: Moment) {
        let watch = watches[place]
        let rule = mapping.notifications[watch.rule]
        guard let condition = rule.resolveWhen else { return }
        let mine = notices.values.sorted(by: { $0.id < $1.id }).filter { notice in
            notice.rule == rule.name && (notice.isRepeating || notice.isScheduled) && !notice.isResolved
                && watch.captures.allSatisfy { notice.event.captures[$0.key] == $0.value }
        }
        guard !mine.isEmpty else { return }
        let scope = watchScope(place, nil, at: now, forFields: false)
        let holds: Bool
        do throws(TemplateError) {
            holds = try condition.template.evaluate(in: scope).isTrueAsCondition
        } catch {
            if error.code != .unknownInput, watches[place].told.insert("resolve_when").inserted {
                log(
                    .warning,
                    "rules",
                    "\(error.place ?? condition.mark): \(rule.name): resolve_when: \(error)"
                )
            }
            return
        }
        guard holds else { return }
        for notice in mine.sorted(by: { $0.id < $1.id }) { resolve(notice, at: now) }
    }

    /// Stops a notification whose cause is gone, or takes it back.
    mutating func resolve(_ notice: Notice, at now: Moment) {
        decide(notice.rule, "resolve", "its cause is gone")
        if let waiting = outbox.waiting.first(where: { $0.id == notice.id }), !waiting.isInFlight,
            !waiting.mayHaveArrived
        {
            // Nobody need hear of what is over.
            _ = outbox.remove(notice.id)
            return closeNotice(notice.id)
        }
        // One that was sent meanwhile and is not repeated cannot be taken back.
        guard notice.isRepeating || notice.isPending(at: now.wall) else { return }
        notices[notice.id]?.isResolved = true
        saveNotification(notice.id)
    }

    /// Stops the repeats of a notification of which a button was used.
    ///
    /// A button with a URL is the phone's business alone: PushWard goes on until it is told.
    mutating func endRepeats(tapped id: String) {
        guard let notice = notices[id], notice.isRepeating, !notice.isResolved else { return }
        decide(notice.rule, "resolve", "somebody has tapped")
        notices[id]?.isResolved = true
        saveNotification(id)
    }

    /// Asks PushWard to stop the repeats whose cause is gone.
    mutating func cancelResolved(at now: Moment, wake: inout Duration?) {
        for notice in notices.values.filter(\.isResolved).sorted(by: { $0.id < $1.id }) {
            let target = AnswerTarget.cancellation(notice.id)
            guard polls.looks[target] == nil, let request = notice.cancellation(at: now.wall) else {
                continue
            }
            let due = max(
                polls.nextAt[target] ?? .zero,
                waitingUntil(notice.account, now.uptime, .vital) ?? .zero
            )
            guard due <= now.uptime else {
                wake = min(wake ?? due, due)
                continue
            }
            let id = depart(request, for: .cancellation(notice.id), to: notice.account, at: now)
            polls.looks[target] = AnswerPolls.Look(
                isHeld: false,
                account: notice.account,
                sentAt: now.uptime
            )
            effects.append(.request(id, request, account: notice.account))
        }
    }

    /// Takes how the end of a notification's repeats went.
    mutating func respondCancellation(_ id: String, _ answer: Answer, wait: Duration, at now: Moment) {
        polls.mustLook = true
        let target = AnswerTarget.cancellation(id)
        polls.looks[target] = nil
        switch answer.kind {
        case .success:
            // A schedule that was taken back tells nothing more.
            if let receipt = answer.body, receipt["status"] != nil {
                takeReceipt(id, receipt, at: now)
            } else {
                closeNotice(id)
            }
        case .gone: endRepeats(id, at: now)
        case .transient, .rateLimited, .unauthorised, .quota, .full:
            polls.nextAt[target] = now.uptime + max(wait, .seconds(1))
        case .forbidden, .invalid, .preempted:
            let rule = notices[id]?.rule ?? ""
            log(.error, "notifications", "\(rule): its repeats cannot be stopped: \(answer.text)")
            endRepeats(id, at: now)
        }
    }

    /// Takes what a receipt says.
    mutating func takeReceipt(_ id: String, _ receipt: JSON, at now: Moment) {
        guard let notice = notices[id], let status = receipt["status"]?.stringValue, status != "active" else {
            return
        }
        counters.receipts[status, default: 0] += 1
        let device = receipt["acknowledged_by_device"]?.stringValue.map { " on \($0)" } ?? ""
        decide(notice.rule, status, "the repeats have ended" + device)
        log(.notice, "notifications", "\(notice.rule): \(status)" + device)
        endRepeats(id, at: now)
    }

    /// Takes that a notification is not repeated any more; its buttons may still have to be looked for.
    mutating func endRepeats(_ id: String, at now: Moment) {
        guard notices[id] != nil else { return }
        notices[id]?.isRepeating = false
        notices[id]?.repeatsUntil = nil
        notices[id]?.isResolved = false
        polls.nextAt[.notice(id)] = nil
        let rule = mapping.notifications.first { $0.name == notices[id]?.rule }
        guard rule?.publishes == true else { return closeNotice(id) }
        saveNotification(id)
    }
}

extension Notice {
    /// The request that tells PushWard that its cause is gone; nil: there is nothing to tell, or not yet.
    ///
    /// One whose time has come was sent: then its repeats are what is to be stopped, once their number is known.
    func cancellation(at now: Timestamp) -> PushWardRequest? {
        guard isResolved else { return nil }
        if let scheduleID { return isPending(at: now) ? .deleteSchedule(scheduleID) : nil }
        return isRepeating ? serverID.map { .cancelReceipt(notification: $0) } : nil
    }
}
