import Mapping
import PushWardAPI
import Values

extension Engine {
    /// Up to that long after a person tapped, a recorded tap is acted on: nothing happens late (design section 8).
    static let latestAnswer: Duration = .seconds(60)

    /// An answer that is awaited.
    private struct Awaited {
        var target: AnswerTarget
        var account: Int
        var askedAt: Timestamp
        /// Not before, on the uptime clock.
        var notBefore: Duration = .zero
    }

    /// Looks for the answers that are due, and notes when the next look is.
    mutating func pollAnswers(at now: Moment) {
        polls.mustLook = false
        let awaited = awaitedAnswers(at: now)
        let cancellations = notices.values.filter(\.isResolved).map { AnswerTarget.cancellation($0.id) }
        polls.keep(Set(awaited.map(\.target) + cancellations))
        var wake: Duration?
        cancelResolved(at: now, wake: &wake)
        var ranks: [Int: Int] = [:]
        for item in awaited {
            let account = item.account
            let rank = ranks[account, default: 0]
            ranks[account] = rank + 1
            guard polls.looks[item.target] == nil, !polls.carryingOut.contains(item.target) else { continue }
            var due = max(polls.nextAt[item.target] ?? .zero, item.notBefore)
            if rank < AnswerPolls.mostHeld, polls.failures[item.target] == nil,
                let looked = polls.lookedAt[item.target]
            {
                due = min(due, max(looked + AnswerPolls.freshInterval, item.notBefore))
            }
            if due <= now.uptime, let until = pollWaitingUntil(account, now.uptime) { due = until }
            guard due <= now.uptime else {
                wake = min(wake ?? due, due)
                continue
            }
            let mayHold = polls.plainUntil[account].map { $0 <= now.uptime } ?? true
            let isHeld = mayHold && rank < AnswerPolls.mostHeld && polls.held(account) < AnswerPolls.mostHeld
            look(item.target, of: account, isHeld: isHeld, at: now)
        }
        deadlines.set(wake.map { max($0, now.uptime + .milliseconds(1)) }, for: .answers)
    }

    /// When a look for an answer may leave; the updates keep the better part of the server's rate.
    private func pollWaitingUntil(_ account: Int, _ uptime: Duration) -> Duration? {
        accounts[account].host.pollWaitingUntil(uptime, window: rateWait(account, uptime, .look))
    }

    /// What may still be answered, what was asked last first.
    private func awaitedAnswers(at now: Moment) -> [Awaited] {
        var awaited: [Awaited] = []
        for notice in notices.values.sorted(by: { $0.id < $1.id }) {
            guard let wait = scheduleWait(notice, at: now) else { continue }
            awaited.append(
                Awaited(
                    target: .schedule(notice.id),
                    account: notice.account,
                    askedAt: notice.sentAt,
                    notBefore: now.uptime + wait
                )
            )
        }
        for notice in notices.values.sorted(by: { $0.id < $1.id }) where notice.serverID != nil {
            guard notice.isRepeating ? !notice.isResolved : notice.isAwaited,
                now.wall <= notice.expiresAt + Self.latestAnswer
            else { continue }
            // Any tap that is recorded acknowledges it, too: one look is enough.
            let target = notice.isRepeating ? AnswerTarget.receipt(notice.id) : .notice(notice.id)
            awaited.append(Awaited(target: target, account: notice.account, askedAt: notice.sentAt))
        }
        for place in cards.indices {
            guard let run = cards[place].run, let wait = questionWait(place, at: now) else { continue }
            awaited.append(
                Awaited(
                    target: .card(place),
                    account: cards[place].account,
                    askedAt: run.startedAt,
                    notBefore: now.uptime + wait
                )
            )
        }
        guard awaited.count > 1 else { return awaited }
        awaited.sort { ($1.askedAt, "\($1.target)") < ($0.askedAt, "\($0.target)") }
        return Array(awaited.prefix(AnswerPolls.mostAwaited))
    }

