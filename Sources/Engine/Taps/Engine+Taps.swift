import Mapping
import PushWardAPI
import Templates
package import Values

/// An authorised tap: what it publishes and under which names.
struct AuthorisedTap {
    var rule: String
    var action: TapAction
    var publish: PublishTemplate
    var scope: TemplateScope
    /// The key of a single use and how long it must be remembered.
    var once: (key: String, until: Timestamp)?
    var card: Int?
    var widget: Int?
    /// The notification whose button it was, where the tap came over a URL.
    var notice: String?
}

extension Engine {
    /// How long the broker has to take a tap's message.
    static let publishDeadline: Duration = .seconds(5)
    /// By so much a clock that goes wrong for a while must not make a button that was used work again.
    static let clockDoubt: Duration = .seconds(7 * 86_400)

    /// Handles a request to the tap listener.
    ///
    /// One that is older than the broker may take is not carried out: who tapped has given up by now (design section 8).
    mutating func tap(_ id: TapID, _ request: HTTPRequest, peer: String, age: Duration, at now: Moment) {
        guard age <= Self.publishDeadline else {
            log(
                .warning,
                "taps",
                "a tap came \(age.brief) late and was not carried out: too much is to be done"
            )
            return answer(.request(id), 503, "too late", result: "late", at: now)
        }
        let segments = request.target.split(separator: "/", omittingEmptySubsequences: false)
        guard segments.count == 4, segments[0].isEmpty, segments[1] == "t" else {
            return answer(.request(id), 404, "nothing here", result: "not_found", at: now)
        }
        guard request.method == "POST" else {
            return answer(
                .request(id),
                405,
                "only POST",
                result: "method",
                headers: [HTTPRequest.Pair("Allow", "POST")],
                at: now
            )
        }
        let owner = String(segments[2])
        let action = String(segments[3])
        if owner == TapAddress.callbackOwner, bearer(request) == nil {
            let taken = takeCallback(action, request, at: now)
            let isLimited = taken.status == 401 && !taps.admit(peer: peer, at: now.uptime)
            return isLimited
                ? answer(.request(id), 429, "too many", result: "limited", at: now)
                : answer(.request(id), taken.status, taken.text, result: taken.result, at: now)
        }
        guard let credential = bearer(request), let tap = authorise(owner, action, credential, at: now) else {
            // Only what is not authorised counts for the peer, so that nobody can lock a phone out.
            return taps.admit(peer: peer, at: now.uptime)
                ? answer(.request(id), 401, "not authorised", result: "unauthorised", at: now)
                : answer(.request(id), 429, "too many", result: "limited", at: now)
        }
        let text = text(request)
        if text == nil, tap.action.takesText {
            return answer(.request(id), 400, "a text is needed", result: "empty", at: now)
        }
        guard taps.admit(action: "\(owner)/\(action)", at: now.uptime) else {
            return answer(.request(id), 429, "too many", result: "limited", at: now)
        }
        if let once = tap.once, taps.used[once.key] != nil {
            decide(tap.rule, "tap", "\(action) was used already")
            return answer(.request(id), 200, "done already", result: "repeated", at: now)
        }
        carryOut(.request(id), tap, text: text, at: now)
    }

    mutating func carryOut(_ source: TapSource, _ tap: AuthorisedTap, text: String?, at now: Moment) {
        guard isBrokerConnected else {
            return answer(source, 503, "the broker is not reachable", result: "unreachable", at: now)
        }
        var scope = tap.scope
        scope.variables["text"] = text.map { .string($0) } ?? Value.none
        let publication: MQTTPublication
        do throws(TemplateError) {
            let topic = try tap.publish.topic.template.render(in: scope)
            let payload = try tap.publish.payload.template.render(in: scope)
            guard (try? TopicFilter(topic))?.isTopic == true else {
                log(.error, "taps", "\(tap.rule): \(tap.action.id): its topic cannot be published to")
                return answer(source, 500, "not possible", result: "failed", at: now)
            }
            publication = MQTTPublication(
                topic: topic,
                payload: Array(payload.utf8),
                qos: tap.publish.qos,
                isRetained: tap.publish.isRetained
            )
        } catch {
            log(
                .error,
                "taps",
                "\(error.place ?? tap.publish.payload.mark): \(tap.rule): \(tap.action.id): \(error)"
            )
            return answer(source, 500, "not possible", result: "failed", at: now)
        }
        if let once = tap.once {
            taps.used[once.key] = once.until
            effects.append(.save([StateChange(.usedTaps, once.key, .double(once.until.unixSeconds))]))
        }
        let number = taps.nextID
        taps.nextID += 1
        taps.pending[number] = TapLedger.Pending(
            source: source,
            rule: tap.rule,
            action: tap.action.id,
            title: title(tap),
            onceKey: tap.once?.key,
            card: tap.card,
            widget: tap.widget,
            notice: tap.notice,
            confirm: tap.action.confirm
        )
        decide(tap.rule, "tap", tap.action.id)
        effects.append(.publish(number, publication, within: Self.publishDeadline))
    }

