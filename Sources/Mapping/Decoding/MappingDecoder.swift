import Templates
package import Values

/// Reads a mapping from a file's tree, collecting every problem (design section 4).
package enum MappingDecoder {
    /// The mapping, or nil where there are errors, with everything found, in the file's order.
    ///
    /// A tree with values that could not be resolved gives no mapping either; that was told where it was read. With `now`
    /// times that have passed are told, too.
    package static func decode(_ root: MarkedNode, at now: Timestamp? = nil) -> (
        mapping: Mapping?, diagnostics: [Diagnostic]
    ) {
        let findings = Findings()
        if root.isNull {
            findings.error(
                root.mark,
                "the mapping file is empty",
                hint: "start with `version: 1`, `mqtt:` and `pushward:`"
            )
            return (nil, findings.inOrder)
        }
        let hint = "a mapping file starts with `version: 1`, `mqtt:` and `pushward:`"
        guard let reader = MapReader(root, "the mapping file", findings: findings, hint: hint) else {
            return (nil, findings.inOrder)
        }
        let isWhole = !root.hasUnresolved
        let mapping = FileDecoder(reader: reader, findings: findings, isWhole: isWhole, now: now).mapping()
        return (findings.hasErrors || !isWhole ? nil : mapping, findings.inOrder)
    }
}

/// Decodes the sections of a file.
struct FileDecoder {
    let reader: MapReader
    let findings: Findings
    /// Whether every value of the file could be had.
    let isWhole: Bool
    let now: Timestamp?

    func mapping() -> Mapping? {
        checkVersion()
        let settings = SettingsDecoder(findings: findings)
        let mqtt = mqtt(settings)
        let pushward = reader.require("pushward", hint: "add `pushward: {token: !secret pushward_token}`")
            .flatMap { AccountsDecoder(findings: findings).accounts($0) }
        let taps = reader.map("taps", "`taps`").map { settings.taps($0) }
        let http = http(settings)
        let log = reader.map("log", "`log`").map { settings.log($0) } ?? LogSettings()
        let state = reader.text("state")
        var context = RuleContext(findings: findings)
        context.now = now
        context.hasWayHome = taps?.publicURL != nil
        context.publicURL = taps?.publicURL
        context.accounts = pushward ?? []
        defaults(&context)
        let activities = activities(context)
        let notifications = notifications(context, activities)
        let widgets = widgets(context)
        later()
        reader.finish()
        guard let mqtt, let first = pushward?.first else { return nil }
        return Mapping(
            mqtt: mqtt,
            pushward: first,
            moreAccounts: Array((pushward ?? []).dropFirst()),
            taps: taps,
            http: http,
            log: log,
            stateDirectory: state,
            activities: activities,
            notifications: notifications,
            widgets: widgets
        )
    }

    private func checkVersion() {
        guard reader.has("version") else {
            findings.warning(
                reader.mark,
                "the mapping file does not say its version",
                hint: "add `version: 1`"
            )
            reader.know(["version"])
            return
        }
        guard let scalar = reader.scalar("version", wants: "`1`"), scalar.text != "1" else { return }
        findings.error(
            scalar.mark,
            "version \(scalar.shown) of the mapping file is not known",
            hint: "this program reads `version: 1`"
        )
    }

    private func mqtt(_ settings: SettingsDecoder) -> MQTTSettings? {
        let hint = "add `mqtt: {url: mqtt://homeassistant.local:1883}`"
        guard let entry = reader.require("mqtt", hint: hint) else { return nil }
        if case .scalar(let scalar) = entry.value, !scalar.isNull {
            findings.error(
                scalar.mark,
                "`mqtt` must be a map of keys, not a text",
                hint: "write `mqtt: {url: …}`"
            )
            return nil
        }
        return MapReader(entry.value, at: entry.keyMark, "`mqtt`", findings: findings).map {
            settings.mqtt($0)
        }
    }

    private func http(_ settings: SettingsDecoder) -> ListenAddress? {
        guard let keys = reader.map("http", "`http`", hint: "write `http: {listen: 127.0.0.1:8790}`") else {
            return nil
        }
        let address = settings.listenAddress(keys, "listen", example: "127.0.0.1:8790")
        keys.finish()
        return address
    }

    private func defaults(_ context: inout RuleContext) {
        guard let keys = reader.map("defaults", "`defaults`") else { return }
        ActivityOptionsDecoder(findings: findings).read(keys, into: &context.activityDefaults)
        context.notificationDefaults.read(keys)
        context.defaultAccounts = context.accountNames.read(keys)
        WidgetOptionsDecoder(context: context).readOwn(keys, into: &context.widgetDefaults)
        context.widgetDefaults.settle = context.activityDefaults.settle
        context.widgetDefaults.unavailableAfter = context.activityDefaults.unavailableAfter
        if keys.has("min_interval") {
            context.widgetDefaults.minInterval = context.activityDefaults.minInterval
        }
        keys.finish()
    }

