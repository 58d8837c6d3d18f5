import Mapping
import Templates
import Values

extension Engine {
    /// The most bytes of a reply; the same as of a request to the listener.
    static let longestReply = 8192

    /// Notes that a notification was sent, and that somebody may answer it at PushWard.
    mutating func awaitAnswer(to id: String, _ sent: NotificationOutbox.Waiting, _ answer: Answer) {
        guard let notice = notices[id] else { return }
        notices[id]?.serverID = answer.body?["id"]?.intValue
        if notice.isRepeating, answer.body?["receipt"] == nil { notices[id]?.isRepeating = false }
        guard mapping.wayHome == .recorded, isAnswerable(sent) else { return }
        guard answer.body?["answerable"] == true, notices[id]?.serverID != nil else {
            if polls.told.insert("unanswerable").inserted {
                log(
                    .warning,
                    "taps",
                    "\(sent.rule): PushWard does not record taps on this notification; its buttons do nothing"
                )
            }
            return
        }
        notices[id]?.isAwaited = true
        polls.mustLook = true
    }

    /// Whether PushWard records the tap on one of the buttons that publish (`pushward-api.md` section 11.5).
    func isAnswerable(_ sent: NotificationOutbox.Waiting) -> Bool {
        let publishing = (notificationRule(sent.rule)?.actions ?? []).filter(\.publishes).map(\.id)
        return (sent.body["actions"]?.arrayValue ?? []).contains { action in
            action["url"] == nil && action["foreground"]?.boolValue != true
                && publishing.contains { $0 == action["id"]?.stringValue }
        }
    }

    private func notificationRule(_ name: String) -> NotificationRule? {
        mapping.notifications.first { $0.name == name }
    }

    /// Takes what PushWard says of the tap on a notification.
    mutating func takeAnswer(ofNotice id: String, _ body: JSON, serverTime: Timestamp, at now: Moment) {
        guard let notice = notices[id], notice.isAwaited, body["status"]?.stringValue == "answered",
            let action = body["action_id"]?.stringValue
        else { return }
        let recorded = RecordedTap(target: .notice(id), action: action, by: "user")
        guard let found = notificationRule(notice.rule)?.actions.first(where: { $0.id == action }),
            case .publish(let publish) = found.effect
        else {
            decide(notice.rule, "answered", "\(action), which publishes nothing")
            return closeNotice(id)
        }
        let age: Duration
        switch AnswerTime.read(body["answered_at"], serverTime: serverTime) {
        // By the server's own two clocks: ours may go wrong.
        case .success(let answeredAt): age = max(.zero, serverTime - answeredAt)
        case .failure(let doubt): return settle(recorded, 400, doubt.reason, "undated", at: now)
        }
        let instant = now.wall - age
        guard
            var tap = notificationTap(notice, found, publish, tappedAt: instant, at: now)
        else { return settle(recorded, 401, "it came after the button had expired", "expired", at: now) }
        tap.once = ("\(notice.rule)/\(action)/\(id)", notice.expiresAt + .seconds(86_400))
        let text = body["text"]?.stringValue.map(ReplyText.cleaned)
        guard !found.takesText || text != nil else {
            return settle(recorded, 400, "it has no text", "empty", at: now)
        }
        guard (text?.utf8.count ?? 0) <= Self.longestReply else {
            return settle(recorded, 413, "its text is too long", "too_large", at: now)
        }
        act(recorded, tap, text: text, age: age, at: now)
    }

    /// Carries out a recorded tap, unless it is too late or was carried out before.
    mutating func act(
        _ recorded: RecordedTap,
        _ tap: AuthorisedTap,
        text: String?,
        age: Duration,
        at now: Moment
    ) {
        guard age <= Self.latestAnswer else {
            let why = "it was found \(Int(age.inSeconds)) s after the tap, which is too late to act on"
            return settle(recorded, 410, why, "late", at: now)
        }
        if let once = tap.once, taps.used[once.key] != nil {
            decide(tap.rule, "tap", "\(recorded.action) was used already")
            return settle(recorded, 200, "done already", "repeated", at: now)
        }
        polls.carryingOut.insert(recorded.target)
        carryOut(.recorded(recorded), tap, text: text, at: now)
    }

    /// Takes what became of a recorded tap: a status as the listener would answer it.
    mutating func settle(
        _ recorded: RecordedTap,
        _ status: Int,
        _ text: String,
        _ result: String,
        at now: Moment
    ) {
        polls.carryingOut.remove(recorded.target)
        polls.mustLook = true
        if status == 503 {
            // It did not happen, and PushWard still has it: it is read again as long as it is not too late.
            polls.nextAt[recorded.target] = now.uptime + AnswerPolls.retry
            return
        }
        counters.taps[result, default: 0] += 1
        if status != 200 {
            log(
                .warning,
                "taps",
                "\(name(recorded.target)): the tap on \(recorded.action) did nothing: \(text)"
            )
        }
        switch recorded.target {
        case .notice(let id), .receipt(let id), .schedule(let id), .cancellation(let id): closeNotice(id)
        case .card(let place):
            // A card does not say that what was answered was done where it was not.
            let isDone = status == 200
            answered(
                place,
                option: isDone ? recorded.action : "none",
                by: isDone ? recorded.by : result,
                isRecorded: true,
                at: now
            )
        }
    }

    private func name(_ target: AnswerTarget) -> String {
        switch target {
        case .notice(let id), .receipt(let id), .schedule(let id), .cancellation(let id):
            notices[id]?.rule ?? ""
        case .card(let place): mapping.activities[cards[place].rule].name
        }
    }

    /// Forgets a notification whose one answer has come, or cannot come.
    mutating func closeNotice(_ id: String) {
        guard notices[id] != nil else { return }
        notices[id] = nil
        saveNotification(id)
    }
}

extension NotificationRule {
    /// Whether one of its buttons publishes.
    var publishes: Bool { actions.contains(where: \.publishes) }
}

/// What a person typed.
enum ReplyText {
    /// The text without NUL, which never comes from a reply.
    static func cleaned(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\0" }))
    }
}
