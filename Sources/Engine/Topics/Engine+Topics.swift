import Mapping
import Templates
import Values

/// Who reads a topic.
enum Reader: Sendable {
    case input(rule: Int, input: Int, TopicFilter)
    case availability(rule: Int, input: Int, TopicFilter)
    case each(rule: Int, TopicFilter)
    case trigger(rule: Int, TopicFilter)
    case watchInput(rule: Int, input: Int, TopicFilter)
    case watchAvailability(rule: Int, input: Int, TopicFilter)
    case widget(WidgetReader)

    var filter: TopicFilter {
        switch self {
        case .input(_, _, let filter), .availability(_, _, let filter), .each(_, let filter),
            .trigger(_, let filter), .watchInput(_, _, let filter), .watchAvailability(_, _, let filter):
            filter
        case .widget(let reader): reader.filter
        }
    }
}

extension Engine {
    mutating func indexTopics() {
        indexWidgetTopics()
        for (place, rule) in mapping.activities.enumerated() {
            if let each = rule.each { topics.insert(each, .each(rule: place, each)) }
            for (number, input) in rule.inputs.enumerated() {
                topics.insert(input.topic, .input(rule: place, input: number, input.topic))
                if let topic = input.availability?.topic {
                    topics.insert(topic, .availability(rule: place, input: number, topic))
                }
            }
        }
        for (place, rule) in mapping.notifications.enumerated() {
            switch rule.trigger {
            case .topic(let input, _): topics.insert(input.topic, .trigger(rule: place, input.topic))
            case .silence(let topic, _): topics.insert(topic, .trigger(rule: place, topic))
            case .activity, .becomesTrue: break
            }
            for (number, input) in rule.inputs.enumerated() {
                topics.insert(input.topic, .watchInput(rule: place, input: number, input.topic))
                if let topic = input.availability?.topic {
                    topics.insert(topic, .watchAvailability(rule: place, input: number, topic))
                }
            }
        }
    }

    func collapsedSubscriptions() -> [(filter: TopicFilter, qos: Int)] {
        var wanted: [String: (filter: TopicFilter, qos: Int)] = [:]
        func want(_ filter: TopicFilter, _ qos: Int) {
            let key = filter.subscription
            wanted[key] = (filter, max(qos, wanted[key]?.qos ?? 0))
        }
        func want(_ input: Input) {
            want(input.topic, input.qos)
            if let topic = input.availability?.topic { want(topic, input.qos) }
        }
        for rule in mapping.activities {
            if let each = rule.each { want(each, 0) }
            rule.inputs.forEach(want)
        }
        for rule in mapping.widgets {
            if let each = rule.each { want(each, 0) }
            rule.inputs.forEach(want)
        }
        for rule in mapping.notifications {
            rule.inputs.forEach(want)
            switch rule.trigger {
            case .topic(let input, _): want(input)
            case .silence(let topic, _): want(topic, 0)
            case .activity, .becomesTrue: break
            }
        }
        let all = wanted.values.sorted { $0.filter.subscription < $1.filter.subscription }
        return all.compactMap { own in
            let isCovered = all.contains { other in
                other.filter.subscription != own.filter.subscription && other.filter.covers(own.filter)
                    && !(own.filter.covers(other.filter)
                        && other.filter.subscription > own.filter.subscription)
            }
            guard !isCovered else { return nil }
            let qos = all.filter { own.filter.covers($0.filter) }.map(\.qos).max() ?? own.qos
            return (own.filter, qos)
        }
    }

    /// The cards and watches that exist whatever the topics say.
    mutating func makeFixedOwners(at now: Moment) {
        makeFixedWidgets()
        for (place, rule) in mapping.activities.enumerated() where !Self.hasCaptures(rule) {
            _ = makeCards(place, [:], at: now)
        }
        for place in mapping.notifications.indices where !Self.hasCaptures(mapping.notifications[place]) {
            _ = watch(CardKey(rule: place, captures: [:]), at: now)
        }
    }

    private static func hasCaptures(_ rule: ActivityRule) -> Bool {
        rule.each != nil || rule.inputs.contains { !$0.topic.captureNames.isEmpty }
    }

    private static func hasCaptures(_ rule: NotificationRule) -> Bool {
        let trigger: [String] =
            switch rule.trigger {
            case .topic(let input, _): input.topic.captureNames
            case .silence(let topic, _): topic.captureNames
            case .activity, .becomesTrue: []
            }
        return !trigger.isEmpty || rule.inputs.contains { !$0.topic.captureNames.isEmpty }
    }
}
