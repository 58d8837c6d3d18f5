import Mapping
import Templates
import Values

extension ActivityRule {
    /// The names that its conditions and fields read, but not those that its inputs read of their own messages.
    var namesRead: Set<String> {
        var names = start.when.template.freeNames
        names.formUnion(end?.when.template.freeNames ?? [])
        for outcome in outcomes { names.formUnion(outcome.when?.template.freeNames ?? []) }
        for field in content.fields + outcomes.flatMap(\.fields) { names.formUnion(field.value.namesRead) }
        for part in content.gathering?.parts ?? [] { names.formUnion(part.node.namesRead) }
        return names
    }

    /// How long a burst of messages is waited for: 100 ms where several topics are read and nothing else is said.
    var burstSettle: Duration {
        options.settle ?? (Set(inputs.map(\.topic.subscription)).count > 1 ? .milliseconds(100) : .zero)
    }

    /// The buttons that its card has: those of the running card, or those of the outcome that ended it.
    func actions(of card: Card) -> [TapAction] {
        guard let finale = card.finale else { return content.fields.flatMap { $0.value.actions } }
        guard let place = finale.outcome, outcomes.indices.contains(place) else { return [] }
        return outcomes[place].fields.flatMap { $0.value.actions }
    }

    /// All actions of the card, wherever they stand.
    var actions: [TapAction] {
        content.fields.flatMap { $0.value.actions }
            + outcomes.flatMap { $0.fields.flatMap { $0.value.actions } }
    }
}

extension ContentNode {
    /// The names that its templates read.
    var namesRead: Set<String> {
        switch self {
        case .null: []
        case .template(let located): located.template.freeNames
        case .list(let nodes): nodes.reduce(into: []) { $0.formUnion($1.namesRead) }
        case .map(let fields): fields.reduce(into: []) { $0.formUnion($1.value.namesRead) }
        case .action(let action): action.namesRead
        }
    }
}

extension TapAction {
    /// The names that its templates read.
    fileprivate var namesRead: Set<String> {
        var names = fields.reduce(into: Set<String>()) { $0.formUnion($1.value.namesRead) }
        names.formUnion(when?.template.freeNames ?? [])
        if case .publish(let publish) = effect {
            names.formUnion(publish.topic.template.freeNames)
            names.formUnion(publish.payload.template.freeNames)
        }
        return names
    }
}

extension TapAction {
    /// Whether the phone asks for a text.
    var takesText: Bool {
        fields.contains { field in
            guard field.name == "text_input", case .template(let located) = field.value else { return false }
            return ["true", "yes", "on", "1"].contains(located.template.source.lowercased())
        }
    }
}
