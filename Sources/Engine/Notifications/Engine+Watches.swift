import Mapping
import PushWardAPI
import Templates
import Values

extension Engine {
    /// The watch of those captures, made where there is none; nil where the rule has too many already.
    mutating func watch(_ key: CardKey, at now: Moment) -> Int? {
        if let place = watchesByKey[key] { return place }
        guard watches.count < Self.mostOwnersPerRule * max(1, mapping.notifications.count) else { return nil }
        let rule = mapping.notifications[key.rule]
        watches.append(NotificationWatch(rule: key.rule, captures: key.captures, inputs: rule.inputs))
        let place = watches.count - 1
        watchesByKey[key] = place
        if case .silence(_, let limit) = rule.trigger {
            watches[place].heardAt = now.uptime
            awaitSilence(place, limit, at: now)
        }
        return place
    }

    mutating func updateWatch(
        _ rule: Int,
        _ number: Int,
        _ filter: TopicFilter,
        _ message: MQTTMessage,
        _ payload: inout Payload,
        _ now: Moment,
        isAvailability: Bool,
        _ touched: inout [Int]
    ) {
        guard let captures = filter.match(message.topic),
            let place = watch(CardKey(rule: rule, captures: captures), at: now)
        else { return }
        let input = mapping.notifications[rule].inputs[number]
        if message.isRetained, input.retained == .ignore { return drop("retained") }
        if !touched.contains(place) {
            touched.append(place)
            watches[place].previous = watches[place].inputs
        }
        recallWatch(place, but: number, isAvailability: isAvailability, at: now)
        let event = EventContext(topic: message.topic, captures: captures)
        func scope() -> TemplateScope { watchScope(place, event, at: now, forFields: true) }
        if isAvailability {
            if let isThere = AvailabilityReader.isAvailable(input.availability, &payload, scope()) {
                watches[place].inputs[number].isAvailable = isThere
            }
            return
        }
        switch InputReader.read(input, from: &payload, scope: scope, now: now.wall) {
        case .value(let value):
            watches[place].inputs[number].take(value, isRetained: message.isRetained, at: now)
        case .unknown(let reason):
            watches[place].inputs[number].forget(at: now)
            if let metric = reason.metric { drop(metric) }
        }
    }

    /// Looks at a condition over inputs: it fires when it becomes true by what is news.
    ///
    /// `isNews` tells whether the message is; nil: time alone is, once it was known since the start whether it holds.
    mutating func judgeWatch(_ place: Int, isNews: Bool?, at now: Moment) {
        defer { noteSince(ofWatch: place, at: now) }
        let rule = mapping.notifications[watches[place].rule]
        guard case .becomesTrue(let when) = rule.trigger else { return }
        counters.ruleEvaluations += 1
        let scope = watchScope(place, nil, at: now, forFields: false)
        guard let holds = evaluate(when, scope, rule, place) else {
            // Of what nobody knows nobody can say that it holds for a while; after a restart it may still be told.
            if watches[place].memory == nil { watches[place].heldSince = nil }
            return
        }
        let before = watches[place].holds
        let isFirst = !watches[place].isJudged
        let isNews = (isNews ?? !isFirst) && !(isFirst && holds && heldAtRestart(place, when, at: now))
        watches[place].isJudged = true
        if !holds {
            watches[place].holds = false
            watches[place].heldSince = nil
        } else if watches[place].heldSince != nil {
            confirmHold(place, at: now)
        } else if before != true {
            if !isNews {
                // What the broker had stored is a state, not an event: it arms or disarms, and fires nothing.
                watches[place].holds = true
            } else {
                hold(place, rule, EventContext(captures: watches[place].captures), at: now)
            }
        }
        if watches[place].holds != before { saveWatch(place, at: now) }
        noteHold(place, at: now)
    }