    private func activities(_ context: RuleContext) -> [ActivityRule] {
        guard let names = reader.map("activities", "`activities`", hint: "name each activity by its slug")
        else {
            return []
        }
        let entries = names.takeAll()
        let rules = entries.compactMap { ActivityDecoder(context: context.narrowed(to: $0)).activity($0) }
        checkComplete(entries, rules.count)
        checkSlugs(rules)
        return rules
    }

    /// Two rules cannot write to one card.
    private func checkSlugs(_ rules: [ActivityRule]) {
        var first: [String: ActivityRule] = [:]
        for rule in rules {
            let slug = rule.slug?.source ?? rule.name
            if let other = first[slug], !Set(other.accounts).isDisjoint(with: rule.accounts) {
                findings.error(
                    rule.mark,
                    "`\(rule.name)` and `\(other.name)` have the same slug",
                    hint: "both would write to one card; the other is at "
                        + MapReader.place(other.mark, from: rule.mark)
                )
            } else {
                first[slug] = rule
            }
        }
    }

    private func notifications(_ context: RuleContext, _ activities: [ActivityRule]) -> [NotificationRule] {
        guard let names = reader.map("notifications", "`notifications`", hint: "name each notification")
        else {
            return []
        }
        let facts = ActivityFactsReader(findings: findings).facts(reader, activities)
        let entries = names.takeAll()
        let rules = entries.compactMap {
            NotificationDecoder(context: context.narrowed(to: $0), activities: facts).notification($0)
        }
        checkComplete(entries, rules.count)
        return rules
    }

    private func widgets(_ context: RuleContext) -> [WidgetRule] {
        let section = WidgetSection(context: context).rules(reader)
        checkComplete(section.entries, section.rules.count + section.leftOff)
        return section.rules
    }

    /// A rule is never left out in silence.
    private func checkComplete(_ entries: [MarkedNode.Entry], _ count: Int) {
        guard count < entries.count, !findings.hasErrors, isWhole, let first = entries.first else { return }
        findings.error(first.keyMark, "a rule of this section cannot be used")
    }

    /// Sections that a later version brings: empty ones are fine.
    private func later() {
        for key in ["tests"] {
            guard let entry = reader.take(key) else { continue }
            switch entry.value {
            case .scalar(let scalar) where scalar.isNull: continue
            case .mapping([], _), .sequence([], _): continue
            default:
                findings.error(
                    entry.keyMark,
                    "`\(key)` are not supported yet",
                    hint: "remove the section, or leave it empty: `\(key): \(key == "tests" ? "[]" : "{}")`"
                )
            }
        }
        if !reader.has("activities"), !reader.has("notifications"), !reader.has("widgets") {
            findings.warning(
                reader.mark,
                "there is nothing to do: no `activities`, no `notifications` and no `widgets`"
            )
        }
    }
}

/// What is known of the activities of a file, also of those with faults.
struct ActivityFactsReader {
    let findings: Findings

    func facts(_ reader: MapReader, _ rules: [ActivityRule]) -> [String: ActivityFacts] {
        var facts: [String: ActivityFacts] = [:]
        for rule in rules {
            facts[rule.name] = ActivityFacts(
                inputs: rule.inputs.map(\.name),
                captures: rule.each?.captureNames ?? [],
                hasOutcomes: !rule.outcomes.isEmpty,
                accounts: rule.accounts,
                slug: rule.slug.map { $0.isConstant ? $0.source : nil } ?? rule.name
            )
        }
        guard case .mapping(let entries, _)? = reader.take("activities")?.value else { return facts }
        for entry in entries where facts[entry.key] == nil {
            facts[entry.key] = Self.faulty(entry)
        }
        return facts
    }

    /// A rule with faults still has its name, its inputs and its captures.
    private static func faulty(_ entry: MarkedNode.Entry) -> ActivityFacts {
        var facts = ActivityFacts(inputs: [], captures: [], hasOutcomes: true)
        guard case .mapping(let keys, _) = entry.value else { return facts }
        if case .mapping(let inputs, _)? = keys.first(where: { $0.key == "inputs" })?.value {
            facts.inputs = inputs.map(\.key)
        }
        if let each = keys.first(where: { $0.key == "each" })?.value {
            facts.captures = captures(each)
        }
        return facts
    }

    private static func captures(_ node: MarkedNode) -> [String] {
        switch node {
        case .scalar(let scalar):
            // What is wrong with the topic is told where it is decoded.
            return (try? TopicFilter(scalar.text))?.captureNames ?? []
        case .mapping(let entries, _):
            return entries.first { $0.key == "topic" }.map { captures($0.value) } ?? []
        case .sequence: return []
        }
    }
}
