import PushWardAPI
import Templates
import Values

/// The options that a notification and `defaults` share.
struct NotificationOptions {
    var cooldown: Duration = .zero
    var dedupe: Duration = .milliseconds(500)
    var quietHours: NotificationRule.QuietHours?
    var maxAge: Duration = .seconds(600)

    /// The keys that `read` reads.
    static let keys = ["cooldown", "dedupe", "quiet_hours", "max_age"]

    /// Overwrites what `reader` names.
    mutating func read(_ reader: MapReader) {
        if let time = reader.duration("cooldown", in: .zero...Limits.month) { cooldown = time }
        if let time = reader.duration("dedupe", in: .zero...(.seconds(3600))) { dedupe = time }
        if let time = reader.duration("max_age", in: .seconds(1)...Limits.day) { maxAge = time }
        if let hours = Self.quietHours(reader) { quietHours = hours }
    }

    private static func quietHours(_ reader: MapReader) -> NotificationRule.QuietHours? {
        guard let entry = reader.take("quiet_hours") else { return nil }
        let hint = "write `quiet_hours: {from: \"22:00\", to: \"07:00\"}`"
        guard let keys = MapReader(entry.value, "`quiet_hours`", findings: reader.findings, hint: hint) else {
            return nil
        }
        let from = keys.require("from", hint: hint).flatMap { timeOfDay($0, keys) }
        let to = keys.require("to", hint: hint).flatMap { timeOfDay($0, keys) }
        keys.finish()
        guard let from, let to else { return nil }
        if from == to {
            reader.findings.error(keys.mark, "`quiet_hours` from and to are the same time")
            return nil
        }
        return NotificationRule.QuietHours(from: from, to: to)
    }

    /// `HH:MM` in minutes after midnight.
    private static func timeOfDay(_ entry: MarkedNode.Entry, _ reader: MapReader) -> Int? {
        guard let scalar = reader.scalar(of: entry, wants: "a time of day such as `22:00`") else {
            return nil
        }
        let parts = scalar.text.split(separator: ":", omittingEmptySubsequences: false)
        let digits = parts.allSatisfy {
            (1...2).contains($0.count) && $0.allSatisfy { $0.isASCII && $0.isNumber }
        }
        if parts.count == 2, digits, let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24,
            minute < 60
        {
            return hour * 60 + minute
        }
        reader.findings.error(
            scalar.mark,
            "`\(entry.key)` must be a time of day, not \(scalar.shown)",
            hint: "write it like `22:00`"
        )
        return nil
    }
}

/// What a notification needs to know of an activity that fires it.
struct ActivityFacts {
    var inputs: [String]
    var captures: [String]
    var hasOutcomes: Bool
    /// The places of the accounts that its cards go to.
    var accounts: [Int] = [0]
    /// The slug of its card as the file names it; nil: a template makes it.
    var slug: String?
}

/// Decodes one notification (design section 4).
struct NotificationDecoder {
    let context: RuleContext
    /// The activities of the file by name.
    let activities: [String: ActivityFacts]
    private var findings: Findings { context.findings }

    init(context: RuleContext, activities: [String: ActivityFacts]) {
        self.context = context
        self.activities = activities
    }

    /// The name of the input that `on:` reads; templates read the message itself, as `value` and `value_json`.
    static let triggerName = "on"

    /// What starts a notification, with the names that its templates may use.
    struct Cause {
        var trigger: NotificationRule.Trigger
        var scope: NameScope
    }