    private mutating func look(_ target: AnswerTarget, of account: Int, isHeld: Bool, at now: Moment) {
        let wait = isHeld ? PushWardRequest.longestWait : 0
        let request: PushWardRequest
        switch target {
        case .notice(let id):
            guard let number = notices[id]?.serverID else { return }
            request = .getAnswer(notification: number, wait: wait)
        case .card(let place): request = .getActivity(cards[place].slug, wait: wait)
        case .receipt(let id):
            guard let number = notices[id]?.serverID else { return }
            request = .getReceipt(notification: number, wait: wait)
        case .schedule(let id):
            guard let number = notices[id]?.scheduleID else { return }
            request = .getSchedule(number)
        case .cancellation: return
        }
        let id = nextRequestID
        nextRequestID += 1
        requests[id] = Flight(purpose: .poll(target), account: account, quota: nil)
        countRequest(account, at: now)
        polls.looks[target] = AnswerPolls.Look(isHeld: isHeld, account: account, sentAt: now.uptime)
        effects.append(.request(id, request, account: account))
    }

    /// Takes how a look for an answer ended.
    mutating func respondPoll(
        _ target: AnswerTarget,
        _ answer: Answer,
        _ outcome: RequestOutcome,
        of account: Int,
        at now: Moment
    ) {
        polls.mustLook = true
        guard let look = polls.looks.removeValue(forKey: target) else { return }
        switch answer.kind {
        case .success:
            polls.failures[target] = nil
            accounts[account].host.admitted(.poll, sentAt: look.sentAt)
            let wasHeld = look.isHeld && now.uptime - look.sentAt >= AnswerPolls.shortestHold
            polls.nextAt[target] =
                now.uptime + (wasHeld ? .zero : AnswerPolls.interval(polls.nextAt.count))
            polls.lookedAt[target] = wasHeld ? nil : now.uptime
            guard let body = answer.body else { return }
            take(target, body, serverTime: Self.serverTime(outcome) ?? now.wall, at: now)
        case .rateLimited(let pause):
            if answer.label == Problem.Known.answerWaitLimit.rawValue {
                polls.plainUntil[account] = now.uptime + AnswerPolls.plainTime
                polls.lookedAt[target] = nil
                let failures = polls.failures[target, default: 0]
                polls.nextAt[target] = now.uptime + max(pause, .seconds(2), Backoff.base(after: failures))
                polls.failures[target] = failures + 1
            } else {
                let (silence, wait) = accounts[account].host.limited(
                    .poll,
                    pause,
                    at: now.uptime,
                    sentAt: look.sentAt
                )
                self.silence(hostOf: account, until: now.uptime + silence)
                polls.lookedAt[target] = nil
                polls.nextAt[target] = now.uptime + wait
            }
        case .transient, .quota, .full:
            polls.nextAt[target] =
                now.uptime + accounts[account].host.backoff.wait(after: polls.failures[target, default: 0])
            polls.failures[target, default: 0] += 1
        case .unauthorised: polls.nextAt[target] = now.uptime + .seconds(300)
        case .gone, .forbidden, .invalid, .preempted:
            giveUp(target, answer, at: now)
        }
    }

    private mutating func take(
        _ target: AnswerTarget,
        _ body: JSON,
        serverTime: Timestamp,
        at now: Moment
    ) {
        guard isAbout(target, body) else {
            guard polls.told.insert("foreign").inserted else { return }
            return log(
                .warning,
                "taps",
                "what PushWard or a proxy says of a tap is about something else; it is not acted on"
            )
        }
        switch target {
        case .notice(let id): takeAnswer(ofNotice: id, body, serverTime: serverTime, at: now)
        case .card(let place): takeCard(place, body, serverTime: serverTime, at: now)
        case .receipt(let id): takeReceipt(id, body, at: now)
        case .schedule(let id): takeSchedule(id, body)
        case .cancellation: break
        }
    }

    /// Waits no longer for an answer that cannot come.
    private mutating func giveUp(_ target: AnswerTarget, _ answer: Answer, at now: Moment) {
        switch target {
        case .notice(let id):
            if answer.kind == .gone { decide(notices[id]?.rule ?? "", "unanswered", answer.text) }
            closeNotice(id)
        case .card(let place):
            if answer.kind == .gone { return cardIsGone(place, at: now) }
            polls.nextAt[target] = now.uptime + .seconds(3600)
        case .receipt(let id): endRepeats(id, at: now)
        case .schedule(let id): closeNotice(id)
        case .cancellation: break
        }
        guard answer.kind != .gone, polls.told.insert(answer.label).inserted else { return }
        log(.error, "taps", "recorded taps cannot be read: \(answer.text)")
    }

    private static func serverTime(_ outcome: RequestOutcome) -> Timestamp? {
        guard case .answered(_, let headers, _) = outcome else { return nil }
        return headers.value(named: "Date").flatMap { Timestamp(httpDate: $0) }
    }
}
