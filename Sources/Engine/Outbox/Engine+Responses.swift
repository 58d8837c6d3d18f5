import Mapping
import PushWardAPI
import Values

extension Engine {
    /// Takes how a request ended.
    mutating func respond(_ id: RequestID, _ outcome: RequestOutcome, at now: Moment) {
        guard let flight = requests.removeValue(forKey: id) else { return }
        let answer = Answer(outcome, to: flight.expected, at: now)
        outbox.mustLook = true
        count(flight.purpose, answer)
        if case .poll(let target) = flight.purpose {
            return respondPoll(target, answer, outcome, of: flight.account, at: now)
        }
        let wait = noteHost(answer, to: flight, at: now)
        if let kind = flight.quota, !answer.isSuccess, !answer.mayHaveArrived || answer.isUnavailable {
            countSpending(flight.account, kind, isVital: flight.isVital, isRefund: true, at: now)
        }
        switch flight.purpose {
        case .card(let place): respondCard(place, answer, wait: wait, at: now)
        case .notification(let id): respondNotification(id, answer, wait: wait, at: now)
        case .account: respondAccount(flight.account, answer, wait: wait, at: now)
        case .orphan(let address): respondOrphan(address, answer, wait: wait, at: now)
        case .reconciliation: reconcile(flight.account, answer, wait: wait, at: now)
        case .cancellation(let id): respondCancellation(id, answer, wait: wait, at: now)
        case .linkedActivity(let place, let id):
            respondLinkedActivity(place, id, answer, wait: wait, at: now)
        case .poll: break
        case .widget(let place): respondWidget(place, answer, wait: wait, at: now)
        case .widgetDeletion(let key): respondWidgetDeletion(key, answer, wait: wait, at: now)
        case .widgetReconciliation: reconcileWidgets(flight.account, answer, wait: wait, at: now)
        }
        if let kind = flight.quota, answer.isSuccess { noteSpent(flight.account, kind, at: now) }
        releaseBlocked(flight.account, at: now)
    }

    private mutating func count(_ purpose: Purpose, _ answer: Answer) {
        counters.requests["\(purpose.kind.rawValue),\(answer.label)", default: 0] += 1
    }

    /// Notes what an answer says of the host itself; the wait before a retry, where one makes sense.
    private mutating func noteHost(_ answer: Answer, to flight: Flight, at now: Moment) -> Duration {
        let account = flight.account
        let label = accounts[account].label
        switch answer.kind {
        case .transient:
            tellForeign(answer, of: account)
            if accounts[account].host.failures == HostState.failuresToOpen - 1,
                accounts[account].host.told.insert("down").inserted
            {
                log(.warning, "pushward", "\(label)PushWard does not answer: \(answer.text); trying again")
            }
            if accounts[account].reconciliation.unreachableSince == nil {
                accounts[account].reconciliation.unreachableSince = now.uptime
            }
            let wait = accounts[account].host.failed(at: now.uptime, sentAt: flight.departedAt)
            return max(wait, answer.retryAfter ?? .zero)
        case .rateLimited(let retryAfter):
            accounts[account].host.answered()
            let (pause, wait) = accounts[account].host.limited(
                flight.purpose.kind,
                retryAfter,
                at: now.uptime,
                sentAt: flight.departedAt
            )
            silence(hostOf: account, until: now.uptime + pause)
            log(.warning, "pushward", "\(label)PushWard asks for \(Int(retryAfter.inSeconds)) s of silence")
            return wait
        case .unauthorised:
            accounts[account].host.answered()
            accounts[account].host.admitted(flight.purpose.kind, sentAt: flight.departedAt)
            accounts[account].host.refusedUntil = now.uptime + .seconds(3600)
            if accounts[account].host.told.insert("refused").inserted {
                log(
                    .error,
                    "pushward",
                    "\(label)PushWard refuses the token (\(answer.text)); set a valid `pushward.token`"
                )
            }
            return .seconds(3600)
        default:
            accounts[account].host.answered()
            accounts[account].host.admitted(flight.purpose.kind, sentAt: flight.departedAt)
            if answer.isSuccess {
                if accounts[account].host.told.remove("down") != nil {
                    log(.notice, "pushward", "\(label)PushWard answers again")
                }
                accounts[account].host.told.remove("refused")
                accounts[account].host.refusedUntil = nil
                noteReachable(account, at: now)
            }
            return .zero
        }
    }

    /// Tells once of each status that something else answers in PushWard's place.
    ///
    /// What is in the way of all requests is told as an outage, too, when it has gone.
    private mutating func tellForeign(_ answer: Answer, of account: Int) {
        guard answer.isForeign, !answer.isUnavailable,
            accounts[account].host.told.insert(answer.text).inserted
        else { return }
        log(
            .warning,
            "pushward",
            "\(accounts[account].label)\(answer.text), such as a proxy or a captive portal; trying again"
        )
        accounts[account].host.told.insert("down")
    }