    func notification(_ entry: MarkedNode.Entry) -> NotificationRule? {
        let what = "the notification `\(entry.key)`"
        guard let reader = MapReader(entry.value, at: entry.keyMark, what, findings: findings) else {
            return nil
        }
        let inputs = InputDecoder(findings: findings, templates: context.templates).inputs(
            reader,
            captures: []
        )
        var own = NameScope(inputs: InputDecoder.names(reader))
        own.isOpen = InputDecoder.areUnclear(reader)
        let cause = TriggerDecoder(context: context, activities: activities).cause(reader, own)
        let holdFor = reader.duration("for", in: .zero...Limits.day) ?? .zero
        var options = context.notificationDefaults
        options.read(reader)
        // Without a cause the names are not known, and complaints about them would only repeat the first one.
        let scope = cause?.scope ?? NameScope(isOpen: true)
        let actions = actions(reader, scope)
        let fields = fields(reader, NotificationFields.fields, scope)
        checkTogether(fields)
        let check = NotificationCheck(
            findings: findings,
            hasWayHome: context.hasWayHome,
            fields: fields,
            actions: actions
        )
        check.check()
        check.card(among: activities, prefix: context.slugPrefix)
        let schedule = self.fields(reader, NotificationFields.schedule, scope)
        checkSchedule(schedule, actions)
        let accounts = accounts(reader, cause)
        let resolveWhen = resolveWhen(reader, own)
        for name in NotificationFields.required where !reader.has(name) {
            reader.miss(name, "\(what) needs `\(name)`")
        }
        reader.finish(explain: Self.explain)
        guard let cause else { return nil }
        context.budget.notification(fields, actions, of: entry.key, entry.keyMark)
        context.buttons(actions, of: TapOwner(text: entry.key))
        var rule = NotificationRule(
            name: entry.key,
            trigger: cause.trigger,
            inputs: inputs,
            holdFor: holdFor,
            cooldown: options.cooldown,
            dedupe: options.dedupe,
            quietHours: options.quietHours,
            maxAge: options.maxAge,
            fields: fields,
            actions: actions,
            accounts: accounts,
            mark: entry.keyMark
        )
        rule.resolveWhen = resolveWhen
        rule.schedule = schedule
        return rule
    }

    /// The condition under which the repeats of an acknowledged notification are stopped.
    private func resolveWhen(_ reader: MapReader, _ own: NameScope) -> LocatedTemplate? {
        guard let scalar = reader.scalar("resolve_when", wants: "a template") else { return nil }
        if !["acknowledge", "send_at", "recurrence"].contains(where: reader.has) {
            findings.error(
                scalar.mark,
                "`resolve_when` stops repeats or takes back what is scheduled, and this notification is neither",
                hint: "add `acknowledge: {}` or `send_at`, or remove `resolve_when`"
            )
        }
        if own.inputs.isEmpty, !reader.has("inputs") {
            findings.error(scalar.mark, "`resolve_when` needs `inputs` to read")
            return nil
        }
        var scope = own
        scope.others = ["previous", "since"]
        return context.templates.condition(scalar, "resolve_when", scope)
    }

    /// The accounts that `to` names; what happens to a card is told to those who have the card.
    private func accounts(_ reader: MapReader, _ cause: Cause?) -> [Int] {
        if let named = context.accountNames.read(reader) { return named }
        if case .activity(let rule, _)? = cause?.trigger, let facts = activities[rule] {
            return facts.accounts
        }
        return context.defaultAccounts ?? [0]
    }

    private static func explain(_ key: String) -> (message: String, hint: String?)? {
        switch key {
        case "topic": ("`topic` belongs under `on`", "write `on: {topic: …}`")
        case "message": ("a notification's text is `body`", "write `body: …`")
        case "content":
            ("a notification has no `content`", "its fields stand directly under it: `title`, `body` …")
        case "start", "end":
            ("a notification has no `\(key)`", "to follow a card write `on: {activity: …, event: \(key)}`")
        case "sound": ("a notification has no `sound`", "`level` says how hard it knocks")
        case "severity": ("a notification has no `severity`", "`level` says how hard it knocks")
        default: nil
        }
    }

