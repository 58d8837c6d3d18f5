import Mapping
import PushWardAPI
import Values

extension CardComposer {
    /// What only the device counts on while the card runs.
    private static let animations = ["end_date", "live_progress", "alarm", "snooze_seconds"]
    /// What the server has made of a timer's window: the end of the run does not move it.
    private static let window = [
        "start_date", "end_date", "duration", "paused", "paused_at", "direction", "alarm", "live_progress",
    ]

    /// The final frame: what is true at the end, under the fields of the outcome, if there is one.
    ///
    /// Buttons that publish go with the run that they belong to; an outcome may bring its own.
    func composeFinal(_ card: Card, _ outcome: Outcome?) -> Result {
        let spec = ContentFields.template(named: rule.content.template)
        let believed = card.slot.believed.content
        let now = lasting.compose(card).draft
        var result = Result(draft: ContentDraft(fields: now.fields))
        for (name, value) in now.refreshed { result.draft.fields[name] = value }
        if !isComplete(result.draft.fields, spec) { result.draft.fields = withoutButtons(believed) }
        switch rule.content.template {
        case "countdown":
            for name in Self.window { result.draft.fields[name] = believed[name] }
            for name in ["alarm", "snooze_seconds"] { result.draft.fields[name] = nil }
        case "approval": result.draft.fields = withoutButtons(believed)
        default: for name in Self.animations { result.draft.fields[name] = nil }
        }
        guard let outcome else {
            complete(&result, spec, refused: card.slot.refusedValues, shown: believed)
            return result
        }
        evaluate(outcome.fields, evaluator(card), spec, keepFrom: believed, into: &result)
        result.draft.fields["eta"] = nil
        complete(&result, spec, refused: card.slot.refusedValues, shown: believed)
        guard !result.missing.isEmpty else { return result }
        // What the outcome takes away and the card cannot be without stays as it is.
        for name in result.missing { result.draft.fields[name] = believed[name] }
        complete(&result, spec, refused: card.slot.refusedValues, shown: believed)
        if !result.missing.isEmpty { result.draft.fields = believed }
        return result
    }

    /// The final frame with what was heard since it was chosen; what the outcome says stands.
    func refreshFinal(_ card: Card, _ frame: JSONObject, _ outcome: Outcome?) -> JSONObject {
        var latest = composeFinal(card, outcome)
        guard latest.missing.isEmpty else { return frame }
        for field in outcome?.fields ?? [] { latest.draft.fields[field.name] = frame[field.name] }
        // An outcome's finish is none that the device counts to.
        for name in Self.animations { latest.draft.fields[name] = frame[name] }
        // What is new goes by what the outcome says: its steps' labels by their number.
        let spec = ContentFields.template(named: rule.content.template)
        complete(&latest, spec, refused: card.slot.refusedValues, shown: frame)
        return latest.missing.isEmpty ? latest.draft.fields : frame
    }

    /// The same composer, whose buttons do not publish: a tap on one would find no run that it belongs to.
    private var lasting: CardComposer {
        CardComposer(
            rule: rule,
            scope: scope,
            action: { action, place, evaluator in
                if action.publishes { return .clear }
                let outcome = self.action(action, place, evaluator)
                if case .keep = outcome { return .clear }
                return outcome
            }
        )
    }

    /// What was shown, without the buttons that publish; options of a question stay, since they say what was asked.
    private func withoutButtons(_ believed: JSONObject) -> JSONObject {
        var fields = believed
        for field in rule.content.fields where field.name != "options" {
            if field.value.actions.contains(where: \.publishes) {
                fields[field.name] = fields[field.name].flatMap(Self.withoutActions)
            }
        }
        return fields
    }

    /// An action is left out, and a structure loses the actions within it.
    private static func withoutActions(_ json: JSON) -> JSON? {
        switch json {
        case .array(let elements): return .array(elements.map { withoutActions($0) ?? $0 })
        case .object(let members):
            if members["url"] != nil { return nil }
            return .object(
                JSONObject(members.compactMap { name, value in withoutActions(value).map { (name, $0) } })
            )
        default: return json
        }
    }

    /// Whether an ended card can show it: an end whose inputs say no more what the card needs keeps what was shown.
    private func isComplete(_ fields: JSONObject, _ spec: TemplateSpec?) -> Bool {
        (spec?.required ?? []).allSatisfy { fields[$0] != nil }
    }
}
