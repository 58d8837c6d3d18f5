import Mapping
import PushWardAPI
import Templates
import Values

extension Engine {
    /// The most cards or watches that one rule may make of captured names.
    static let mostOwnersPerRule = 1000

    /// Hands a message to all who read its topic; each rule takes it at once, whatever the number of its inputs.
    mutating func dispatch(_ message: MQTTMessage, at now: Moment) {
        let readers = readers(of: message.topic)
        guard !readers.isEmpty else { return }
        var payload = Payload(message.payload, parseJSON: services.parseJSON)
        var touchedCards: [Int] = []
        var touchedWatches: [Int] = []
        var touchedWidgets: [Int] = []
        var triggers: [(rule: Int, captures: [String: String])] = []
        for reader in readers {
            switch reader {
            case .input(let rule, let input, let filter):
                update(rule, input, filter, message, &payload, now, isAvailability: false, &touchedCards)
            case .availability(let rule, let input, let filter):
                update(rule, input, filter, message, &payload, now, isAvailability: true, &touchedCards)
            case .each(let rule, let filter):
                guard let captures = filter.match(message.topic) else { continue }
                for place in makeCards(rule, captures, at: now) {
                    beginMessage(place, &touchedCards, at: now)
                }
            case .watchInput(let rule, let input, let filter):
                updateWatch(
                    rule,
                    input,
                    filter,
                    message,
                    &payload,
                    now,
                    isAvailability: false,
                    &touchedWatches
                )
            case .watchAvailability(let rule, let input, let filter):
                updateWatch(
                    rule,
                    input,
                    filter,
                    message,
                    &payload,
                    now,
                    isAvailability: true,
                    &touchedWatches
                )
            case .trigger(let rule, let filter):
                guard let captures = filter.match(message.topic) else { continue }
                triggers.append((rule, captures))
            case .widget(let reader): takeWidgetMessage(reader, message, &payload, &touchedWidgets, at: now)
            }
        }
        for place in touchedCards {
            if readsMessages[cards[place].rule] { keepMessage(message, &payload, place) }
            gather(place, isSettled: false, at: now)
            settleOrStep(place, at: now)
        }
        for place in touchedWidgets { settleOrStepWidget(place, at: now) }
        for place in touchedWatches {
            judgeWatch(place, isNews: !message.isRetained, at: now)
            resolve(place, at: now)
        }
        for (rule, captures) in triggers { trigger(rule, captures, message, &payload, at: now) }
    }

    /// Who reads a topic; what the daemon says of itself only who names it, since it would else make what it tells of.
    private func readers(of topic: String) -> [Reader] {
        let readers = topics.readers(of: topic)
        guard topic.hasPrefix(mapping.mqtt.bridgeRoot) else { return readers }
        return readers.filter(\.filter.isTopic)
    }

    /// Keeps the message for templates that read it; one of more than 64 KiB would be kept for nothing.
    private mutating func keepMessage(_ message: MQTTMessage, _ payload: inout Payload, _ place: Int) {
        guard message.payload.count <= 65_536 else { return }
        cards[place].lastMessage = EventContext(
            topic: message.topic,
            value: payload.text,
            json: payload.json,
            captures: cards[place].captures
        )
    }

    /// The card of those captures, made where there is none; nil where the rule has too many already.
    mutating func card(_ key: CardKey, at now: Moment) -> Int? {
        if let place = cardsByKey[key] { return place }
        guard mapping.activities.indices.contains(key.rule) else { return nil }
        let rule = mapping.activities[key.rule]
        guard cards.count < Self.mostOwnersPerRule * max(1, mapping.activities.count) else { return nil }
        guard let slug = slug(of: rule, key, at: now) else { return nil }
        let address = CardAddress(key.account, slug.text)
        guard cardsBySlug[address] == nil else { return nil }
        cards.append(
            Card(
                rule: key.rule,
                captures: key.captures,
                account: key.account,
                slug: slug,
                inputs: rule.inputs
            )
        )
        let place = cards.count - 1
        cardsByKey[key] = place
        cardsBySlug[address] = place
        claim(address, by: place)
        return place
    }

    /// The cards of those captures, one for each account of the rule, made where there are none.
    mutating func makeCards(_ rule: Int, _ captures: [String: String], at now: Moment) -> [Int] {
        mapping.activities[rule].accounts.compactMap { account in
            card(CardKey(rule: rule, captures: captures, account: account), at: now)
        }
    }

