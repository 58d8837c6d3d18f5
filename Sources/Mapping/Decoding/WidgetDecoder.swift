import PushWardAPI
import Templates
import Values

/// Decodes one widget (design sections 4 and 6, `pushward-api.md` section 12).
struct WidgetDecoder {
    let context: RuleContext
    private var findings: Findings { context.findings }

    init(context: RuleContext) {
        self.context = context
    }

    /// The rule, or nil where it has faults or no app could show it.
    func widget(_ entry: MarkedNode.Entry) -> WidgetRule? {
        let what = "the widget `\(entry.key)`"
        guard let reader = MapReader(entry.value, at: entry.keyMark, what, findings: findings) else {
            return nil
        }
        let each = ActivityDecoder(context: context).each(reader)
        let captures = each?.captureNames ?? []
        let isOpenEach = each == nil && reader.has("each")
        let inputs = InputDecoder(findings: findings, templates: context.templates)
            .inputs(reader, captures: isOpenEach ? nil : captures)
        var scope = NameScope(
            inputs: InputDecoder.names(reader),
            captures: captures,
            others: NameScope.message + ["previous", "since"]
        )
        scope.isOpen = InputDecoder.areUnclear(reader) || isOpenEach
        var names = ActivityNames(context: context, ruleName: entry, captures: captures, isOpen: scope.isOpen)
        names.noun = "widget"
        let slug = names.slug(reader)
        let title = names.title(reader)
        var options = context.widgetDefaults
        WidgetOptionsDecoder(context: context).read(reader, into: &options)
        let accounts = context.accountNames.read(reader) ?? context.defaultAccounts ?? [0]
        let content = content(reader, scope, &options)
        ActivityDecoder(context: context).checkCaptures(inputs, each, "widget")
        reader.finish(explain: Self.explain)
        guard let content else { return nil }
        var owner = TapOwner(slug, of: entry.key, context)
        owner.text = TapAddress.widgetPrefix + owner.text
        context.buttons(content.fields.flatMap { $0.value.actions }, of: owner)
        return WidgetRule(
            name: entry.key,
            each: each,
            slug: slug,
            title: title,
            inputs: inputs,
            content: content,
            options: options,
            accounts: accounts,
            mark: entry.keyMark
        )
    }

    private func content(_ reader: MapReader, _ scope: NameScope, _ options: inout WidgetOptions) -> Content?
    {
        let hint = "say what it shows: `content: {template: value, value: …}`"
        guard let entry = reader.require("content", hint: hint) else { return nil }
        let what = "the content of \(reader.what)"
        guard let keys = MapReader(entry.value, at: entry.keyMark, what, findings: findings) else {
            return nil
        }
        let decoder = ContentDecoder(context: context, scope: scope, isWidget: true)
        if keys.has("history") { readHistory(keys, &options) }
        guard let content = decoder.content(keys, mark: entry.keyMark) else { return nil }
        for field in content.fields { checkActions(field.value) }
        return content
    }

    /// `history: 24h` of a `trend`: the curve is what its number was.
    private func readHistory(_ keys: MapReader, _ options: inout WidgetOptions) {
        guard let entry = keys.take("history") else { return }
        options.history = keys.duration("history", in: .seconds(60)...Limits.month)
        if keys.has("points") {
            findings.error(
                entry.keyMark,
                "`history` cannot stand beside `points`, which it makes",
                hint: "keep one of them"
            )
        }
        if case .scalar(let template)? = keys.take("template")?.value, template.text != "trend" {
            findings.error(
                entry.keyMark,
                "`history` belongs to `trend`",
                hint: "change `template`, or remove it"
            )
        }
    }

    /// A widget's button has no end and no place for what became of a tap.
    private func checkActions(_ node: ContentNode) {
        guard case .action(let action) = node else { return }
        if action.confirm != nil {
            findings.error(
                action.mark,
                "`confirm` has no place on a widget: it could not be told in time",
                hint: "use it on an activity; this widget shows the effect when its inputs do"
            )
        }
        if action.expires != nil {
            findings.error(
                action.mark,
                "`expires` has no place on a widget: its button stays as long as it does",
                hint: "use `once`, or remove it"
            )
        }
    }

    private static func explain(_ key: String) -> (message: String, hint: String?)? {
        switch key {
        case "topic", "value":
            (
                "a widget has no `\(key)` of its own",
                "read topics under `inputs`: `inputs: {power: {topic: …}}`"
            )
        case "start", "end", "outcomes":
            ("a widget has no `\(key)`: it is always there", "remove it, or make an activity of it")
        case "template": ("`template` belongs under `content`", "write `content: {template: …}`")
        case "title": ("a widget's heading is `name`", "write `name: …`")
        case "stale_ttl": ("`stale_ttl` is called `stale_after` on a widget", "write `stale_after: 2h`")
        case "use": ("recipes (`use`) are not supported yet", "write the parts out here")
        default: nil
        }
    }
}

/// Decodes the options of widgets.
struct WidgetOptionsDecoder {
    let context: RuleContext
    private var findings: Findings { context.findings }

    init(context: RuleContext) {
        self.context = context
    }

    /// Overwrites what `reader` names in `options`.
    func read(_ reader: MapReader, into options: inout WidgetOptions) {
        readOwn(reader, into: &options)
        if let time = reader.duration("min_interval", in: .zero...Limits.day) { options.minInterval = time }
        if let time = reader.duration("settle", in: .zero...(.seconds(60))) { options.settle = time }
        if let time = reader.duration("unavailable_after", in: .seconds(1)...Limits.month) {
            options.unavailableAfter = time
        }
    }

    /// The keys that only widgets have.
    static let ownKeys = ["push_throttle", "stale_after"]

    /// Overwrites what only widgets have.
    func readOwn(_ reader: MapReader, into options: inout WidgetOptions) {
        let throttle = WidgetSettings.pushThrottle
        if let time = reader.duration(
            "push_throttle",
            in: .seconds(throttle.lowerBound)...(.seconds(throttle.upperBound))
        ) {
            options.pushThrottle = Int(time.inSeconds.rounded())
        }
        let limits = WidgetSettings.staleAfter
        guard let entry = reader.take("stale_after"),
            let time = reader.duration(
                "stale_after",
                in: .seconds(limits.lowerBound)...(.seconds(limits.upperBound))
            )
        else { return }
        options.staleAfter = time
        if let field = WidgetSettings.fields.first(where: { $0.name == "stale_after" }) {
            context.checkApp(field, entry.keyMark)
        }
    }
}