    /// A message on the topic of an event rule.
    mutating func trigger(
        _ number: Int,
        _ captures: [String: String],
        _ message: MQTTMessage,
        _ payload: inout Payload,
        at now: Moment
    ) {
        let rule = mapping.notifications[number]
        guard let place = watch(CardKey(rule: number, captures: captures), at: now) else { return }
        if case .silence(_, let limit) = rule.trigger {
            // What the broker had stored is no sign of life.
            if !message.isRetained { heard(place, limit, at: now) }
            return
        }
        guard case .topic(let input, let when) = rule.trigger else { return }
        if message.isRetained, input.retained != .event {
            drop("retained")
            if let when, let text = payload.text, !watches[place].isHoldConfirmed {
                let event = EventContext(
                    topic: message.topic,
                    value: text,
                    json: payload.json,
                    captures: captures
                )
                let scope = watchScope(place, event, at: now, forFields: false)
                reviewHold(place, event, holds: evaluate(when, scope, rule, place), at: now)
            }
            return decide(rule.name, "skip", "the message was stored at the broker: it is no event")
        }
        guard !payload.bytes.isEmpty || input.emptyIsNone else { return }
        guard let event = event(place, rule, input, when, message.topic, captures, &payload, at: now) else {
            watches[place].heldSince = nil
            return
        }
        counters.ruleEvaluations += 1
        if let when {
            let scope = watchScope(place, event, at: now, forFields: false)
            guard evaluate(when, scope, rule, place) == true else {
                watches[place].heldSince = nil
                return noteHold(place, at: now)
            }
        }
        if let last = watches[place].lastPayloadAt, watches[place].lastPayload == payload.bytes,
            now.uptime - last < rule.dedupe
        {
            drop("duplicate")
            return decide(rule.name, "skip", "the same payload came less than \(rule.dedupe.brief) ago")
        }
        watches[place].lastPayload = payload.bytes.count <= 65_536 ? payload.bytes : nil
        watches[place].lastPayloadAt = now.uptime
        hold(place, rule, event, at: now)
    }

    /// What a message says to the templates of its rule; nil: its source says that it does not know, or says nothing of
    /// what `value` reads (design section 4).
    private mutating func event(
        _ place: Int,
        _ rule: NotificationRule,
        _ input: Input,
        _ when: LocatedTemplate?,
        _ topic: String,
        _ captures: [String: String],
        _ payload: inout Payload,
        at now: Moment
    ) -> EventContext? {
        guard let text = payload.text else {
            drop("undecodable")
            return nil
        }
        var event = EventContext(topic: topic, value: text, json: payload.json, captures: captures)
        if payload.bytes.isEmpty { return event }
        if input.value == nil, let word = InputReader.unknownWord(&payload), when?.names(word) == true {
            // Who asks for the very word wants to hear it.
            return event
        }
        let scope = watchScope(place, event, at: now, forFields: true)
        switch InputReader.read(input, from: &payload, scope: { scope }, now: now.wall) {
        case .value(let value):
            let isRead = input.value != nil || input.unit != nil
            if isRead { event.reading = value.json }
            return event
        case .unknown(let reason):
            if let metric = reason.metric { drop(metric) }
            decide(rule.name, "skip", "the message does not say what it is about: it is no event")
            return nil
        }
    }

    private mutating func hold(_ place: Int, _ rule: NotificationRule, _ event: EventContext, at now: Moment)
    {
        guard rule.holdFor > .zero else { return fire(place, rule, event, at: now) }
        if watches[place].heldSince == nil {
            watches[place].heldSince = now.uptime
            watches[place].heldSinceWall = now.wall
            decide(rule.name, "hold", "it must hold for \(rule.holdFor.brief)")
        }
        watches[place].heldEvent = event
        watches[place].isHoldConfirmed = true
        noteHold(place, at: now)
        awaitHold(place, at: now)
    }

    /// A hold time or a silence has run out.
    mutating func wakeWatch(_ place: Int, at now: Moment) {
        let rule = mapping.notifications[watches[place].rule]
        if case .silence(_, let limit) = rule.trigger {
            guard silenceIsOver(place, limit, at: now) else { return }
            return fire(place, rule, EventContext(captures: watches[place].captures), at: now)
        }
        guard let since = watches[place].heldSince, let event = watches[place].heldEvent,
            watches[place].isHoldConfirmed, now.uptime - since >= rule.holdFor
        else {
            noteHold(place, at: now)
            return awaitHold(place, at: now)
        }
        if case .becomesTrue(let when) = rule.trigger,
            evaluate(when, watchScope(place, nil, at: now, forFields: false), rule, place) != true
        {
            // An input may have expired meanwhile.
            watches[place].heldSince = nil
            return noteHold(place, at: now)
        }
        fire(place, rule, event, at: now)
    }

