import Mapping
import PushWardAPI
import Templates
import Values

/// Who of the widgets reads a topic.
enum WidgetReader: Sendable {
    case input(rule: Int, input: Int, TopicFilter)
    case availability(rule: Int, input: Int, TopicFilter)
    case each(rule: Int, TopicFilter)

    var filter: TopicFilter {
        switch self {
        case .input(_, _, let filter), .availability(_, _, let filter), .each(_, let filter): filter
        }
    }
}

extension WidgetRule {
    /// The names that its fields read, but not those that its inputs read of their own messages.
    var namesRead: Set<String> {
        content.fields.reduce(into: []) { $0.formUnion($1.value.namesRead) }
    }

    /// How long a burst of messages is waited for: 100 ms where several topics are read and nothing else is said.
    var burstSettle: Duration {
        options.settle ?? (Set(inputs.map(\.topic.subscription)).count > 1 ? .milliseconds(100) : .zero)
    }

    /// Whether it makes a widget for each of what its topics capture.
    var hasCaptures: Bool { each != nil || inputs.contains { !$0.topic.captureNames.isEmpty } }

    /// All actions of the widget.
    var actions: [TapAction] { content.fields.flatMap { $0.value.actions } }
}

extension Engine {
    mutating func indexWidgetTopics() {
        for (place, rule) in mapping.widgets.enumerated() {
            if let each = rule.each { topics.insert(each, .widget(.each(rule: place, each))) }
            for (number, input) in rule.inputs.enumerated() {
                topics.insert(input.topic, .widget(.input(rule: place, input: number, input.topic)))
                if let topic = input.availability?.topic {
                    topics.insert(topic, .widget(.availability(rule: place, input: number, topic)))
                }
            }
        }
    }

    /// The widgets that exist whatever the topics say.
    mutating func makeFixedWidgets() {
        for (place, rule) in mapping.widgets.enumerated() where !rule.hasCaptures {
            _ = makeWidgets(place, [:])
        }
    }

    /// The widget of those captures, made where there is none; nil where the rule has too many already.
    mutating func widget(_ key: CardKey) -> Int? {
        if let place = widgets.byKey[key] { return place }
        guard mapping.widgets.indices.contains(key.rule) else { return nil }
        let rule = mapping.widgets[key.rule]
        guard widgets.list.count < Self.mostOwnersPerRule * max(1, mapping.widgets.count),
            let slug = slug(rule, key), widgets.bySlug[CardAddress(key.account, slug.text)] == nil
        else { return nil }
        widgets.list.append(Widget(key, slug: slug, inputs: rule.inputs, tokenRun: tokens.newID()))
        let place = widgets.list.count - 1
        widgets.byKey[key] = place
        widgets.bySlug[CardAddress(key.account, slug.text)] = place
        widgets.accounts[key.account].removed.remove(slug.text)
        return place
    }

    /// The widgets of those captures, one for each account of the rule, made where there are none.
    private mutating func makeWidgets(_ rule: Int, _ captures: [String: String]) -> [Int] {
        mapping.widgets[rule].accounts.compactMap { account in
            widget(CardKey(rule: rule, captures: captures, account: account))
        }
    }

    private func slug(_ rule: WidgetRule, _ key: CardKey) -> Slug? {
        let prefix = accounts[key.account].slugPrefix
        guard let template = rule.slug else { return Slug.from(text: prefix + rule.name) }
        let scope = TemplateScope(
            variables: key.captures.mapValues { Value.string($0) },
            now: Timestamp(microseconds: 0),
            services: services
        )
        guard let text = try? template.render(in: scope), !text.isEmpty else { return nil }
        return Slug.from(text: prefix + text)
    }

    /// Hands a message to the widgets that read its topic.
    mutating func takeWidgetMessage(
        _ reader: WidgetReader,
        _ message: MQTTMessage,
        _ payload: inout Payload,
        _ touched: inout [Int],
        at now: Moment
    ) {
        switch reader {
        case .each(let rule, let filter):
            guard let captures = filter.match(message.topic) else { return }
            for place in makeWidgets(rule, captures) { touch(place, message, &payload, &touched, at: now) }
        case .input(let rule, let number, let filter), .availability(let rule, let number, let filter):
            guard let captures = filter.match(message.topic) else { return }
            let input = mapping.widgets[rule].inputs[number]
            if message.isRetained, input.retained == .ignore { return drop("retained") }
            for place in widgetsToUpdate(rule, captures) {
                touch(place, message, &payload, &touched, at: now)
                if case .availability = reader {
                    readAvailability(place, number, &payload, at: now)
                } else {
                    readInput(place, number, message, captures, &payload, at: now)
                }
            }
        }
    }

