import Mapping
import Templates
import Values

/// What nobody knows is not told as if it were known (design sections 1 and 4).
extension Engine {
    /// What the fields of a notification see: unlike a card it shows nothing yet, so there is no old value to keep.
    ///
    /// Of a silence the last value is what there is to tell.
    func noticeScope(_ place: Int, _ event: EventContext, at now: Moment) -> TemplateScope {
        let rule = mapping.notifications[watches[place].rule]
        var tellsOfSilence = false
        if case .silence = rule.trigger { tellsOfSilence = true }
        var scope = watchScope(place, event, at: now, forFields: tellsOfSilence)
        scope.missingIsUnknown = true
        return scope
    }

    /// Whether a text cannot be made because the message that fired the rule does not say what it is about.
    ///
    /// Where another topic's input is what is not known, the event happened all the same.
    func isUnsaid(_ node: ContentNode, _ place: Int, _ event: EventContext, at now: Moment) -> Bool {
        let rule = mapping.notifications[watches[place].rule]
        guard case .topic = rule.trigger, let topic = event.topic else { return false }
        let names = node.namesRead
        return !zip(watches[place].inputs, rule.inputs).contains { state, input in
            names.contains(input.name) && !state.isKnown(at: now, expireAfter: input.expireAfter)
                && input.topic.match(topic) == nil
        }
    }
}

extension LocatedTemplate {
    /// Whether it asks for that word, such as `unavailable`.
    func names(_ word: String) -> Bool {
        let source = template.source.lowercased()
        return ["'\(word.lowercased())'", "\"\(word.lowercased())\""].contains { source.contains($0) }
    }
}