    /// Tells the rules that follow a card's life; what the broker had stored made no event.
    mutating func fire(
        _ event: NotificationRule.ActivityEvent,
        ofCard card: Int,
        isStored: Bool = false,
        at now: Moment
    ) {
        let name = mapping.activities[cards[card].rule].name
        let captures = cards[card].captures
        guard isNews(event, ofCard: card) else { return }
        guard !isStored else {
            return decide(
                name,
                "skip",
                "the broker had stored what made the \(event.rawValue): it is no event"
            )
        }
        for (number, rule) in mapping.notifications.enumerated() {
            guard case .activity(name, event) = rule.trigger,
                let place = watch(CardKey(rule: number, captures: captures), at: now)
            else { continue }
            hold(place, rule, EventContext(captures: captures, card: card), at: now)
        }
    }

    private mutating func fire(_ place: Int, _ rule: NotificationRule, _ event: EventContext, at now: Moment)
    {
        watches[place].heldSince = nil
        if case .becomesTrue = rule.trigger { watches[place].holds = true }
        if rule.holdFor > .zero { saveWatch(place, at: now) }
        if let last = watches[place].lastSentAt, now.wall >= last, now.wall - last < rule.cooldown {
            return decide(rule.name, "skip", "the last one was sent less than \(rule.cooldown.brief) ago")
        }
        if let quiet = rule.quietHours, quiet.contains(services.minuteOfDay(now.wall)) {
            return decide(rule.name, "skip", "these are quiet hours")
        }
        var isSent = false
        for account in rule.accounts where compose(place, rule, event, to: account, at: now) { isSent = true }
        if isSent { watches[place].lastSentAt = now.wall }
        saveWatch(place, at: now)
    }

    mutating func saveWatch(_ place: Int, at now: Moment) {
        watches[place].savedHold = watches[place].heldSinceWall
        watches[place].savedSince.take(watches[place].inputs)
        let rule = mapping.notifications[watches[place].rule]
        var row = watches[place].record.objectValue ?? [:]
        row["memory"] = memory(ofWatch: place, rule, at: now)?.record(rule.inputs)
        let key = watches[place].stateKey(ruleName: rule.name)
        effects.append(.save([StateChange(.rules, key, .object(row))]))
    }

    private mutating func evaluate(
        _ when: LocatedTemplate,
        _ scope: TemplateScope,
        _ rule: NotificationRule,
        _ place: Int
    ) -> Bool? {
        do throws(TemplateError) {
            return try when.template.evaluate(in: scope).isTrueAsCondition
        } catch {
            if error.code != .unknownInput, watches[place].told.insert("when").inserted {
                log(.warning, "rules", "\(error.place ?? when.mark): \(rule.name): when: \(error)")
            }
            return nil
        }
    }

    func watchScope(_ place: Int, _ event: EventContext?, at now: Moment, forFields: Bool) -> TemplateScope {
        let watch = watches[place]
        let rule = mapping.notifications[watch.rule]
        // What happens to a card is told with what the card knows.
        var variables = event?.card.map { scope(ofCard: $0, now).variables } ?? [:]
        for (name, text) in watch.captures { variables[name] = .string(text) }
        for (state, input) in zip(watch.inputs, rule.inputs) {
            variables[input.name] =
                forFields
                ? state.displayValue : state.conditionValue(at: now, expireAfter: input.expireAfter)
        }
        if event?.card == nil {
            variables["previous"] = Value(members: watch.previous.map { ($0.name, $0.displayValue) })
            variables["since"] = InputClock(inputs: watch.inputs, now: now).function
        }
        if let event {
            for (name, text) in event.captures { variables[name] = .string(text) }
            event.bind(into: &variables)
        }
        return TemplateScope(variables: variables, now: now.wall, services: services)
    }
}

extension NotificationRule.QuietHours {
    /// Whether a minute of the day lies within them.
    func contains(_ minute: Int) -> Bool {
        from <= to ? (from..<to).contains(minute) : minute >= from || minute < to
    }
}