    private func fields(_ reader: MapReader, _ specs: [FieldSpec], _ scope: NameScope) -> [ContentField] {
        var fields: [ContentField] = []
        let nodes = ContentNodeDecoder(context: context, scope: scope, mayBeLeftOff: false)
        reader.know(specs.map(\.name))
        for key in reader.keys {
            guard let spec = specs.first(where: { $0.name == key }),
                let entry = reader.take(key)
            else { continue }
            if let value = nodes.node(entry, spec.kind, path: key) {
                fields.append(ContentField(name: key, value: value, mark: entry.keyMark))
            }
        }
        return fields
    }

    private func checkSchedule(_ fields: [ContentField], _ actions: [TapAction]) {
        for field in fields {
            guard case .map(let members) = field.value else {
                checkTime(field)
                continue
            }
            for member in members where member.name == "until" { checkTime(member) }
        }
        guard let recurrence = fields.first(where: { $0.name == "recurrence" }) else { return }
        if case .map(let members) = recurrence.value, members.contains(where: { $0.name == "until" }),
            members.contains(where: { $0.name == "count" })
        {
            findings.error(
                recurrence.mark,
                "`until` and `count` cannot stand together",
                hint: "keep one of them"
            )
        }
        for action in actions where action.publishes {
            findings.error(
                action.mark,
                "the buttons of a notification with `recurrence` cannot publish: nobody knows which one was tapped",
                hint: "remove `publish`, or use `send_at` alone"
            )
        }
    }

    /// A time that has passed already: nothing would be sent.
    private func checkTime(_ field: ContentField) {
        guard let now = context.now, let text = field.value.literal,
            case .value(let seconds) = FieldSpec.Kind.time.coerce(.string(text)),
            let time = seconds.doubleValue, time <= now.unixSeconds
        else { return }
        findings.warning(field.mark, "`\(field.name)` has passed: this is never sent")
    }

    private func checkTogether(_ fields: [ContentField]) {
        func field(_ name: String) -> ContentField? { fields.first { $0.name == name } }
        if let volume = field("volume") {
            let level = field("level")?.value
            if level == nil || level?.literal.map({ $0.lowercased() != "critical" }) == true {
                findings.warning(volume.mark, "`volume` counts only with `level: critical`")
            }
        }
        for name in ["title", "body"] {
            if let field = field(name), field.value.isCleared {
                findings.error(field.mark, "`\(name)` cannot be empty")
            }
        }
        for name in ["tags", "callback_url"] {
            guard let written = field(name), field("acknowledge") == nil else { continue }
            findings.error(
                written.mark,
                "`\(name)` needs `acknowledge`",
                hint: "without it PushWard refuses the notification"
            )
        }
    }

    private func actions(_ reader: MapReader, _ scope: NameScope) -> [TapAction] {
        guard let entry = reader.take("actions") else { return [] }
        guard case .sequence(let nodes, let mark) = entry.value else {
            if !entry.value.isNull {
                findings.error(
                    entry.value.mark,
                    "`actions` must be a list, not \(entry.value.kindName)",
                    hint: "start each with `- `: `- {id: unlock, title: Unlock, publish: {…}}`"
                )
            }
            return []
        }
        if nodes.count > NotificationFields.maxActions {
            findings.error(mark, "a notification has at most \(NotificationFields.maxActions) actions")
        }
        let decoder = ActionDecoder(context: context, scope: scope, mayBeLeftOff: false)
        let actions = nodes.enumerated().compactMap { place, node in
            decoder.action(node, .notification, name: "actions[\(place)]", path: "actions.\(place)")
        }
        var seen: Set<String> = []
        for action in actions where !seen.insert(action.id).inserted {
            findings.error(
                action.mark,
                "the id `\(action.id)` is used twice",
                hint: "each action needs its own"
            )
        }
        return actions
    }
}

extension ContentNode {
    /// Whether it is written as nothing or as an empty text.
    var isCleared: Bool {
        if case .null = self { true } else { literal == "" }
    }
}
