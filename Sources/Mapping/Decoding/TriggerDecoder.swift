import Templates
import Values

/// Decodes what starts a notification: `on`, `when` or `silent_for` (design section 4).
struct TriggerDecoder {
    let context: RuleContext
    let activities: [String: ActivityFacts]
    private var findings: Findings { context.findings }

    init(context: RuleContext, activities: [String: ActivityFacts]) {
        self.context = context
        self.activities = activities
    }

    private typealias Cause = NotificationDecoder.Cause

    /// The cause that a notification's keys name.
    func cause(_ reader: MapReader, _ own: NameScope) -> NotificationDecoder.Cause? {
        let silence = reader.scalar("silent_for", wants: "a duration such as `10m`")
        let outerWhen = reader.scalar("when", wants: "a template")
        guard let entry = reader.take("on") else {
            if let silence {
                findings.error(silence.mark, "`silent_for` needs the topic: `on: {topic: …}`")
                return nil
            }
            return becomesTrue(outerWhen, reader, own)
        }
        switch entry.value {
        case .scalar(let scalar):
            let topic = MarkedNode.Entry(key: "topic", keyMark: entry.keyMark, value: .scalar(scalar))
            let keys = MapReader([topic], mark: entry.keyMark, "`on`", findings: findings)
            return message(keys, outerWhen, silence, own, mark: entry.keyMark)
        case .sequence(_, let mark):
            findings.error(
                mark,
                "`on` takes one topic, not a list",
                hint: "write a notification for each, or use `+` and `{names}`"
            )
            return nil
        case .mapping:
            guard let keys = MapReader(entry.value, at: entry.keyMark, "`on`", findings: findings) else {
                return nil
            }
            if keys.has("activity") || keys.has("event") {
                return activity(keys, outerWhen, silence, own)
            }
            return message(keys, outerWhen, silence, own, mark: entry.keyMark)
        }
    }

    private func becomesTrue(_ when: MarkedScalar?, _ reader: MapReader, _ own: NameScope) -> Cause? {
        guard let when else {
            if !reader.has("when") {
                reader.miss(
                    "on",
                    "\(reader.what) has nothing that starts it",
                    hint: "add `on: {topic: …}`, `on: {activity: …, event: end}`, or `when` with `inputs`"
                )
            }
            return nil
        }
        if own.inputs.isEmpty, !reader.has("inputs") {
            findings.error(when.mark, "`when` needs `inputs` to read", hint: "or `on: {topic: …, when: …}`")
            return nil
        }
        var scope = own
        scope.others = NameScope.message + ["previous", "since"]
        guard let condition = context.templates.condition(when, "when", scope) else { return nil }
        return Cause(trigger: .becomesTrue(condition), scope: scope)
    }

    private func message(
        _ keys: MapReader,
        _ outerWhen: MarkedScalar?,
        _ outerSilence: MarkedScalar?,
        _ own: NameScope,
        mark: SourceMark
    ) -> Cause? {
        let inputs = InputDecoder(findings: findings, templates: context.templates)
        let input = inputs.input(keys, name: NotificationDecoder.triggerName, mark: mark, captures: nil)
        let silence = keys.scalar("silent_for", wants: "a duration such as `10m`") ?? outerSilence
        let innerWhen = keys.scalar("when", wants: "a template")
        if let innerWhen, outerWhen != nil {
            findings.error(
                innerWhen.mark,
                "`when` stands both in `on` and beside it",
                hint: "keep one of the two"
            )
        }
        var scope = own
        scope.captures = input?.topic.captureNames ?? []
        scope.others = NameScope.message + ["previous", "since"]
        if let silence {
            keys.finish()
            return self.silence(silence, innerWhen ?? outerWhen, input, scope, keys)
        }
        let when = (innerWhen ?? outerWhen).flatMap { context.templates.condition($0, "when", scope) }
        keys.finish()
        guard let input else { return nil }
        if input.retained == .event, let entry = keys.take("retained") {
            findings.warning(
                entry.keyMark,
                "what the broker has stored fires this again at every start and reconnect",
                hint: "leave `retained` out unless the source clears its topic"
            )
        }
        if (innerWhen ?? outerWhen) != nil, when == nil { return nil }
        return Cause(trigger: .topic(input, when: when), scope: scope)
    }

    private func silence(
        _ scalar: MarkedScalar,
        _ when: MarkedScalar?,
        _ input: Input?,
        _ scope: NameScope,
        _ keys: MapReader
    ) -> Cause? {
        if let when {
            findings.error(when.mark, "`when` has no place beside `silent_for`", hint: "keep one of the two")
        }
        let time = keys.duration(scalar, "silent_for", in: .seconds(1)...Limits.month)
        guard let time, let input else { return nil }
        var silent = scope
        silent.others = ["topic", "since", "previous"]
        return Cause(trigger: .silence(input.topic, time), scope: silent)
    }

    private func activity(
        _ keys: MapReader,
        _ outerWhen: MarkedScalar?,
        _ silence: MarkedScalar?,
        _ own: NameScope
    ) -> Cause? {
        let named = keys.require("activity") == nil ? nil : keys.scalar("activity")
        let hint = "`event: start`, `end` or `outcome`"
        let event =
            keys.require("event", hint: hint) == nil
            ? nil : keys.choice("event", NotificationRule.ActivityEvent.self)
        let mark = keys.take("activity")?.value.mark ?? keys.mark
        for scalar in [outerWhen, silence].compactMap({ $0 }) {
            findings.error(scalar.mark, "neither `when` nor `silent_for` has a place beside `on: {activity}`")
        }
        for key in ["topic", "when", "silent_for"] {
            guard let entry = keys.take(key) else { continue }
            findings.error(
                entry.keyMark,
                "`\(key)` has no place beside `activity`",
                hint: "keep one of the two"
            )
        }
        keys.finish()
        guard let named else { return nil }
        let name = named.text
        guard let facts = activities[name] else {
            let near = named.isSecret ? nil : NearestName.find(name, in: activities.keys.sorted())
            findings.error(
                mark,
                "there is no activity \(named.shown)",
                hint: near.map { "did you mean `\($0)`?" }
                    ?? (activities.isEmpty ? nil : "one of \(MapReader.list(activities.keys.sorted()))")
            )
            return nil
        }
        if event == .outcome, !facts.hasOutcomes {
            findings.warning(
                mark,
                "the activity \(named.shown) has no `outcomes`, so this never fires",
                hint: "use `event: end`"
            )
        }
        guard let event else { return nil }
        var scope = own
        scope.inputs += facts.inputs
        scope.captures = facts.captures
        scope.others = NameScope.rule
        return Cause(trigger: .activity(rule: name, event: event), scope: scope)
    }
}
