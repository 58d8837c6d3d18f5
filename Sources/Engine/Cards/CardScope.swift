import Mapping
import Templates
import Values

/// Builds what a card's templates see.
struct CardScope {
    let services: TemplateServices
    let rule: ActivityRule
    let now: Moment

    /// What conditions see: an input that is not known makes whatever reads it fail.
    func conditions(_ card: Card) -> TemplateScope {
        scope(card) { $0.conditionValue(at: now, expireAfter: $1.expireAfter) }
    }

    /// What the content's fields see: the inputs at the time of the last news.
    func content(_ card: Card) -> TemplateScope {
        CardScope(services: services, rule: rule, now: card.lastNews ?? now).fields(card)
    }

    /// What a message's templates see: an input that is not known any more keeps its last value.
    func fields(_ card: Card) -> TemplateScope {
        scope(card) { state, _ in state.displayValue }
    }

    private func scope(_ card: Card, _ value: (InputState, Input) -> Value) -> TemplateScope {
        var variables: [String: Value] = [:]
        variables.reserveCapacity(card.inputs.count + card.captures.count + 2)
        for (name, text) in card.captures { variables[name] = .string(text) }
        for (state, input) in zip(card.inputs, rule.inputs) { variables[input.name] = value(state, input) }
        variables["activity"] = activity(card)
        variables["previous"] = Value(members: card.previous.map { ($0.name, $0.displayValue) })
        variables["since"] = InputClock(inputs: card.inputs, now: now).function
        if let message = card.lastMessage { message.bind(into: &variables) }
        return TemplateScope(variables: variables, now: now.wall, services: services)
    }

    private func activity(_ card: Card) -> Value {
        let elapsed = card.run.map { max(0, (now.wall - $0.startedAt).inSeconds) }
        let state =
            switch card.phase {
            case .idle: "idle"
            case .ongoing: "ongoing"
            case .finishing: "ended"
            }
        return Value(members: [
            ("state", .string(state)),
            ("elapsed", .float(elapsed ?? 0)),
            ("started_at", card.run.map { .float($0.startedAt.unixSeconds) } ?? .none),
            ("answer", card.answer.map { .string($0.option) } ?? .none),
            ("answered_by", card.answer.map { .string($0.by) } ?? .none),
        ])
    }

    /// Whether a condition holds; nil where that cannot be told, because it reads what nobody knows or fails.
    func holds(_ condition: LocatedTemplate, _ scope: TemplateScope) -> Result<Bool, TemplateError> {
        do throws(TemplateError) {
            return .success(try condition.template.evaluate(in: scope).isTrueAsCondition)
        } catch {
            return .failure(error)
        }
    }
}