    /// The widgets that a message with those captures concerns: its own, or all of the rule where it captures less.
    private mutating func widgetsToUpdate(_ rule: Int, _ captures: [String: String]) -> [Int] {
        if let each = mapping.widgets[rule].each, captures.count < each.captureNames.count {
            return widgets.list.indices.filter { place in
                widgets.list[place].rule == rule
                    && captures.allSatisfy { widgets.list[place].captures[$0.key] == $0.value }
            }
        }
        return makeWidgets(rule, captures)
    }

    private mutating func touch(
        _ place: Int,
        _ message: MQTTMessage,
        _ payload: inout Payload,
        _ touched: inout [Int],
        at now: Moment
    ) {
        guard !touched.contains(place) else { return }
        widgets.list[place].lastNews = now
        widgets.list[place].previous = widgets.list[place].inputs
        touched.append(place)
        widgets.list[place].isTouched = true
        guard widgetsReadMessages[widgets.list[place].rule], message.payload.count <= 65_536 else { return }
        widgets.list[place].lastMessage = EventContext(
            topic: message.topic,
            value: payload.text,
            json: payload.json,
            captures: widgets.list[place].captures
        )
    }

    private mutating func readAvailability(
        _ place: Int,
        _ number: Int,
        _ payload: inout Payload,
        at now: Moment
    ) {
        let availability = mapping.widgets[widgets.list[place].rule].inputs[number].availability
        let scope = widgetScope(place, at: now)
        if let isThere = AvailabilityReader.isAvailable(availability, &payload, scope) {
            widgets.list[place].inputs[number].isAvailable = isThere
        }
    }

    private mutating func readInput(
        _ place: Int,
        _ number: Int,
        _ message: MQTTMessage,
        _ captures: [String: String],
        _ payload: inout Payload,
        at now: Moment
    ) {
        let input = mapping.widgets[widgets.list[place].rule].inputs[number]
        let scope = {
            var scope = self.widgetScope(place, at: now)
            for (name, text) in captures { scope.variables[name] = .string(text) }
            scope.variables["topic"] = .string(message.topic)
            return scope
        }
        switch InputReader.read(input, from: &payload, scope: scope, now: now.wall) {
        case .value(let value):
            widgets.list[place].inputs[number].take(value, isRetained: message.isRetained, at: now)
        case .unknown(let reason):
            widgets.list[place].inputs[number].forget(at: now)
            if let metric = reason.metric { drop(metric) }
            if case .templateFailed(let error) = reason {
                tellWidget(
                    place,
                    "input \(input.name)",
                    "unknown: its template failed: \(error)",
                    error.place ?? input.mark
                )
            }
        }
    }

    func widgetScope(_ place: Int, at now: Moment) -> TemplateScope {
        let rule = mapping.widgets[widgets.list[place].rule]
        return WidgetScope(services: services, rule: rule, now: now).fields(widgets.list[place])
    }

    /// Waits for the rest of a burst where the rule reads several topics; else acts at once.
    mutating func settleOrStepWidget(_ place: Int, at now: Moment) {
        let settle = widgetSettles[widgets.list[place].rule]
        guard settle > .zero else { return stepWidget(place, at: now) }
        let began = widgets.list[place].burstBeganAt ?? now.uptime
        widgets.list[place].burstBeganAt = began
        // A source that never pauses must not keep the widget from being true.
        let until = min(now.uptime + settle, began + settle * 10)
        widgets.list[place].settlesAt = until
        deadlines.set(until, for: .widget(place))
    }

    /// Tells a problem of a widget's rule once.
    mutating func tellWidget(_ place: Int, _ what: String, _ why: String, _ mark: SourceMark) {
        guard widgets.list[place].told.insert(what).inserted else { return }
        let rule = mapping.widgets[widgets.list[place].rule]
        let label = accounts[widgets.list[place].account].label
        log(.warning, "rules", "\(mark): \(label)\(rule.name): \(what): \(why)")
    }
}
