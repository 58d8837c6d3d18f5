import PushWardAPI
import Templates
import Values

/// What all rules of a file share while they are decoded.
struct RuleContext {
    let findings: Findings
    /// nil: what time it is does not matter.
    var now: Timestamp?
    /// Whether a tap can come home over a URL of ours.
    var hasWayHome = false
    /// Under what the phone reaches the listener; nil: it does not.
    var publicURL: String?
    var minAppVersion: String?
    var slugPrefix = ""
    var accounts: [PushWardSettings] = []
    /// The places of the accounts that `defaults` names.
    var defaultAccounts: [Int]?
    var activityDefaults = ActivityOptions()
    var notificationDefaults = NotificationOptions()
    var widgetDefaults = WidgetOptions()

    var templates: TemplateReader { TemplateReader(findings: findings) }
    func buttons(_ actions: [TapAction], of owner: TapOwner) {
        ButtonCheck(findings: findings).publishing(actions, of: owner, publicURL: publicURL)
    }

    var budget: BudgetCheck { BudgetCheck(findings: findings, size: SizeEstimate(publicURL: publicURL)) }
}

/// Decodes one activity (design sections 4 and 5).
struct ActivityDecoder {
    let context: RuleContext
    private var findings: Findings { context.findings }

    init(context: RuleContext) {
        self.context = context
    }

    func activity(_ entry: MarkedNode.Entry) -> ActivityRule? {
        let what = "the activity `\(entry.key)`"
        guard let reader = MapReader(entry.value, at: entry.keyMark, what, findings: findings) else {
            return nil
        }
        let recipe = reader.take("use")
        if let recipe {
            findings.error(
                recipe.keyMark,
                "recipes (`use`) are not supported yet",
                hint: "write the parts out here"
            )
        }
        let each = each(reader)
        let captures = each?.captureNames ?? []
        let inputs = InputDecoder(findings: findings, templates: context.templates)
            .inputs(reader, captures: each == nil && reader.has("each") ? nil : captures)
        var scope = NameScope(
            inputs: InputDecoder.names(reader),
            captures: captures,
            others: NameScope.rule
        )
        scope.isOpen = recipe != nil || InputDecoder.areUnclear(reader) || (each == nil && reader.has("each"))
        let names = ActivityNames(context: context, ruleName: entry, captures: captures, isOpen: scope.isOpen)
        let slug = names.slug(reader)
        let title = names.title(reader)
        var options = context.activityDefaults
        ActivityOptionsDecoder(findings: findings).read(reader, into: &options)
        let accounts = context.accountNames.read(reader) ?? context.defaultAccounts ?? [0]
        let start = start(reader, scope, isNeeded: recipe == nil)
        let end = reader.take("end").flatMap { condition($0, scope) }
        let content = content(reader, scope, &options, isNeeded: recipe == nil)
        let outcomes = outcomes(reader, scope, content)
        if options.removes, !context.activityDefaults.removes,
            let outcome = outcomes.first(where: { !$0.fields.isEmpty })
        {
            findings.warning(
                outcome.fields.first?.mark ?? entry.keyMark,
                "no outcome is seen, since `remove` takes the card away at once",
                hint: "leave `remove` out of the activity, or write it into the outcomes that shall do so"
            )
        }
        if options.endSound != nil { checkEndSound(reader, options, outcomes) }
        checkInputs(reader, inputs, each, isNeeded: recipe == nil)
        reader.finish(explain: Self.explain)
        guard let start, let content else { return nil }
        let owner = TapOwner(slug, of: entry.key, context)
        context.budget.card(content, of: owner.text)
        let shown = content.fields + outcomes.flatMap(\.fields)
        context.buttons(shown.flatMap { $0.value.actions }, of: owner)
        PictureCheck(findings: findings).check(content, inputs, options)
        return ActivityRule(
            name: entry.key,
            each: each,
            slug: slug,
            title: title,
            inputs: inputs,
            start: start,
            end: end,
            content: content,
            outcomes: outcomes,
            options: options,
            accounts: accounts,
            mark: entry.keyMark
        )
    }

    /// A sound needs an update of a running card: PushWard ignores one that comes with the end (`pushward-api.md` section
    /// 6.2).
    private func checkEndSound(_ reader: MapReader, _ options: ActivityOptions, _ outcomes: [Outcome]) {
        guard let entry = reader.take("sound"), case .mapping = entry.value else { return }
        if options.finalFor == .zero {
            findings.error(
                entry.keyMark,
                "`sound.end` is never heard with `final_for: 0`: it plays with the last frame, before the card ends",
                hint: "leave one of the two out"
            )
        } else if outcomes.isEmpty || options.removes {
            findings.warning(
                entry.keyMark,
                "`sound.end` is never heard: it plays with the last frame, and this card has none",
                hint: options.removes ? "leave `remove` out" : "add `outcomes: [{state: Done}]`"
            )
        }
    }

    private static func explain(_ key: String) -> (message: String, hint: String?)? {
        switch key {
        case "topic", "value":
            (
                "an activity has no `\(key)` of its own",
                "read topics under `inputs`: `inputs: {power: {topic: …}}`"
            )
        case "when": ("an activity has no `when`", "write `start: {when: …}` and `end: {when: …}`")
        case "for": ("an activity has no `for`", "write it beside its `when`: `start: {when: …, for: 1m}`")
        case "template": ("`template` belongs under `content`", "write `content: {template: …}`")
        case "title": ("an activity's heading is `name`", "write `name: …`")
        case "dismissal_ttl": ("`dismissal_ttl` is called `dismiss_after` here", "write `dismiss_after: 30m`")
        default: nil
        }
    }

