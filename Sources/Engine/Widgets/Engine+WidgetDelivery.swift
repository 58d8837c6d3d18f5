import Mapping
import PushWardAPI
import Templates
import Values

extension Engine {
    /// Looks at a widget: its content, and what is to be sent.
    mutating func stepWidget(_ place: Int, at now: Moment) {
        let rule = mapping.widgets[widgets.list[place].rule]
        if let settlesAt = widgets.list[place].settlesAt, now.uptime < settlesAt {
            return deadlines.set(settlesAt, for: .widget(place))
        }
        // Once it is set all are looked at.
        if clock.isHolding { return }
        widgets.list[place].settlesAt = nil
        widgets.list[place].burstBeganAt = nil
        counters.ruleEvaluations += 1
        if widgets.list[place].lastNews == nil { widgets.list[place].lastNews = now }
        remember(place, rule, at: now)
        deliverWidget(place, rule, at: now)
        scheduleWidget(place, rule, at: now)
    }

    /// Keeps the number of a `trend` that draws its own past.
    private mutating func remember(_ place: Int, _ rule: WidgetRule, at now: Moment) {
        defer { widgets.list[place].isTouched = false }
        guard let span = rule.options.history, widgets.list[place].isTouched,
            widgets.list[place].isKnown(rule, at: now)
        else { return }
        let composer = WidgetComposer(
            rule: rule,
            scope: WidgetScope(services: services, rule: rule, now: now),
            action: { _, _, _ in .clear }
        )
        guard let number = composer.number(widgets.list[place]) else { return }
        if widgets.list[place].history.take(number, span: span, at: now.wall) { saveWidget(place) }
    }

    /// What a widget should be at the server now; nil: that cannot be told yet.
    private mutating func desiredWidget(_ place: Int, _ rule: WidgetRule, at now: Moment) -> ServerWidget? {
        guard widgets.list[place].hasNews else { return nil }
        let widget = widgets.list[place]
        let writer = actionWriter
        let composer = WidgetComposer(
            rule: rule,
            scope: WidgetScope(services: services, rule: rule, now: now),
            action: { action, actionPlace, evaluator in
                writer.value(
                    action,
                    actionPlace,
                    evaluator,
                    owner: widget.tapOwner,
                    run: widget.tokenRun,
                    isCard: true
                )
            }
        )
        let result = composer.compose(widget)
        for problem in result.problems {
            tellWidget(place, "content.\(problem.field)", problem.reason, problem.mark ?? rule.content.mark)
        }
        guard result.missing.isEmpty else {
            let names = result.missing.joined(separator: ", ")
            decide(rule.name, slug: widget.slug.text, "wait", "\(names) has no value yet")
            return nil
        }
        return ServerWidget(
            name: name(of: widget, rule, at: now),
            content: result.content,
            pushThrottle: rule.options.pushThrottle,
            staleAfter: rule.options.staleAfter.map { Int($0.inSeconds.rounded()) }
        )
    }

    /// What the gallery calls it; a name that cannot be made now is left as it is.
    private func name(of widget: Widget, _ rule: WidgetRule, at now: Moment) -> String? {
        let held = widget.slot.acknowledged?.name
        guard let title = rule.title else { return widget.slug.text }
        let variables = widget.captures.mapValues { Value.string($0) }
        let scope = TemplateScope(variables: variables, now: now.wall, services: services)
        guard let text = try? title.render(in: scope),
            case .value(.string(let name)) = FieldSpec.Kind.text(max: ActivitySettings.nameMax)
                .coerce(.string(text))
        else { return held ?? widget.slug.text }
        return name
    }

    /// Sends what the widget needs, or notes when it may be sent.
    private mutating func deliverWidget(_ place: Int, _ rule: WidgetRule, at now: Moment) {
        widgets.list[place].sendsAt = nil
        let slot = widgets.list[place].slot
        let account = widgets.list[place].account
        guard slot.inFlight == nil, let desired = desiredWidget(place, rule, at: now) else { return }
        // What nothing is known of may be there already: the answer tells, and wakes it.
        if slot.acknowledged == nil, widgets.accounts[account].isAsking { return }
        let isDue = heartbeatDeadline(place, rule, at: now).map { $0 <= now.uptime } ?? false
        let touch = isDue ? slot.heartbeat(desired) : nil
        guard let next = slot.nextRequest(to: desired) ?? touch else { return }
        if next.request.body == slot.refused, let until = slot.refusedUntil, until > now.uptime {
            widgets.list[place].sendsAt = until
            return
        }
        if let until = widgetMayLeave(place, rule, desired, next.step, next.request, at: now),
            until > now.uptime
        {
            widgets.list[place].sendsAt = until
            if next.step == .create, slot.acknowledged == nil, !slot.isPostOpen,
                countWidgets(account) >= WidgetSettings.maxWidgets
            {
                let why = "PushWard holds its most widgets, \(WidgetSettings.maxWidgets); delete some"
                tellWidget(place, "widget limit", why, rule.mark)
            }
            decide(rule.name, slug: slot.slug.text, "wait", "may be sent in \(until - now.uptime)")
            return
        }
        if isBlocked(account, .update, at: now) {
            widgets.accounts[account].blocked.insert(place)
            return
        }
        sendWidget(place, rule, next.step, next.request, at: now)
    }

