import Mapping
import PushWardAPI
import Values

extension Engine {
    /// Takes how a widget's request ended.
    mutating func respondWidget(_ place: Int, _ answer: Answer, wait: Duration, at now: Moment) {
        let rule = mapping.widgets[widgets.list[place].rule]
        let sent = widgets.list[place].slot.inFlight
        switch answer.kind {
        case .success: widgetAcknowledged(place, rule, sent?.step ?? .update)
        case .transient:
            let wait = max(wait, answer.rest(after: widgets.list[place].slot.attempts))
            widgets.list[place].slot.leaveOpen(
                mayHaveArrived: answer.mayHaveArrived,
                retryAt: now.uptime + wait
            )
        case .rateLimited, .unauthorised:
            widgets.list[place].slot.withdraw()
            widgets.list[place].slot.retryAt = now.uptime + wait
        case .quota(let until):
            widgets.list[place].slot.withdraw()
            parkQuota(widgets.list[place].account, .widgetUpdates, until, answer, at: now)
        case .gone: widgetGone(place, rule, at: now)
        case .full:
            widgets.list[place].slot.withdraw()
            widgets.accounts[widgets.list[place].account].fullUntil = now.uptime + .seconds(3600)
            tellWidget(
                place,
                "widget limit",
                "PushWard holds its most widgets (\(answer.text)); delete some",
                rule.mark
            )
        case .forbidden:
            widgets.list[place].slot.withdraw()
            widgets.list[place].slot.retryAt = now.uptime + .seconds(3600)
            tellWidget(place, "permission", answer.text, rule.mark)
        case .preempted: repairWidget(place, rule, sent?.body ?? [:], [], answer, at: now)
        case .invalid(let fields): repairWidget(place, rule, sent?.body ?? [:], fields, answer, at: now)
        }
        saveWidget(place)
        stepWidget(place, at: now)
    }

    private mutating func widgetAcknowledged(_ place: Int, _ rule: WidgetRule, _ step: WidgetSlot.Step) {
        widgets.list[place].slot.acknowledge()
        if step == .create { widgets.accounts[widgets.list[place].account].fullUntil = nil }
        decide(rule.name, slug: widgets.list[place].slug.text, "acknowledged", step.rawValue)
    }

    /// Takes that the server has no such row: the widget is made anew, once in a row.
    private mutating func widgetGone(_ place: Int, _ rule: WidgetRule, at now: Moment) {
        widgets.list[place].slot.withdraw()
        widgets.list[place].slot.adopt(nil, updatedAt: nil)
        guard widgets.list[place].slot.hasRecreated else {
            widgets.list[place].slot.hasRecreated = true
            return decide(
                rule.name,
                slug: widgets.list[place].slug.text,
                "recreate",
                "the server has no such widget any more"
            )
        }
        widgets.list[place].slot.hasRecreated = false
        widgets.list[place].slot.retryAt = now.uptime + .seconds(3600)
        tellWidget(place, "deleted", "something deletes the widget again and again", rule.mark)
    }

    /// Leaves out the values that the server refused and tries once more.
    private mutating func repairWidget(
        _ place: Int,
        _ rule: WidgetRule,
        _ body: JSONObject,
        _ fields: [String],
        _ answer: Answer,
        at now: Moment
    ) {
        widgets.list[place].slot.withdraw()
        let content = body["content"]?.objectValue ?? [:]
        let names = fields.map { field in
            field.hasPrefix("content.") ? String(field.dropFirst(8).prefix { $0 != "." && $0 != "[" }) : field
        }
        let named = names.filter { content[$0] != nil && $0 != "template" }
        let label = accounts[widgets.list[place].account].label
        log(.error, "pushward", "\(label)\(rule.name): PushWard refused the widget: \(answer.text)")
        let whole = MergePatch.applying(content, to: widgets.list[place].slot.believed)
        let isNews = named.contains { widgets.list[place].slot.refusedValues[$0] != whole[$0] }
        guard isNews else {
            // What refused it may be something between here and PushWard: it is tried again, ever more rarely.
            let attempts = widgets.list[place].slot.attempts
            widgets.list[place].slot.attempts += 1
            widgets.list[place].slot.refused = body
            let wait = min(Duration.seconds(60 << min(attempts, 6)), .seconds(3600))
            widgets.list[place].slot.refusedUntil = now.uptime + wait
            return
        }
        for name in named { widgets.list[place].slot.refusedValues[name] = whole[name] }
    }
}