    /// Takes that the host answers; after a long outage it is asked what it holds by now.
    private mutating func noteReachable(_ account: Int, at now: Moment) {
        guard let since = accounts[account].reconciliation.unreachableSince else { return }
        accounts[account].reconciliation.unreachableSince = nil
        guard now.uptime - since >= Reconciliation.longOutage,
            cards.contains(where: { $0.account == account && $0.slot.mayExist })
        else { return }
        askWhatIsThere(account, at: now)
    }

    private mutating func respondCard(_ place: Int, _ answer: Answer, wait: Duration, at now: Moment) {
        let rule = mapping.activities[cards[place].rule]
        let kind = cards[place].slot.inFlight?.step ?? .update
        let body = cards[place].slot.inFlight?.body ?? [:]
        switch answer.kind {
        case .success where answer.code == .activityExists && kind != .name:
            // Of a row that is to be changed it says that nothing was.
            let wait = Backoff.base(after: cards[place].slot.attempts)
            cards[place].slot.leaveOpen(mayHaveArrived: false, retryAt: now.uptime + wait)
        case .success: acknowledged(place, rule, kind, body, answer, at: now)
        case .transient:
            let wait = max(wait, answer.rest(after: cards[place].slot.attempts))
            cards[place].slot.leaveOpen(mayHaveArrived: answer.mayHaveArrived, retryAt: now.uptime + wait)
        case .rateLimited, .unauthorised:
            cards[place].slot.withdraw()
            cards[place].slot.retryAt = now.uptime + wait
        case .quota(let until):
            cards[place].slot.withdraw()
            parkQuota(cards[place].account, .liveActivityUpdates, until, answer, at: now)
        case .gone: gone(place, rule, at: now)
        case .full:
            cards[place].slot.withdraw()
            cards[place].slot.retryAt = now.uptime + .seconds(600)
            tell(place, "activity limit", "PushWard holds its most activities; end or delete some", rule.mark)
        case .forbidden: forbidden(place, rule, kind, answer, at: now)
        case .preempted:
            cards[place].slot.withdraw()
            displaced(place, rule, at: now.uptime)
            askWhatIsThere(cards[place].account, at: now)
        case .invalid(let fields): repair(place, rule, body, fields, answer, at: now)
        }
        if kind == .update, answer.isSuccess, tellsOnlyArrival(place, at: now) {
            noteUpdate(place)
        } else {
            saveCard(place, at: now)
        }
        step(place, at: now)
    }

    /// Takes that a mere update was acknowledged, which is saved with what is next: an SD card wears out by writes.
    ///
    /// After a crash it counts as one that may have arrived, and the server is asked, as it is then anyway.
    private mutating func noteUpdate(_ place: Int) {
        recount(place)
        polls.mustLook = true
    }

    /// Whether all that is not saved of a card is that an update arrived: where a player stands, and since when a timer is
    /// paused, the server does not tell.
    private func tellsOnlyArrival(_ place: Int, at now: Moment) -> Bool {
        func own(_ json: JSON?) -> JSONObject {
            var row = json?.objectValue ?? [:]
            for name in ["server", "uncertain", "pushed_at", "sent_at"] { row[name] = nil }
            return row
        }
        let record = cards[place].record(
            ruleName: mapping.activities[cards[place].rule].name,
            account: accounts[cards[place].account].name,
            now: now
        )
        return own(record) == own(cards[place].saved)
    }

    private mutating func acknowledged(
        _ place: Int,
        _ rule: ActivityRule,
        _ step: Slot.Step,
        _ body: JSONObject,
        _ answer: Answer,
        at now: Moment
    ) {
        let before = cards[place].slot.acknowledged?.content ?? [:]
        let wasInDoubt = cards[place].slot.isInDoubt
        cards[place].slot.acknowledge()
        learn(place, step, answer.body, wasInDoubt: wasInDoubt, at: now)
        let sentAt = cards[place].sentAt ?? now.wall
        cards[place].lastPushAt = sentAt
        if step != .name, step != .end { cards[place].barBeganAt = sentAt }
        if step == .start {
            cards[place].run?.hasAppeared = true
            // A start of a card that may have been on still keeps when it came on.
            if wasInDoubt {
                cards[place].shownSinceThere = nil
            } else if cards[place].shownSince == sentAt {
                cards[place].shownSinceThere =
                    answer.body?["updated_at"]?.stringValue.flatMap(Timestamp.init(rfc3339:))
            }
            cards[place].knowledge.wasOn = true
            cards[place].knowledge.rollsOver = false
            cards[place].knowledge.lost = [:]
            noteStarted(place, at: now)
        }
        if cards[place].confirmation == nil { cards[place].mayShowConfirmation = false }
        let patch = body["content"]?.objectValue ?? [:]
        if step == .end, patch["accent_color"] == nil,
            TimerWarning.wasPushed(before, at: cards[place].pausedAt ?? sentAt)
        {
            cards[place].slot.acknowledged?.content["accent_color"] = TimerWarning.colour
        }
        notePlayhead(place, patch, sentAt)
        notePause(place, patch, before, sentAt)
        if step == .update, patch["start_date"] != nil { cards[place].pauses.clear(at: sentAt) }
        decide(rule.name, slug: cards[place].slug.text, "acknowledged", step.rawValue)
        guard step == .update || step == .touch, let said = answer.body?["state"]?.stringValue?.lowercased(),
            let state = ServerCard.State(rawValue: said), state != .ongoing
        else { return }
        if let said = answer.body, takeAnswer(ofCard: place, said, serverTime: now.wall, at: now) { return }
        let after = cards[place].slot.acknowledged?.content ?? [:]
        for shown in [before, after] where state == .ended && endedByItself(place, showing: shown, at: now) {
            cards[place].slot.acknowledgedEndedByServer()
            return endedByItself(place, rule, showing: shown, at: now)
        }
        guard state == .preempted else { return endedElsewhere(place, rule, state, answer.body) }
        displaced(place, rule, at: now.uptime)
        askWhatIsThere(cards[place].account, at: now)
    }