    /// When a request may leave for the widget's own reasons.
    private func widgetMayLeave(
        _ place: Int,
        _ rule: WidgetRule,
        _ desired: ServerWidget,
        _ step: WidgetSlot.Step,
        _ request: PushWardRequest,
        at now: Moment
    ) -> Duration? {
        let slot = widgets.list[place].slot
        let account = widgets.accounts[widgets.list[place].account]
        var until = slot.retryAt
        func notBefore(_ other: Duration?) {
            if let other { until = max(until ?? other, other) }
        }
        let isUrgent = desired.content["severity"] != slot.believed["severity"]
        if step != .create {
            // The server pushes no more often, so that what comes between is for nothing.
            let throttle = Duration.seconds(desired.pushThrottle ?? WidgetSettings.defaultPushThrottle)
            let interval = isUrgent ? throttle : max(throttle, rule.options.minInterval ?? throttle)
            notBefore(slot.lastSentAt.map { $0 + interval })
        } else if slot.acknowledged == nil {
            notBefore(account.fullUntil)
            if !slot.isPostOpen, countWidgets(widgets.list[place].account) >= WidgetSettings.maxWidgets {
                notBefore(now.uptime + .seconds(3600))
            }
        }
        if request.quota == .widgetUpdates {
            notBefore(widgetBudgetAllows(step, place, isUrgent: isUrgent, at: now))
        }
        return until
    }

    /// The widgets that the account has, for all that is known (`pushward-api.md` section 4.3).
    func countWidgets(_ account: Int) -> Int {
        var slugs = widgets.accounts[account].listed.filter {
            widgets.bySlug[CardAddress(account, $0)] == nil
        }
        for widget in widgets.list
        where widget.account == account
            && (widget.slot.acknowledged != nil || widget.slot.isPostOpen || widget.slot.inFlight != nil)
        {
            slugs.insert(widget.slug.text)
        }
        return slugs.count
    }

    /// When the month's budget has room for an update, on the uptime clock; nil: at once.
    ///
    /// A change of severity goes first, signs of life come last.
    private func widgetBudgetAllows(
        _ step: WidgetSlot.Step,
        _ place: Int,
        isUrgent: Bool,
        at now: Moment
    ) -> Duration? {
        let widget = widgets.list[place]
        let spending: Spending = step == .touch ? .progress : isUrgent ? .end : .text
        return budgetWait(
            widget.account,
            .widgetUpdates,
            spending,
            lastSentAt: widget.slot.updatedAt,
            at: now
        )
    }

    /// When the widget must be said to be true still: before the phone dims it, and only while it is.
    private func heartbeatDeadline(_ place: Int, _ rule: WidgetRule, at now: Moment) -> Duration? {
        let widget = widgets.list[place]
        guard isBrokerConnected, let limit = widget.slot.acknowledged?.staleAfter,
            let updated = widget.slot.updatedAt, widget.isKnown(rule, at: now)
        else { return nil }
        return now.uptime + (updated + .seconds(limit) * 0.9 - now.wall)
    }

    private mutating func sendWidget(
        _ place: Int,
        _ rule: WidgetRule,
        _ step: WidgetSlot.Step,
        _ request: PushWardRequest,
        at now: Moment
    ) {
        let account = widgets.list[place].account
        let id = depart(request, for: .widget(place), to: account, at: now)
        widgets.list[place].slot.sent(id, step: step, body: request.body ?? [:], at: now)
        saveWidget(place)
        decide(rule.name, slug: widgets.list[place].slug.text, "send", step.rawValue)
        effects.append(.request(id, request, account: account))
    }

    /// Sets when the widget must be looked at again.
    private mutating func scheduleWidget(_ place: Int, _ rule: WidgetRule, at now: Moment) {
        let widget = widgets.list[place]
        var deadline = widget.sendsAt
        if widget.slot.inFlight == nil, deadline == nil,
            let heartbeat = heartbeatDeadline(place, rule, at: now)
        {
            // One that is due and could not be sent waits for a value: that wakes it, and this looks again.
            deadline = heartbeat > now.uptime ? heartbeat : now.uptime + .seconds(300)
        }
        if let silent = widget.silenceDeadline(rule), silent > now.uptime {
            deadline = deadline.map { min($0, silent) } ?? silent
        }
        // A deadline that has passed already would wake at once, and again.
        deadlines.set(deadline.map { max($0, now.uptime + .milliseconds(1)) }, for: .widget(place))
    }

    /// Lets the widgets go on that waited for the host.
    mutating func releaseBlockedWidgets(_ account: Int, at now: Moment) {
        for place in widgets.accounts[account].blocked.sorted() {
            if isBlocked(account, .update, at: now) { return }
            widgets.accounts[account].blocked.remove(place)
            stepWidget(place, at: now)
        }
        deleteRemovedWidgets(account, at: now)
    }

    /// Looks at all widgets, such as when the connection to the broker came back.
    mutating func stepAllWidgets(at now: Moment) {
        for place in widgets.list.indices { stepWidget(place, at: now) }
    }
}
