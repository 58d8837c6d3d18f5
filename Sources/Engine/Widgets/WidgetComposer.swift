import Mapping
import PushWardAPI
import Templates
import Values

/// Builds what a widget's templates see.
struct WidgetScope {
    let services: TemplateServices
    let rule: WidgetRule
    let now: Moment

    /// What the content's fields see: the inputs at the time of the last message.
    func content(_ widget: Widget) -> TemplateScope {
        WidgetScope(services: services, rule: rule, now: widget.lastNews ?? now).fields(widget)
    }

    /// What a message's templates see: an input that is not known any more keeps its last value.
    func fields(_ widget: Widget) -> TemplateScope {
        var variables: [String: Value] = [:]
        variables.reserveCapacity(widget.inputs.count + widget.captures.count + 2)
        for (name, text) in widget.captures { variables[name] = .string(text) }
        for state in widget.inputs { variables[state.name] = state.displayValue }
        variables["previous"] = Value(members: widget.previous.map { ($0.name, $0.displayValue) })
        variables["since"] = InputClock(inputs: widget.inputs, now: now).function
        if let message = widget.lastMessage { message.bind(into: &variables) }
        return TemplateScope(variables: variables, now: now.wall, services: services)
    }
}

/// Makes a widget's content from its inputs (design section 6).
struct WidgetComposer {
    let rule: WidgetRule
    let scope: WidgetScope
    let action: (TapAction, FieldSpec.ActionPlace, FieldEvaluator) -> FieldOutcome

    struct Result {
        var content: JSONObject
        /// What could not be used, by field.
        var problems: [(field: String, reason: String, mark: SourceMark?)] = []
        /// Required fields that have no value.
        var missing: [String] = []
    }

    /// The whole content; fields of which nobody knows the value keep what the server shows.
    func compose(_ widget: Widget) -> Result {
        let believed = widget.slot.believed
        var result = Result(content: [:])
        guard let spec = WidgetFields.template(named: rule.content.template) else { return result }
        let shown = believed["template"] == .string(spec.name) ? believed : [:]
        let evaluator = FieldEvaluator(scope: scope.content(widget), action: action)
        var fields = JSONObject()
        for field in rule.content.fields {
            let kind = spec.field(field.name)?.kind
            let outcome = evaluator.evaluate(field.value, kind: kind, shown: shown[field.name])
            result.problems += evaluator.leftOut.take(of: field.name)
            switch outcome {
            case .value(let value): fields[field.name] = value
            case .clear: fields[field.name] = nil
            case .keep: fields[field.name] = shown[field.name]
            case .invalid(let reason, let mark):
                if WrongValue.leavesShown(field.name, kind) { fields[field.name] = shown[field.name] }
                result.problems.append((field.name, reason, mark ?? field.mark))
            }
        }
        if rule.options.history != nil {
            let curve = widget.history.curve
            fields["points"] = curve.isEmpty ? shown["points"] : .array(curve)
        }
        if let silent = widget.silenceDeadline(rule), silent <= scope.now.uptime {
            let limit = rule.options.unavailableAfter
            fields["subtitle"] = SilenceNote.text(silent, limit, scope.services, at: scope.now)
        }
        for (name, value) in widget.slot.refusedValues where fields[name] == value {
            fields[name] = shown[name] == value ? nil : shown[name]
        }
        let completed = WidgetRules.complete(fields, template: spec, now: scope.now.wall)
        result.content = completed.content
        result.problems.append(contentsOf: completed.dropped.map { ($0.field, $0.reason, nil) })
        result.missing = completed.missing
        return result
    }
}

extension WidgetComposer {
    /// The number that the widget shows now; nil: nobody knows it.
    func number(_ widget: Widget) -> Double? {
        guard let spec = WidgetFields.template(named: rule.content.template),
            let field = rule.content.fields.first(where: { $0.name == "value" })
        else { return nil }
        let evaluator = FieldEvaluator(scope: scope.content(widget), action: action)
        guard case .value(let value) = evaluator.evaluate(field.value, kind: spec.field("value")?.kind) else {
            return nil
        }
        return value.doubleValue
    }
}

extension Widget {
    /// Whether anything is known that it could show; a widget without inputs shows what is written.
    var hasNews: Bool { inputs.isEmpty || inputs.contains { $0.value != nil } }

    /// Whether all that it shows is known to be true.
    func isKnown(_ rule: WidgetRule, at now: Moment) -> Bool {
        zip(inputs, rule.inputs).allSatisfy { $0.isKnown(at: now, expireAfter: $1.expireAfter) }
    }

    /// When silence becomes something that the widget says, on the uptime clock; nil: it does not.
    func silenceDeadline(_ rule: WidgetRule) -> Duration? {
        guard let limit = rule.options.unavailableAfter else { return nil }
        let lost = inputs.compactMap { $0.value == nil ? nil : $0.silentSince }.min()
        let heard = inputs.compactMap { $0.receivedAt?.uptime }.max()
        return [lost, heard].compactMap { $0 }.min().map { $0 + limit }
    }
}