    /// Whether the broker has not yet said of a tap's message that it took it.
    package var hasTapsUnderWay: Bool { !taps.pending.isEmpty }

    /// Takes whether the broker took a tap's message.
    mutating func published(_ id: PublicationID, succeeded: Bool, at now: Moment) {
        guard let pending = taps.pending.removeValue(forKey: id) else { return }
        guard succeeded else {
            if let key = pending.onceKey {
                // It did not happen: the button is good for another try.
                taps.used[key] = nil
                effects.append(.save([StateChange(.usedTaps, key, nil)]))
            }
            return answer(pending.source, 503, "the broker did not take it", result: "failed", at: now)
        }
        answer(pending.source, 200, "done", result: "published", at: now)
        if let notice = pending.notice { return endRepeats(tapped: notice) }
        if let widget = pending.widget { return widgetTapped(widget, onceKey: pending.onceKey, at: now) }
        guard let card = pending.card else { return }
        if ApprovalOptions.contain(pending.action, mapping.activities[cards[card].rule]) {
            return answered(card, option: pending.action, by: "user", isRecorded: false, at: now)
        }
        guard let confirm = pending.confirm else { return }
        cards[card].mayShowConfirmation = true
        cards[card].confirmation = PendingConfirmation(
            title: pending.title,
            confirmation: confirm,
            until: now.uptime + confirm.within
        )
        step(card, at: now)
    }

    private func title(_ tap: AuthorisedTap) -> String {
        for field in tap.action.fields where field.name == "title" {
            // A title that cannot be made is no reason not to act.
            if case .template(let text) = field.value, let title = try? text.template.render(in: tap.scope) {
                return title
            }
        }
        return tap.action.id
    }

    mutating func answer(
        _ source: TapSource,
        _ status: Int,
        _ text: String,
        result: String,
        headers: [HTTPRequest.Pair] = [],
        at now: Moment
    ) {
        let id: TapID
        switch source {
        case .request(let waiting): id = waiting
        case .recorded(let recorded): return settle(recorded, status, text, result, at: now)
        }
        counters.taps[result, default: 0] += 1
        let body = JSON.object(["result": .string(text)]).utf8
        let all = headers + [HTTPRequest.Pair("Content-Type", "application/json")]
        effects.append(.answer(id, HTTPResponse(status: status, headers: all, body: body)))
    }

    private func bearer(_ request: HTTPRequest) -> String? {
        let headers = request.headers.filter { $0.name.lowercased() == "authorization" }
        // Two of them may mean one thing to a proxy and another one here.
        guard headers.count == 1, let header = headers.first?.value else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }

    /// A reply's text; NUL never comes from one.
    private func text(_ request: HTTPRequest) -> String? {
        guard let json = try? services.parseJSON(request.body), let text = json["text"]?.stringValue else {
            return nil
        }
        return ReplyText.cleaned(text)
    }

    private mutating func authorise(_ owner: String, _ action: String, _ credential: String, at now: Moment)
        -> AuthorisedTap?
    {
        if let dot = credential.firstIndex(of: ".") {
            let run = String(credential[..<dot])
            let token = String(credential[credential.index(after: dot)...])
            return authoriseNotification(owner, action, run: run, token: token, at: now)
        }
        if owner.hasPrefix(TapAddress.widgetPrefix) {
            return authoriseWidget(owner, action, token: credential, at: now)
        }
        return authoriseCard(owner, action, token: credential, at: now)
    }

    private mutating func authoriseCard(_ slug: String, _ action: String, token: String, at now: Moment)
        -> AuthorisedTap?
    {
        // Equal slugs of several accounts have tokens of their own.
        let place = accounts.indices.compactMap { cardsBySlug[CardAddress($0, slug)] }.first { place in
            guard let run = cards[place].run, cards[place].phase == .ongoing || cards[place].finale != nil
            else { return false }
            return tokens.accepts(token, owner: slug, action: action, run: run.id)
        }
        guard let place, let run = cards[place].run else { return nil }
        let rule = mapping.activities[cards[place].rule]
        guard let found = rule.actions(of: cards[place]).first(where: { $0.id == action }),
            case .publish(let publish) = found.effect
        else { return nil }
        let runAge = max(now.wall - run.startedAt, cards[place].knowledge.provenAge)
        if let finale = cards[place].finale {
            // The outcome's buttons are good for as long as the ended card can be seen.
            let seen = rule.options.finalFor + rule.options.dismissAfter
            if now.wall - finale.at > min(found.expires ?? seen, seen) { return nil }
        } else if let expires = found.expires,
            runAge > expires || run.startedAt - now.wall > ButtonClock.tolerance
        {
            return nil
        }
        guard isOffered(found, ofCard: place, at: now) else {
            decide(rule.name, slug: slug, "tap", "\(action) does not work now: its `when` does not hold")
            return nil
        }
        // A question has one answer, whatever button it came by.
        let isAnswer = ApprovalOptions.contain(action, rule)
        let key = isAnswer ? ApprovalOptions.key(slug: slug, run: run.id) : "\(slug)/\(action)/\(run.id)"
        return AuthorisedTap(
            rule: rule.name,
            action: found,
            publish: publish,
            scope: scope(ofCard: place, now),
            once: found.once || isAnswer ? (key, now.wall + Self.clockDoubt) : nil,
            card: place
        )
    }

