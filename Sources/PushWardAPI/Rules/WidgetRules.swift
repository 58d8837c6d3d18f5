package import Values

/// The rules that bind several fields of a widget together (`pushward-api.md` sections 12.2 and 12.4).
package enum WidgetRules {
    /// The content of `template` that the server accepts, made of fields that have been coerced one by one.
    ///
    /// Fields that contradict others, or that the template does not take, are left out with the reason; of longer
    /// lists those elements are chosen that a person wants to see.
    package static func complete(
        _ fields: JSONObject,
        template: TemplateSpec,
        now: Timestamp
    ) -> CompletedContent {
        var completion = Completion(template: template, now: now.wholeSeconds)
        completion.take(fields)
        completion.applyWidgetBounds()
        completion.applyWidgetDates()
        switch template.name {
        case "progress": completion.applyWidgetProgress()
        case "gauge": completion.applyWidgetGauge()
        case "trend": completion.applyPoints()
        case "battery": completion.applyDevices()
        case "schedule": completion.applyPeriods()
        case "flow": completion.applyFlow()
        default: break
        }
        completion.finish()
        return completion.result
    }

    /// The content made of values of any kind: each field is coerced, then the whole completed.
    package static func content(
        of values: JSONObject,
        template: TemplateSpec,
        now: Timestamp
    ) -> CompletedContent {
        ContentRules.coerced(values, template: template) { complete($0, template: template, now: now) }
    }

    /// The smallest merge patch of a content that turns what is stored into `content`.
    ///
    /// A change of the template takes all members along, for the server wants those that the new one requires in the
    /// same patch (section 5.1).
    package static func patch(from stored: JSONObject, to content: JSONObject) -> JSONObject {
        var patch = MergePatch.difference(from: stored, to: content)
        guard stored["template"] != content["template"] else { return patch }
        for (name, value) in content where !value.isNull && patch[name] == nil { patch[name] = value }
        return patch
    }

    /// A content read back, in the form in which ours is: equal ones then are equal.
    ///
    /// - Returns: the content, or as it came where it has no template that is known.
    package static func comparable(_ stored: JSONObject, now: Timestamp) -> JSONObject {
        guard let name = stored["template"]?.stringValue, let template = WidgetFields.template(named: name)
        else { return stored }
        var own = content(of: stored, template: template, now: now).content
        // What we would not send is still there, and is to be cleared.
        for (name, value) in stored where own[name] == nil && !value.isNull { own[name] = value }
        return own
    }

    /// Whether a person sees the same with both contents: numbers are shown rounded (section 12.4).
    ///
    /// `value` has two decimals below 10, one below 100, none below 10,000, and after that thousands and millions;
    /// `progress` is a percentage.
    package static func looksTheSame(_ left: JSONObject, _ right: JSONObject) -> Bool {
        guard left != right else { return true }
        guard let scale = shownNumber(left["template"]), left["template"] == right["template"],
            let first = left["value"]?.doubleValue, let second = right["value"]?.doubleValue
        else { return false }
        var other = right
        other["value"] = left["value"]
        return left == other && scale(first) == scale(second)
    }

    private static func shownNumber(_ template: JSON?) -> ((Double) -> Double)? {
        switch template?.stringValue {
        case "value": shownValue
        case "progress": { ($0 * 100).rounded() }
        default: nil
        }
    }

    private static func shownValue(_ number: Double) -> Double {
        switch number.magnitude {
        case ..<10: return Numbers.rounded(number, decimals: 2)
        case ..<100: return Numbers.rounded(number, decimals: 1)
        case ..<10_000: return number.rounded()
        default:
            // How many decimals the thousands have is not said; four digits in all are enough for any.
            var unit = 1.0
            while number.magnitude / unit >= 10_000 { unit *= 10 }
            return (number / unit).rounded() * unit
        }
    }
}