    /// Whether the server ended a card by itself: it wrote so (`pushward-api.md` section 6.4), or the card was on as long
    /// as iOS lets it be (section 4.4).
    private func endedForWantOfUpdates(_ place: Int, _ row: JSON?) -> Bool {
        guard let row else { return false }
        let content = row["content"]
        if content?["state"]?.stringValue == ServerCard.staleText { return true }
        // The update that met it may have brought a text of its own.
        if content?["icon"]?.stringValue == ServerCard.staleIcon { return true }
        guard mapping.activities[cards[place].rule].options.rollOver,
            let ended = row["ended_at"]?.stringValue.flatMap(Timestamp.init(rfc3339:)),
            let shownSince = cards[place].shownSince
        else { return false }
        return ended - shownSince >= Card.longestShown
    }

    /// Takes what the server said of the row: its settings, and all of it where something was in doubt.
    ///
    /// A name may have made the row anew, where it was taken to be there.
    private mutating func learn(
        _ place: Int,
        _ step: Slot.Step,
        _ body: JSON?,
        wasInDoubt: Bool,
        at now: Moment
    ) {
        guard let row = body else { return }
        let held = cards[place].slot.acknowledged?.state.rawValue
        if let said = row["state"]?.stringValue?.lowercased(), row["content"]?.objectValue != nil,
            wasInDoubt || !cards[place].slot.uncertain.isEmpty || step == .name && said != held
        {
            take(row, place, at: now)
        }
        cards[place].slot.acknowledged?.learn(row)
    }

    private mutating func notePlayhead(_ place: Int, _ patch: JSONObject, _ sentAt: Timestamp) {
        let content = cards[place].slot.believed.content
        guard content["template"] == "media" else { return }
        let isPlaying = content["playback_state"] == "playing"
        if let position = patch["position_seconds"]?.doubleValue {
            cards[place].playhead = Playhead(position: position, at: sentAt, isPlaying: isPlaying)
        } else if patch["position_seconds"] == .null {
            cards[place].playhead = nil
        } else if let playhead = cards[place].playhead, playhead.isPlaying != isPlaying {
            cards[place].playhead?.isPlaying = isPlaying
        }
    }

    private mutating func notePause(
        _ place: Int,
        _ patch: JSONObject,
        _ before: JSONObject,
        _ sentAt: Timestamp
    ) {
        let content = cards[place].slot.acknowledged?.content ?? [:]
        if content["paused"] == true {
            if patch["paused"] == true { cards[place].pausedAt = sentAt }
        } else if before["paused"] == true, let pausedAt = cards[place].pausedAt {
            if patch["end_date"] == nil {
                cards[place].slot.acknowledged?.content =
                    TimerWindow.resumed(content, pausedFor: max(.zero, sentAt - pausedAt))
            }
            cards[place].pausedAt = nil
            cards[place].rest = pausedAt...max(pausedAt, sentAt)
        }
    }

    /// Takes that the card is not on any more, though we did not end it: the person or the server did.
    ///
    /// What `stale_ttl` or iOS's eight hours ended, because updates did not get through, is put on again.
    mutating func endedElsewhere(
        _ place: Int,
        _ rule: ActivityRule,
        _ state: ServerCard.State,
        _ row: JSON? = nil
    ) {
        cards[place].slot.acknowledged?.state = state
        guard cards[place].phase != .idle else { return }
        if state == .ended, cards[place].phase == .ongoing, endedForWantOfUpdates(place, row) {
            cards[place].slot.acknowledgedEndedByServer()
            decide(
                rule.name,
                slug: cards[place].slug.text,
                "restart",
                "PushWard ended the card for want of updates, while the run went on"
            )
            return
        }
        cards[place].phase = .idle
        cards[place].isSpent = false
        cards[place].isArmed = rule.options.onDismiss == .restart && state == .ended
        decide(
            rule.name,
            slug: cards[place].slug.text,
            "dismissed",
            "PushWard says that the card is \(state.rawValue)"
        )
    }
}