    /// Whether a card's button works now: the phone may still show one whose `when` holds no more, or of which nobody
    /// knows.
    private func isOffered(_ action: TapAction, ofCard place: Int, at now: Moment) -> Bool {
        guard let when = action.when else { return true }
        let scope = CardScope(services: services, rule: mapping.activities[cards[place].rule], now: now)
        if case .success(true) = scope.holds(when, scope.conditions(cards[place])) { return true }
        return false
    }

    private func authoriseNotification(
        _ name: String,
        _ action: String,
        run: String,
        token: String,
        at now: Moment
    ) -> AuthorisedTap? {
        guard tokens.accepts(token, owner: name, action: action, run: run), let notice = notices[run],
            notice.rule == name, let rule = mapping.notifications.first(where: { $0.name == name }),
            let found = rule.actions.first(where: { $0.id == action }),
            case .publish(let publish) = found.effect,
            var tap = notificationTap(notice, found, publish, tappedAt: now.wall, at: now)
        else { return nil }
        tap.notice = run
        if found.once { tap.once = ("\(name)/\(action)/\(run)", notice.expiresAt + Self.clockDoubt) }
        return tap
    }

    /// What a tap on a notification's button at an instant does; nil: the button had expired.
    func notificationTap(
        _ notice: Notice,
        _ action: TapAction,
        _ publish: PublishTemplate,
        tappedAt instant: Timestamp,
        at now: Moment
    ) -> AuthorisedTap? {
        let ahead = notice.sentAt - now.wall
        guard ahead <= (notice.isScheduled ? ButtonClock.scheduleTolerance : ButtonClock.tolerance),
            max(instant - notice.sentAt, notice.provenAge) <= action.expires ?? Self.buttonLife,
            let number = mapping.notifications.firstIndex(where: { $0.name == notice.rule }),
            let place = watchesByKey[CardKey(rule: number, captures: notice.event.captures)]
        else { return nil }
        return AuthorisedTap(
            rule: notice.rule,
            action: action,
            publish: publish,
            scope: watchScope(place, notice.event, at: now, forFields: true),
            once: nil,
            card: nil
        )
    }

    /// The request that the phone would send for a tap on a button that is shown now: for `replay` and tests.
    ///
    /// The rule is its name, or a card's slug; the action is its id, or the last part where that is the only one.
    package func tapRequest(rule: String, action: String, text: String?) -> HTTPRequest? {
        let body = text.map { JSON.object(["text": .string($0)]).utf8 } ?? []
        func request(_ owner: String, _ id: String, _ credential: String) -> HTTPRequest {
            HTTPRequest(
                method: "POST",
                target: "/t/\(owner)/\(id)",
                headers: [HTTPRequest.Pair("Authorization", "Bearer \(credential)")],
                body: body
            )
        }
        let place =
            accounts.indices.compactMap { cardsBySlug[CardAddress($0, rule)] }.first
            ?? cards.firstIndex { mapping.activities[$0.rule].name == rule && $0.run != nil }
        if let place, let run = cards[place].run,
            let id = mapping.activities[cards[place].rule].actions(of: cards[place]).id(matching: action)
        {
            let slug = cards[place].slug.text
            return request(slug, id, tokens.token(owner: slug, action: id, run: run.id))
        }
        if let tap = widgetTap(rule: rule, action: action) {
            return request(tap.owner, tap.id, tap.credential)
        }
        let latest = notices.values.filter { $0.rule == rule }.max { ($0.sentAt, $0.id) < ($1.sentAt, $1.id) }
        guard let latest, let found = mapping.notifications.first(where: { $0.name == rule }),
            let id = found.actions.id(matching: action)
        else { return nil }
        return request(rule, id, latest.id + "." + tokens.token(owner: rule, action: id, run: latest.id))
    }
}

extension [TapAction] {
    /// The id that a person means: an id itself, or the last part of the only one that ends so.
    func id(matching name: String) -> String? {
        if contains(where: { $0.id == name }) { return name }
        let candidates = map(\.id).filter { $0.split(separator: ".").last.map(String.init) == name }
        return candidates.count == 1 ? candidates.first : nil
    }
}