    private mutating func update(
        _ rule: Int,
        _ number: Int,
        _ filter: TopicFilter,
        _ message: MQTTMessage,
        _ payload: inout Payload,
        _ now: Moment,
        isAvailability: Bool,
        _ touched: inout [Int]
    ) {
        guard let captures = filter.match(message.topic) else { return }
        let input = mapping.activities[rule].inputs[number]
        if message.isRetained, input.retained == .ignore {
            drop("retained")
            return
        }
        for place in cardsToUpdate(rule, captures, at: now) {
            beginMessage(place, &touched, at: now)
            heardAgain(number, ofCard: place, isAvailability: isAvailability)
            if message.isRetained, input.retained != .event { cards[place].hasHeardStored = true }
            if isAvailability {
                cards[place].inputs[number].isAvailable =
                    AvailabilityReader.isAvailable(input.availability, &payload, scope(ofCard: place, now))
                    ?? cards[place].inputs[number].isAvailable
                continue
            }
            let scope = { self.messageScope(ofCard: place, message.topic, captures, now) }
            let reading = InputReader.read(input, from: &payload, scope: scope, now: now.wall)
            switch reading {
            case .value(let value):
                let isStored = message.isRetained && input.retained != .event
                let state = cards[place].inputs[number]
                cards[place].silence.take(value, of: state, isStored: isStored, at: now.uptime)
                cards[place].inputs[number].take(value, isRetained: message.isRetained, at: now)
                if mapping.activities[rule].content.gathering != nil {
                    cards[place].heard[number] = message.isRetained
                    cards[place].heardNow[number] = message.isRetained
                }
            case .unknown(let reason):
                cards[place].inputs[number].forget(at: now)
                tellUnknown(reason, input, ofCard: place)
            }
        }
    }

    /// The cards that a message with those captures concerns: its own, or all of the rule where it captures less.
    private mutating func cardsToUpdate(_ rule: Int, _ captures: [String: String], at now: Moment) -> [Int] {
        let each = mapping.activities[rule].each
        if let each, captures.count < each.captureNames.count {
            return cards.indices.filter { place in
                cards[place].rule == rule && captures.allSatisfy { cards[place].captures[$0.key] == $0.value }
            }
        }
        return makeCards(rule, captures, at: now)
    }

    private mutating func beginMessage(_ place: Int, _ touched: inout [Int], at now: Moment) {
        guard !touched.contains(place) else { return }
        cards[place].lastNews = now
        cards[place].previous = cards[place].inputs
        touched.append(place)
    }

    /// Waits for the rest of a burst where the rule reads several topics; else acts at once.
    private mutating func settleOrStep(_ place: Int, at now: Moment) {
        let rule = mapping.activities[cards[place].rule]
        let settle = settles[cards[place].rule]
        guard settle > .zero else { return step(place, at: now) }
        let began = cards[place].burstBeganAt ?? now.uptime
        cards[place].burstBeganAt = began
        // A source that never pauses must not keep the card from being true.
        let until = min(now.uptime + settle, began + settle * 10)
        cards[place].settlesAt = until
        let current = cards[place].nextLifeDeadline(rule, at: now)
        deadlines.set(current.map { min($0, until) } ?? until, for: .card(place))
    }

    mutating func drop(_ reason: String) {
        counters.dropped[reason, default: 0] += 1
    }

    private mutating func tellUnknown(_ reason: UnknownReason, _ input: Input, ofCard place: Int) {
        if let metric = reason.metric { drop(metric) }
        guard case .templateFailed(let error) = reason,
            cards[place].told.insert("input \(input.name)").inserted
        else { return }
        let rule = mapping.activities[cards[place].rule].name
        let mark = error.place ?? input.mark
        log(
            .warning,
            "rules",
            "\(mark): \(rule): input \(input.name) is unknown: its template failed: \(error)"
        )
    }

    func scope(ofCard place: Int, _ now: Moment) -> TemplateScope {
        let rule = mapping.activities[cards[place].rule]
        return CardScope(services: services, rule: rule, now: now).fields(cards[place])
    }

    private func messageScope(
        ofCard place: Int,
        _ topic: String,
        _ captures: [String: String],
        _ now: Moment
    ) -> TemplateScope {
        var scope = scope(ofCard: place, now)
        for (name, text) in captures { scope.variables[name] = .string(text) }
        scope.variables["topic"] = .string(topic)
        return scope
    }

    private func slug(of rule: ActivityRule, _ key: CardKey, at now: Moment) -> Slug? {
        var text = rule.name
        if let template = rule.slug {
            let variables = key.captures.mapValues { Value.string($0) }
            let scope = TemplateScope(variables: variables, now: now.wall, services: services)
            guard let rendered = try? template.render(in: scope), !rendered.isEmpty else { return nil }
            text = rendered
        }
        return Slug.from(text: accounts[key.account].slugPrefix + text)
    }
}

/// Reads what an availability topic says.
enum AvailabilityReader {
    static func isAvailable(
        _ availability: Input.Availability?,
        _ payload: inout Payload,
        _ scope: TemplateScope
    ) -> Bool? {
        guard let availability, let text = payload.text else { return nil }
        var said = text.trimmed
        if let template = availability.value {
            var scope = scope
            scope.variables["value"] = .string(text)
            if let json = payload.json { scope.variables["value_json"] = Value(json) }
            guard let rendered = try? template.render(in: scope) else { return nil }
            said = rendered
        } else if let inner = payload.json?.stringValue ?? payload.json?["state"]?.stringValue {
            // Zigbee2MQTT's form, with and without its JSON.
            said = inner
        }
        if availability.online.contains(said) { return true }
        if availability.offline.contains(said) { return false }
        return nil
    }
}
