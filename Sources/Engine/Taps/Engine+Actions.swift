import Mapping
import PushWardAPI
import Templates
import Values

/// Writes the actions of cards and notifications.
struct ActionWriter: Sendable {
    let wayHome: WayHome
    let tokens: TapTokens

    /// The JSON of an action: what it looks like, and how its tap comes back (design section 8).
    func value(
        _ action: TapAction,
        _ place: FieldSpec.ActionPlace,
        _ evaluator: FieldEvaluator,
        owner: String,
        run: String,
        isCard: Bool
    ) -> FieldOutcome {
        if let when = action.when {
            do throws(TemplateError) {
                guard try when.template.evaluate(in: evaluator.scope).isTrueAsCondition else { return .clear }
            } catch {
                return .failed(error)
            }
        }
        guard let look = look(action.fields, place, evaluator) else { return .keep }
        var members = look
        switch place {
        case .notification: members["id"] = .string(action.id)
        case .approvalOption: members["id"] = .string(ApprovalOptions.wireID(action.id, run: run))
        default: break
        }
        do throws(ActionRefusal) {
            let effect = try effect(action, place, evaluator, owner: owner, run: run, isCard: isCard)
            guard let effect else { return .clear }
            return .value(.object(try ActionBuilder.action(at: place, look: members, effect: effect)))
        } catch {
            return .invalid(reason: error.reason, at: action.mark)
        }
    }

    private func effect(
        _ action: TapAction,
        _ place: FieldSpec.ActionPlace,
        _ evaluator: FieldEvaluator,
        owner: String,
        run: String,
        isCard: Bool
    ) throws(ActionRefusal) -> ActionEffect? {
        switch action.effect {
        case .publish:
            // A button that the chosen way home cannot carry is left off; `check` says so.
            guard case .url(let base) = wayHome else {
                return place == .notification || place == .approvalOption ? .recorded : nil
            }
            let token = tokens.token(owner: owner, action: action.id, run: run)
            let credential = isCard ? token : "\(run).\(token)"
            let url = TapAddress.url(base, owner: owner, action: action.id)
            return .webhook(url: url, bearer: Secret(credential), body: nil)
        case .open(let fields):
            guard let members = try call(fields, place, evaluator) else { return nil }
            if members.keys == ["url"], let url = members["url"]?.stringValue, !Self.callsSilently(place, url)
            {
                return .open(url: url)
            }
            return .request(members)
        case .none: return place == .notification || place == .approvalOption ? .recorded : nil
        }
    }

    /// Whether an address alone is called instead of opened (`pushward-api.md` sections 7.3 and 11.3).
    private static func callsSilently(_ place: FieldSpec.ActionPlace, _ url: String) -> Bool {
        // From a notification only https pages are opened.
        if place == .notification { return url.lowercased().hasPrefix("http://") }
        guard [.mediaControl, .mediaExtra, .approvalOption].contains(place) else { return false }
        return url.lowercased().hasPrefix("http://") || url.lowercased().hasPrefix("https://")
    }

    /// What a tap does; nil: nobody knows, or there is no address now.
    ///
    /// A member that is wrong makes the button another one: an address that is none, one that PushWard records; a
    /// method that is none, one that opens a page. It is left off.
    private func call(
        _ fields: [ContentField],
        _ place: FieldSpec.ActionPlace,
        _ evaluator: FieldEvaluator
    ) throws(ActionRefusal) -> JSONObject? {
        let specs = ActionFields.members(of: place)
        var members = JSONObject()
        for field in fields {
            let kind = specs.first { $0.name == field.name }.map(ActionLimits.unmeasured)
            switch evaluator.evaluate(field.value, kind: kind) {
            case .value(let value): members[field.name] = value
            case .keep: return nil
            case .clear where field.name == "url": return nil
            case .clear: continue
            case .invalid(let reason, _): throw ActionRefusal(reason: "`\(field.name)`: \(reason)")
            }
        }
        if place == .approvalOption, let headers = members["headers"]?.objectValue {
            for reason in ActionLimits.fittingHeaders(headers).reasons {
                evaluator.leftOut.note("headers", reason, fields.first { $0.name == "headers" }?.mark)
            }
        }
        return members
    }

    /// What a button looks like; what of that is wrong is left out.
    private func look(
        _ fields: [ContentField],
        _ place: FieldSpec.ActionPlace,
        _ evaluator: FieldEvaluator
    ) -> JSONObject? {
        let specs = ActionFields.members(of: place)
        var members = JSONObject()
        for field in fields {
            switch evaluator.evaluate(field.value, kind: specs.first { $0.name == field.name }?.kind) {
            case .value(let value): members[field.name] = value
            case .keep: return nil
            case .clear, .invalid: continue
            }
        }
        return members
    }
}