    /// The topic whose captures make one card, or one widget, each.
    func each(_ reader: MapReader) -> TopicFilter? {
        guard let entry = reader.take("each") else { return nil }
        var topic: TopicFilter?
        var mark = entry.value.mark
        if case .scalar = entry.value {
            topic = reader.topicFilter(entry)
        } else if let keys = MapReader(entry.value, "`each`", findings: findings) {
            if let inner = keys.require("topic") {
                topic = keys.topicFilter(inner)
                mark = inner.value.mark
            }
            keys.finish()
        }
        guard let topic else { return nil }
        if topic.captureNames.isEmpty {
            findings.error(
                mark,
                "`each` captures no name",
                hint: "put one in braces for a level: `sonos/{zone}`"
            )
            return nil
        }
        return topic
    }

    private func start(_ reader: MapReader, _ scope: NameScope, isNeeded: Bool) -> Condition? {
        let hint = "say when the card appears: `start: \"{{ power > 10 }}\"`"
        if !isNeeded, !reader.has("start") { return nil }
        return reader.require("start", hint: hint).flatMap { condition($0, scope) }
    }

    /// A condition: a template, or `{when, for}`.
    func condition(_ entry: MarkedNode.Entry, _ scope: NameScope) -> Condition? {
        if case .scalar = entry.value {
            let reader = MapReader([entry], mark: entry.keyMark, "", findings: findings)
            guard let scalar = reader.scalar(entry.key) else { return nil }
            return context.templates.condition(scalar, entry.key, scope).map { Condition(when: $0) }
        }
        let what = "`\(entry.key)`"
        guard let keys = MapReader(entry.value, at: entry.keyMark, what, findings: findings) else {
            return nil
        }
        let hold = keys.duration("for", in: .zero...Limits.day)
        var when: LocatedTemplate?
        if keys.require("when") != nil, let scalar = keys.scalar("when", wants: "a template") {
            when = context.templates.condition(scalar, "when", scope)
        }
        keys.finish()
        return when.map { Condition(when: $0, holdFor: hold ?? .zero) }
    }

    private func content(
        _ reader: MapReader,
        _ scope: NameScope,
        _ options: inout ActivityOptions,
        isNeeded: Bool
    ) -> Content? {
        if !isNeeded, !reader.has("content") { return nil }
        let hint = "say what it shows: `content: {template: generic, state: …}`"
        guard let entry = reader.require("content", hint: hint) else { return nil }
        let what = "the content of \(reader.what)"
        guard let keys = MapReader(entry.value, at: entry.keyMark, what, findings: findings) else {
            return nil
        }
        if keys.has("eta_tolerance") {
            if let time = keys.duration("eta_tolerance", in: .zero...Limits.day) {
                options.etaTolerance = time
            }
        }
        return ContentDecoder(context: context, scope: scope).content(keys, mark: entry.keyMark)
    }

    private func outcomes(_ reader: MapReader, _ scope: NameScope, _ content: Content?) -> [Outcome] {
        guard let entry = reader.take("outcomes") else { return [] }
        guard case .sequence(let nodes, _) = entry.value else {
            findings.error(
                entry.value.mark,
                "`outcomes` must be a list, not \(entry.value.kindName)",
                hint: "start each with `- `"
            )
            return []
        }
        var outcomes: [Outcome] = []
        var isClosed = false
        for node in nodes {
            guard let keys = MapReader(node, "this outcome", findings: findings) else { continue }
            var when: LocatedTemplate?
            if let scalar = keys.scalar("when", wants: "a template") {
                when = context.templates.condition(scalar, "when", scope)
            }
            if isClosed {
                findings.warning(
                    node.mark,
                    "this outcome is never reached, since one before it has no `when`",
                    hint: "the first whose `when` holds counts: put the one without `when` last"
                )
            }
            if !keys.has("when") { isClosed = true }
            let removes = keys.bool("remove") ?? false
            let decoder = ContentDecoder(context: context, scope: scope)
            let fields = decoder.outcomeFields(keys, template: content?.template, at: outcomes.count)
            if removes, let field = fields.first {
                findings.warning(
                    field.mark,
                    "nobody sees this, since the outcome removes the card at once",
                    hint: "leave `remove` out, and say how long it stays with `dismiss_after`"
                )
            }
            outcomes.append(Outcome(when: when, fields: fields, removes: removes))
        }
        return outcomes
    }

    private func checkInputs(_ reader: MapReader, _ inputs: [Input], _ each: TopicFilter?, isNeeded: Bool) {
        if isNeeded, !reader.has("inputs"), each == nil, !reader.has("each") {
            reader.miss(
                "inputs",
                "\(reader.what) reads no topic",
                hint: "add `inputs: {power: zigbee2mqtt/plug}`"
            )
        }
        checkCaptures(inputs, each, "card")
    }

    /// Cards, or widgets, that all read the same topics would all be the same.
    func checkCaptures(_ inputs: [Input], _ each: TopicFilter?, _ noun: String) {
        guard let each, let first = inputs.first, inputs.allSatisfy({ $0.topic.captureNames.isEmpty }) else {
            return
        }
        findings.warning(
            first.mark,
            "no input differs from \(noun) to \(noun) of `each`",
            hint: "name what differs in a topic: \(MapReader.list(each.captureNames.map { "{\($0)}" }))"
        )
    }
}
