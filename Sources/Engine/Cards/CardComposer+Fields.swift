import Mapping
import PushWardAPI
import Templates
import Values

/// Fields that mean more than their value.
extension CardComposer {
    /// The picture's whole address.
    func picture(_ field: ContentField, _ evaluator: FieldEvaluator, _ kind: FieldSpec.Kind?)
        -> FieldOutcome
    {
        let outcome = evaluator.evaluate(field.value, kind: nil)
        guard let kind, case .value(.string(let text)) = outcome else { return outcome }
        return PictureAddress.complete(text, base: rule.options.imageBase, kind: kind).at(field.mark)
    }

    /// The moment of a position in Unix seconds, not rounded: it is reckoned with here, and never sent.
    func instant(_ node: ContentNode, _ evaluator: FieldEvaluator) -> FieldOutcome {
        guard case .template(let located) = node else { return evaluator.evaluate(node, kind: .time) }
        do throws(TemplateError) {
            let native = try located.template.evaluate(in: evaluator.scope)
            guard let time = TimeReading.time(of: native, zone: nil, scope: evaluator.scope) else {
                return evaluator.evaluate(node, kind: .time)
            }
            return .value(.double(time.unixSeconds))
        } catch {
            return .failed(error)
        }
    }

    /// Seconds from when it was said, or Unix seconds.
    func eta(_ node: ContentNode, _ evaluator: FieldEvaluator) -> FieldOutcome {
        guard case .template(let located) = node else { return evaluator.evaluate(node, kind: nil) }
        do throws(TemplateError) {
            let native = try located.template.evaluate(in: evaluator.scope)
            if case .none = native { return .clear }
            if let number = UnitReader.number(native) { return .value(.double(number)) }
            guard let text = UnitReader.text(native), !text.isEmpty else { return .clear }
            if let seconds = DurationText.seconds(text) { return .value(.double(seconds)) }
            if let time = TimeReading.time(of: native, zone: nil, scope: evaluator.scope) {
                return .value(.double(time.unixSeconds))
            }
            return .invalid(reason: "is neither seconds nor a time", at: located.mark)
        } catch {
            return .failed(error)
        }
    }
}
